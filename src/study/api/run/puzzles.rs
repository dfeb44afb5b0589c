//! `puzzles`.

use std::sync::{Arc, Mutex};

use super::convert::proved;
use super::prepared::{Prepared, read_game, read_position};
use super::reporter::Reporter;
use super::review::{engine_options, with_known};
use crate::api::answer::{Outcome, PuzzleReply, PuzzleSpec, PuzzlesReport};
use crate::api::error::{ErrorCode, Refusal};
use crate::api::memory::Memory;
use crate::api::point::Pen;
use crate::api::pool::PoolLimits;
use crate::api::request::{AnswerPuzzle, DailyPuzzles, FindPuzzles, HintPuzzle, Puzzles};
use crate::api::settings::Defaults;
use crate::puzzle::daily::{self, Day};
use crate::puzzle::{self, Hint, Puzzle, PuzzleAnswer, PuzzleFault, PuzzleGoal};
use crate::review::{
    self, Effort, Exercise, ExerciseJudge, KnownSearches, Practice, ReviewOptions, ReviewedGame,
    rounded,
};
use tengen_engine::board::Position;
use tengen_engine::engine::Engine;
use tengen_engine::rules::legality::{self, IllegalMove};
use tengen_engine::threats::Watch;
use tengen_engine::types::Coord;
use tengen_records::GameRecord;
use tengen_records::positions::PointSpec;
use tengen_util::date::now_unix_ms;

/// Checks the request.
pub(super) fn prepare(
    request: Puzzles,
    defaults: &Defaults,
    pool: &PoolLimits,
) -> Result<Prepared, Refusal> {
    match request {
        Puzzles::Find(request) => find(&request, defaults, pool),
        Puzzles::Daily(request) => of_day(&request),
        Puzzles::Answer(request) => answer(&request, defaults, pool),
        Puzzles::Hint(request) => hint(&request, defaults, pool),
    }
}

/// What takes the time of a solver: the engine stays as it is.
fn solving(work: impl FnOnce(&mut Engine, &Watch) -> PuzzlesReport + Send + 'static) -> Prepared {
    let work = move |engine: &mut Engine, reporter: Reporter| {
        let watch = Watch { stop: reporter.stop().clone(), ..Watch::default() };
        let report = work(engine, &watch);
        reporter.done(Outcome::Puzzles(report));
    };
    Prepared { threads: 1, is_infinite: false, memory: Memory::Unused, work: Box::new(work) }
}

/// What takes the time of a reviewer: the engine has the review's options, and what earlier reviews
/// have found is known.
fn searching(
    options: ReviewOptions,
    defaults: &Defaults,
    pool: &PoolLimits,
    work: impl FnOnce(&mut Engine, &mut KnownSearches, &Watch) -> Result<PuzzlesReport, Refusal>
    + Send
    + 'static,
) -> Prepared {
    let set = engine_options(&options, 1, defaults, pool);
    let shared: Arc<Mutex<KnownSearches>> = defaults.reviewed.clone();
    let work = move |engine: &mut Engine, reporter: Reporter| {
        engine.set_options(set);
        let watch = Watch { stop: reporter.stop().clone(), ..Watch::default() };
        match with_known(Some(&*shared), |known| work(engine, known, &watch)) {
            Ok(report) => reporter.done(Outcome::Puzzles(report)),
            Err(refusal) => reporter.fail(refusal),
        }
    };
    Prepared { threads: 1, is_infinite: false, memory: Memory::Fresh, work: Box::new(work) }
}

fn searched(position: &Position) -> Result<(), Refusal> {
    match position.size().is_fast() {
        true => Ok(()),
        false => Err(Refusal::bad("position", position.size().too_large())),
    }
}

