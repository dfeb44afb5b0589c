//! The records of books in other formats: JSON lines, which lose nothing ([`json_lines`]), CSV
//! ([`rows`]), trees of games ([`trees`]), libraries of RenLib (`libraries`) and the
//! databases of Yixin and Rapfi ([`yxdb`], as files `databases`). Imports `book` and below.

pub mod databases;
mod format;
pub mod json_lines;
pub mod libraries;
pub mod rows;
pub mod trees;
pub mod yxdb;

pub use format::{BookFormat, RecordLosses};

use crate::book::Record;
use tengen_engine::board::Position;

/// A position and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    pub position: Position,
    /// What is known about it.
    pub record: Record,
}
