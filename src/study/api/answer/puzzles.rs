//! Answers about puzzles.

use schemars::JsonSchema;
use serde::Serialize;

use super::ProvedWin;
use crate::puzzle::HintReport;
pub use crate::puzzle::PuzzleSpec;
use tengen_records::positions::PointSpec;

/// The result of `puzzles`, by its `action`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "action", rename_all = "lowercase")]
pub enum PuzzlesReport {
    /// The puzzles of a game or of a position.
    Find {
        /// The puzzles.
        puzzles: Vec<PuzzleSpec>,
        /// Whether `stop` ended the search.
        stopped: bool,
    },
    /// The puzzles of a day.
    Daily {
        /// The puzzles; none after a stop.
        puzzles: Vec<PuzzleSpec>,
        /// Whether `stop` ended their proof.
        stopped: bool,
    },
    /// What a move leads to.
    Answer(PuzzleReply),
    /// A hint.
    Hint {
        /// The hint in English; `null` if nothing is proved about the position.
        text: Option<String>,
        /// The same for programs that have words of their own.
        #[serde(skip_serializing_if = "Option::is_none")]
        hint: Option<HintReport<PointSpec>>,
    },
}

/// What a move in a puzzle leads to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct PuzzleReply {
    /// `solved`; `right`: it still wins; `illegal`; `held`: there is a reply after which there is no
    /// win; `loses`: the opponent wins; `worse`: another move is better; `undecided`: the solver can
    /// neither refute nor confirm it; `unknown`: a stop hides it, or a limit of the search that compares
    /// moves, or a win is found after every reply, but not in one proof.
    pub verdict: String,
    /// The reply: the longest resistance, what holds, or after what no win is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<PointSpec>,
    /// The win chance of a `worse` move; none for `played` if this search sees nothing wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// The win chance of the best one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_chance: Option<f64>,
    /// Plies of the win after the reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// That it is proved that no win by fours and threes is left after the reply: true of every `held`
    /// move, and kept for older programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<bool>,
    /// How many stones the solver could place, of an `undecided` move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The opponent's win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<ProvedWin>,
}
