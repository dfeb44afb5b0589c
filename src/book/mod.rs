//! Layer 4: what is known about positions. Imports `board`, `rules` and below.
//!
//! A position is identified by its [`key`], which all its images under the symmetries of the board
//! share. A [`record`] holds what is known about it and its source; [`overwrite`] decides between
//! two records of one position. A [`store`] is a file that is written and read; a [`sealed`] book
//! is small, sorted and only read. [`reader`] reads both, [`choice`] plays from them, [`proof`]
//! follows their proved wins, [`swap2`] finds even openings.
//!
#![doc = include_str!("README.md")]

#[macro_use]
pub(crate) mod record;
#[cfg(feature = "tools")]
pub(crate) mod built_in;
pub(crate) mod choice;
pub(crate) mod codec;
pub(crate) mod error;
pub(crate) mod key;
pub(crate) mod opening;
pub(crate) mod overwrite;
#[cfg(feature = "tools")]
pub(crate) mod packed;
pub(crate) mod proof;
#[cfg(feature = "tools")]
pub(crate) mod proved;
pub(crate) mod reader;
#[cfg(test)]
pub(crate) mod sample;
pub(crate) mod sealed;
#[cfg(feature = "tools")]
pub(crate) mod store;
pub(crate) mod swap2;
#[cfg(feature = "tools")]
pub(crate) mod yxdb;

use std::time::Duration;

pub(crate) use error::BookError;
pub(crate) use record::{Bound, Label, Record, Results, Trust};

/// How long to wait for another process.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// How long the engine waits: it has a move to make.
pub(crate) const SHORT_PATIENCE: Duration = Duration::from_millis(100);

/// The name of this program in records.
pub(crate) fn engine_name() -> String {
    format!("tengen {}", env!("CARGO_PKG_VERSION"))
}
