//! Which opening a round is played from: the list in order or shuffled by the seed; after its end,
//! the list again under another symmetry of the board.

use tengen_engine::types::BoardSize;
use tengen_engine::util::rng::Rng;
use tengen_records::Opening;
use tengen_records::openings::transformed;

/// The openings of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchOpenings {
    openings: Vec<Opening>,
    size: BoardSize,
    /// The order of the symmetries, one for each pass through the list.
    symmetries: Vec<usize>,
    /// Where in that order each opening begins, so that other seeds give other games, not only
    /// another order.
    begins: Vec<usize>,
}

impl MatchOpenings {
    /// A book of these openings. An empty list is a book of the empty board.
    pub fn new(mut openings: Vec<Opening>, size: BoardSize, seed: u64, is_shuffled: bool) -> Self {
        let mut rng = Rng::new(seed);
        if is_shuffled {
            rng.shuffle(&mut openings);
        }
        let count = if size.is_square() { 8 } else { 4 };
        let mut symmetries: Vec<usize> = (0..count).collect();
        if let Some((_, others)) = symmetries.split_first_mut() {
            rng.shuffle(others);
        }
        let begin = |_| if is_shuffled { rng.below(count) } else { 0 };
        let begins = openings.iter().map(begin).collect();
        Self { openings, size, symmetries, begins }
    }

    /// Number of openings, 0 for the empty board.
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// The opening of a round, counted from 0. Unless they are shuffled, the first pass takes the
    /// openings as they are.
    pub fn opening(&self, round: u64) -> Opening {
        let count = u64::try_from(self.openings.len()).unwrap_or(u64::MAX).max(1);
        let at = usize::try_from(round % count).unwrap_or(0);
        let Some(opening) = self.openings.get(at) else { return Opening::default() };
        let begin = self.begins.get(at).copied().unwrap_or(0);
        let pass = usize::try_from(round / count).unwrap_or(0).wrapping_add(begin);
        let turn = pass % self.symmetries.len().max(1);
        let symmetry = self.symmetries.get(turn).copied().unwrap_or(0);
        transformed(opening, symmetry, self.size)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use tengen_engine::types::Coord;

    fn book(seed: u64, is_shuffled: bool) -> MatchOpenings {
        let opening = |n: u8| Opening { name: n.to_string(), moves: vec![Coord::new(n, 0)] };
        let size = BoardSize::square(15).unwrap();
        MatchOpenings::new((1..=5).map(opening).collect(), size, seed, is_shuffled)
    }

    #[test]
    fn eight_passes_are_all_different() {
        let book = book(3, true);
        let moves: HashSet<_> = (0..40).map(|round| book.opening(round).moves).collect();
        assert_eq!(moves.len(), 40);
        assert_eq!(book.opening(40), book.opening(0));
    }

    #[test]
    fn the_seed_alone_decides() {
        let names = |book: &MatchOpenings| -> Vec<String> {
            (0..16).map(|round| book.opening(round).name).collect()
        };
        assert_eq!(names(&book(1, true)), names(&book(1, true)));
        assert_ne!(names(&book(1, true)), names(&book(2, true)));
        assert_eq!(names(&book(1, false))[..5], ["1", "2", "3", "4", "5"]);
    }

    #[test]
    fn another_seed_plays_other_games_and_the_order_of_a_list_none() {
        let games = |seed: u64, is_shuffled| -> HashSet<_> {
            let book = book(seed, is_shuffled);
            (0..5).map(|round| book.opening(round).moves).collect()
        };
        assert_ne!(games(1, true), games(2, true));
        assert_eq!(games(1, false), games(2, false));
    }

    #[test]
    fn without_a_list_the_board_is_empty() {
        let book = MatchOpenings::new(Vec::new(), BoardSize::square(15).unwrap(), 1, true);
        assert_eq!(book.opening(9), Opening::default());
    }
}
