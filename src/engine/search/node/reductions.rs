//! How much less, or more, deep a move is searched than its parent allows.

use super::{Candidate, NodeContext};
use crate::eval::Evaluator;
use crate::search::history::MoveKind;
use crate::search::params::PLY;
use crate::search::worker::Worker;
use crate::threats::Danger;
use crate::types::{RuleSet, Score};

impl<R: RuleSet, E: Evaluator<R>> Worker<'_, R, E> {
    /// Internal iterative reduction, 1/128 ply. Assumes that without a move from the table the order
    /// is worse, and that the next visit finds one. Worth 0 ± 27; -7 ± 10 in 4,222 games at 8,000
    /// nodes, undecided (`2026-11-28-search.md`). Applied in the singular search as well: without it
    /// there -8 ± 18 (freestyle), -10 ± 24 (renju; 2026-11-23).
    /// <https://www.chessprogramming.org/Internal_Iterative_Reductions>
    pub(super) fn internal_reduction(&self, node: NodeContext) -> i32 {
        let params = self.shared.params;
        let applies = node.table_move.is_none()
            && node.danger == Danger::None
            && node.depth >= params.internal_depth_threshold;
        if applies { params.internal_reduction } else { 0 }
    }

    /// How much less deep the moves after one that raised alpha are searched, 1/128 ply. Assumes that
    /// they hardly beat it. This, [`Self::deeper_extension`] and the gap of moves are worth +24 ± 29
    /// together in freestyle (300 games, 20,000 nodes per move, 2026-11-25).
    pub(super) fn raised_reduction<const PV: bool>(&self, depth: i32) -> i32 {
        let applies = PV && depth > 2 * PLY && depth < 12 * PLY;
        if applies { self.shared.params.raised_reduction } else { 0 }
    }

    /// How much deeper than planned a move is searched again, 1/128 ply, whose reduced search was far
    /// above alpha.
    pub(super) fn deeper_extension(&self, value: i32, alpha: i32) -> i32 {
        let params = self.shared.params;
        let is_far = value > alpha + params.deeper_margin && !Score::is_decided(value);
        if is_far { params.deeper_extension } else { 0 }
    }

    /// Late move reductions: how much less deep a move is searched at first, 1/128 ply. Assumes
    /// that the order is good; a move that beats alpha all the same is searched again at full
    /// depth. Worth +416 ± 62. <https://www.chessprogramming.org/Late_Move_Reductions>
    pub(super) fn reduction<const PV: bool>(&self, node: NodeContext, candidate: Candidate) -> i32 {
        let NodeContext { depth, is_cut, danger, improving, .. } = node;
        if depth < 2 * PLY || danger == Danger::Five {
            return 0;
        }
        let params = self.shared.params;
        let own = self.board.to_move();
        let score = self.experience.history.score(own, candidate.kind, candidate.point);
        let mut reduction = params.reduction(depth, candidate.number)
            + params.gap_reduction(candidate.gap)
            - score / params.reduction_history_divisor.max(1);
        let mut add =
            |condition: bool, amount: i32| reduction += if condition { amount } else { 0 };
        add(PV, -params.reduction_pv);
        add(is_cut, params.reduction_cut);
        add(!improving, params.reduction_worsening);
        add(candidate.is_trivial, params.reduction_trivial);
        add(candidate.kind == MoveKind::Attack, -params.reduction_attack);
        add(danger == Danger::OpenFour, -params.reduction_open_four);
        reduction.max(0)
    }
}
