//! The records of books in other formats: JSON lines, which lose nothing ([`json_lines`]), CSV
//! ([`rows`]), trees of games ([`trees`]), libraries of RenLib (`libraries`) and the
//! databases of Yixin and Rapfi ([`yxdb`], as files `databases`). Imports `book` and below.

#[cfg(feature = "tools")]
pub(crate) mod databases;
#[cfg(feature = "tools")]
mod format;
pub(crate) mod json_lines;
#[cfg(feature = "tools")]
pub(crate) mod libraries;
#[cfg(feature = "tools")]
pub(crate) mod rows;
#[cfg(feature = "tools")]
pub(crate) mod trees;
#[cfg(feature = "tools")]
pub(crate) mod yxdb;

#[cfg(feature = "tools")]
pub(crate) use format::{BookFormat, RecordLosses};

use crate::board::Position;
use crate::book::Record;

/// A position and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookEntry {
    /// The position.
    pub position: Position,
    /// What is known about it.
    pub record: Record,
}
