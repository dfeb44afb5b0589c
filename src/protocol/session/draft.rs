//! A command of the position database whose lines have not all come.

use crate::wire::BlockReader;
use crate::wire::database::{DatabaseWord, QuotedText};

/// A command that is not whole yet.
#[derive(Debug)]
pub(super) struct Draft {
    /// The command.
    pub word: DatabaseWord,
    /// Its arguments so far.
    pub arguments: String,
    /// What is missing.
    pub stage: Stage,
}

/// What of a command is missing.
#[derive(Debug)]
pub(super) enum Stage {
    /// The next line is a path.
    Path,
    /// Inside of a text.
    Quoted(QuotedText),
    /// Before `DONE`.
    Rows(BlockReader),
}
