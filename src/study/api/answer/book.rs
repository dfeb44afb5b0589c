//! Answers about the book.

use schemars::JsonSchema;
use serde::Serialize;

use tengen_records::book_formats::json_lines::RecordKeys;
use tengen_records::positions::PointSpec;

/// The result of `book`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BookReport {
    /// How many positions the book contains.
    pub positions: u64,
    /// What is known about the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<BookRecord>,
    /// The moves to known positions, the best for the side to move first.
    pub moves: Vec<KnownMove>,
}

/// A move to a known position.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct KnownMove {
    /// The move.
    #[serde(rename = "move")]
    pub play: PointSpec,
    /// What is known about the position after it, for the player who is to move there.
    pub record: BookRecord,
}

/// What is known about a position; keys of unknown values are missing.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BookRecord {
    /// The record.
    #[serde(flatten)]
    pub keys: RecordKeys,
    /// The win chance that corresponds to the value, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_chance: Option<f64>,
    /// Whether the label is proved, by the checker or a solver of this machine.
    #[schemars(default)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub proved: bool,
    /// Whether the label is a result that the book only claims: it was not proved here.
    #[schemars(default)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub claim: bool,
    /// For a proved win or loss, the maximum number of plies to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
}
