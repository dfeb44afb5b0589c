//! What a search found, for the book.

use super::choice::Choice;
use crate::board::Position;

/// The result of a search that the book has not been told yet.
#[derive(Debug)]
pub(super) struct BookNote {
    /// The position that was searched.
    pub position: Position,
    /// What was found.
    pub choice: Choice,
}
