//! The four directions of a line.

/// A line direction. Its positive sense is rightward, or downward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Along a row, `x` grows.
    Row = 0,
    /// Along a column, `y` grows.
    Column = 1,
    /// `x` and `y` grow together.
    Diagonal = 2,
    /// `x` falls while `y` grows.
    AntiDiagonal = 3,
}

impl Direction {
    /// All four, in the order in which tables store them.
    pub const ALL: [Direction; 4] =
        [Direction::Row, Direction::Column, Direction::Diagonal, Direction::AntiDiagonal];

    /// 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The step `(dx, dy)` of the positive sense.
    #[inline]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Diagonal => (1, 1),
            Direction::AntiDiagonal => (-1, 1),
        }
    }
}
