//! Correction history: how wrong searches found the static evaluation to be, by the cell of the
//! last stone. A stone on a given cell has much the same effect throughout a search tree, so the
//! evaluation of every position after it is corrected by part of that error.
//!
//! From chess engines, which index by pawn structure and last moves:
//! <https://www.chessprogramming.org/Static_Evaluation_Correction_History>

use crate::types::{ByColor, Color, Point};

/// Fixed point: errors are stored in 1/256 of a value.
const UNIT: i32 = 256;
/// Larger errors are clamped to this.
const LIMIT: i32 = 256;
/// A search of depth 0 moves the mean by 1/256 of the difference, a deeper one by more.
const MEMORY: i32 = 256;
/// Greater depths have the same weight as this one.
const DEEPEST: i32 = 16;

/// Mean errors by the side to move and the cell of the opponent's last stone.
#[derive(Clone, Debug)]
pub(crate) struct Correction {
    errors: ByColor<Box<[i32; Point::COUNT]>>,
}

impl Default for Correction {
    fn default() -> Self {
        Self { errors: ByColor::from_fn(|_| Box::new([0; Point::COUNT])) }
    }
}

impl Correction {
    /// The expected error of the static evaluation with `color` to move, times `percent` / 100.
    #[inline]
    pub(crate) fn of(&self, color: Color, last: Option<Point>, percent: i32) -> i32 {
        last.map_or(0, |last| self.errors[color][last.index()] * percent / (100 * UNIT))
    }

    /// Records that a search `depth` plies deep valued a position `error` higher than its
    /// evaluation.
    pub(crate) fn learn(&mut self, color: Color, last: Option<Point>, error: i32, depth: i32) {
        let Some(last) = last else { return };
        let mean = &mut self.errors[color][last.index()];
        let weight = (depth + 1).clamp(1, DEEPEST);
        *mean += (error.clamp(-LIMIT, LIMIT) * UNIT - *mean) * weight / MEMORY;
    }

    /// Halves all errors before the next search.
    pub(crate) fn fade(&mut self) {
        for errors in &mut self.errors.0 {
            errors.iter_mut().for_each(|error| *error /= 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Coord;

    #[test]
    fn a_steady_error_is_learned_for_its_cell_and_color_and_fades() {
        let mut correction = Correction::default();
        let point = |column| Some(Point::from_coord(Coord::new(column, 5)));
        for _ in 0..400 {
            correction.learn(Color::Black, point(5), 40, 7);
            correction.learn(Color::Black, point(6), -1000, 7);
        }
        assert!((38..=40).contains(&correction.of(Color::Black, point(5), 100)));
        assert!((18..=20).contains(&correction.of(Color::Black, point(5), 50)));
        // A single error beyond the limit counts as the limit.
        assert!((-256..=-250).contains(&correction.of(Color::Black, point(6), 100)));
        assert_eq!(correction.of(Color::White, point(5), 100), 0);
        assert_eq!(correction.of(Color::Black, None, 100), 0);
        correction.fade();
        assert!((18..=20).contains(&correction.of(Color::Black, point(5), 100)));
    }

    #[test]
    fn deeper_searches_teach_more() {
        let point = Some(Point::from_coord(Coord::new(3, 3)));
        let after = |depth| {
            let mut correction = Correction::default();
            correction.learn(Color::White, point, 200, depth);
            correction.of(Color::White, point, 100)
        };
        assert!(after(12) > after(4));
        assert_eq!(after(90), after(15));
    }
}
