//! A point in the coordinates that people and protocols use.

use std::fmt;

use super::Direction;

/// A point of any board: column `x` from the left, row `y` from the top, both zero-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord {
    /// Column, 0 at the left.
    pub x: u8,
    /// Row, 0 at the top.
    pub y: u8,
}

impl Coord {
    /// The point in column `x`, row `y`.
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// The point `steps` further along `direction` (backward if negative); `None` if its column or
    /// row would be below 0 or above 255. Whether it lies on a certain board is for the caller to
    /// check.
    ///
    /// ```
    /// use tengen_engine::types::{Coord, Direction};
    /// let center = Coord::new(7, 7);
    /// assert_eq!(center.step(Direction::AntiDiagonal, 2), Some(Coord::new(5, 9)));
    /// assert_eq!(center.step(Direction::Row, -8), None);
    /// ```
    #[inline]
    pub fn step(self, direction: Direction, steps: i32) -> Option<Self> {
        let (dx, dy) = direction.delta();
        let x = u8::try_from(i32::from(self.x) + steps * dx).ok()?;
        let y = u8::try_from(i32::from(self.y) + steps * dy).ok()?;
        Some(Self::new(x, y))
    }
}

/// `x,y`, as the Piskvork protocol writes a move.
impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_follow_the_direction_and_end_where_no_coordinate_is_left() {
        let start = Coord::new(2, 3);
        for (direction, ahead, behind) in [
            (Direction::Row, (4, 3), (0, 3)),
            (Direction::Column, (2, 5), (2, 1)),
            (Direction::Diagonal, (4, 5), (0, 1)),
            (Direction::AntiDiagonal, (0, 5), (4, 1)),
        ] {
            let at = |(x, y)| Coord::new(x, y);
            assert_eq!(start.step(direction, 2), Some(at(ahead)), "{direction:?}");
            assert_eq!(start.step(direction, -2), Some(at(behind)), "{direction:?}");
            assert_eq!(start.step(direction, 0), Some(start));
        }
        assert_eq!(start.step(Direction::Row, -3), None);
        assert_eq!(start.step(Direction::AntiDiagonal, 3), None);
        assert_eq!(start.step(Direction::AntiDiagonal, -4), None);
        assert_eq!(Coord::new(250, 0).step(Direction::Row, 6), None);
    }
}
