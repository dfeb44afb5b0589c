//! `review`.

use std::time::Duration;

use super::prepared::{Prepared, read_position};
use super::reporter::Reporter;
use crate::api::answer::{Event, Outcome, ReviewResult, ReviewedReport};
use crate::api::error::{ErrorCode, Refusal};
use crate::api::memory::Memory;
use crate::api::point::Pen;
use crate::api::pool::PoolLimits;
use crate::api::request::ReviewGame;
use crate::api::settings::Defaults;
use crate::review::{self, Review, ReviewError, ReviewOptions, ReviewProgress};
use tengen_engine::board::Position;
use tengen_engine::engine::{Engine, Level};
use tengen_engine::types::Coord;
use tengen_records::{GameOutcome, GameRecord, Opening, PlayedMove};
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
    let (position, pen) = read_position(&request.position, request.points, defaults)?;
    if !position.size().is_fast() {
        return Err(Refusal::bad("position", position.size().too_large()));
    }
    let (opening, stones) = (request.opening_stones, position.stones().len());
    if opening >= stones {
        let stones = counted(stones as u64, "stone");
        let error = format!("seen {opening} of {stones}, expected a move to review");
        return Err(Refusal::bad("opening_stones", error));
    }
    let threads = defaults.threads(request.threads, pool)?;
    let game = game(&position, opening);
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

/// The position's moves as a game.
fn game(position: &Position, opening: usize) -> GameRecord {
    let coords: Vec<Coord> = position.stones().iter().map(|&(coord, _)| coord).collect();
    let (first, rest) = coords.split_at(opening.min(coords.len()));
    GameRecord {
        opening: Opening { name: String::new(), moves: first.to_vec() },
        moves: rest.iter().map(|&coord| PlayedMove::new(coord, None)).collect(),
        outcome: GameOutcome::of(position),
        ..GameRecord::new(position.rule(), position.size())
    }
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
