//! A command whose lines have not all arrived: rows up to `DONE`, a path on the next line, a quoted
//! text over several lines.

use crate::wire::database::{DatabaseWord, QuotedText};
use crate::wire::{BlockReader, FileWord, YxStep};

/// An incomplete command.
#[derive(Debug)]
pub(super) enum Draft {
    /// The next line is the path of this command.
    Path(PathOf),
    /// Another one, inside its quoted text.
    Text(TextDraft),
    /// Before `DONE`.
    Rows(RowsDraft),
}

/// A command with a path.
#[derive(Clone, Copy, Debug)]
pub(super) enum PathOf {
    /// One of the position database.
    Database(DatabaseWord),
    /// Another one.
    File(FileWord),
}

/// A command of the position database with an open quote.
#[derive(Debug)]
pub(super) struct TextDraft {
    /// The command.
    pub word: DatabaseWord,
    /// The text so far.
    pub text: QuotedText,
    /// The rows that will follow; it counts the lines of the text.
    pub block: BlockReader,
}

/// A command with rows.
#[derive(Debug)]
pub(super) struct RowsDraft {
    /// The rows so far.
    pub block: BlockReader,
    /// What they are for.
    pub of: RowsOf,
}

/// The command that rows belong to.
#[derive(Debug)]
pub(super) enum RowsOf {
    /// `BOARD` or a command like it: the kind of the block says which.
    Block,
    /// A command of the position database.
    Database {
        /// The command.
        word: DatabaseWord,
        /// What comes before the rows.
        arguments: String,
    },
    /// A step of an opening.
    Step {
        step: YxStep,
        /// The number of fifth stones.
        count: u8,
    },
}
