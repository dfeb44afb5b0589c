//! The position database of Yixin-Board: its commands, answered from a store. A database of Yixin
//! or Rapfi, `x.db`, is read into a store beside it, `x.db.tgbook`, and written again by
//! `yxsavedatabase`.
//!
//! The store is open only while a command runs, so that the engine can play from it and other
//! programs can read it. Browsing writes nothing (unlike Rapfi, which stores every position
//! viewed).

#[cfg(feature = "tools")]
mod commands;
#[cfg(feature = "tools")]
mod delete;
#[cfg(feature = "tools")]
mod edit;
#[cfg(feature = "tools")]
mod error;
#[cfg(feature = "tools")]
mod files;
#[cfg(feature = "tools")]
mod show;

use std::path::PathBuf;

use crate::board::Position;
use crate::wire::database::DatabaseWord;
use crate::wire::{Axes, Reply};

#[cfg(feature = "tools")]
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
#[cfg(feature = "tools")]
fn line(text: impl std::fmt::Display) -> Reply {
    Reply::Database(format!("DATABASE {text}"))
}

/// A remark for the log of the front end.
#[cfg(feature = "tools")]
fn remark(text: impl Into<String>) -> Reply {
    Reply::Database(text.into())
}

/// The lean brain has no store: queries, which Yixin-Board sends after every move, are not
/// answered.
#[cfg(not(feature = "tools"))]
pub(crate) fn obey(request: &DatabaseRequest) -> DatabaseAnswer {
    let text = format!("{} is not supported by this build", request.word.word());
    let replies = if request.is_query() { Vec::new() } else { vec![Reply::Database(text)] };
    DatabaseAnswer { replies, book: None }
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

#[cfg(all(test, feature = "tools"))]
mod tests;
