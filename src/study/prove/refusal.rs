//! Why the checker refuses a certificate.

use thiserror::Error;

use tengen_engine::rules::legality::IllegalMove;
use tengen_engine::types::Color;
use tengen_records::positions::PositionError;

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CertificateRefusal {
    /// The position of the claim is impossible.
    #[error("{0}")]
    Position(String),
    /// The game is over before it begins.
    #[error("the game is over: {0} has won, expected an open position")]
    Over(Color),
    /// A move that the rules do not allow.
    #[error("'{at}': {error}")]
    Illegal {
        /// The position.
        at: String,
        error: IllegalMove,
    },
    /// A position without an entry that is not a win by threats.
    #[error(
        "'{at}' has no entry and no win by threats within {stones} stones was found and verified"
    )]
    Unproved {
        /// The position, the attacker to move.
        at: String,
        /// The solver's limit.
        stones: u64,
    },
    /// The defender makes five.
    #[error("'{at}': the defender wins by {reply}")]
    DefenderWins {
        /// The position, the defender to move.
        at: String,
        /// The winning move.
        reply: String,
    },
    /// The board is full.
    #[error("'{at}': the board is full without a five")]
    Full {
        /// The position.
        at: String,
    },
    /// An entry where the defender is to move, or that nothing leads to.
    #[error("entry '{at}': no move of the attacker leads to it")]
    Superfluous {
        /// The position.
        at: String,
    },
    /// Only some replies are claimed.
    #[error("the certificate proves some replies only, expected all, or the check of one reply")]
    Incomplete,
    /// The requested reply is not legal.
    #[error("{reply} is not a legal reply to the first move")]
    NoReply {
        /// The point.
        reply: String,
    },
    /// The check was stopped.
    #[error("the check was stopped")]
    Stopped,
}

/// Whether the certificate does not hold or the request is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// It does not prove the requested claim.
    NotProved,
    /// The request does not fit the certificate.
    BadRequest,
    /// The check did not finish.
    Stopped,
}

impl CertificateRefusal {
    /// The kind of this refusal.
    pub fn kind(&self) -> RefusalKind {
        match self {
            Self::Stopped => RefusalKind::Stopped,
            Self::NoReply { .. } => RefusalKind::BadRequest,
            _ => RefusalKind::NotProved,
        }
    }
}

impl From<PositionError> for CertificateRefusal {
    fn from(error: PositionError) -> Self {
        Self::Position(error.to_string())
    }
}
