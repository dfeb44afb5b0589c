//! Forced wins at the root: a bounded share of the search goes to the threat solver first. What it
//! finds is a proof, and ends the search.

use std::time::Duration;

use super::event::{Event, Iteration, Listener};
use super::pool::Outcome;
use super::shared::Shared;
use crate::board::Position;
use crate::threats::{Answer, Budget, Kind, Watch, longest_line, prove};
use crate::types::{Coord, Score};

/// Stones for each kind when the search has neither a time nor a node limit.
const UNLIMITED_NODES: u64 = 20_000;
/// Memory of the solver's tables in MiB: within what [`crate::engine`] keeps beside the table.
const MEMORY_MB: u64 = 4;
/// With fewer stones nobody can have a forced win that is short enough to be found.
const FEWEST_STONES: usize = 6;

/// A proved win of the side to move. Its stones are counted as nodes of the search.
pub fn proved_win(
    position: &Position,
    shared: &Shared<'_>,
    listener: &mut dyn Listener,
) -> Option<Outcome> {
    if position.stones().len() < FEWEST_STONES {
        return None;
    }
    let watch = Watch { stop: shared.stop_flag().clone(), ..Watch::default() };
    for kind in [Kind::Vcf, Kind::Vct] {
        let solution = prove(position, kind, &budget(shared, shared.params.proof_share), &watch);
        shared.add_nodes(solution.nodes);
        let Answer::Win(tree) = solution.answer else { continue };
        let plies = tree.plies();
        let pv = longest_line(position, &tree);
        let iteration = Iteration {
            pv_index: 0,
            depth: plies as u32,
            selective_depth: plies as u32,
            score: Score(Score::win_in(plies as i32)),
            nodes: shared.nodes(),
            elapsed: shared.elapsed(),
            pv: pv.clone(),
        };
        listener.hear(&Event::Proved(iteration.clone()));
        return Some(Outcome {
            moves: pv.first().copied().into_iter().collect(),
            score: iteration.score,
            depth: iteration.depth,
            nodes: iteration.nodes,
            pv,
        });
    }
    None
}

/// Whether the opponent has a forced win after a move: a reason not to play it, whatever the search says.
pub fn is_refuted(position: &Position, coord: Coord, shared: &Shared<'_>) -> bool {
    let mut position = position.clone();
    if shared.params.veto_share <= 0 || position.play(coord).is_err() {
        return false;
    }
    let watch = Watch { stop: shared.stop_flag().clone(), ..Watch::default() };
    let budget = budget(shared, shared.params.veto_share);
    let solution = prove(&position, Kind::Vct, &budget, &watch);
    shared.add_nodes(solution.nodes);
    matches!(solution.answer, Answer::Win(_))
}

/// So many thousandths of the search.
fn budget(shared: &Shared<'_>, share: i32) -> Budget {
    let share = share.max(0) as u32;
    let time = shared.budget.optimum.map(|optimum: Duration| optimum * share / 1000);
    let nodes = shared.limits.nodes.map(|nodes| nodes * u64::from(share) / 1000);
    let unlimited = (time.is_none() && nodes.is_none()).then_some(UNLIMITED_NODES);
    Budget { nodes: nodes.or(unlimited), time, memory_mb: MEMORY_MB, shortest: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::search::params::Params;
    use crate::search::time;
    use crate::search::tt::Table;
    use crate::search::{Limits, StopFlag};
    use crate::types::Rule;
    use crate::util::clock::FakeClock;

    #[test]
    fn a_move_that_leaves_a_three_alone_is_refuted() {
        // Black to move; white threatens an open four.
        let position = parse_picture(
            Rule::Freestyle,
            "
            . . . . . . . . . . .
            . X . . . . . . . . .
            . . . . . . . . . . .
            . . . O O O . . . . .
            . . . . . . . . . . .
            . . . X X . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            ",
        )
        .unwrap();
        let refuted = |x: u8, y: u8, share: i32| {
            let params = Params { veto_share: share, ..Params::default() };
            let limits = Limits { nodes: Some(100_000), ..Limits::default() };
            let mut table = Table::new(1 << 12);
            let table = table.begin_search(None, || true);
            let (stop, clock, start) = (StopFlag::new(), FakeClock::default(), Duration::ZERO);
            let budget = time::Budget::new(&limits, 100);
            let shared = Shared::new(table, &params, &limits, budget, &stop, &clock, start);
            is_refuted(&position, Coord::new(x, y), &shared)
        };
        assert!(refuted(10, 10, 100));
        assert!(!refuted(6, 3, 100));
        assert!(!refuted(10, 10, 0));
    }
}
