//! A set of cells of the padded board.

use super::Point;

/// A set of [`Point`]s: one bit per cell, one word per row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointSet {
    rows: [u32; 32],
}

impl Default for PointSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl PointSet {
    /// The set without points.
    pub const EMPTY: PointSet = PointSet { rows: [0; 32] };

    /// The set with the given row words.
    #[inline]
    pub const fn from_rows(rows: [u32; 32]) -> Self {
        Self { rows }
    }

    /// The row words; bit `c` of word `r` is the cell in column `c`, row `r`.
    #[inline]
    pub const fn rows(&self) -> &[u32; 32] {
        &self.rows
    }

    /// Adds a point.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        self.rows[point.row()] |= 1 << point.column();
    }

    /// Removes a point.
    #[inline]
    pub const fn remove(&mut self, point: Point) {
        self.rows[point.row()] &= !(1 << point.column());
    }

    /// Whether the set contains the point.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        self.rows[point.row()] >> point.column() & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// Number of points.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The points in both sets.
    #[must_use]
    #[inline]
    pub fn intersection(&self, other: &PointSet) -> PointSet {
        let mut rows = self.rows;
        for (row, other) in rows.iter_mut().zip(other.rows) {
            *row &= other;
        }
        PointSet { rows }
    }

    /// The points in either set.
    #[must_use]
    #[inline]
    pub fn union(&self, other: &PointSet) -> PointSet {
        let mut rows = self.rows;
        for (row, other) in rows.iter_mut().zip(other.rows) {
            *row |= other;
        }
        PointSet { rows }
    }

    /// The points and their eight neighbors.
    #[must_use]
    #[inline]
    pub fn with_neighbors(&self) -> PointSet {
        let mut wide = self.rows;
        wide.iter_mut().for_each(|row| *row |= *row << 1 | *row >> 1);
        let mut rows = wide;
        for (row, above) in rows[1..].iter_mut().zip(wide) {
            *row |= above;
        }
        for (row, below) in rows.iter_mut().zip(&wide[1..]) {
            *row |= below;
        }
        PointSet { rows }
    }

    /// The points, row by row from the top.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { rows: self.rows, row: 0, rest: self.rows[0] }
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

/// Iterator over the points of a [`PointSet`].
#[derive(Clone, Debug)]
pub struct Iter {
    rows: [u32; 32],
    row: usize,
    /// The points of that row that are still to come.
    rest: u32,
}

impl Iterator for Iter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.rest == 0 {
            self.row += 1;
            self.rest = *self.rows.get(self.row)?;
        }
        let column = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(Point::from_index(self.row << 5 | column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Coord;

    #[test]
    fn points_go_in_and_come_out() {
        let a = Point::from_coord(Coord::new(0, 0));
        let b = Point::from_coord(Coord::new(21, 21));
        let mut set: PointSet = [b, a].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [a, b]);
        assert_eq!(set.len(), 2);
        set.remove(a);
        assert!(!set.contains(a) && set.contains(b));
        assert_eq!(set.intersection(&PointSet::EMPTY), PointSet::EMPTY);
        assert_eq!(set.union(&PointSet::EMPTY), set);
    }

    #[test]
    fn neighbors_touch_a_point_by_a_side_or_a_corner() {
        let points = [(0, 0), (9, 9), (10, 11), (21, 20)].map(|(x, y)| Coord::new(x, y));
        let set: PointSet = points.into_iter().map(Point::from_coord).collect();
        let grown = set.with_neighbors();
        for coord in crate::types::BoardSize::square(22).unwrap().coords() {
            let touches =
                |point: Coord| point.x.abs_diff(coord.x).max(point.y.abs_diff(coord.y)) < 2;
            let expected = points.into_iter().any(touches);
            assert_eq!(grown.contains(Point::from_coord(coord)), expected, "{coord:?}");
        }
        assert_eq!(PointSet::EMPTY.with_neighbors(), PointSet::EMPTY);
    }
}
