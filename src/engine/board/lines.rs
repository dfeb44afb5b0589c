//! The board as words: every row, column and diagonal of the padded board, two bits per cell.

use super::tables::{cell, squeeze};
use crate::types::{BoardSize, Color, Direction, Point, PointSet, RuleSet};

/// 32 rows, 32 columns, 63 diagonals, 63 antidiagonals, and two words of padding.
pub(super) const WORDS: usize = 192;
/// The first word of each direction.
const FIRST: [usize; 4] = [0, 32, 64, 127];

/// Four words for every cell, the lines through it. The two bits of a cell are as in
/// [`super::tables::cell`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    words: [u64; WORDS],
}

/// The position of a cell's bits in its line of one direction: the word, and the index in it.
#[inline]
pub(super) const fn locate(point: Point, direction: Direction) -> (usize, usize) {
    let (x, y) = (point.column(), point.row());
    match direction {
        Direction::Row => (FIRST[0] + y, x),
        Direction::Column => (FIRST[1] + x, y),
        Direction::Diagonal => (FIRST[2] + x + 31 - y, y),
        Direction::AntiDiagonal => (FIRST[3] + x + y, y),
    }
}

impl Lines {
    /// An empty board: empty cells inside, walls around.
    pub fn new(on_board: &PointSet) -> Self {
        let mut lines = Self { words: [0; WORDS] };
        for point in on_board {
            lines.toggle(point, cell::EMPTY);
        }
        lines
    }

    /// Flips bits of a cell in its four words.
    #[inline]
    fn toggle(&mut self, point: Point, bits: u64) {
        for direction in Direction::ALL {
            let (word, place) = locate(point, direction);
            self.words[word] ^= bits << (2 * place);
        }
    }

    /// Puts a stone on an empty cell, or removes it.
    #[inline]
    pub fn toggle_stone(&mut self, color: Color, point: Point) {
        let stone = [cell::BLACK, cell::WHITE][color.index()];
        self.toggle(point, stone ^ cell::EMPTY);
    }

    /// Turns an empty cell into a wall, permanently.
    pub fn block(&mut self, point: Point) {
        self.toggle(point, cell::EMPTY);
    }

    /// The two bits of a cell.
    #[inline]
    pub fn at(&self, point: Point) -> u64 {
        let (word, place) = locate(point, Direction::Row);
        self.words[word] >> (2 * place) & 3
    }

    /// The line through a cell, and the cell's index in it, 5 to 26.
    #[inline]
    pub fn line(&self, point: Point, direction: Direction) -> (u64, usize) {
        let (word, place) = locate(point, direction);
        (self.words[word], place)
    }

    /// The table key of the window around a cell on the board.
    #[inline]
    pub fn key<R: RuleSet>(&self, point: Point, direction: Direction) -> usize {
        let (word, place) = self.line(point, direction);
        squeeze(word >> (2 * (place - R::REACH)), R::REACH)
    }
}

/// The cells of a board of the given size.
pub(crate) fn on_board(size: BoardSize) -> PointSet {
    size.coords().map(Point::from_coord).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::rule::Freestyle;
    use crate::types::{Coord, Direction};

    #[test]
    fn every_line_sees_the_same_stone() {
        let size = BoardSize::square(22).unwrap();
        let mut lines = Lines::new(&on_board(size));
        let stone = Point::from_coord(Coord::new(10, 10));
        lines.toggle_stone(Color::White, stone);
        assert_eq!(lines.at(stone), cell::WHITE);
        for direction in Direction::ALL {
            for steps in [-4isize, -1, 1, 4] {
                let key = lines.key::<Freestyle>(stone.step(direction, steps), direction);
                // Seen from a cell `steps` ahead, the stone lies `steps` behind.
                let place = if steps > 0 { 4 - steps } else { 3 - steps } as usize;
                assert_eq!(key, 0xffff ^ 1 << (2 * place), "{direction:?} {steps}");
            }
        }
        lines.toggle_stone(Color::White, stone);
        assert_eq!(lines, Lines::new(&on_board(size)));
    }

    #[test]
    fn walls_surround_the_smallest_and_the_largest_board() {
        for side in [5, 22] {
            let size = BoardSize::square(side).unwrap();
            let lines = Lines::new(&on_board(size));
            let corner = Point::from_coord(Coord::new(0, 0));
            assert_eq!(lines.key::<Freestyle>(corner, Direction::AntiDiagonal), 0);
            let far = Point::from_coord(Coord::new(side as u8 - 1, side as u8 - 1));
            assert_eq!(lines.key::<Freestyle>(far, Direction::Row), 0xff);
        }
    }
}
