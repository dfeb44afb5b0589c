//! The position database of Yixin-Board: its commands, answered from a store. A database of Yixin
//! or Rapfi, `x.db`, is read into a store beside it, `x.db.tgbook`, and written again by
//! `yxsavedatabase`.
//!
//! The store is open only while a command runs, so that the engine can play from it and other
//! programs can read it. Browsing writes nothing (unlike Rapfi, which stores every position
//! viewed).

mod commands;
mod delete;
mod edit;
mod error;
mod files;
mod show;

use std::path::PathBuf;

use crate::wire::database::DatabaseWord;
use crate::wire::{Axes, Reply};
use tengen_engine::board::Position;

pub(crate) use commands::obey;

/// A whole command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DatabaseRequest {
    /// The command.
    pub word: DatabaseWord,
    /// Its numbers, filter, text or path.
    pub arguments: String,
    /// The position of its rows, or of the game for commands with a path. `None` before there is a
    /// board.
    pub position: Option<Position>,
    /// How points are written.
    pub axes: Axes,
    /// The book that is in use.
    pub book: Option<PathBuf>,
    /// Whether the database is read-only.
    pub is_readonly: bool,
}

/// The result of a command.
#[derive(Debug, Default)]
pub(crate) struct DatabaseAnswer {
    /// The lines to send.
    pub replies: Vec<Reply>,
    /// The book to use from now on.
    pub book: Option<PathBuf>,
}

/// A line about the database.
fn line(text: impl std::fmt::Display) -> Reply {
    Reply::Database(format!("DATABASE {text}"))
}

/// A remark for the log of the front end.
fn remark(text: impl Into<String>) -> Reply {
    Reply::Database(text.into())
}

impl DatabaseRequest {
    /// Whether the command is a query.
    fn is_query(&self) -> bool {
        use DatabaseWord as Word;
        matches!(
            self.word,
            Word::QueryAll | Word::QueryAllAndText | Word::QueryOne | Word::QueryText
        )
    }
}

#[cfg(test)]
mod tests;
