//! A cell of the padded board that the strong engine plays on.

use std::fmt;

use super::{Coord, Direction};

/// A cell of the 32×32 address space in which boards up to 22×22 lie with a margin of
/// [`Point::MARGIN`] wall cells on every side, so that the update loop of the board needs no bounds
/// checks. `index = (y + 5) * 32 + (x + 5)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// Wall cells on every side of the board: the reach of the longest pattern window.
    pub const MARGIN: u8 = 5;
    /// Cells in a row of the address space.
    pub const STRIDE: usize = 32;
    /// Cells of the address space.
    pub const COUNT: usize = 1024;

    /// The cell of a board point. `coord` must lie on a board of at most 22×22.
    #[inline]
    pub const fn from_coord(coord: Coord) -> Self {
        debug_assert!(coord.x < 22 && coord.y < 22);
        Self(((coord.y + Self::MARGIN) as u16) << 5 | (coord.x + Self::MARGIN) as u16)
    }

    /// The cell number `index`, taken modulo the address space.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self((index & (Self::COUNT - 1)) as u16)
    }

    /// The cell's number, always below [`Point::COUNT`] (the mask proves that to the compiler).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & (Self::COUNT - 1)
    }

    /// The raw 16 bits, for compact storage.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// Column in the padded space, 0 to 31.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() & 31
    }

    /// Row in the padded space, 0 to 31.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() >> 5
    }

    /// The board point, for a cell on the board.
    #[inline]
    pub const fn coord(self) -> Coord {
        Coord::new(self.column() as u8 - Self::MARGIN, self.row() as u8 - Self::MARGIN)
    }

    /// The distance in cell numbers between neighbors in `direction`.
    #[inline]
    pub const fn stride(direction: Direction) -> isize {
        match direction {
            Direction::Row => 1,
            Direction::Column => 32,
            Direction::Diagonal => 33,
            Direction::AntiDiagonal => 31,
        }
    }

    /// The cell `steps` further along `direction` (backward if negative).
    #[inline]
    pub const fn step(self, direction: Direction, steps: isize) -> Self {
        Self::from_index((self.0 as isize + steps * Self::stride(direction)) as usize)
    }

    /// King-move distance to another cell.
    #[inline]
    pub const fn distance(self, other: Point) -> u32 {
        let dx = (self.column() as i32 - other.column() as i32).unsigned_abs();
        let dy = (self.row() as i32 - other.row() as i32).unsigned_abs();
        if dx > dy { dx } else { dy }
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |n: usize| n as i32 - i32::from(Self::MARGIN);
        write!(f, "({},{})", side(self.column()), side(self.row()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_come_back() {
        for y in 0..22 {
            for x in 0..22 {
                let coord = Coord::new(x, y);
                assert_eq!(Point::from_coord(coord).coord(), coord);
            }
        }
    }

    #[test]
    fn steps_follow_the_direction() {
        let start = Point::from_coord(Coord::new(7, 7));
        assert_eq!(start.step(Direction::AntiDiagonal, 2).coord(), Coord::new(5, 9));
        assert_eq!(start.step(Direction::Diagonal, -3).coord(), Coord::new(4, 4));
        assert_eq!(start.distance(start.step(Direction::Row, 4)), 4);
    }
}
