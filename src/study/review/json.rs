//! A review as JSON, for programs.

use serde::Serialize;

use super::game::ReviewedGame;
use super::model::{MoveVerdict, Review, ReviewedMove};
use super::text;
use crate::explain::MoveReasons;
use crate::explain::report::{ReasonReport, WinReport, color_name, points};
use crate::puzzle::PuzzleGoal;
use tengen_engine::types::{Color, Coord, Score};

/// The review; `P` is a point, or the review's own pairs: zero-based, from the upper left.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "ReviewReport")]
pub struct ReviewJson<P> {
    black: String,
    white: String,
    rule: &'static str,
    width: u8,
    height: u8,
    /// `black`, `white`, `draw` or `unfinished`.
    result: &'static str,
    /// The stones of the opening, which are not reviewed.
    opening: Vec<P>,
    /// Whether all moves were reviewed.
    complete: bool,
    /// The moves after the opening.
    moves: Vec<MoveJson<P>>,
    /// The mean win chance that each side lost per move.
    mean_loss: SidesJson,
}

/// A value for each side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "Sides")]
struct SidesJson {
    black: f64,
    white: f64,
}

/// A reviewed move; values are from the mover's point of view.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "ReviewedMove")]
pub struct MoveJson<P> {
    /// The number of the move, from 1.
    number: usize,
    color: &'static str,
    /// The point; `null` for a pass.
    #[serde(rename = "move")]
    played: Option<P>,
    verdict: MoveVerdict,
    /// What the position before the move asks as a puzzle, if the move was a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    exercise: Option<PuzzleGoal>,
    /// The name of that puzzle, as in `puzzles`.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    /// The value of the best move.
    value_before: i32,
    /// The value of the move played.
    value_after: i32,
    /// Plies to the end that the search sees before the move: positive to a win of the mover, negative
    /// to a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate_before: Option<i32>,
    /// The same after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate_after: Option<i32>,
    win_chance_before: f64,
    win_chance_after: f64,
    /// Black's win chance after the move.
    black_chance: f64,
    /// The best line of the position before the move.
    best: Vec<P>,
    /// The opponent's best line after the move.
    reply: Vec<P>,
    /// The forced win that the mover had, verified against every reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    forced_win: Option<WinReport<P>>,
    /// The forced win that the opponent has after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_win: Option<WinReport<P>>,
    /// What the better move makes and stops, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    why_better: Option<String>,
    /// Why the move is forbidden; else how the opponent wins after it, or what its reply makes and stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    why_worse: Option<String>,
    /// The reasons of `why_better` one by one, for programs that have words of their own.
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    better_reasons: Vec<ReasonReport<P>>,
    /// The reasons of `why_worse` one by one.
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    worse_reasons: Vec<ReasonReport<P>>,
}

/// The review as one JSON object in one line.
pub fn json(review: &Review) -> String {
    // Plain numbers and text: serialization cannot fail.
    serde_json::to_string(&model(review, &pair)).unwrap_or_default() + "\n"
}

/// The review with points as `point` writes them.
pub fn model<P>(review: &Review, point: &dyn Fn(Coord) -> P) -> ReviewJson<P> {
    let game = &review.game.head;
    let opening = review.game.line.moves.iter().take(review.game.opening);
    let opening: Vec<Coord> = opening.filter_map(|&(_, point)| point).collect();
    ReviewJson {
        black: game.black.name.clone(),
        white: game.white.name.clone(),
        rule: game.rule.name(),
        width: game.size.width(),
        height: game.size.height(),
        result: game.outcome.result(),
        opening: points(&opening, point),
        complete: review.is_complete,
        moves: review
            .moves
            .iter()
            .map(|reviewed| move_json(reviewed, &review.game, point))
            .collect(),
        mean_loss: SidesJson {
            black: rounded(review.mean_loss(Color::Black)),
            white: rounded(review.mean_loss(Color::White)),
        },
    }
}

/// A move with points as `point` writes them.
pub fn move_json<P>(
    reviewed: &ReviewedMove,
    game: &ReviewedGame,
    point: &dyn Fn(Coord) -> P,
) -> MoveJson<P> {
    let size = game.head.size;
    let chance = |score: Score| rounded(score.win_rate());
    let report = |why: &Option<MoveReasons>| why.iter().flat_map(|why| why.report(point)).collect();
    let why = &reviewed.reasons;
    MoveJson {
        number: reviewed.number,
        color: color_name(reviewed.color),
        played: reviewed.played.map(point),
        verdict: reviewed.verdict,
        exercise: reviewed.exercise(),
        puzzle: reviewed.puzzle(game),
        value_before: reviewed.before.0,
        value_after: reviewed.after.0,
        mate_before: reviewed.before.mate_plies(),
        mate_after: reviewed.after.mate_plies(),
        win_chance_before: chance(reviewed.before),
        win_chance_after: chance(reviewed.after),
        black_chance: rounded(reviewed.black_chance()),
        best: points(&reviewed.best, point),
        reply: points(&reviewed.reply, point),
        forced_win: reviewed.win.as_ref().map(|win| WinReport::new(win, point)),
        allowed_win: reviewed.allowed.as_ref().map(|win| WinReport::new(win, point)),
        why_better: why.better.as_ref().map(|why| why.text(size)),
        why_worse: text::worse(reviewed, size),
        better_reasons: report(&why.better),
        worse_reasons: report(&why.worse),
    }
}

fn pair(coord: Coord) -> [u8; 2] {
    [coord.x, coord.y]
}

/// A chance with three digits.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
