//! A command of the position database whose lines have not all arrived.

use crate::wire::BlockReader;
use crate::wire::database::{DatabaseWord, QuotedText};

/// An incomplete command.
#[derive(Debug)]
pub(super) struct Draft {
    /// The command.
    pub word: DatabaseWord,
    /// Its arguments so far.
    pub arguments: String,
    /// What is missing.
    pub stage: Stage,
}

/// Which part of a command is missing.
#[derive(Debug)]
pub(super) enum Stage {
    /// The next line is a path.
    Path,
    /// Inside a quoted text.
    Quoted(QuotedText),
    /// Before `DONE`.
    Rows(BlockReader),
}
