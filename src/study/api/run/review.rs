//! `review`.

use std::time::Duration;

use super::prepared::{Prepared, read_line};
use super::reporter::Reporter;
use crate::api::answer::{Event, Outcome, ReviewResult, ReviewedReport};
use crate::api::error::{ErrorCode, Refusal};
use crate::api::memory::Memory;
use crate::api::point::Pen;
use crate::api::pool::PoolLimits;
use crate::api::request::ReviewGame;
use crate::api::settings::Defaults;
use crate::review::{self, Review, ReviewError, ReviewOptions, ReviewProgress};
use tengen_engine::engine::{Engine, Level};
use tengen_engine::types::Coord;
use tengen_records::{GameRecord, Opening, PlayedMove, PositionLine};
use tengen_util::count::counted;

/// Time per position if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_millis(500);

/// Checks the request.
pub(super) fn prepare(
    request: &ReviewGame,
    defaults: &Defaults,
    pool: &PoolLimits,
) -> Result<Prepared, Refusal> {
    if request.position.moves.is_none() || request.position.blocked.is_some() {
        let error = "expected a game from an empty board, as `moves`";
        return Err(Refusal::bad("position", error));
    }
    let (line, pen) = read_line(&request.position, request.points, defaults)?;
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
    let game = game(&line, opening)?;
    let limits = request.limits.clone().unwrap_or_default();
    let time = limits.time_ms.map(|ms| Duration::from_millis(ms.0));
    let nodes = limits.nodes.map(|nodes| nodes.0);
    let review_options = ReviewOptions {
        time: time.or(nodes.is_none().then_some(DEFAULT_TIME)),
        nodes,
        solver_mb: pool.solver_mb(),
    };
    let options = defaults.engine(threads, Level::Full, pool);
    let work = move |engine: &mut Engine, reporter: Reporter| {
        engine.set_options(options);
        answer(engine, &game, &review_options, pen, reporter);
    };
    Ok(Prepared { threads, is_infinite: false, memory: Memory::Fresh, work: Box::new(work) })
}

/// The moves as a game.
fn game(line: &PositionLine, opening: usize) -> Result<GameRecord, Refusal> {
    let (first, rest) = line.moves.split_at(opening.min(line.moves.len()));
    let stones: Option<Vec<Coord>> = first.iter().map(|&(_, point)| point).collect();
    let pass = || Refusal::bad("opening_stones", "a pass among them, expected stones");
    Ok(GameRecord {
        opening: Opening { name: String::new(), moves: stones.ok_or_else(pass)? },
        moves: rest.iter().map(|&(_, point)| PlayedMove::plain(point, None)).collect(),
        outcome: line.end().outcome,
        ..GameRecord::new(line.position.rule(), line.position.size())
    })
}

fn answer(
    engine: &mut Engine,
    game: &GameRecord,
    options: &ReviewOptions,
    pen: Pen,
    reporter: Reporter,
) {
    let point = |coord| pen.point(coord);
    let (mut done, mut all) = (0, 0);
    let mut progress = |progress: ReviewProgress<'_>| match progress {
        ReviewProgress::Position(now, of) => (done, all) = (now, of),
        ReviewProgress::Move(reviewed) => {
            let reviewed = review::move_json(reviewed, &point);
            // The position after the move is assessed by now.
            let report = ReviewedReport { done: done + 1, all, reviewed };
            reporter.send(Event::Move(Box::new(report)));
        }
    };
    let stop = reporter.stop().clone();
    let reviewed: Result<Review, ReviewError> =
        review::review(game, engine, options, &stop, &mut progress);
    match reviewed {
        Ok(reviewed) => {
            let review = review::model(&reviewed, &point);
            reporter.done(Outcome::Review(ReviewResult { review, stopped: stop.is_set() }));
        }
        Err(error) => reporter.fail(Refusal::of(ErrorCode::Internal, error.to_string())),
    }
}
