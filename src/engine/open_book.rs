//! The book that an engine has open.

use std::path::{Path, PathBuf};

use crate::book::SHORT_PATIENCE;
use crate::book::reader::Book;

/// The book that is open.
#[derive(Debug, Default)]
pub(super) struct OpenBook {
    /// The file that was opened last, and its book unless it could not be read.
    opened: Option<(PathBuf, Option<Book>)>,
    /// Why it could not be read, until somebody asks.
    failure: Option<String>,
}

impl OpenBook {
    /// The book in this file. A file is opened once, at the first call, and a failure is remembered
    /// until [`OpenBook::retry`].
    pub(super) fn of(&mut self, path: &Path) -> Option<&Book> {
        if self.opened.as_ref().is_none_or(|(known, _)| known != path) {
            let book = Book::open_within(path, SHORT_PATIENCE);
            self.failure = book.as_ref().err().map(|error| format!("{error}; playing without it"));
            if let Some(failure) = &self.failure {
                log::error!("{failure}");
            }
            self.opened = Some((path.to_owned(), book.ok()));
        }
        self.opened.as_ref().and_then(|(_, book)| book.as_ref())
    }

    /// Opens a file that could not be read once more when it is next needed.
    pub(super) fn retry(&mut self) {
        self.opened.take_if(|(_, book)| book.is_none());
    }

    /// Why the book that was opened last could not be read; once.
    pub(super) fn take_failure(&mut self) -> Option<String> {
        self.failure.take()
    }
}
