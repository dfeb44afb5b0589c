//! Why a database command fails.

use thiserror::Error;

use crate::book::{BookError, Trust};

/// Why a command fails. Sent as a message, since Yixin-Board shows no database errors.
#[derive(Debug, Error)]
pub(super) enum DatabaseError {
    /// The store.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The system.
    #[error(transparent)]
    System(#[from] std::io::Error),
    /// A file of another format.
    #[error("{path}: {what}")]
    File {
        /// The file.
        path: String,
        /// What is wrong.
        what: String,
    },
    /// Arguments of a command.
    #[error("{command}: seen '{seen}', expected {expected}")]
    Arguments {
        /// The command.
        command: &'static str,
        /// What was seen.
        seen: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A proved position.
    #[error(
        "the position is proved ({trust}), expected one that is not; delete it first if the proof is wrong"
    )]
    Proved {
        /// Who proved it.
        trust: Trust,
    },
    /// The database is read-only.
    #[error("the database is read-only, expected database_readonly 0")]
    ReadOnly,
    /// There is no database.
    #[error("no database, expected one of yxsetdatabase or --book")]
    NoDatabase,
}
