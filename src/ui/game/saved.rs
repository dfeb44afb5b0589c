//! How much of the game is saved: all that it holds, or its line, in the default place or in a file
//! that the person has named.

use super::{LiveGame, StoredLine};

impl LiveGame {
    /// Whether the game has contents that are saved nowhere: moves, variations or comments.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.has_contents() && self.saved.as_ref() != Some(&self.tree)
    }

    /// Marks the game as saved with all that it holds.
    pub(crate) fn mark_saved(&mut self) {
        self.saved = Some(self.tree.clone());
    }

    /// Whether the game has contents, and its line is not in the default place. Comments are not
    /// part of a line. A game in which nothing was played since it was saved is not missing if
    /// another of its lines is on the board.
    pub(crate) fn is_missing_in_store(&self) -> bool {
        self.has_contents() && !self.in_store.as_ref().is_some_and(|stored| self.is_stored(stored))
    }

    /// Whether the line of the game is in a file that the person has named; as above.
    pub(crate) fn is_in_file(&self) -> bool {
        self.in_file.as_ref().is_some_and(|stored| self.is_stored(stored))
    }

    /// Marks the line of the game as saved in the default place.
    pub(crate) fn mark_in_store(&mut self) {
        self.in_store = Some(self.stored_line());
    }

    /// Marks the line of the game as saved in a file that the person has named.
    pub(crate) fn mark_in_file(&mut self) {
        self.in_file = Some(self.stored_line());
    }

    fn stored_line(&self) -> StoredLine {
        StoredLine {
            line: self.record(),
            head: self.tree.head().clone(),
            moves: self.tree.len(),
            resignations: self.resignations.clone(),
        }
    }

    fn is_stored(&self, stored: &StoredLine) -> bool {
        let is_unchanged = self.tree.len() == stored.moves
            && *self.tree.head() == stored.head
            && self.resignations == stored.resignations;
        // A game that began with stones set up has no line to compare.
        is_unchanged || (stored.line.is_some() && stored.line == self.record())
    }
}
