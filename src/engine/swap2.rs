//! Swap2: which opening to offer, and which side of an opening to take.
//!
//! The first player places three stones. The second takes white (and moves), takes black (`SWAP`),
//! or places two more stones and leaves the choice of color to the first. The three stones come
//! from a list; everything after them is decided by search. If a book knows even openings and their
//! values, both come from the book.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::choice::Choice;
use crate::book::opening::EVEN;
use crate::book::swap2::Swap2Choices;
use crate::types::{BoardSize, Coord};

/// Values this close to zero are search noise.
pub(super) const TOSS_UP: i32 = EVEN;

/// What the book answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Swap2Answer {
    /// Three stones to offer.
    Offer(Vec<Coord>),
    /// What to do with the stones on the board.
    Decide(Swap2Decision),
}

/// What to do with an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Swap2Decision {
    /// Take the other color; the opponent moves.
    Swap,
    /// Keep the color to move, and play.
    Stay(Coord),
    /// Place two more stones and let the opponent choose.
    Place(Coord, Coord),
}

/// Three stones (black, white, black) as offsets from the center, for boards of 11 lines and more.
/// Each may be rotated and mirrored.
///
/// Selected for this engine from 250 random triples: different shapes that a search of 800,000
/// nodes values at most 16 in absolute value for white to move, under both freestyle and standard
/// on 15x15 (`tengen analyze --nodes 800000`, November 2026).
const OPENINGS: [[(i16, i16); 3]; 9] = [
    [(-4, -5), (-2, -3), (-2, -1)],
    [(-4, 5), (-2, 4), (1, 3)],
    [(4, 0), (2, 1), (-1, -2)],
    [(-1, 4), (0, 2), (3, -1)],
    [(1, -4), (1, -2), (5, -1)],
    [(3, 2), (4, 2), (-2, 0)],
    [(-4, -1), (-4, -3), (-1, -5)],
    [(3, 5), (5, 3), (-2, 2)],
    [(5, 2), (4, 3), (2, 5)],
];

/// The shortest side of a board that every entry of [`OPENINGS`] fits on.
const SMALLEST: u8 = 11;

/// Three stones for the first player to offer, in playing order; `seed` selects them.
pub(crate) fn opening(size: BoardSize, seed: u64) -> Vec<Coord> {
    if size.width().min(size.height()) < SMALLEST {
        return small_opening(size);
    }
    let mut rng = StdRng::seed_from_u64(seed);
    let (index, turn) = (rng.random_range(0..OPENINGS.len()), rng.random_range(0..8));
    let offsets = OPENINGS.get(index).copied().unwrap_or_default();
    let center = size.center();
    let along =
        |center: u8, offset: i16| u8::try_from(i16::from(center) + offset).unwrap_or(center);
    let stones = offsets.map(|offset| transformed(offset, turn));
    stones.map(|(x, y)| Coord::new(along(center.x, x), along(center.y, y))).to_vec()
}

/// On a small board any black stone near the center wins, so black gets opposite edges and white
/// the center.
fn small_opening(size: BoardSize) -> Vec<Coord> {
    let center = size.center();
    vec![Coord::new(0, center.y), center, Coord::new(size.width() - 1, 0)]
}

/// One of the eight symmetries of the square.
fn transformed((x, y): (i16, i16), turn: u8) -> (i16, i16) {
    let (x, y) = if turn & 1 == 0 { (x, y) } else { (-x, y) };
    let (x, y) = if turn & 2 == 0 { (x, y) } else { (x, -y) };
    if turn & 4 == 0 { (x, y) } else { (y, x) }
}

/// Whether the value of three stones is so close to zero that placing two more is worth a second
/// search. Otherwise it never is: choosing the better side is worth `|v|`, and after two more
/// stones the opponent chooses.
pub(crate) fn is_toss_up(choice: &Choice) -> bool {
    choice.score.0.abs() <= TOSS_UP
}

/// The decision over five stones, or over three that are not a toss-up: `choice` is the search for
/// the side to move.
pub(crate) fn better_side(choice: &Choice) -> Option<Swap2Decision> {
    if choice.score.0 < 0 {
        return Some(Swap2Decision::Swap);
    }
    choice.moves.first().map(|&coord| Swap2Decision::Stay(coord))
}

