//! Games of two static players, thousands per second: both share one grid, updated stone by stone.
//! Their games equal those of two [`ClassicPlayer`](tengen_engine::classic::ClassicPlayer)s of skill easy
//! under freestyle, which a test checks. The random openings are split in two halves, one for
//! training and one for validation.

use std::cmp::Reverse;
use std::collections::HashSet;

use once_cell::sync::Lazy;

use tengen_engine::board::Position;
use tengen_engine::classic::grid::{Index, ShapeGrid};
use tengen_engine::classic::shape::Shape;
use tengen_engine::classic::threats::double_threat;
use tengen_engine::classic::values::ThreatLevel;
use tengen_engine::classic::{ClassicWeights, PointValues};
use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_engine::util::rng::Rng;
use tengen_records::book::key::{Canonical, Key};

/// The side of the board.
const SIDE: u8 = 15;
/// Fewest and most stones of an opening.
const STONES: (usize, usize) = (2, 6);
/// Farthest column or row of an opening's stones from the middle.
const RADIUS: u8 = 3;

/// Arbitrary window values: the grid needs them for its shapes, the values are not used.
static SIGHT: Lazy<PointValues> = Lazy::new(|| PointValues::windows(&ClassicWeights::default()));

/// The two halves of all openings. An opening and its symmetric images are in the same half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    Training,
    Validation,
}

/// A starting position in which neither side has a forcing line.
#[derive(Clone, Debug)]
pub(crate) struct QuietStart(ShapeGrid<'static>);

impl QuietStart {
    /// Different openings of a few stones near the middle, after which neither side has a forcing
    /// line to a double threat, with either side to move. Both colors are played, which cancels any
    /// remaining imbalance.
    pub(crate) fn draw_many(count: usize, half: Half, rng: &mut Rng) -> Vec<Self> {
        draw(count, half, rng).iter().map(Self::of).collect()
    }

    fn of(position: &Position) -> Self {
        Self(ShapeGrid::new(position, &SIGHT))
    }
}

fn draw(count: usize, half: Half, rng: &mut Rng) -> Vec<Position> {
    let mut seen = HashSet::new();
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let position = scattered(rng);
        let key = key(&position);
        if half_of(&key) == half
            && !seen.contains(&key)
            && !Color::BOTH.into_iter().any(|color| has_attack(&position, color))
        {
            seen.insert(key);
            positions.push(position);
        }
    }
    positions
}

/// The key of an opening and its symmetric images.
fn key(position: &Position) -> Key {
    Canonical::of(position).key
}

/// The half by a bit of a hash that is the same on every machine.
fn half_of(key: &Key) -> Half {
    if key.hash() & 1 == 0 { Half::Training } else { Half::Validation }
}

/// Some stones near the middle, black first.
fn scattered(rng: &mut Rng) -> Position {
    let size = BoardSize::square(SIDE.into()).expect("15 is a side of a board");
    let mut position = Position::new(Rule::Freestyle, size);
    let stones = STONES.0 + rng.below(STONES.1 - STONES.0 + 1);
    while position.stones().len() < stones {
        let mut place = || SIDE / 2 - RADIUS + rng.below(usize::from(2 * RADIUS + 1)) as u8;
        // Draw again if the point is occupied.
        let _ = position.play(Coord::new(place(), place()));
    }
    position
}

fn has_attack(position: &Position, color: Color) -> bool {
    let values = PointValues::default();
    double_threat(&mut ShapeGrid::new(position, &values), color, &mut || false).is_some()
}

/// The value of the shapes of a point to a player, one table per color. Making a five ranks
/// highest, stopping one second.
struct Ranks {
    own: [i64; SHAPES],
    opponent: [i64; SHAPES],
}

/// The number of shapes, rounded up to a power of two.
const SHAPES: usize = 16;
/// Rank of a point that makes five: more than all other shapes of a point together.
const FIVE: i64 = 1 << 50;
/// Rank of a point that stops a five.
const STOPS_FIVE: i64 = 1 << 40;

impl Ranks {
    fn new(weights: &ClassicWeights) -> Self {
        let values = PointValues::windows(weights);
        let table = |five: i64, value: fn(&PointValues, Shape) -> i32| {
            let mut table = [0; SHAPES];
            for (rank, number) in table.iter_mut().zip(0..Shape::COUNT as u8) {
                let shape = Shape(number);
                let is_five = values.threat(shape) == ThreatLevel::Five;
                *rank = if is_five { five } else { value(&values, shape).into() };
            }
            table
        };
        Self {
            own: table(FIVE, PointValues::own),
            opponent: table(STOPS_FIVE, PointValues::opponent),
        }
    }

