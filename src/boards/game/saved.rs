//! What of the game is saved besides its own file: all of it in another file, or its line in the
//! library.

use std::borrow::Cow;

use super::{LiveGame, Played};
use tengen_records::GameOutcome;

impl LiveGame {
    /// Whether the game has contents that only its own file holds: moves, variations or comments.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.has_changed() && self.saved.as_ref() != Some(&self.tree)
    }

    /// Whether the game has contents that the file or the command line did not give.
    pub(crate) fn has_changed(&self) -> bool {
        self.has_contents() && self.given_tree.as_ref() != Some(&self.tree)
    }

    /// Whether the line on the board has a result at its end: nothing is left to be continued.
    pub(crate) fn is_decided(&self) -> bool {
        self.outcome_at(self.line_end()) != GameOutcome::Unfinished
    }

    /// Whether this is the game `other` at the same place, so that a file gets the same: the tree and
    /// all that [`Self::with_line_first`] reads besides.
    pub(crate) fn is_same_game(&self, other: &Self) -> bool {
        (self.at, &self.undone, &self.surrenders) == (other.at, &other.undone, &other.surrenders)
            && (&self.setup, &self.given) == (&other.setup, &other.given)
            && self.tree == other.tree
    }

    /// The game as a file gets it: in one that was played here, the line on the board is the main
    /// line. A game of a file keeps its own.
    pub(crate) fn with_line_first(&self) -> Cow<'_, Self> {
        if self.is_opened {
            return Cow::Borrowed(self);
        }
        let mut game = self.clone();
        let end = self.line_end();
        game.tree.promote(end);
        game.update_head();
        if let Some(surrender) = self.surrendered_at(end) {
            // Moves that were taken back before may follow.
            game.tree.edit_head(|head| {
                head.outcome = surrender.outcome();
                head.note = Some(surrender.words());
            });
        }
        Cow::Owned(game)
    }

    /// Whether the main line is on the board.
    pub(crate) fn shows_main_line(&self) -> bool {
        let line = self.tree.line_through(self.line_on_board());
        line.last().is_none_or(|&end| end == self.tree.end())
    }

    /// Whether the game comes from a file.
    pub fn is_opened(&self) -> bool {
        self.is_opened
    }

    /// The game comes from a file.
    pub fn mark_opened(&mut self) {
        self.is_opened = true;
    }

    /// Marks the game as saved elsewhere with all that it holds.
    pub(crate) fn mark_saved(&mut self) {
        self.saved = Some(self.tree.clone());
    }

    /// Whether the library could hold the line on the board, and something was played since it last
    /// got a line of this game. Comments are not part of a line.
    pub(crate) fn is_missing_in_library(&self) -> bool {
        self.in_library.as_ref() != Some(&self.played()) && self.record().is_some()
    }

    /// Marks the line of the game as saved in the library.
    pub(crate) fn mark_in_library(&mut self) {
        self.in_library = Some(self.played());
    }

    fn played(&self) -> Played {
        (self.tree.head().clone(), self.tree.len(), self.surrenders.clone())
    }
}