/// The decision over three stones that are a toss-up. `pair` is the search for two stones that keep
/// the balance: if it found them, the opponent chooses; otherwise the brain takes the better side.
/// Two stones of depth 0 do not count: the search had no time, or the level has no balance search.
pub(crate) fn best_of_three(stay: &Choice, pair: &Choice) -> Option<Swap2Decision> {
    let is_even = pair.depth > 0 && is_toss_up(pair);
    match *pair.moves.as_slice() {
        [first, second] if is_even => Some(Swap2Decision::Place(first, second)),
        _ => better_side(stay),
    }
}

/// The decision that follows from what the book knows. `best` is its move for white; without one, a
/// position that favors white is searched.
pub(super) fn known_decision(known: &Swap2Choices, best: Option<Coord>) -> Option<Swap2Decision> {
    let is_even = |value: i32| value.abs() <= TOSS_UP;
    let pair = known.pairs.first().filter(|pair| is_even(pair.value) && is_even(known.value));
    match (pair, known.value < 0) {
        (Some(pair), _) => Some(Swap2Decision::Place(pair.stones[0], pair.stones[1])),
        (None, true) => Some(Swap2Decision::Swap),
        (None, false) => best.map(Swap2Decision::Stay),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::book::swap2::Swap2Pair;
    use crate::types::Score;

    fn choice(score: i32, moves: &[Coord]) -> Choice {
        Choice { moves: moves.to_vec(), score: Score(score), depth: 1, nodes: 1, pv: Vec::new() }
    }

    const A: Coord = Coord::new(3, 4);
    const B: Coord = Coord::new(5, 6);

    #[test]
    fn every_opening_lies_on_every_board() {
        for (width, height) in [(5, 5), (5, 9), (10, 7), (11, 11), (11, 22), (15, 15), (181, 20)] {
            let size = BoardSize::new(width, height).unwrap();
            for seed in 0..100 {
                let stones = opening(size, seed);
                assert!(stones.iter().all(|&coord| size.contains(coord)), "{size} {stones:?}");
                assert_eq!(stones.iter().collect::<HashSet<_>>().len(), 3, "{size} {stones:?}");
            }
        }
    }

    #[test]
    fn openings_vary() {
        let size = BoardSize::square(15).unwrap();
        let seen: HashSet<_> = (0..200).map(|seed| opening(size, seed)).collect();
        assert!(seen.len() > 30, "{}", seen.len());
    }

    #[test]
    fn the_better_side_is_taken() {
        assert_eq!(better_side(&choice(-1, &[A])), Some(Swap2Decision::Swap));
        assert_eq!(better_side(&choice(0, &[A])), Some(Swap2Decision::Stay(A)));
        assert_eq!(better_side(&choice(Score::loss_in(8), &[A])), Some(Swap2Decision::Swap));
        assert!(!is_toss_up(&choice(300, &[A])) && is_toss_up(&choice(-5, &[A])));
    }

    #[test]
    fn what_is_known_decides_as_a_search_would() {
        let pair = |value| Swap2Pair { stones: [A, B], value };
        let decision = |value, pairs: &[Swap2Pair], best| {
            known_decision(&Swap2Choices { value, pairs: pairs.to_vec() }, best)
        };
        assert_eq!(decision(-8, &[pair(3)], Some(A)), Some(Swap2Decision::Place(A, B)));
        assert_eq!(decision(-8, &[pair(60)], Some(A)), Some(Swap2Decision::Swap));
        assert_eq!(decision(-80, &[pair(3)], Some(A)), Some(Swap2Decision::Swap));
        assert_eq!(decision(80, &[pair(3)], Some(B)), Some(Swap2Decision::Stay(B)));
        assert_eq!(decision(80, &[], None), None);
    }

    #[test]
    fn two_stones_are_placed_only_if_they_keep_the_balance() {
        let stay = choice(-10, &[A]);
        assert_eq!(best_of_three(&stay, &choice(8, &[A, B])), Some(Swap2Decision::Place(A, B)));
        assert_eq!(best_of_three(&stay, &choice(90, &[A, B])), Some(Swap2Decision::Swap));
        assert_eq!(best_of_three(&stay, &choice(0, &[A])), Some(Swap2Decision::Swap));
        let unsearched = Choice { depth: 0, ..choice(0, &[A, B]) };
        assert_eq!(best_of_three(&stay, &unsearched), Some(Swap2Decision::Swap));
    }
}
