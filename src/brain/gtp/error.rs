//! Why a command fails. Each message begins with the words of the protocol's specification.

use thiserror::Error;

use super::names::MAX_SIDE;
use tengen_engine::rules::legality::IllegalMove;
use tengen_engine::types::BoardSize;

/// Why a command fails.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum GtpError {
    /// A word that is no command.
    #[error("unknown command")]
    Unknown,
    /// The line is longer than any command.
    #[error("syntax error: a line of {length} bytes, expected at most {most}")]
    Long {
        /// Bytes of the line.
        length: usize,
        /// Bytes that are read.
        most: usize,
    },
    /// An argument is wrong.
    #[error("syntax error: seen '{seen}', expected {expected}")]
    Argument {
        /// The argument.
        seen: String,
        /// What it could be.
        expected: String,
    },
    /// An argument is missing.
    #[error("syntax error: expected {expected}")]
    Missing {
        /// What it could be.
        expected: String,
    },
    /// A board that the protocol cannot name, or that the game cannot be played on.
    #[error(
        "unacceptable size: seen {width}x{height}, expected {}x{} to {MAX_SIDE}x{MAX_SIDE}",
        BoardSize::MIN,
        BoardSize::MIN
    )]
    Size {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
    },
    /// A stone that may not be placed.
    #[error("illegal move: {at} {reason}")]
    Illegal {
        /// The point.
        at: String,
        /// Why not.
        reason: String,
    },
    /// A move after the end of the game.
    #[error("illegal move: the game is over")]
    Over,
    /// A game that is not loaded.
    #[error("cannot load file: {why}")]
    Load {
        /// Why not.
        why: String,
    },
    /// Nothing to take back.
    #[error("cannot undo")]
    NoUndo,
    /// The game is not over.
    #[error("cannot score: the game is not over")]
    NoScore,
    /// Stones on the board where it must be empty.
    #[error("board not empty")]
    NotEmpty,
}

impl GtpError {
    /// A stone on a point that the protocol names `at`.
    pub(super) fn illegal(at: String, error: &IllegalMove) -> Self {
        let reason = match error {
            IllegalMove::OffBoard { size, .. } => format!("is off the {size} board"),
            IllegalMove::Occupied { .. } => "is occupied".to_owned(),
            IllegalMove::Forbidden { kind, .. } => format!("is forbidden to black ({kind})"),
        };
        Self::Illegal { at, reason }
    }
}
