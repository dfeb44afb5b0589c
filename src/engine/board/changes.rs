//! The log of a board: what each move changed, so that undo can restore it.

use super::cell::{Cell, ClassCounts, Classes, classes_of};
use crate::types::{ByColor, Color, Point};

/// Most cells that one stone changes: its own and ten on each line.
pub(super) const MOST_CHANGES: usize = 41;
/// Size of the buffer for them: a power of two, so that a mask replaces a bounds check.
pub(super) const SLOTS: usize = 64;

/// What is needed to undo a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply<S> {
    /// `None` for a pass.
    pub point: Option<Point>,
    pub color: Color,
    /// Length of the log before the move; [`NO_LOG`] for a stone that was set up.
    pub log: u32,
    /// Sums before the move.
    pub sums: S,
    /// Threat counts before the move.
    pub counts: ByColor<ClassCounts>,
}

/// Beyond every log: undoing a stone that was set up panics.
pub(super) const NO_LOG: u32 = u32::MAX;

/// A cell as it was before a move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change {
    pub cell: Cell,
    pub point: u16,
}

/// An empty cell whose combined classes a move changed. In each number black's class is the low
/// byte, white's the high one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassChange {
    /// The cell.
    pub point: u16,
    /// The classes before the move.
    pub before: u16,
    /// The classes after it.
    pub after: u16,
}

/// Buffer for the [`ClassChange`]s of a move.
pub type ClassChanges = [ClassChange; SLOTS];

impl Change {
    /// What the move changed about the classes of the cell.
    #[inline(always)]
    pub(super) fn classes(self, classes: &[Classes; Point::COUNT]) -> ClassChange {
        let after = classes[usize::from(self.point) & (Point::COUNT - 1)];
        ClassChange { point: self.point, before: classes_of(self.cell), after }
    }
}

/// A cell whose combined class must be recomputed: its new line classes and its point.
pub(super) type PendingCell = (u32, u16);
