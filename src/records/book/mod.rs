//! What is known about positions.
//!
//! A position is identified by its [`key`], which all its images under the symmetries of the board
//! share. A [`record`] holds what is known about it and its source; [`overwrite`] decides between
//! two records of one position. A [`store`] is a file that is written and read; a [`sealed`] book
//! is small, sorted and only read. [`reader`] reads both, [`open_book`] hands either to an engine,
//! [`choice`] plays from them, [`proof`] follows their proved wins, [`swap2`] finds even openings.
//!
#![doc = include_str!("README.md")]

#[macro_use]
pub mod record;
pub mod built_in;
pub mod choice;
pub mod codec;
pub(crate) mod error;
pub mod here;
pub mod key;
pub mod known_moves;
pub mod open_book;
pub mod opening;
pub mod overwrite;
pub mod packed;
pub mod proof;
pub mod proved;
pub mod reader;
#[cfg(test)]
pub(crate) mod sample;
pub mod sealed;
pub mod store;
pub mod swap2;
pub mod yxdb;

use std::time::Duration;

pub use error::BookError;
pub use record::{Bound, GameResults, Label, Record, Trust};

/// How long to wait for another process.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// How long the engine waits: it has a move to make.
pub const SHORT_PATIENCE: Duration = Duration::from_millis(100);

/// The name of this program in records.
pub fn engine_name() -> String {
    format!("tengen {}", env!("CARGO_PKG_VERSION"))
}
