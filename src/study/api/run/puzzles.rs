//! `puzzles`.

use super::convert::proved;
use super::prepared::{Prepared, read_game, read_position};
use super::reporter::Reporter;
use crate::api::answer::{Outcome, PuzzleReply, PuzzleSpec, PuzzlesReport};
use crate::api::error::Refusal;
use crate::api::memory::Memory;
use crate::api::point::Pen;
use crate::api::request::{AnswerPuzzle, DailyPuzzles, FindPuzzles, HintPuzzle, Puzzles};
use crate::api::settings::Defaults;
use crate::puzzle::daily::{self, Day};
use crate::puzzle::{self, Puzzle, PuzzleAnswer, PuzzleFault};
use tengen_engine::board::Position;
use tengen_engine::engine::Engine;
use tengen_engine::threats::Watch;
use tengen_util::date::now_unix_ms;

/// Checks the request.
pub(super) fn prepare(request: Puzzles, defaults: &Defaults) -> Result<Prepared, Refusal> {
    match request {
        Puzzles::Find(request) => find(&request, defaults),
        Puzzles::Daily(request) => of_day(&request),
        Puzzles::Answer(request) => answer(&request, defaults),
        Puzzles::Hint(request) => hint(&request, defaults),
    }
}

/// What takes the time of a solver.
fn solving(work: impl FnOnce(&Watch) -> PuzzlesReport + Send + 'static) -> Prepared {
    let work = move |_: &mut Engine, reporter: Reporter| {
        let watch = Watch { stop: reporter.stop().clone(), ..Watch::default() };
        let report = work(&watch);
        reporter.done(Outcome::Puzzles(report));
    };
    Prepared { threads: 1, is_infinite: false, memory: Memory::Unused, work: Box::new(work) }
}

fn searched(position: &Position) -> Result<(), Refusal> {
    match position.size().is_fast() {
        true => Ok(()),
        false => Err(Refusal::bad("position", position.size().too_large())),
    }
}

fn find(request: &FindPuzzles, defaults: &Defaults) -> Result<Prepared, Refusal> {
    let (line, _) = read_game(&request.position, request.start.as_ref(), None, defaults)?;
    searched(&line.position)?;
    let color = request.color;
    Ok(solving(move |watch| {
        let found = if line.moves.is_empty() {
            let is_wanted = color.is_none_or(|color| color == line.position.to_move());
            let found = is_wanted.then(|| puzzle::in_position(&line.position, "", watch));
            found.flatten().into_iter().collect()
        } else {
            puzzle::in_game(&line, "the game", color, watch, &mut |_| {})
        };
        PuzzlesReport::Find { puzzles: specs(&found), stopped: watch.stop.is_set() }
    }))
}

fn of_day(request: &DailyPuzzles) -> Result<Prepared, Refusal> {
    let day = match &request.day {
        Some(day) => {
            day.parse().map_err(|error: daily::DayError| Refusal::bad("day", error.to_string()))?
        }
        None => Day::of_unix_ms(now_unix_ms()),
    };
    Ok(solving(move |watch| {
        // They are all proved, unless the proof is stopped.
        let puzzles = daily::of_day(day, watch).unwrap_or_default();
        PuzzlesReport::Daily { puzzles: specs(&puzzles), stopped: watch.stop.is_set() }
    }))
}

fn specs(puzzles: &[Puzzle]) -> Vec<PuzzleSpec> {
    puzzles.iter().map(Puzzle::spec).collect()
}

fn answer(request: &AnswerPuzzle, defaults: &Defaults) -> Result<Prepared, Refusal> {
    let (position, pen) = read_position(&request.position, request.points, defaults)?;
    searched(&position)?;
    let play = request.play.resolve(position.size());
    let play = play.map_err(|error| Refusal::bad("move", error.to_string()))?;
    let goal = request.goal;
    Ok(solving(move |watch| {
        let answer = puzzle::answer(&position, goal, play, watch);
        PuzzlesReport::Answer(reply(pen, answer))
    }))
}

fn reply(pen: Pen, answer: PuzzleAnswer) -> PuzzleReply {
    let of = |verdict: &str| PuzzleReply { verdict: verdict.to_owned(), ..PuzzleReply::default() };
    match answer {
        PuzzleAnswer::Solved => of("solved"),
        PuzzleAnswer::Right { defense, plies } => {
            PuzzleReply { reply: Some(pen.point(defense)), plies: Some(plies), ..of("right") }
        }
        PuzzleAnswer::Wrong(PuzzleFault::Illegal(_)) => of("illegal"),
        PuzzleAnswer::Wrong(PuzzleFault::Held { reply, is_proved }) => {
            PuzzleReply { reply: Some(pen.point(reply)), proved: Some(is_proved), ..of("held") }
        }
        PuzzleAnswer::Wrong(PuzzleFault::Loses(win)) => {
            PuzzleReply { win: Some(proved(pen, &win)), ..of("loses") }
        }
        PuzzleAnswer::Wrong(PuzzleFault::Unknown) => of("unknown"),
    }
}

fn hint(request: &HintPuzzle, defaults: &Defaults) -> Result<Prepared, Refusal> {
    let (position, pen) = read_position(&request.position, request.points, defaults)?;
    searched(&position)?;
    let (goal, step) = (request.goal, request.step.map_or(1, |step| step.0 as usize));
    Ok(solving(move |watch| {
        let hint = puzzle::hint(&position, goal, step, watch);
        let (size, point) = (position.size(), |coord| pen.point(coord));
        PuzzlesReport::Hint {
            text: hint.as_ref().map(|hint| hint.text(size)),
            hint: hint.as_ref().map(|hint| hint.report(size, &point)),
        }
    }))
}
