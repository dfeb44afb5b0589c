//! Which coordinate comes first on the wire: Piskvork writes the column, Yixin-Board the row.

use std::fmt;

use crate::types::{BoardSize, Coord};

/// Two numbers as they came, not yet known to be a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberPair {
    /// The first number.
    pub first: i64,
    /// The second number.
    pub second: i64,
}

/// `7,7`, as it was sent.
impl fmt::Display for NumberPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.first, self.second)
    }
}

/// The order of the two coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Axes {
    /// `x,y`: column, row. The Piskvork protocol.
    #[default]
    ColumnFirst,
    /// `y,x`: row, column. Yixin-Board, from `yxshowinfo` on.
    RowFirst,
}

impl Axes {
    /// The point that the pair names, `None` if it is off the board.
    pub fn coord(self, pair: NumberPair, size: BoardSize) -> Option<Coord> {
        let pair = match self {
            Axes::ColumnFirst => pair,
            Axes::RowFirst => NumberPair { first: pair.second, second: pair.first },
        };
        let coord = Coord::new(u8::try_from(pair.first).ok()?, u8::try_from(pair.second).ok()?);
        size.contains(coord).then_some(coord)
    }

    /// The pair that names the point.
    pub fn pair(self, coord: Coord) -> NumberPair {
        let (x, y) = (i64::from(coord.x), i64::from(coord.y));
        match self {
            Axes::ColumnFirst => NumberPair { first: x, second: y },
            Axes::RowFirst => NumberPair { first: y, second: x },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_come_back_in_both_orders_and_wrong_ones_do_not() {
        let size = BoardSize::new(9, 6).unwrap();
        for axes in [Axes::ColumnFirst, Axes::RowFirst] {
            for coord in size.coords() {
                assert_eq!(axes.coord(axes.pair(coord), size), Some(coord));
            }
        }
        let corner = NumberPair { first: 8, second: 5 };
        assert!(Axes::ColumnFirst.coord(corner, size).is_some());
        assert!(Axes::RowFirst.coord(corner, size).is_none());
        for (first, second) in [(-1, 0), (0, 6), (256, 0), (i64::MAX, i64::MIN)] {
            assert_eq!(Axes::ColumnFirst.coord(NumberPair { first, second }, size), None);
        }
    }
}
