//! Answers about searches.

use schemars::JsonSchema;
use serde::Serialize;

use tengen_records::positions::PointSpec;

/// The lines of a finished depth, best first.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DepthReport {
    /// The depth in plies; 0 if no search was needed.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Milliseconds so far.
    pub time_ms: u64,
    /// The lines, best first.
    pub lines: Vec<Line>,
}

/// A line of play with its value, from the side to move's point of view.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Line {
    /// The first move.
    #[serde(rename = "move")]
    pub play: PointSpec,
    /// The value; 200 is a win chance of 73 %.
    pub value: i32,
    /// The chance to win, 0 to 1.
    pub win_chance: f64,
    /// Plies to the end of a decided game: positive for a win, negative for a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Whether the win was verified against every reply.
    #[schemars(default)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub proved: bool,
    /// Whether the book proves the value, of `explain`: a win, a loss, or a draw without `mate`.
    #[schemars(default)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
    /// The line.
    pub pv: Vec<PointSpec>,
}

/// The result of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Over {
    /// Black has won.
    Black,
    /// White has won.
    White,
    /// The board is full, or both sides passed where that ends a game.
    Draw,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct SearchResult {
    /// The best move; none if the game is over.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub play: Option<PointSpec>,
    /// Its value for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// The chance to win, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_chance: Option<f64>,
    /// Plies to the end of a decided game: positive for a win, negative for a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// The best line, which begins with the move.
    pub pv: Vec<PointSpec>,
    /// The last finished depth.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Milliseconds since the search began.
    pub time_ms: u64,
    /// Whether `stop` ended it.
    pub stopped: bool,
    /// The result of a game that is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// The result of `balance`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Balanced {
    /// The move, or both; none if the game is over.
    pub moves: Vec<PointSpec>,
    /// The value after them, from the point of view of the side that was to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// The win chance of that side, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_chance: Option<f64>,
    /// The last finished depth.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Milliseconds since the search began.
    pub time_ms: u64,
    /// Whether `stop` ended it.
    pub stopped: bool,
    /// The result of a game that is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// The result of `policy`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Likely {
    /// The moves that a search considers, the likeliest first; none if the game is over.
    pub moves: Vec<LikelyMove>,
    /// What the probabilities come from; missing if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<ScoreSource>,
    /// The result of a game that is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// A move with its probability.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LikelyMove {
    /// The move.
    #[serde(rename = "move")]
    pub play: PointSpec,
    /// The probability that a deeper search chooses it; the sum over all moves is 1.
    pub chance: f64,
}

/// What scores moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScoreSource {
    /// The policy of the rule, which corrects the tables.
    Policy,
    /// The tables alone: the evaluation is `classical`, or `--weights` gave tables without a policy.
    Tables,
}
