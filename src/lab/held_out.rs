//! Which games the trainers hold out for validation: by opening, so that a position and those that
//! came of it, such as leaves of its searches, are on one side.

use std::iter;

use super::game_file::SelfGame;
use tengen_engine::util::rng;

/// One opening of this many is held out, with all positions that begin with it.
const HELD_OUT: u64 = 32;
/// The moves that tell openings apart.
const OPENING: usize = 4;

/// Whether a game, or a leaf that came of it, is held out: by its first moves.
pub(crate) fn is_held_out(game: &SelfGame) -> bool {
    let opening = game.moves.iter().take(OPENING).map(|coord| (coord.x, coord.y));
    let board = (game.size.width(), game.size.height());
    let numbers = iter::once(board).chain(opening);
    let words = numbers.map(|(x, y)| u64::from(x) << 8 | u64::from(y));
    rng::hash(0, words).is_multiple_of(HELD_OUT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::{BoardSize, Coord, Rule};

    /// A game of these moves in a row of the board.
    fn game(row: u8, columns: &[u8]) -> SelfGame {
        SelfGame {
            rule: Rule::Freestyle,
            size: BoardSize::square(15).unwrap(),
            winner: None,
            moves: columns.iter().map(|&x| Coord::new(x, row)).collect(),
            opening: 2,
            values: Vec::new(),
        }
    }

    #[test]
    fn games_with_the_same_first_moves_are_on_one_side() {
        let mut sides = [0, 0];
        for row in 0..15 {
            for first in 0..12 {
                let opening = [first, first + 1, first + 3, first + 2];
                let side = is_held_out(&game(row, &opening));
                sides[usize::from(side)] += 1;
                for more in [[14, 0].as_slice(), &[0], &[0, 14, 1]] {
                    let longer = [opening.as_slice(), more].concat();
                    assert_eq!(is_held_out(&game(row, &longer)), side, "{longer:?}");
                }
            }
        }
        // The same on every machine; data of earlier trainings must stay on its side.
        assert_eq!(sides, [176, 4]);
    }
}
