//! `tengen.solve`: forced wins.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::errors::value_error;
use crate::point::Move;
use crate::task;
use crate::words::argument;
use tengen_engine::search::StopFlag;
use tengen_engine::threats::first_moves::{defending, winning};
use tengen_engine::threats::{SolveBudget, SolveResult, Task, TaskResult, ThreatKind, Watch};
use tengen_engine::types::{BoardSize, Coord};

/// The answer: a dict in Python.
#[derive(IntoPyObject)]
pub(crate) struct SolveOutcome {
    result: &'static str,
    kind: &'static str,
    plies: usize,
    line: Vec<Move>,
    /// The moves that win, or that stop the opponent's win.
    moves: Vec<Move>,
    /// The moves about which a limit left it open.
    unknown: Vec<Move>,
    nodes: u64,
    time: f64,
}

fn kinds(kind: Option<&str>) -> PyResult<&'static [ThreatKind]> {
    let Some(kind) = kind else { return Ok(ThreatKind::or_all(None)) };
    let known = ThreatKind::ALL.into_iter().find(|known| known.name() == kind);
    let known = known.ok_or_else(|| value_error(format!("kind '{kind}', expected vcf or vct")))?;
    Ok(ThreatKind::or_all(Some(known)))
}

/// Looks for a forced win by fours, or by fours and threes. A win is reported only after a checker that
/// knows the rules alone has verified it against every reply.
#[pyfunction]
#[pyo3(signature = (board, *, goal, kind, nodes, time, threads, memory_mb, shortest))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of a Python function")]
pub(crate) fn solve(
    board: &Bound<'_, PyBoard>,
    goal: &str,
    kind: Option<&str>,
    #[pyo3(from_py_with = argument::nodes)] nodes: Option<u64>,
    time: Option<f64>,
    #[pyo3(from_py_with = argument::threads)] threads: usize,
    #[pyo3(from_py_with = argument::memory_mb)] memory_mb: u64,
    shortest: bool,
) -> PyResult<SolveOutcome> {
    let position = board.try_borrow()?.played.now().clone();
    let time = match time.map(Duration::try_from_secs_f64).transpose() {
        Ok(time) => time,
        Err(error) => return Err(value_error(format!("time: {error}"))),
    };
    let mut task = Task {
        kinds: kinds(kind)?,
        budget: SolveBudget {
            memory_mb: (memory_mb / threads.max(1) as u64).max(1),
            shortest,
            ..SolveBudget::requested(nodes, time)
        },
        threads: threads.clamp(1, 256),
        deadline: None,
    };
    let watch = Watch { stop: StopFlag::new(), ..Watch::default() };
    let start = Instant::now();
    task.deadline = task.budget.time.and_then(|time| start.checked_add(time));
    let size = position.size();
    let (py, stop) = (board.py(), watch.stop.clone());
    let run = |work: &(dyn Fn() -> SolveOutcome + Sync)| task::run(py, &stop, work);
    let solved = match goal {
        "win" => {
            run(&|| win(&task.solve(&position, &watch), &|found| found.forced_win(&position), size))
        }
        "moves" => run(&|| {
            let found = winning(&position, &task, &watch);
            let moves = found.moves.iter().map(|&(at, _)| at);
            let moves = Move::all(moves, size);
            let unknown = Move::all(found.unknown.iter().copied(), size);
            let solved = answer(found.result, found.kind, found.nodes);
            SolveOutcome {
                plies: found.plies,
                line: Move::all(found.line, size),
                moves,
                unknown,
                ..solved
            }
        }),
        "defend" => run(&|| {
            let found = defending(&position, &task, &watch);
            let moves = Move::all(found.moves.iter().copied(), size);
            let unknown = Move::all(found.unknown.iter().copied(), size);
            let solved = answer(found.threat, found.kind, found.nodes);
            SolveOutcome {
                plies: found.plies,
                line: Move::all(found.line, size),
                moves,
                unknown,
                ..solved
            }
        }),
        seen => Err(value_error(format!("goal '{seen}', expected win, moves or defend"))),
    }?;
    Ok(SolveOutcome { time: start.elapsed().as_secs_f64(), ..solved })
}

type WinOf<'a> = &'a dyn Fn(&TaskResult) -> Option<tengen_engine::threats::ForcedWin>;

fn win(found: &TaskResult, line: WinOf<'_>, size: BoardSize) -> SolveOutcome {
    let solved = answer(found.result, found.kind, found.nodes);
    let Some(win) = line(found) else { return solved };
    let first: Vec<Coord> = win.line.first().copied().into_iter().collect();
    SolveOutcome {
        plies: win.plies,
        line: Move::all(win.line, size),
        moves: Move::all(first, size),
        ..solved
    }
}

/// An answer without moves.
fn answer(result: SolveResult, kind: ThreatKind, nodes: u64) -> SolveOutcome {
    let (result, kind) = (result.name(), kind.name());
    let none = Vec::new;
    SolveOutcome {
        result,
        kind,
        plies: 0,
        line: none(),
        moves: none(),
        unknown: none(),
        nodes,
        time: 0.0,
    }
}
