//! What a search found, for the book.

use crate::board::Position;
use crate::book::Record;

/// A result that is not written yet.
#[derive(Debug)]
pub(super) struct BookNote {
    /// The position that was searched.
    pub position: Position,
    /// What was found.
    pub record: Record,
}
