//! What several requests have in common.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::error::Refusal;
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::positions::{MoveWords, PositionSpec};
use tengen_records::serde_text::WholeNumber;

/// Milliseconds, at most a day.
pub(crate) type Milliseconds = WholeNumber<0, 86_400_000>;
/// A depth in plies.
pub(crate) type Depth = WholeNumber<1, 99>;
/// A number of nodes.
pub(crate) type Nodes = WholeNumber<1, { 1 << 53 }>;
/// A number of threads.
pub type Threads = WholeNumber<1, 256>;
/// A number of variations.
pub type Variations = WholeNumber<1, 484>;

/// An identifier chosen by the client; every answer to the request repeats it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected text or a whole number")]
pub enum Id {
    /// Text of at most 200 bytes.
    Text(String),
    /// A number.
    Number(i64),
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Text(text) => write!(f, "{text:?}"),
            Id::Number(number) => write!(f, "{number}"),
        }
    }
}

/// When a search stops: at the first limit reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SearchLimits {
    /// Time in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<Milliseconds>,
    /// Maximum depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<Depth>,
    /// Maximum number of nodes, all threads together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Nodes>,
    /// Time left for the rest of the game in milliseconds; the engine allocates it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<Milliseconds>,
    /// Time added after every move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<Milliseconds>,
    /// No limit; the search runs until `stop`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub infinite: bool,
}

/// When a solver stops.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SolveLimits {
    /// Time for the whole request in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<Milliseconds>,
    /// Maximum number of stones placed by each attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Nodes>,
}

/// The board and the rule that a request names beside other keys.
///
/// # Errors
/// If the board does not exist, or only one side of it is named.
pub fn board(
    rule: Option<Rule>,
    [size, width, height]: [Option<u64>; 3],
) -> Result<(Rule, BoardSize), Refusal> {
    let moves = Some(MoveWords::default());
    let spec = PositionSpec { rule, size, width, height, moves, ..PositionSpec::default() };
    let position = spec.to_position(Rule::Freestyle);
    let position = position.map_err(|error| Refusal::bad("size", error.to_string()))?;
    Ok((position.rule(), position.size()))
}
