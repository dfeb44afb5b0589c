//! Forced wins at the root: the threat solver gets a bounded share of the search first. A win that
//! it finds and verifies ends the search.

use super::event::{Event, Iteration, Listener};
use super::outcome::SearchOutcome;
use super::shared::SearchState;
use super::time::Budget;
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

/// The solver's share of the search: of the optimum, by either clock, and of the node limit.
/// Verification may take half of the remaining time.
fn budget(shared: &SearchState<'_>, memory_mb: u64) -> SolveBudget {
    let share = shared.params.proof_share.max(0) as u32;
    let SearchState { limits, budget: Budget { optimum, .. }, .. } = *shared;
    let time = shared.on_system(optimum).map(|optimum| optimum * share / 1000);
    let by_clock = optimum.and_then(|optimum| limits.nodes_in(optimum));
    let nodes = limits.nodes.into_iter().chain(by_clock).min();
    let nodes = nodes.map(|nodes| nodes.saturating_mul(u64::from(share)) / 1000);
    let unlimited = (time.is_none() && nodes.is_none()).then_some(UNLIMITED_NODES);
    let maximum = shared.on_system(shared.budget.maximum);
    let checking = maximum.map(|most| most.saturating_sub(shared.elapsed()) / 2);
    SolveBudget { nodes: nodes.or(unlimited), time, checking, memory_mb, shortest: false }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::params::Params;
    use super::super::shared::SearchTimer;
    use super::super::tt::SearchTable;
    use super::super::{Limits, StopFlag};
    use super::*;
    use crate::util::clock::FakeClock;
    use crate::util::pauses::Pauses;

    fn budget_of(limits: &Limits) -> SolveBudget {
        let params = Params { proof_share: 20, ..Params::default() };
        let times = Budget::new(limits, 200, &params);
        let limits = times.in_nodes(limits);
        let mut table = SearchTable::new(1 << 16);
        let table = table.begin_search(Some(1), || false);
        let (stop, clock) = (StopFlag::new(), FakeClock::new());
        let timer = SearchTimer { clock: &clock, start: Duration::ZERO };
        let times = (times, Pauses::default());
        budget(&SearchState::new(table, &params, &limits, times, &stop, timer), 4)
    }

    #[test]
    fn the_solver_gets_the_same_share_by_a_clock_of_nodes() {
        let seconds = |n| Some(Duration::from_secs(n));
        for (turn, left) in [(None, seconds(180)), (seconds(30), seconds(180)), (seconds(1), None)]
        {
            let limits = Limits { turn, left, ..Limits::default() };
            let real = budget_of(&limits);
            assert_eq!(real.nodes, None);
            let by_nodes = budget_of(&Limits { nodes_per_ms: Some(16), ..limits.clone() });
            assert_eq!(by_nodes.time, None);
            let (time, nodes) = (real.time.unwrap(), by_nodes.nodes.unwrap());
            assert!(nodes.abs_diff(time.as_micros() as u64 * 16 / 1000) <= 1, "{nodes}, {time:?}");
            let few = Limits { nodes_per_ms: Some(16), nodes: Some(1000), ..limits };
            assert_eq!(budget_of(&few).nodes, Some(20));
        }
        assert_eq!(budget_of(&Limits::of_nodes(5000)).nodes, Some(100));
        assert_eq!(budget_of(&Limits::default()).nodes, Some(UNLIMITED_NODES));
    }
}
