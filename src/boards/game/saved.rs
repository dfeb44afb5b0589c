//! How much of the game is saved: all that it holds, or its line, in the default place or in a file
//! that the person has named.

use super::super::saved_file::SavedFile;
use super::result::by_resignation;
use super::{LiveGame, StoredLine};
use tengen_records::game_tree::GameTree;

impl LiveGame {
    /// Whether the game has contents that are saved nowhere: moves, variations or comments.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.has_contents() && self.saved.as_ref() != Some(&self.tree)
    }

    /// The moves as a file gets them: in a game that was played here, the line on the board is the
    /// main line. A game of a file keeps its own.
    pub(crate) fn tree_to_save(&self) -> GameTree {
        if self.is_opened {
            return self.tree.clone();
        }
        let mut game = self.clone();
        let end = self.line_end();
        game.tree.promote(end);
        game.update_head();
        if let Some(loser) = self.resigned_at(end) {
            // Moves that were taken back before may follow.
            game.tree.edit_head(|head| {
                head.outcome = by_resignation(loser);
                head.note = Some(format!("{loser} resigned"));
            });
        }
        game.tree
    }

    /// Whether the main line is on the board.
    pub(crate) fn shows_main_line(&self) -> bool {
        self.tree
            .line_through(self.line_on_board())
            .last()
            .is_none_or(|&end| end == self.tree.end())
    }

    /// Whether the game comes from a file.
    pub fn is_opened(&self) -> bool {
        self.is_opened
    }

    /// The game comes from a file.
    pub fn mark_opened(&mut self) {
        self.is_opened = true;
    }

    /// Marks the game as saved with all that it holds.
    pub(crate) fn mark_saved(&mut self) {
        self.saved = Some(self.tree.clone());
    }

    /// Whether the game has stones, and its line is not in the default place. Comments are not
    /// part of a line. A game in which nothing was played since it was saved is not missing if
    /// another of its lines is on the board.
    pub(crate) fn is_missing_in_store(&self) -> bool {
        self.has_stones() && !self.in_store.as_ref().is_some_and(|stored| self.is_stored(stored))
    }

    /// The file that the person has named last for this game, if the line of the game is in it; as
    /// above.
    pub fn saved_file(&self) -> Option<SavedFile> {
        let (file, line) = self.in_file.as_ref()?;
        self.is_stored(line).then(|| file.clone())
    }

    /// Marks the line of the game as saved in the default place.
    pub(crate) fn mark_in_store(&mut self) {
        self.in_store = Some(self.stored_line());
    }

    /// Marks the line of the game as saved in a file that the person has named.
    /// One that holds less does not replace one that holds all of the game.
    pub(crate) fn mark_in_file(&mut self, file: SavedFile) {
        let is_whole = !self.is_unsaved() && self.saved_file().is_some_and(|last| last.is_whole);
        if file.is_whole || !is_whole {
            self.in_file = Some((file, self.stored_line()));
        }
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
