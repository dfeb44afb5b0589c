//! Candidate moves: the empty cells near a stone.
//!
//! The stencil is a square of half-width 3 and, on the four lines, cells 4 away: 56 cells around a
//! stone (the default of Rapfi, <https://github.com/dhbloo/rapfi>). The set is computed on request,
//! by shifting whole rows: updating it at every move would cost more, because most positions of a
//! search never need it.

use super::{Board, CellValues};
use crate::types::{Point, PointSet, RuleSet};

impl<R: RuleSet, V: CellValues> Board<R, V> {
    /// The empty cells within the stencil of some stone; the center (or, if that is taken by a
    /// blocked point, every empty cell) when there is no stone. Never empty while an empty cell
    /// exists.
    pub fn candidates(&self) -> PointSet {
        let near = dilate(self.stones()).intersection(self.empties());
        if !near.is_empty() {
            return near;
        }
        let center = Point::from_coord(self.size().center());
        if self.stones().is_empty() && self.is_empty(center) {
            return [center].into_iter().collect();
        }
        *self.empties()
    }
}

/// All cells within the stencil of a cell of `set`.
fn dilate(set: &PointSet) -> PointSet {
    let rows = set.rows();
    // Each row spread 3 to both sides, and 4 steps ahead and behind.
    let mut spread = [0u32; 32];
    let mut ends = [0u32; 32];
    for (row, (spread, ends)) in rows.iter().zip(spread.iter_mut().zip(ends.iter_mut())) {
        let two = row | row << 1 | row >> 1;
        *spread = two | two << 2 | two >> 2;
        *ends = row << 4 | row >> 4;
    }
    let mut out = ends;
    for y in 5..27 {
        let near = spread[y - 3]
            | spread[y - 2]
            | spread[y - 1]
            | spread[y]
            | spread[y + 1]
            | spread[y + 2]
            | spread[y + 3];
        let far = rows[y - 4] | ends[y - 4] | rows[y + 4] | ends[y + 4];
        out[y] |= near | far;
    }
    PointSet::from_rows(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Coord;

    #[test]
    fn the_stencil_has_56_cells_around_its_middle() {
        let middle = Point::from_coord(Coord::new(10, 10));
        let stencil = dilate(&[middle].into_iter().collect());
        assert_eq!(stencil.len(), 57);
        for point in &stencil {
            let dx = point.column().abs_diff(middle.column());
            let dy = point.row().abs_diff(middle.row());
            let on_line = dx == 0 || dy == 0 || dx == dy;
            assert!(dx.max(dy) <= 3 || (dx.max(dy) == 4 && on_line), "{point:?}");
        }
    }
}
