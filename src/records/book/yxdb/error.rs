//! What is wrong with a database.

use std::io;

use thiserror::Error;

use super::MAX_SIDE;
use tengen_engine::types::{BoardSize, Coord, Rule};

/// A database that cannot be read further.
#[derive(Debug, Error)]
#[error("record {record}, byte {offset}: {fault}")]
pub struct YxdbError {
    /// The number of the record, from 1 in the order of the file; 0 is the file's head.
    pub record: u64,
    /// The byte where the part that is wrong begins; in a compressed file it counts the bytes after
    /// decompression.
    pub offset: u64,
    /// What is wrong.
    pub fault: YxdbFault,
}

/// What is wrong with a record.
#[derive(Debug, Error)]
pub enum YxdbFault {
    /// The stream failed, or the compressed data is damaged.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The stream ends.
    #[error("the file ends inside {part}, after {seen} of {expected} records")]
    End {
        part: &'static str,
        /// Records that were complete.
        seen: u64,
        /// Records that the file announces.
        expected: u64,
    },
    /// Compressed data without its end.
    #[error("the compressed data ends without its end mark and checksum: the file is cut")]
    EndMark,
    /// A key without a position.
    #[error("a key of {seen} bytes, expected 3 and 2 for each stone")]
    KeyLength {
        /// Its length.
        seen: usize,
    },
    /// An unknown rule.
    #[error("rule {seen}, expected 0 (freestyle), 1 (standard) or 2 (renju)")]
    Rule {
        /// The number.
        seen: u8,
    },
    /// A board outside the format.
    #[error("a board of {width}x{height}, expected sides from {min} to {MAX_SIDE}", min = BoardSize::MIN)]
    Size {
        /// Columns.
        width: u8,
        /// Rows.
        height: u8,
    },
    /// More stones than points.
    #[error("{seen} stones on a board of {size}")]
    Stones {
        /// How many.
        seen: usize,
        size: BoardSize,
    },
    /// A stone outside the board.
    #[error("a stone on {x},{y}, expected a point of a {size} board")]
    Point {
        /// Column.
        x: i8,
        /// Row.
        y: i8,
        size: BoardSize,
    },
    /// Two stones on one point.
    #[error("two stones on {coord}, expected one")]
    Twice { coord: Coord },
}

/// A record that cannot be written.
#[derive(Debug, Error)]
pub enum YxdbWriteError {
    /// The stream failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The compressor failed.
    #[error(transparent)]
    Lz4(#[from] lz4_flex::frame::Error),
    /// A rule that the format does not have.
    #[error("the rule {seen}, expected freestyle, standard or renju")]
    Rule { seen: Rule },
    /// A board that the format does not have.
    #[error("a board of {seen}, expected at most {MAX_SIDE}x{MAX_SIDE}")]
    Size { seen: BoardSize },
    /// A text that is too long.
    #[error("a text of {seen} bytes, expected at most {most}")]
    Text {
        /// Its length.
        seen: usize,
        /// The longest.
        most: usize,
    },
    /// Another number of records than announced.
    #[error("{seen} records, expected {expected} as announced")]
    Count {
        /// How many were written.
        seen: u64,
        /// How many were announced.
        expected: u64,
    },
}