fn find(
    request: &FindPuzzles,
    defaults: &Defaults,
    pool: &PoolLimits,
) -> Result<Prepared, Refusal> {
    let (line, _) = read_game(&request.position, request.start.as_ref(), None, defaults)?;
    searched(&line.position)?;
    let color = request.color;
    if line.moves.is_empty() {
        return Ok(solving(move |_, watch| {
            let is_wanted = color.is_none_or(|color| color == line.position.to_move());
            let found = is_wanted.then(|| puzzle::in_position(&line.position, "", watch));
            let found: Vec<Puzzle> = found.flatten().into_iter().collect();
            PuzzlesReport::Find { puzzles: specs(&found), stopped: watch.stop.is_set() }
        }));
    }
    let effort = request.effort.map(Effort::from).unwrap_or_default();
    let options = ReviewOptions::of_effort(effort);
    let head = GameRecord {
        outcome: line.end().outcome,
        ..GameRecord::new(line.position.rule(), line.position.size())
    };
    let game = ReviewedGame { head, line, opening: 0 };
    Ok(searching(options, defaults, pool, move |engine, known, watch| {
        let reviewed = review::review(&game, engine, &options, known, &watch.stop, &mut |_| {});
        let reviewed =
            reviewed.map_err(|error| Refusal::of(ErrorCode::Internal, error.to_string()))?;
        let found = review::exercises(&reviewed, "the game", color);
        Ok(PuzzlesReport::Find { puzzles: specs(&found), stopped: watch.stop.is_set() })
    }))
}

fn of_day(request: &DailyPuzzles) -> Result<Prepared, Refusal> {
    let day = match &request.day {
        Some(day) => {
            day.parse().map_err(|error: daily::DayError| Refusal::bad("day", error.to_string()))?
        }
        None => Day::of_unix_ms(now_unix_ms()),
    };
    Ok(solving(move |_, watch| {
        // They are all proved, unless the proof is stopped.
        let puzzles = daily::of_day(day, watch).unwrap_or_default();
        PuzzlesReport::Daily { puzzles: specs(&puzzles), stopped: watch.stop.is_set() }
    }))
}

fn specs(puzzles: &[Puzzle]) -> Vec<PuzzleSpec> {
    puzzles.iter().map(Puzzle::spec).collect()
}

fn answer(
    request: &AnswerPuzzle,
    defaults: &Defaults,
    pool: &PoolLimits,
) -> Result<Prepared, Refusal> {
    let (position, pen) = read_position(&request.position, request.points, defaults)?;
    searched(&position)?;
    let play = request.play.resolve(position.size());
    let play = play.map_err(|error| Refusal::bad("move", error.to_string()))?;
    let asked = PuzzleQuestion::read(request.goal, [&request.played, &request.best], position)?;
    Ok(asked.practised(defaults, pool, move |practice, exercise, watch| {
        PuzzlesReport::Answer(reply(pen, practice.answer(exercise, play, watch)))
    }))
}

/// A question about an exercise.
struct PuzzleQuestion {
    position: Position,
    goal: PuzzleGoal,
    played: Option<Coord>,
    best: Option<Coord>,
}

impl PuzzleQuestion {
    fn read(
        goal: PuzzleGoal,
        [played, best]: [&Option<PointSpec>; 2],
        position: Position,
    ) -> Result<Self, Refusal> {
        let size = position.size();
        let read = |point: &Option<PointSpec>, field: &str| match point {
            None => Ok(None),
            Some(point) => {
                let point = point.resolve(size).map_err(|error| error.to_string());
                point.map(Some).map_err(|error| Refusal::bad(field, error))
            }
        };
        let (played, best) = (read(played, "played")?, read(best, "best")?);
        let legal = |field, checked: Result<(), IllegalMove>| {
            checked.map_err(|error| Refusal::bad(field, error.to_string()))
        };
        if let Some(best) = best {
            legal("best", legality::check(&position, best))?;
        }
        if let Some(played) = played {
            legal("played", puzzle::check_played(&position, played))?;
        }
        Ok(Self { position, goal, played, best })
    }

    /// Answers the question. [`ExerciseJudge`] says what that needs.
    fn practised(
        self,
        defaults: &Defaults,
        pool: &PoolLimits,
        work: impl FnOnce(&mut Practice<'_>, &Exercise<'_>, &Watch) -> PuzzlesReport + Send + 'static,
    ) -> Prepared {
        let judge = ExerciseJudge::of(self.goal);
        let ask = move |engine: &mut Engine, known: &mut KnownSearches, watch: &Watch| {
            let Self { position, goal, played, best } = self;
            let exercise = Exercise { position: &position, goal, played, best, win: None };
            work(&mut Practice { engine, known }, &exercise, watch)
        };
        match judge {
            ExerciseJudge::Solver => {
                solving(move |engine, watch| ask(engine, &mut KnownSearches::default(), watch))
            }
            ExerciseJudge::Search => {
                let options = ReviewOptions::of_effort(Effort::Quick);
                let ask = move |engine: &mut Engine, known: &mut KnownSearches, watch: &Watch| {
                    Ok(ask(engine, known, watch))
                };
                searching(options, defaults, pool, ask)
            }
        }
    }
}

