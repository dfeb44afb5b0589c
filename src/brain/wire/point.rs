//! Pairs of numbers on the wire, and which coordinate comes first in them: Piskvork writes the
//! column first, Yixin-Board the row.

use std::fmt;

use tengen_engine::types::{BoardSize, Coord};

/// Two numbers as they were sent: a point that may lie anywhere, or the sides of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NumberPair {
    pub first: i64,
    pub second: i64,
}

impl NumberPair {
    /// Reads `x,y` as the judges do: exactly one comma between two whole numbers, blanks allowed.
    pub fn parse(text: &str) -> Option<Self> {
        let (first, second) = text.split_once(',')?;
        Some(Self { first: first.trim().parse().ok()?, second: second.trim().parse().ok()? })
    }
}

/// `7,7`.
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
    /// `y,x`: row, column. Yixin-Board, after `yxshowinfo`.
    RowFirst,
}

impl Axes {
    /// The point that the pair names, `None` if it is off the board.
    pub fn coord(self, pair: NumberPair, size: BoardSize) -> Option<Coord> {
        let NumberPair { first, second } = pair;
        let (x, y) = match self {
            Axes::ColumnFirst => (first, second),
            Axes::RowFirst => (second, first),
        };
        let coord = Coord::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
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

    /// The pairs that name several points.
    pub fn pairs(self, coords: &[Coord]) -> Vec<NumberPair> {
        coords.iter().map(|&coord| self.pair(coord)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_round_trip_every_point_and_reject_points_off_the_board() {
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

    #[test]
    fn number_pairs_are_read_as_the_judge_reads_them() {
        let pair = |first, second| Some(NumberPair { first, second });
        assert_eq!(NumberPair::parse("-1,300"), pair(-1, 300));
        for wrong in ["", "7", "7,", "a,b", "7 7", "7,7 x", "7,,7", "99999999999999999999,1"] {
            assert_eq!(NumberPair::parse(wrong), None, "{wrong}");
        }
    }
}
