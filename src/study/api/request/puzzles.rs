//! Requests about puzzles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::serde_as;

use super::parts::Id;
use super::study::EffortWord;
use crate::api::error::{Refusal, seen};
use crate::api::point::PointForm;
use crate::puzzle::PuzzleGoal;
use tengen_engine::types::Color;
use tengen_records::json;
use tengen_records::positions::{PointSpec, PositionSpec, schema};
use tengen_records::serde_text::ColorText;
use tengen_records::serde_text::WholeNumber;

/// `puzzles`, by its `action`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "action", rename_all = "lowercase")]
pub enum Puzzles {
    /// What was missed in a game, or the forced win of a single position.
    Find(FindPuzzles),
    /// The puzzles of a day.
    Daily(DailyPuzzles),
    /// The answer to a move in a puzzle.
    Answer(AnswerPuzzle),
    /// A hint.
    Hint(HintPuzzle),
}

/// `puzzles` with the action `find`.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindPuzzles {
    /// The request's name.
    pub id: Id,
    /// A game, given by its `moves`: the mistakes that its review finds. Stones in no order: the forced
    /// win of the side to move.
    pub position: PositionSpec,
    /// The stones before the first move and the side that makes it; the same rule and board. By
    /// default an empty board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<PositionSpec>,
    /// How thorough the review is; `quick` by default. What the session's reviews have found is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<EffortWord>,
    /// Only what this side missed.
    #[serde_as(as = "Option<ColorText>")]
    #[schemars(with = "Option<schema::ColorWord>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}

/// `puzzles` with the action `daily`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DailyPuzzles {
    /// The request's name.
    pub id: Id,
    /// The day, such as `2026-11-28`; today (UTC) by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
}

/// `puzzles` with the action `answer`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerPuzzle {
    /// The request's name.
    pub id: Id,
    /// The current position: that of the puzzle, or with the moves since then.
    pub position: PositionSpec,
    /// What the side to move has to do; `win` by default.
    #[serde(default)]
    pub goal: PuzzleGoal,
    /// The move.
    #[serde(rename = "move")]
    pub play: PointSpec,
    /// How points are written in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
    /// With the goal `better`, the move of the game: it is no right answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<PointSpec>,
    /// The first move of the better line. With the goal `better` answers are compared with it, by default
    /// it is searched; the other goals are proved without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<PointSpec>,
}

/// `puzzles` with the action `hint`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HintPuzzle {
    /// The request's name.
    pub id: Id,
    /// The current position.
    pub position: PositionSpec,
    /// What the side to move has to do; `win` by default.
    #[serde(default)]
    pub goal: PuzzleGoal,
    /// How much the hint says, up to the move itself; 1 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<WholeNumber<1, 4>>,
    /// How points are written in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
    /// With the goal `better`, the move of the game: the first hint says what answers it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<PointSpec>,
    /// The first move of the better line. With the goal `better` hints lead to it, by default it is
    /// searched; with `defend` it is proved and named where a quick look finds no move that stops the win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<PointSpec>,
}

/// Reads `puzzles` without its key `request`.
pub(super) fn read(mut body: Value) -> Result<Puzzles, Refusal> {
    const ACTIONS: &str = "expected find, daily, answer or hint";
    let action = body.as_object_mut().and_then(|keys| keys.shift_remove("action"));
    let Some(action) = action else {
        return Err(Refusal::bad("action", format!("missing, {ACTIONS}")));
    };
    Ok(match action.as_str() {
        Some("find") => Puzzles::Find(json::from_value(body)?),
        Some("daily") => Puzzles::Daily(json::from_value(body)?),
        Some("answer") => Puzzles::Answer(json::from_value(body)?),
        Some("hint") => Puzzles::Hint(json::from_value(body)?),
        _ => return Err(Refusal::bad("action", format!("seen {}, {ACTIONS}", seen(&action)))),
    })
}
