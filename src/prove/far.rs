//! Replies that change nothing: a win by threats against a defender who passes wins against every
//! reply on which it does not depend ([`crate::threats::verify::local`]).

use crate::board::Position;
use crate::threats::verify::local;
use crate::threats::{Answer, Solution, SolveBudget, ThreatKind, Watch, solve};
use crate::types::{Color, Coord, Point, PointSet};

/// Stones of the solver. Where a move has no threat at all it is soon found out.
const STONES: u64 = 50_000;

/// A win against a defender who passes.
#[derive(Clone, Debug)]
pub(super) struct Far {
    /// Plies of the win, at most.
    pub plies: u64,
    /// The cells on which it depends.
    cells: PointSet,
}

/// Whether the position allows the argument: it has no forbidden points and is not too large.
pub(super) fn is_local(position: &Position) -> bool {
    !position.rule().forbids(Color::Black) && position.size().is_fast()
}

impl Far {
    /// The win, if the side that is not to move has one by threats.
    pub(super) fn of(position: &Position, memory_mb: u64, watch: &Watch) -> Option<Self> {
        if !is_local(position) {
            return None;
        }
        let mut passed = position.clone();
        passed.set_to_move(!position.to_move());
        let budget = SolveBudget { nodes: Some(STONES), memory_mb, ..SolveBudget::default() };
        let Solution { answer, .. } = solve(&passed, ThreatKind::Vct, &budget, watch);
        let Answer::Win(tree) = answer else { return None };
        let cells = local::dependence(&passed, &tree, &|| watch.stop.is_set()).ok()?;
        Some(Self { plies: tree.plies() as u64, cells })
    }

    /// Whether the reply loses by it, unless it makes five.
    pub(super) fn wins_after(&self, reply: Coord) -> bool {
        !self.cells.contains(Point::from_coord(reply))
    }
}
