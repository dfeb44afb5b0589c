//! Why a claimed win is refuted.

use thiserror::Error;

use crate::types::{Color, Coord};

/// Why a claimed win is refuted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("after {}: {fault}", written(path))]
pub struct VerifyError {
    /// The moves from the claimed position.
    pub path: Vec<Coord>,
    /// The fault after these moves.
    pub fault: WinFault,
}

/// A fault in a claimed win.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WinFault {
    /// The tree refers to a node that does not exist, or is cyclic.
    #[error("the tree has no node {index}, expected 0 to {last}")]
    NoNode {
        /// The index seen.
        index: usize,
        /// The last index.
        last: usize,
    },
    /// The attacker's move is not legal.
    #[error("the attacker may not play {play}")]
    Illegal {
        /// The move.
        play: Coord,
    },
    /// The defender makes five.
    #[error("the defender wins on {reply}")]
    DefenderWins {
        /// The winning move.
        reply: Coord,
    },
    /// A legal reply has no answer.
    #[error("no answer to {reply}")]
    Unanswered {
        /// The reply.
        reply: Coord,
    },
    /// The move fills the board without a five.
    #[error("the board is full without a win")]
    Full,
    /// The game is over.
    #[error("the game is over: {winner} has won")]
    Over {
        /// The winner.
        winner: Color,
    },
    /// The time for checking ended.
    #[error("the time limit of the check was reached")]
    Late,
}

fn written(path: &[Coord]) -> String {
    if path.is_empty() {
        return "no move".to_owned();
    }
    path.iter().map(Coord::to_string).collect::<Vec<_>>().join(" ")
}