    fn of(&self, grid: &ShapeGrid<'_>, index: Index, own: Color) -> i64 {
        let sum = |shapes: [Shape; 4], table: &[i64; SHAPES]| -> i64 {
            shapes.into_iter().map(|shape| table[usize::from(shape.0) % SHAPES]).sum()
        };
        sum(grid.shapes(index, own), &self.own) + sum(grid.shapes(index, !own), &self.opponent)
    }
}

/// Wins minus losses of the first over all openings, each with both colors.
pub(crate) fn pair(
    first: &ClassicWeights,
    second: &ClassicWeights,
    openings: &[QuietStart],
) -> i32 {
    let [first, second] = [first, second].map(Ranks::new);
    let both = |opening| game([&first, &second], opening) - game([&second, &first], opening);
    openings.iter().map(both).sum()
}

/// One game: 1 if black wins, −1 if white does.
fn game(players: [&Ranks; 2], opening: &QuietStart) -> i32 {
    let mut grid = opening.0.clone();
    loop {
        let own = grid.to_move();
        let ranks = players[own.index()];
        // The first of equal points.
        let ranked = grid.candidates().map(|index| (ranks.of(&grid, index, own), Reverse(index)));
        let Some((rank, Reverse(index))) = ranked.max() else { return 0 };
        if rank >= FIVE {
            return if own == Color::Black { 1 } else { -1 };
        }
        grid.place(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::Symmetry;
    use tengen_engine::classic::{ClassicPlayer, Skill};
    use tengen_engine::rules::legality::{self, Ending};

    /// The slow twin: a game played with the rules module and the player of skill easy.
    fn slow_game(players: [&ClassicWeights; 2], position: &Position) -> i32 {
        let mut position = position.clone();
        let mut players = players.map(|weights| ClassicPlayer {
            values: PointValues::windows(weights),
            ..ClassicPlayer::default()
        });
        loop {
            let player = &mut players[position.to_move().index()];
            let Some(coord) = player.choose(&position, Skill::Easy, &[], &mut || false).best else {
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
        let mut others = ClassicWeights::default();
        others.0[5] = 200.0;
        others.0[12] = 500.0;
        let players = [&ClassicWeights::default(), &others];
        let ranks = players.map(Ranks::new);
        let mut ends = [0; 3];
        for _ in 0..12 {
            let position = scattered(&mut rng);
            let end = game([&ranks[0], &ranks[1]], &QuietStart::of(&position));
            assert_eq!(end, slow_game(players, &position), "{:?}", position.stones());
            ends[(end + 1) as usize] += 1;
        }
        assert!(ends[0] > 0 && ends[2] > 0, "{ends:?}");
    }

    #[test]
    fn openings_differ_and_nobody_has_won_them() {
        let halves = [Half::Training, Half::Validation];
        let [training, trial] = halves.map(|half| draw(50, half, &mut Rng::new(2)));
        let openings = || training.iter().chain(&trial);
        for position in openings() {
            assert!((STONES.0..=STONES.1).contains(&position.stones().len()));
            assert!(!Color::BOTH.into_iter().any(|color| has_attack(position, color)));
        }
        assert_eq!(openings().map(key).collect::<HashSet<_>>().len(), 100);
    }

    #[test]
    fn an_opening_and_its_mirrored_picture_are_in_one_half() {
        for position in draw(20, Half::Validation, &mut Rng::new(4)) {
            for symmetry in Symmetry::all(position.size()) {
                let mut turned = Position::new(Rule::Freestyle, position.size());
                for &(coord, _) in position.stones() {
                    turned.play(symmetry.apply(coord, position.size())).unwrap();
                }
                assert_eq!(half_of(&key(&turned)), Half::Validation);
            }
        }
    }

    #[test]
    fn a_player_that_does_not_see_fours_loses() {
        let mut blind = ClassicWeights::default();
        for place in [3, 4, 10, 11, 12] {
            blind.0[place] = 0.0;
        }
        let openings = QuietStart::draw_many(20, Half::Validation, &mut Rng::new(3));
        let score = pair(&ClassicWeights::default(), &blind, &openings);
        assert!(score > 20, "{score} of 40");
        assert_eq!(pair(&blind, &ClassicWeights::default(), &openings), -score);
    }
}
