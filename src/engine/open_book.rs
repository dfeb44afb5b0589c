//! The book that an engine has open.

use std::path::{Path, PathBuf};

use crate::book::reader::Book;

/// The book that is open.
#[derive(Debug, Default)]
pub(super) struct OpenBook {
    /// The file that was opened last, and its book unless it could not be read.
    opened: Option<(PathBuf, Option<Book>)>,
}

impl OpenBook {
    /// The book in this file; a file is opened once, with at most one line in the log.
    pub(super) fn of(&mut self, path: &Path) -> Option<&Book> {
        if self.opened.as_ref().is_none_or(|(known, _)| known != path) {
            let book = Book::open(path);
            let book = book.inspect_err(|error| log::error!("{error}; playing without a book"));
            self.opened = Some((path.to_owned(), book.ok()));
        }
        self.opened.as_ref().and_then(|(_, book)| book.as_ref())
    }
}
