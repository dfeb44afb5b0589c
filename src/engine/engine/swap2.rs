//! Swap2: which opening to offer, and which side of an opening to take.
//!
//! The first player places three stones. The second takes white (and moves), takes black (`SWAP`),
//! or places two more stones and leaves the choice of color to the first. The three stones come
//! from a list; everything after them is decided by search. If a book knows even openings and their
//! values, both come from the book.

use super::choice::Choice;
use super::opening_book::Swap2Choices;
use super::triples::Triples;
use crate::types::{BoardSize, Coord, Rule};
use crate::util::rng::Rng;

/// Values this close to zero are search noise: about 2.5 % of win chance.
pub const TOSS_UP: i32 = 20;

/// What the book answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Answer {
    /// Three stones to offer.
    Offer(Vec<Coord>),
    /// What to do with the stones on the board.
    Decide(Swap2Decision),
}

/// What to do with an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Decision {
    /// Take the other color; the opponent moves.
    Swap,
    /// Keep the color to move, and play.
    Stay(Coord),
    /// Place two more stones and let the opponent choose.
    Place(Coord, Coord),
}

/// Three stones for the first player to offer, in playing order; `seed` selects them.
pub fn opening(rule: Rule, size: BoardSize, seed: u64) -> Vec<Coord> {
    let mut rng = Rng::new(seed);
    let triples = Triples::of(rule);
    let (index, turn) = (rng.below(triples.large.len()), rng.below(8));
    let side = size.width().min(size.height());
    let triple = triples.for_side(side).unwrap_or(&triples.large[index]);
    triple.map(|offset| seen_from_a_corner(offset, turn, size)).to_vec()
}

/// The point at a distance from one of the four corners, in one of two orders.
fn seen_from_a_corner((x, y): (u8, u8), turn: usize, size: BoardSize) -> Coord {
    let (x, y) = if turn & 4 == 0 { (x, y) } else { (y, x) };
    let x = if turn & 1 == 0 { x } else { size.width() - 1 - x };
    let y = if turn & 2 == 0 { y } else { size.height() - 1 - y };
    Coord::new(x, y)
}

/// Whether the value of three stones is so close to zero that placing two more is worth a second
/// search. Otherwise it never is: choosing the better side is worth `|v|`, and after two more
/// stones the opponent chooses.
pub fn is_toss_up(choice: &Choice) -> bool {
    choice.score.0.abs() <= TOSS_UP
}

/// The decision over five stones, or over three that are not a toss-up: `choice` is the search for
/// the side to move.
pub fn better_side(choice: &Choice) -> Option<Swap2Decision> {
    if choice.score.0 < 0 {
        return Some(Swap2Decision::Swap);
    }
    choice.moves.first().map(|&coord| Swap2Decision::Stay(coord))
}

/// The decision over three stones that are a toss-up. `pair` is the search for two stones that keep
/// the balance: if it found them, the opponent chooses; otherwise the brain takes the better side.
/// Two stones of depth 0 do not count: the search had no time, or the level has no balance search.
pub fn best_of_three(stay: &Choice, pair: &Choice) -> Option<Swap2Decision> {
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

    use super::super::opening_book::Swap2Pair;
    use super::*;
    use crate::types::Score;

    fn choice(score: i32, moves: &[Coord]) -> Choice {
        Choice { moves: moves.to_vec(), score: Score(score), depth: 1, nodes: 1, pv: Vec::new() }
    }

    const A: Coord = Coord::new(3, 4);
    const B: Coord = Coord::new(5, 6);

    #[test]
    fn every_opening_lies_on_every_board() {
        for (width, height) in [
            (5, 5),
            (5, 9),
            (6, 6),
            (10, 7),
            (8, 15),
            (9, 9),
            (10, 10),
            (11, 11),
            (11, 22),
            (181, 20),
        ] {
            let size = BoardSize::new(width, height).unwrap();
            for seed in 0..500 {
                let stones = opening(Rule::ALL[seed as usize % Rule::ALL.len()], size, seed);
                assert!(stones.iter().all(|&coord| size.contains(coord)), "{size} {stones:?}");
                assert_eq!(stones.iter().collect::<HashSet<_>>().len(), 3, "{size} {stones:?}");
            }
        }
    }

    #[test]
    fn openings_vary() {
        let size = BoardSize::square(15).unwrap();
        for rule in Rule::ALL {
            let seen: HashSet<_> = (0..200).map(|seed| opening(rule, size, seed)).collect();
            assert!(seen.len() > 30, "{rule}: {}", seen.len());
        }
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
