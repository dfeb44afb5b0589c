//! What can go wrong with a book.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

/// What can go wrong with a book.
#[derive(Debug, Error)]
pub enum BookError {
    /// The system refused.
    #[error("{action} '{path}': {error}", path = path.display())]
    System {
        /// What was tried: `cannot read` …
        action: &'static str,
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The file for a new store already exists.
    #[error("'{path}' exists, expected the name of a new file", path = path.display())]
    Exists { path: PathBuf },
    /// The built-in book where a file is created or changed.
    #[error(
        "'built-in' is the book inside the program, which is only read, expected another name; a file of this name is ./built-in"
    )]
    BuiltIn,
    /// A file that is not there, with a name like that of the built-in book.
    #[error("there is no file '{path}' (did you mean 'built-in'?)", path = path.display())]
    Misspelled { path: PathBuf },
    /// Neither a store nor a sealed book.
    #[error(
        "'{path}' is not a book, expected a store of `tengen book new` or a sealed book of `tengen book seal`",
        path = path.display()
    )]
    Foreign { path: PathBuf },
    /// A store where only sealed books are read, or a sealed book where a store is needed.
    #[error("'{path}' is a {seen}, expected a {expected}", path = path.display())]
    Kind {
        path: PathBuf,
        /// What it is.
        seen: &'static str,
        expected: &'static str,
    },
    /// A newer format.
    #[error(
        "'{path}' has version {seen}, expected {expected}: it was written by a later tengen",
        path = path.display()
    )]
    Version {
        path: PathBuf,
        /// Its version.
        seen: String,
        /// The version that is known.
        expected: u32,
    },
    /// Another process has the store open.
    #[error(
        "'{path}' is in use by another process; tried for {} s",
        waited.as_secs_f32(), path = path.display()
    )]
    InUse {
        path: PathBuf,
        /// How long it was tried.
        waited: Duration,
    },
    /// Bytes that contradict their checksum or each other.
    #[error("'{path}' is damaged: {what}", path = path.display())]
    Damaged {
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

impl BookError {
    /// What the system refused.
    pub(super) fn system(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::System { action, path: path.to_owned(), error }
    }

    /// An error for a damaged file.
    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), what: what.into() }
    }
}
