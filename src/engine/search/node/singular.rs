//! Is the table's move the only good one?

use super::{NodeContext, Singular};
use crate::eval::Evaluator;
use crate::rules::forbidden::is_forbidden;
use crate::search::entry::{ScoreBound, from_table};
use crate::search::params::PLY;
use crate::search::shared::Stopped;
use crate::search::worker::Worker;
use crate::threats::Danger;
use crate::types::{RuleSet, Score, Window};

impl<R: RuleSet, E: Evaluator<R>> Worker<'_, R, E> {
    /// Singular extension: searches the table's move deeper if a search without it finds nothing
    /// nearly as good. Assumes that a shallower search shows it. Worth +12 ± 29.
    /// <https://www.chessprogramming.org/Singular_Extensions>
    pub(super) fn singular_extension<const PV: bool>(
        &mut self,
        node: NodeContext,
    ) -> Result<Singular, Stopped> {
        let NodeContext { window, depth, ply, is_cut, danger, .. } = node;
        let (Some(entry), Some(point)) = (node.found, node.table_move) else {
            return Ok(Singular::Extend(0));
        };
        let params = self.shared.params;
        let value = from_table(entry.value, ply as i32);
        let eligible = depth >= params.singular_depth_threshold
            && danger != Danger::Five
            && matches!(entry.bound, ScoreBound::Lower | ScoreBound::Exact)
            && entry.depth >= depth / PLY - params.singular_depth_gap
            && !Score::is_decided(value)
            && !is_forbidden(&self.board, self.board.to_move(), point);
        if !eligible {
            return Ok(Singular::Extend(0));
        }
        let target = value - params.singular_factor * depth / PLY;
        let rest = (depth - PLY) * params.singular_depth_factor / 100;
        let null = Window::null(target - 1);
        let other = self.search_node::<false>(null, rest, ply, is_cut, Some(point))?;
        Ok(match () {
            () if other < target => Singular::Extend(PLY),
            // Several moves beat beta even without this one.
            () if !PV && target >= window.beta => Singular::CutOff(target),
            () if value >= window.beta => Singular::Extend(-params.singular_reduction),
            () => Singular::Extend(0),
        })
    }
}
