//! The eight symmetries of a square board, and the four of a rectangle.

use crate::types::{BoardSize, Coord};

/// One of the eight symmetries of a square: bit 0 mirrors left and right, bit 1 top and bottom, and
/// bit 2 exchanges rows and columns first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Every point stays where it is.
    pub const IDENTITY: Self = Self(0);

    /// The symmetries of a board of this size: eight for a square, else four. The identity comes
    /// first.
    pub fn all(size: BoardSize) -> impl Iterator<Item = Symmetry> {
        (0..if size.is_square() { 8 } else { 4 }).map(Symmetry)
    }

    /// The image of a point of a board of this size. Rows and columns are exchanged on squares
    /// only.
    ///
    /// ```
    /// use tengen_engine::board::Symmetry;
    /// use tengen_engine::types::{BoardSize, Coord};
    /// let size = BoardSize::square(15).unwrap();
    /// let images: Vec<_> = Symmetry::all(size).map(|s| s.apply(Coord::new(0, 1), size)).collect();
    /// assert_eq!(images.len(), 8);
    /// assert!(images.contains(&Coord::new(14, 13)));
    /// ```
    pub const fn apply(self, coord: Coord, size: BoardSize) -> Coord {
        let Coord { x, y } = if self.0 & 4 != 0 { Coord::new(coord.y, coord.x) } else { coord };
        let x = if self.0 & 1 != 0 { size.width() - 1 - x } else { x };
        let y = if self.0 & 2 != 0 { size.height() - 1 - y } else { y };
        Coord::new(x, y)
    }

    /// The symmetry that undoes this one.
    ///
    /// ```
    /// use tengen_engine::board::Symmetry;
    /// use tengen_engine::types::{BoardSize, Coord};
    /// let size = BoardSize::square(15).unwrap();
    /// let coord = Coord::new(2, 11);
    /// for symmetry in Symmetry::all(size) {
    ///     assert_eq!(symmetry.inverse().apply(symmetry.apply(coord, size), size), coord);
    /// }
    /// ```
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // Mirrors undo themselves. Behind an exchange of rows and columns, the mirror of one
        // becomes the mirror of the other.
        match self.0 & 4 {
            0 => self,
            _ => Self(4 | (self.0 & 1) << 1 | (self.0 & 2) >> 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn symmetries_are_distinct_permutations() {
        for (width, height, expected) in [(15, 15, 8), (10, 7, 4)] {
            let size = BoardSize::new(width, height).unwrap();
            let maps: HashSet<Vec<Coord>> = Symmetry::all(size)
                .map(|symmetry| size.coords().map(|c| symmetry.apply(c, size)).collect())
                .collect();
            assert_eq!(maps.len(), expected);
            for map in &maps {
                assert_eq!(map.iter().collect::<HashSet<_>>().len(), size.area());
            }
        }
    }
}
