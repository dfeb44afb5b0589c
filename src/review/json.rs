//! A review as JSON, for programs.

use serde::Serialize;

use super::model::{MoveVerdict, Review, ReviewedMove};
use crate::threats::ForcedWin;
use crate::types::{Color, Coord, Score};

/// The review; coordinates are zero-based, from the upper left.
#[derive(Serialize)]
struct ReviewJson<'a> {
    black: &'a str,
    white: &'a str,
    rule: &'static str,
    width: u8,
    height: u8,
    result: &'static str,
    /// The stones of the opening, which are not reviewed.
    opening: Vec<[u8; 2]>,
    /// Whether all moves were reviewed.
    complete: bool,
    moves: Vec<MoveJson<'a>>,
    mean_loss: SidesJson,
}

/// A value for each side.
#[derive(Serialize)]
struct SidesJson {
    black: f64,
    white: f64,
}

/// A move; values are from the mover's view.
#[derive(Serialize)]
struct MoveJson<'a> {
    number: usize,
    color: &'static str,
    #[serde(rename = "move")]
    played: [u8; 2],
    verdict: MoveVerdict,
    value_before: i32,
    value_after: i32,
    win_chance_before: f64,
    win_chance_after: f64,
    /// Black's win chance after the move: the curve.
    black_chance: f64,
    best: Vec<[u8; 2]>,
    reply: Vec<[u8; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forced_win: Option<WinJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_win: Option<WinJson>,
    /// What the better move makes and stops, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    why_better: Option<&'a str>,
    /// Why the move is forbidden, else what the opponent's answer makes and stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    why_worse: Option<&'a str>,
}

/// A forced win, verified against every reply.
#[derive(Serialize)]
struct WinJson {
    kind: &'static str,
    plies: usize,
    line: Vec<[u8; 2]>,
}

/// The review as one JSON object in one line.
pub(crate) fn json(review: &Review) -> String {
    let game = &review.game;
    let value = ReviewJson {
        black: &game.black.name,
        white: &game.white.name,
        rule: game.rule.name(),
        width: game.size.width(),
        height: game.size.height(),
        result: game.outcome.result(),
        opening: pairs(&game.opening.moves),
        complete: review.is_complete,
        moves: review.moves.iter().map(move_json).collect(),
        mean_loss: SidesJson {
            black: rounded(review.mean_loss(Color::Black)),
            white: rounded(review.mean_loss(Color::White)),
        },
    };
    // Numbers and texts: nothing in it can fail.
    serde_json::to_string(&value).unwrap_or_default() + "\n"
}

fn move_json(reviewed: &ReviewedMove) -> MoveJson<'_> {
    let chance = |score: Score| rounded(score.win_rate());
    MoveJson {
        number: reviewed.number,
        color: match reviewed.color {
            Color::Black => "black",
            Color::White => "white",
        },
        played: pair(reviewed.played),
        verdict: reviewed.verdict,
        value_before: reviewed.before.0,
        value_after: reviewed.after.0,
        win_chance_before: chance(reviewed.before),
        win_chance_after: chance(reviewed.after),
        black_chance: rounded(reviewed.black_chance()),
        best: pairs(&reviewed.best),
        reply: pairs(&reviewed.reply),
        forced_win: reviewed.win.as_ref().map(win_json),
        allowed_win: reviewed.allowed.as_ref().map(win_json),
        why_better: reviewed.reasons.better.as_deref(),
        why_worse: reviewed.reasons.worse.as_deref(),
    }
}

fn win_json(win: &ForcedWin) -> WinJson {
    WinJson { kind: win.kind.name(), plies: win.plies, line: pairs(&win.line) }
}

fn pair(coord: Coord) -> [u8; 2] {
    [coord.x, coord.y]
}

fn pairs(coords: &[Coord]) -> Vec<[u8; 2]> {
    coords.iter().copied().map(pair).collect()
}

fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
