//! How promising a three or four of the attacker looks, from the classes of the cell's four lines.
//!
//! The numbers are learned from 44,000 positions of proofs (2,200 wins by fours and threes in
//! self-play: freestyle, standard, renju, caro). A softmax of these sums ranks the proof's move
//! first in 66 % of the positions, among 23 moves on average. The rules differ little. The classes
//! for the defender add next to nothing (cross-entropy 1.01 instead of 1.04), and neither does the
//! distance to the last stones.
//!
//! Together with costs by rank (see [`super::vct`]), this order lets the solver place a third to a
//! quarter of the stones that it needed with moves ordered by class.

use once_cell::sync::Lazy;

use crate::board::tables::{CODES, code_of};
use crate::board::{Board, Combined, LineClass};
use crate::types::{Point, RuleSet};

/// Score of a line by [`LineClass`], in 1/100 of log odds.
const LINES: [i16; LineClass::COUNT] =
    [-177, -66, -204, -111, -119, -35, 28, 68, 51, 80, 222, 117, 0, 0];

/// Score by [`Combined`] class: the threats of several lines come with one move.
const CLASSES: [i16; 16] =
    [-317, 40, -279, -482, -205, -455, 0, 0, -171, 30, 313, -31, 102, -33, 0, 0];

/// The sum over the four lines, by code.
static SUMS: Lazy<Box<[i16; CODES]>> = Lazy::new(|| {
    let mut sums = Box::new([0; CODES]);
    for a in LineClass::ALL {
        for b in LineClass::ALL {
            for c in LineClass::ALL {
                for d in LineClass::ALL {
                    let lines = [a, b, c, d];
                    sums[code_of(lines)] = lines.iter().map(|&line| LINES[line as usize]).sum();
                }
            }
        }
    }
    sums
});

/// How promising a move of the side to move looks as a threat; meaningful only in comparisons.
#[inline]
pub(super) fn promise<R: RuleSet>(board: &Board<R>, point: Point) -> i16 {
    let own = board.to_move();
    let class: Combined = board.combined(own, point);
    SUMS[board.code(own, point)] + CLASSES[class as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::types::rule::Freestyle;
    use crate::types::{Coord, Rule};

    #[test]
    fn two_threes_promise_more_than_one_and_one_more_than_a_blocked_three() {
        let position = parse_picture(
            Rule::Freestyle,
            "
            . . . . . . . . . . .
            . . . . . X . . . . .
            . . . . . X . . . . .
            . . . X X . . . . . .
            . . . . . . . . . . .
            . . O X X . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . O . O . O . . . . .
            . . . . . . . . . . .
            ",
        )
        .unwrap();
        let mut board = Board::<Freestyle>::from_position(&position);
        board.set_to_move(crate::types::Color::Black);
        let at = |x, y| promise(&board, Point::from_coord(Coord::new(x, y)));
        assert!(at(5, 3) > at(6, 3), "a double three, an open three");
        assert!(at(6, 3) > at(6, 5), "an open three, a blocked three");
    }
}
