//! Why a database command fails.

use std::path::{Path, PathBuf};

use thiserror::Error;

use tengen_records::book::{BookError, Trust};

/// Why a command fails. Sent as a message, since Yixin-Board shows no database errors.
#[derive(Debug, Error)]
pub(super) enum DatabaseError {
    /// The store.
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    System(#[from] std::io::Error),
    /// A file of another format.
    #[error("{path}: {what}")]
    File {
        path: String,
        /// What is wrong.
        what: String,
    },
    /// Arguments of a command.
    #[error("{command}: seen '{seen}', expected {expected}")]
    Arguments { command: &'static str, seen: String, expected: &'static str },
    #[error(
        "the position is proved ({trust}), expected one that is not; delete it first if the proof is wrong"
    )]
    Proved {
        /// Who proved it.
        trust: Trust,
    },
    /// A form of file that nobody has described.
    #[error(
        "{command}: the form of that file is not described anywhere, expected YXDBTOTXT or YXDBTOLIB; nothing is written"
    )]
    Undescribed { command: &'static str },
    /// No move to mark.
    #[error("{command}: seen no moves, expected those up to the best one")]
    NoMove { command: &'static str },
    /// The database is read-only.
    #[error("the database is read-only, expected database_readonly 0; nothing is written")]
    ReadOnly,
    /// Another database cannot be opened.
    #[error("{error}; {}", still_in_use(.book.as_deref()))]
    NotOpened {
        /// The book that was in use before.
        book: Option<PathBuf>,
        /// Why not.
        error: Box<DatabaseError>,
    },
    /// A database cannot be written.
    #[error("{error}; {} is not written", .path.display())]
    NotWritten {
        path: PathBuf,
        /// Why not.
        error: Box<DatabaseError>,
    },
    /// A database is written, but its store does not know when: it will be read again.
    #[error("{error}; {} is written, and read again when it is opened", .path.display())]
    NotNoted {
        path: PathBuf,
        /// Why not.
        error: Box<DatabaseError>,
    },
    /// There is no database.
    #[error("no database, expected one of yxsetdatabase or --book")]
    NoDatabase,
}

/// What a database that cannot be opened leaves in use.
fn still_in_use(book: Option<&Path>) -> String {
    match book {
        Some(book) => format!("{} stays in use", book.display()),
        None => "no database is in use".to_owned(),
    }
}
