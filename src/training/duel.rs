//! Games of two static players, thousands a second: one grid for both, kept up to date stone by stone.
//! They come out as between two [`Player`](crate::classic::Player)s of the level easy under freestyle,
//! which a test holds against them. Random openings in which nobody has won yet.

use std::cmp::Reverse;

use crate::board::Position;
use crate::classic::grid::{Grid, Index};
use crate::classic::threats::double_threat;
use crate::classic::values::Threat;
use crate::classic::{Values, Weights};
use crate::types::{BoardSize, Color, Coord, Rule};
use crate::util::rng::Rng;

/// The side of the board.
const SIDE: u8 = 15;
/// Fewest and most stones of an opening.
const STONES: (usize, usize) = (2, 6);
/// Farthest column or row of an opening's stones from the middle.
const RADIUS: u8 = 3;

/// A position to begin from.
#[derive(Clone, Debug)]
pub struct Opening(Position);

impl Opening {
    /// A few stones near the middle, after which neither side has a forcing line to a double threat,
    /// whoever moves. What is uneven still is balanced by playing it with both colors.
    pub fn draw(rng: &mut Rng) -> Self {
        loop {
            let position = scattered(rng);
            if !Color::BOTH.into_iter().any(|color| has_attack(&position, color)) {
                return Self(position);
            }
        }
    }

    /// Several.
    pub fn draw_many(count: usize, rng: &mut Rng) -> Vec<Self> {
        (0..count).map(|_| Self::draw(rng)).collect()
    }
}

/// Some stones near the middle, black first.
fn scattered(rng: &mut Rng) -> Position {
    let size = BoardSize::square(SIDE.into()).expect("15 is a side of a board");
    let mut position = Position::new(Rule::Freestyle, size);
    let stones = STONES.0 + rng.below(STONES.1 - STONES.0 + 1);
    while position.stones().len() < stones {
        let mut place = || SIDE / 2 - RADIUS + rng.below(usize::from(2 * RADIUS + 1)) as u8;
        // An occupied point is drawn again.
        let _ = position.play(Coord::new(place(), place()));
    }
    position
}

fn has_attack(position: &Position, color: Color) -> bool {
    let values = Values::default();
    double_threat(&mut Grid::new(position, &values), color, &mut || false).is_some()
}

/// Wins minus losses of the first over all openings, each with both colors.
pub fn pair(first: &Weights, second: &Weights, openings: &[Opening]) -> i32 {
    let [first, second] = [first, second].map(Values::windows);
    let both = |opening| game([&first, &second], opening) - game([&second, &first], opening);
    openings.iter().map(both).sum()
}

/// One game: 1 if black wins, −1 if white does.
fn game(players: [&Values; 2], Opening(position): &Opening) -> i32 {
    let mut grid = Grid::new(position, players[0]);
    while let Some((index, wins)) = choose(&grid, players[grid.to_move().index()]) {
        if wins {
            return if grid.to_move() == Color::Black { 1 } else { -1 };
        }
        grid.place(index);
    }
    0
}

/// The move of a static player, and whether it makes five: a five to make, one to stop, or the largest
/// sum; `None` on a full board.
fn choose(grid: &Grid<'_>, values: &Values) -> Option<(Index, bool)> {
    let own = grid.to_move();
    let rank = |index: Index| {
        let (mine, theirs) = (grid.shapes(index, own), grid.shapes(index, !own));
        let has_five = |shapes: [_; 4]| shapes.map(|shape| values.threat(shape)).contains(&Threat::Five);
        let sum: i32 = mine.map(|shape| values.own(shape)).iter().sum::<i32>()
            + theirs.map(|shape| values.opponent(shape)).iter().sum::<i32>();
        (has_five(mine), has_five(theirs), sum)
    };
    // Of equals the first.
    let best = grid.candidates().map(|index| (rank(index), Reverse(index))).max()?;
    Some((best.1.0, best.0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::{Level, Player};
    use crate::rules::legality::{self, Ending};

    /// The slow twin: a game by the rule book and the player of the level easy.
    fn slow_game(players: [&Values; 2], Opening(position): &Opening) -> i32 {
        let mut position = position.clone();
        let mut players =
            players.map(|values| Player { values: values.clone(), ..Player::default() });
        loop {
            let player = &mut players[position.to_move().index()];
            let Some(coord) = player.choose(&position, Level::Easy, &[], &mut || false).best else {
                return 0;
            };
            position.play(coord).unwrap();
            match legality::ending_after(&position, coord) {
                Some(Ending::Win { color: Color::Black, .. }) => return 1,
                Some(Ending::Win { .. }) => return -1,
                Some(_) => return 0,
                None => {}
            }
        }
    }

    #[test]
    fn fast_games_end_like_those_of_the_player() {
        let mut rng = Rng::new(1);
        let mut others = Weights::default();
        others.0[5] = 200.0;
        others.0[12] = 500.0;
        let players = [&Values::windows(&Weights::default()), &Values::windows(&others)];
        let mut ends = [0; 3];
        for opening in Opening::draw_many(12, &mut rng) {
            let end = game(players, &opening);
            assert_eq!(end, slow_game(players, &opening), "{:?}", opening.0.stones());
            ends[(end + 1) as usize] += 1;
        }
        assert!(ends[0] > 0 && ends[2] > 0, "{ends:?}");
    }

    #[test]
    fn openings_differ_and_nobody_has_won_them() {
        let openings = Opening::draw_many(50, &mut Rng::new(2));
        for (number, Opening(position)) in openings.iter().enumerate() {
            assert!((STONES.0..=STONES.1).contains(&position.stones().len()));
            assert!(!has_attack(position, Color::Black) && !has_attack(position, Color::White));
            assert!(openings[..number].iter().all(|other| other.0.stones() != position.stones()));
        }
    }

    #[test]
    fn a_player_that_does_not_see_fours_loses() {
        let mut blind = Weights::default();
        for place in [3, 4, 10, 11, 12] {
            blind.0[place] = 0.0;
        }
        let openings = Opening::draw_many(20, &mut Rng::new(3));
        let score = pair(&Weights::default(), &blind, &openings);
        assert!(score > 20, "{score} of 40");
        assert_eq!(pair(&blind, &Weights::default(), &openings), -score);
    }
}
