//! Requests that study games and positions: `review` and `balance`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parts::{Id, Milliseconds, Nodes, SearchLimits, Threads};
use crate::api::point::PointForm;
use crate::review::Effort;
use tengen_records::positions::PositionSpec;
use tengen_records::serde_text::WholeNumber;

/// `review`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewGame {
    /// The request's name.
    pub id: Id,
    /// The game, given by its `moves`.
    pub position: PositionSpec,
    /// The stones before the first move and the side that makes it; the same rule and board. By
    /// default an empty board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<PositionSpec>,
    /// How many moves at the start belong to the opening and are not reviewed.
    #[serde(default)]
    pub opening_stones: usize,
    /// How thorough it is: `quick` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<EffortWord>,
    /// The limits per position instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<ReviewLimits>,
    /// Whether `again` answers count the looks at doubtful moves, beside the `move` answers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub progress: bool,
    /// Search threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<Threads>,
    /// How points are written in answers; by default as in the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}

/// How thorough a review is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EffortWord {
    /// Seconds for a game.
    Quick,
    /// Minutes for a game.
    Thorough,
}

impl From<EffortWord> for Effort {
    fn from(word: EffortWord) -> Self {
        match word {
            EffortWord::Quick => Self::Quick,
            EffortWord::Thorough => Self::Thorough,
        }
    }
}

/// What a review may spend on each position; eight times as much on the positions beside a move that
/// seems to be a mistake. With `nodes` alone and one thread, the same game has the same review.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ReviewLimits {
    /// Time in milliseconds: half for the search, a quarter for each kind of forced win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<Milliseconds>,
    /// Maximum number of nodes of the search, and of stones placed for each kind of forced win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Nodes>,
}

/// `balance`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// The request's name.
    pub id: Id,
    /// The position.
    pub position: PositionSpec,
    /// How many moves to find: 1 (for the side to move) or 2 (one per side); 1 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stones: Option<WholeNumber<1, 2>>,
    /// The target value for the side to move; 0 by default.
    #[serde(default)]
    #[schemars(range(min = -1000, max = 1000))]
    pub bias: i32,
    /// When the search stops; after 5 seconds by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<SearchLimits>,
    /// Search threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<Threads>,
    /// How points are written in answers; by default as in the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}
