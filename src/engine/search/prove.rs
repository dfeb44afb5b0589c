//! Forced wins at the root: the threat solver gets a bounded share of the search first. A win that
//! it finds and verifies ends the search.

use super::event::{Event, Iteration, Listener};
use super::outcome::SearchOutcome;
use super::shared::SearchState;
use crate::board::Position;
use crate::threats::{SolveAnswer, SolveBudget, ThreatKind, Watch, longest_line, prove_by_clock};
use crate::types::{Color, Score};

/// Stones per kind of threat when the search has neither a time nor a node limit.
const UNLIMITED_NODES: u64 = 20_000;
/// With fewer stones no forced win is short enough to be found.
const FEWEST_STONES: usize = 6;

/// A proved win of the side to move, with solver tables of `memory_mb` MiB. The stones that the
/// solver placed count as nodes.
pub(super) fn proved_win(
    position: &Position,
    shared: &SearchState<'_>,
    memory_mb: u64,
    listener: &mut dyn Listener,
) -> Option<SearchOutcome> {
    if Color::BOTH.map(|color| position.count(color)).iter().sum::<usize>() < FEWEST_STONES {
        return None;
    }
    let watch = Watch { stop: shared.stop_flag().clone(), ..Watch::default() };
    for kind in ThreatKind::ALL {
        let solution =
            prove_by_clock(position, kind, &budget(shared, memory_mb), &watch, shared.clock());
        shared.add_nodes(solution.nodes);
        let SolveAnswer::Win(tree) = solution.answer else { continue };
        let plies = tree.plies();
        let pv = longest_line(position, &tree);
        let iteration = Iteration {
            pv_index: 0,
            variations: 1,
            depth: plies as u32,
            selective_depth: plies as u32,
            score: Score(Score::win_in(plies as i32)),
            nodes: shared.nodes(),
            elapsed: shared.elapsed(),
            pv: pv.clone(),
        };
        listener.hear(&Event::Proved(iteration.clone()));
        return Some(SearchOutcome {
            moves: pv.first().copied().into_iter().collect(),
            score: iteration.score,
            depth: iteration.depth,
            nodes: iteration.nodes,
            pv,
        });
    }
    None
}

/// The solver's share of the search. Verification may take half of the remaining time.
fn budget(shared: &SearchState<'_>, memory_mb: u64) -> SolveBudget {
    let share = shared.params.proof_share.max(0) as u32;
    let time = shared.on_system(shared.budget.optimum).map(|optimum| optimum * share / 1000);
    let nodes = shared.limits.nodes.map(|nodes| nodes.saturating_mul(u64::from(share)) / 1000);
    let unlimited = (time.is_none() && nodes.is_none()).then_some(UNLIMITED_NODES);
    let maximum = shared.on_system(shared.budget.maximum);
    let checking = maximum.map(|most| most.saturating_sub(shared.elapsed()) / 2);
    SolveBudget { nodes: nodes.or(unlimited), time, checking, memory_mb, shortest: false }
}
