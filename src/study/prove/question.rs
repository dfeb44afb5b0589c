//! A question to `tengen prove`, and the answer.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use super::claim_search::ClaimSearchError;
use super::expand::ExpansionEffort;
use super::graph::ProofGraph;
use super::journal::LineJournalError;
use super::search::ProofProgress;
use tengen_engine::board::{Position, notation};
use tengen_engine::types::{Color, Coord};

#[derive(Clone, Debug)]
pub struct ProofQuestion {
    pub position: Position,
    /// The folder of journals and certificate.
    pub folder: PathBuf,
    /// Whether to continue the search in the folder.
    pub resume: bool,
    /// Journals of other machines to add.
    pub add: Vec<PathBuf>,
    /// Only this reply to the first move.
    pub reply: Option<Coord>,
    /// Workers.
    pub threads: usize,
    /// What an expansion may spend.
    pub effort: ExpansionEffort,
    /// The time for the search.
    pub time: Option<Duration>,
}

/// The result for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProofVerdict {
    /// It wins, and the certificate was checked.
    Win,
    /// Its opponent wins, with a checked certificate.
    Loss,
    /// Neither can win.
    Draw,
    /// Not decided.
    Unknown,
}

/// The answer, as the last line of `tengen prove`.
#[derive(Clone, Debug, Serialize)]
pub struct ProofAnswer {
    /// For the side to move.
    pub result: ProofVerdict,
    pub rule: &'static str,
    /// The board, WxH.
    pub size: String,
    /// The moves of the position.
    pub moves: String,
    /// The reply that the search was restricted to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// The winning first move, of a win.
    pub first_move: Option<String>,
    /// Plies to the five at most, of a win or a loss.
    pub plies: Option<u64>,
    /// Replies to the first move that are proved, and all of them, up to symmetry.
    pub replies: [usize; 2],
    /// Positions in memory.
    pub positions: usize,
    /// Stones and nodes of this run.
    pub nodes: u64,
    /// Time of this run.
    pub time_ms: u64,
    /// The file to check.
    pub certificate: Option<String>,
    /// Why an answer found by the search is withheld.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum AnswerError {
    /// The position is decided.
    #[error("the game is over: {0} has won, expected an open position")]
    Over(Color),
    /// The requested reply is on a stone.
    #[error("--reply {0}: the point is occupied, expected an empty point")]
    Occupied(String),
    /// A file of the folder cannot be written.
    #[error("cannot write '{}': {error}", path.display())]
    Write {
        /// Path of the file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A claim cannot be searched.
    #[error(transparent)]
    Side(#[from] ClaimSearchError),
    /// The journal of the check of a certificate cannot be used.
    #[error(transparent)]
    Checked(LineJournalError),
}

/// Rule, board and moves of a position, as answers name them.
pub fn names(position: &Position) -> (&'static str, String, String) {
    let moves = position.moves_in_turn().unwrap_or_default();
    let moves = notation::write_moves(moves, position.size());
    (position.rule().name(), position.size().to_string(), moves)
}

impl AnswerError {
    /// Whether a file or a reply of the question did not fit, so that the journals created by this
    /// run are worthless. Errors about journals of other runs are excluded, and those of the check,
    /// which begins when the search has ended.
    pub(super) fn is_bad_request(&self) -> bool {
        use ClaimSearchError::{Certificate, Finding, Journal, NoFirstMove, Reply, Search};
        match self {
            Self::Side(Journal(
                LineJournalError::Busy { .. } | LineJournalError::Exists { .. },
            )) => false,
            Self::Side(Journal(_) | Certificate { .. } | Finding { .. }) => true,
            Self::Side(Reply { .. } | NoFirstMove { .. }) => true,
            Self::Side(Search(_)) | Self::Checked(_) | Self::Over(_) => false,
            Self::Occupied(_) | Self::Write { .. } => false,
        }
    }
}

/// Receives progress reports.
pub trait ProofObserver: Sync {
    /// After every finding, and many times a second between findings.
    fn found(&self, graph: &ProofGraph, progress: &ProofProgress);
    /// While a certificate is checked: entries done, and the total.
    fn checked(&self, done: u64, all: u64);
    /// At the end of a search.
    fn ended(&self, graph: &ProofGraph);
}
