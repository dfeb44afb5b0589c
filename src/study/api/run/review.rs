//! `review`.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::prepared::{Prepared, read_game};
use super::reporter::Reporter;
use crate::api::answer::{AgainReport, Event, Outcome, ReviewResult, ReviewedReport};
use crate::api::error::{ErrorCode, Refusal};
use crate::api::memory::Memory;
use crate::api::point::Pen;
use crate::api::pool::PoolLimits;
use crate::api::request::ReviewGame as Request;
use crate::api::settings::Defaults;
use crate::review::{self, KnownSearches, ReviewOptions, ReviewProgress, ReviewedGame};
use tengen_engine::engine::{Engine, Level, Options};
use tengen_engine::types::Coord;
use tengen_records::GameRecord;
use tengen_util::count::counted;

/// Checks the request.
pub(super) fn prepare(
    request: &Request,
    defaults: &Defaults,
    pool: &PoolLimits,
) -> Result<Prepared, Refusal> {
    if request.position.moves.is_none() {
        return Err(Refusal::bad("position", "expected a game, as `moves`"));
    }
    let (start, points) = (request.start.as_ref(), request.points);
    let (line, pen) = read_game(&request.position, start, points, defaults)?;
    if !line.position.size().is_fast() {
        return Err(Refusal::bad("position", line.position.size().too_large()));
    }
    let opening = request.opening_stones;
    if opening >= line.moves.len() {
        let moves = counted(line.moves.len() as u64, "move");
        let error = format!("seen {opening} of {moves}, expected a move to review");
        return Err(Refusal::bad("opening_stones", error));
    }
    let threads = defaults.threads(request.threads, pool)?;
    let options = options(request, pool)?;
    let head = GameRecord {
        outcome: line.end().outcome,
        ..GameRecord::new(line.position.rule(), line.position.size())
    };
    let game = ReviewedGame { head, line, opening };
    let set = engine_options(&options, threads, defaults, pool);
    let known = (options.is_reproducible() && threads == 1).then(|| defaults.reviewed.clone());
    let progress = request.progress;
    let work = move |engine: &mut Engine, reporter: Reporter| {
        engine.set_options(set);
        answer(engine, &game, &options, known.as_deref(), (pen, progress), reporter);
    };
    Ok(Prepared { threads, is_infinite: false, memory: Memory::Fresh, work: Box::new(work) })
}

/// The engine's options for a review. A book knows values that the search does not, and the size of the
/// table decides what is found: a review without a clock has the same one everywhere.
pub(super) fn engine_options(
    options: &ReviewOptions,
    threads: usize,
    defaults: &Defaults,
    pool: &PoolLimits,
) -> Options {
    let hash_kib = match options.is_reproducible() {
        true => ReviewOptions::HASH_KIB,
        false => pool.hash_kib().min(ReviewOptions::HASH_KIB),
    };
    let hash_kib = Some(hash_kib);
    Options { hash_kib, book: None, ..defaults.engine(threads, Level::Full, pool) }
}

fn options(request: &Request, pool: &PoolLimits) -> Result<ReviewOptions, Refusal> {
    let limits = request.limits.clone().unwrap_or_default();
    let time = limits.time_ms.map(|ms| Duration::from_millis(ms.0));
    let nodes = limits.nodes.map(|nodes| nodes.0);
    if request.effort.is_some() && (time.is_some() || nodes.is_some()) {
        return Err(Refusal::bad("effort", "seen beside `limits`, expected one of them"));
    }
    let effort = request.effort.map(Into::into).unwrap_or_default();
    let options = ReviewOptions::of_limits(nodes, time, effort);
    // What is proved depends on the memory: without a clock it is the same everywhere.
    let solver_mb = match options.is_reproducible() {
        true => options.solver_mb,
        false => pool.solver_mb().min(options.solver_mb),
    };
    Ok(ReviewOptions { solver_mb, ..options })
}

fn answer(
    engine: &mut Engine,
    game: &ReviewedGame,
    options: &ReviewOptions,
    shared: Option<&Mutex<KnownSearches>>,
    (pen, has_progress): (Pen, bool),
    reporter: Reporter,
) {
    let point = |coord: Coord| pen.point(coord);
    let (mut done, mut all) = (0, 0);
    let mut progress = |progress: ReviewProgress<'_>| match progress {
        // The position is assessed when its move is reported.
        ReviewProgress::Position(now, of) => (done, all) = (now + 1, of),
        ReviewProgress::Again(done, all) if has_progress => {
            reporter.send(Event::Again(AgainReport { done, all }));
        }
        ReviewProgress::Again(..) | ReviewProgress::Searched(_) => {}
        ReviewProgress::Move(reviewed) => {
            let reviewed = review::move_json(reviewed, game, &point);
            reporter.send(Event::Move(Box::new(ReviewedReport { done, all, reviewed })));
        }
    };
    let stop = reporter.stop().clone();
    let reviewed = with_known(shared, |known| {
        review::review(game, engine, options, known, &stop, &mut progress)
    });
    match reviewed {
        Ok(reviewed) => {
            let review = review::model(&reviewed, &point);
            reporter.done(Outcome::Review(ReviewResult { review, stopped: stop.is_set() }));
        }
        Err(error) => reporter.fail(Refusal::of(ErrorCode::Internal, error.to_string())),
    }
}

/// Works with what earlier reviews have found, and adds to it at the end. On a copy: another review
/// need not wait for this one, and has what there was before.
pub(super) fn with_known<T>(
    shared: Option<&Mutex<KnownSearches>>,
    work: impl FnOnce(&mut KnownSearches) -> T,
) -> T {
    let mut known = shared.map(|shared| lock(shared).clone()).unwrap_or_default();
    let result = work(&mut known);
    if let Some(shared) = shared {
        lock(shared).merge(known);
    }
    result
}

fn lock(known: &Mutex<KnownSearches>) -> MutexGuard<'_, KnownSearches> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}
