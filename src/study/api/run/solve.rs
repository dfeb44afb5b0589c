//! `solve`.

use std::time::{Duration, Instant};

use super::prepared::{Prepared, read_position};
use super::proof;
use super::reporter::Reporter;
use crate::api::answer::{FirstMove, Outcome, SolveReport};
use crate::api::error::Refusal;
use crate::api::memory::Memory;
use crate::api::point::Pen;
use crate::api::pool::PoolLimits;
use crate::api::request::{Solve, SolveGoal};
use crate::api::settings::Defaults;
use tengen_engine::board::Position;
use tengen_engine::engine::Engine;
use tengen_engine::threats::first_moves::{Defending, Winning, defending, winning};
use tengen_engine::threats::{SolveBudget, SolveResult, Task, TaskResult, ThreatKind, Watch};
use tengen_records::book::known_moves::{BOOK, add_to_defending, add_to_winning, kind_name};
use tengen_records::book::open_book::BookFile;
use tengen_records::book::proof::{self as book_proof, BookProof};
use tengen_records::book::{BookError, Label};

/// Checks the request.
pub(super) fn prepare(
    request: &Solve,
    defaults: &Defaults,
    pool: &PoolLimits,
) -> Result<Prepared, Refusal> {
    let (position, pen) = read_position(&request.position, request.points, defaults)?;
    let threads = match request.goal {
        SolveGoal::Win => 1,
        SolveGoal::AllFirstMoves | SolveGoal::Defend => defaults.threads(request.threads, pool)?,
    };
    if request.goal == SolveGoal::Win && request.threads.is_some_and(|threads| threads.0 > 1) {
        let error =
            "more than 1 with the goal win, expected 1, or the goal all-first-moves or defend";
        return Err(Refusal::bad("threads", error));
    }
    if request.tree && request.goal != SolveGoal::Win {
        return Err(Refusal::bad("tree", "seen true, expected the goal win"));
    }
    let mut task = task(request, threads, pool);
    let (goal, wants_tree) = (request.goal, request.tree);
    let book = defaults.book.clone();
    let work = move |_: &mut Engine, reporter: Reporter| {
        let start = Instant::now();
        task.deadline = task.budget.time.and_then(|time| start.checked_add(time));
        let watch = Watch { stop: reporter.stop().clone(), ..Watch::default() };
        let report = match in_book(book.as_ref(), &position, goal) {
            Some(proof) => proved(pen, goal, &proof),
            None => answer(&position, pen, goal, &task, book.as_ref(), &watch, wants_tree),
        };
        let time_ms = start.elapsed().as_millis() as u64;
        let stopped = watch.stop.is_set();
        reporter.done(Outcome::Solve(SolveReport { goal, time_ms, stopped, ..report }));
    };
    Ok(Prepared { threads, is_infinite: false, memory: Memory::Unused, work: Box::new(work) })
}

/// What the solver finds, and the book about moves.
fn answer(
    position: &Position,
    pen: Pen,
    goal: SolveGoal,
    task: &Task<'_>,
    book: Option<&BookFile>,
    watch: &Watch,
    wants_tree: bool,
) -> SolveReport {
    match goal {
        SolveGoal::Win => win(position, pen, &task.solve(position, watch), wants_tree),
        SolveGoal::AllFirstMoves => {
            let mut found = winning(position, task, watch);
            add_to_winning(&mut found, &moves_in_book(book, position));
            first_moves(pen, found)
        }
        SolveGoal::Defend => {
            let mut found = defending(position, task, watch);
            add_to_defending(&mut found, &moves_in_book(book, position));
            defences(pen, found)
        }
    }
}

fn task(request: &Solve, threads: usize, pool: &PoolLimits) -> Task<'static> {
    let limits = request.limits.clone().unwrap_or_default();
    let time = limits.time_ms.map(|ms| Duration::from_millis(ms.0));
    Task {
        kinds: ThreatKind::or_all(request.kind.map(Into::into)),
        budget: SolveBudget {
            memory_mb: (pool.solver_mb() / threads as u64).max(1),
            shortest: request.shortest,
            ..SolveBudget::requested(limits.nodes.map(|nodes| nodes.0), time)
        },
        threads,
        deadline: None,
    }
}

/// What the book proves, if that answers the request. A goal that asks for moves is answered only
/// if there are none. A book that cannot be read is logged.
fn in_book(file: Option<&BookFile>, position: &Position, goal: SolveGoal) -> Option<BookProof> {
    let proof = read(book_proof::of(file?.book(), position)).flatten()?;
    let answers = match goal {
        SolveGoal::Win => true,
        SolveGoal::AllFirstMoves => proof.label != Label::Win,
        SolveGoal::Defend => proof.label == Label::Loss,
    };
    answers.then_some(proof)
}

fn moves_in_book(file: Option<&BookFile>, position: &Position) -> Vec<BookProof> {
    let known = file.and_then(|file| read(book_proof::moves(file.book(), position)));
    known.unwrap_or_default()
}

fn read<T>(found: Result<T, BookError>) -> Option<T> {
    found.inspect_err(|error| log::warn!("{error}; searching instead")).ok()
}

// Goal, time and stop are filled in by the caller.

fn proved(pen: Pen, goal: SolveGoal, proof: &BookProof) -> SolveReport {
    // As the book answers a goal that asks for moves only if there are none, none is undecided.
    let asks_for_moves = goal != SolveGoal::Win;
    SolveReport {
        moves: asks_for_moves.then(Vec::new),
        unknown: asks_for_moves.then(Vec::new),
        result: proof.label.name().to_owned(),
        kind: BOOK.to_owned(),
        plies: proof.plies.unwrap_or(0),
        line: pen.points(&proof.line),
        ..report(SolveResult::Win, ThreatKind::Vct, 0)
    }
}

fn win(position: &Position, pen: Pen, found: &TaskResult, wants_tree: bool) -> SolveReport {
    let tree = found.tree.as_ref().filter(|_| wants_tree).map(|tree| proof::tree(pen, tree));
    let report = SolveReport { tree, ..report(found.result, found.kind, found.nodes) };
    match found.forced_win(position) {
        Some(win) => SolveReport { plies: win.plies, line: pen.points(&win.line), ..report },
        None => report,
    }
}

fn first_moves(pen: Pen, found: Winning) -> SolveReport {
    let moves = found.moves.iter();
    let moves = moves.map(|&(at, plies)| FirstMove { play: pen.point(at), plies: Some(plies) });
    SolveReport {
        kind: kind_name(&found).to_owned(),
        plies: found.plies,
        line: pen.points(&found.line),
        moves: Some(moves.collect()),
        unknown: Some(pen.points(&found.unknown)),
        ..report(found.result, found.kind, found.nodes)
    }
}

fn defences(pen: Pen, found: Defending) -> SolveReport {
    let moves = found.moves.iter().map(|&at| FirstMove { play: pen.point(at), plies: None });
    SolveReport {
        plies: found.plies,
        line: pen.points(&found.line),
        moves: Some(moves.collect()),
        unknown: Some(pen.points(&found.unknown)),
        ..report(found.threat, found.kind, found.nodes)
    }
}

/// A report without a win and without moves.
fn report(result: SolveResult, kind: ThreatKind, nodes: u64) -> SolveReport {
    SolveReport {
        goal: SolveGoal::Win,
        result: result.name().to_owned(),
        kind: kind.name().to_owned(),
        plies: 0,
        line: Vec::new(),
        moves: None,
        unknown: None,
        tree: None,
        nodes,
        time_ms: 0,
        stopped: false,
    }
}
