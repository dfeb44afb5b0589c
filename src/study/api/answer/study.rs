//! Answers of `review`, and of `solve` with its tree.

use schemars::JsonSchema;
use serde::Serialize;

use crate::review::{MoveJson, ReviewJson};
use tengen_records::positions::PointSpec;

/// A move that was reviewed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ReviewedReport {
    /// How many positions have been assessed.
    pub done: usize,
    /// How many positions there are.
    pub all: usize,
    /// The move.
    #[serde(rename = "move")]
    pub reviewed: MoveJson<PointSpec>,
}

/// How far a review is that looks again, harder, at the doubtful moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AgainReport {
    /// How many looks are done.
    pub done: usize,
    /// How many are known to be needed; a look can find more.
    pub all: usize,
}

/// The result of `review`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ReviewResult {
    /// The review.
    #[serde(flatten)]
    pub review: ReviewJson<PointSpec>,
    /// Whether `stop` ended it.
    pub stopped: bool,
}

/// A proved win: the attacker's moves and what follows every reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProofTree {
    /// The index of the first node.
    pub root: usize,
    /// The nodes, ordered by their distance from the root.
    pub nodes: Vec<ProofNode>,
    /// Whether no node is omitted.
    pub complete: bool,
}

/// A move of the attacker. Without replies it makes five.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProofNode {
    /// The move.
    pub play: PointSpec,
    /// Replies with a node of their own and its index; `null` if that node is omitted.
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<(PointSpec, Option<usize>)>,
    /// The node after every other legal reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<usize>,
    /// Whether nodes below it are omitted because there are too many.
    #[schemars(default)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}
