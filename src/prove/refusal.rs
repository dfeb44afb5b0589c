//! Why the checker refuses a certificate.

use thiserror::Error;

use crate::records::positions::PositionError;
use crate::rules::legality::IllegalMove;
use crate::types::Color;

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Refusal {
    /// The position of the claim cannot be.
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
        /// Why.
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
        /// His move.
        reply: String,
    },
    /// The board is full.
    #[error("'{at}': the board is full without a five")]
    Full {
        /// The position.
        at: String,
    },
    /// An entry where the defender is to move, or that nothing leads to.
    #[error("entry '{at}': no play of the attacker leads there")]
    Superfluous {
        /// The position.
        at: String,
    },
    /// Some replies only are claimed.
    #[error("the certificate proves some replies only, expected all (or --reply)")]
    Incomplete,
    /// The requested reply is not one.
    #[error("{reply} is not a legal reply to the first move")]
    NoReply {
        /// The point.
        reply: String,
    },
    /// The check was stopped.
    #[error("the check was stopped")]
    Stopped,
}

/// Whether a certificate does not hold, or what the request names is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It does not prove what was asked for.
    NotProved,
    /// The request does not fit the certificate.
    BadRequest,
    /// It is not known.
    Stopped,
}

impl Refusal {
    /// What kind of refusal this is.
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Stopped => Kind::Stopped,
            Self::NoReply { .. } => Kind::BadRequest,
            _ => Kind::NotProved,
        }
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Self {
        Self::Position(error.to_string())
    }
}