fn reply(pen: Pen, answer: PuzzleAnswer) -> PuzzleReply {
    let of = |verdict: &str| PuzzleReply { verdict: verdict.to_owned(), ..PuzzleReply::default() };
    match answer {
        PuzzleAnswer::Solved => of("solved"),
        PuzzleAnswer::Right { defense, plies } => {
            PuzzleReply { reply: Some(pen.point(defense)), plies: Some(plies), ..of("right") }
        }
        PuzzleAnswer::Wrong(PuzzleFault::Illegal(_)) => of("illegal"),
        PuzzleAnswer::Undecided { nodes, reply } => {
            let reply = reply.map(|reply| pen.point(reply));
            PuzzleReply { reply, nodes: Some(nodes), ..of("undecided") }
        }
        PuzzleAnswer::Wrong(PuzzleFault::Held { reply }) => {
            PuzzleReply { reply: Some(pen.point(reply)), proved: Some(true), ..of("held") }
        }
        PuzzleAnswer::Wrong(PuzzleFault::Loses(win)) => {
            PuzzleReply { win: Some(proved(pen, &win)), ..of("loses") }
        }
        PuzzleAnswer::Wrong(PuzzleFault::Worse { reply, values }) => {
            let chances = values.map(|values| values.map(|value| rounded(value.win_rate())));
            PuzzleReply {
                reply: reply.map(|reply| pen.point(reply)),
                chance: chances.map(|[chance, _]| chance),
                best_chance: chances.map(|[_, best]| best),
                ..of("worse")
            }
        }
        PuzzleAnswer::Wrong(PuzzleFault::Unknown) => of("unknown"),
    }
}

fn hint(request: &HintPuzzle, defaults: &Defaults, pool: &PoolLimits) -> Result<Prepared, Refusal> {
    let (position, pen) = read_position(&request.position, request.points, defaults)?;
    searched(&position)?;
    let step = request.step.map_or(1, |step| step.0 as usize);
    let asked = PuzzleQuestion::read(request.goal, [&request.played, &request.best], position)?;
    let size = asked.position.size();
    let report = move |hint: Option<Hint>| PuzzlesReport::Hint {
        text: hint.as_ref().map(|hint| hint.text(size)),
        hint: hint.as_ref().map(|hint| hint.report(size, &|coord| pen.point(coord))),
    };
    Ok(asked.practised(defaults, pool, move |practice, exercise, watch| {
        report(practice.hint(exercise, step, watch))
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use tengen_engine::engine::EvaluationKind;

    fn asked(request: Value) -> Result<Prepared, Refusal> {
        let defaults = Defaults::new(EvaluationKind::Network);
        answer(&serde_json::from_value(request).unwrap(), &defaults, &PoolLimits::default())
    }

    #[test]
    fn only_a_comparison_takes_an_engine() {
        for (goal, memory) in
            [("win", Memory::Unused), ("defend", Memory::Unused), ("better", Memory::Fresh)]
        {
            let position = json!({ "size": 15, "moves": ["h8"] });
            let request = json!({ "id": 1, "position": position, "goal": goal, "move": "h9" });
            let prepared = asked(request).unwrap_or_else(|_| panic!("{goal}"));
            assert_eq!(prepared.memory, memory, "{goal}");
        }
    }

    #[test]
    fn a_move_of_the_game_that_was_impossible_is_refused() {
        for (key, point) in [("played", "h8"), ("best", "h8")] {
            let position = json!({ "size": 15, "moves": ["h8"] });
            let request = json!({ "id": 1, "position": position, "goal": "better", "move": "h9", key: point });
            let Err(refusal) = asked(request) else { panic!("{key} is occupied") };
            assert_eq!(refusal.code, ErrorCode::BadRequest, "{key}");
        }
        let far = json!({ "id": 1, "position": { "size": 15, "moves": [] }, "goal": "better", "move": "h9", "played": [180, 7] });
        assert!(asked(far).is_err());
    }
}
