//! The text of the Piskvork protocol, in both directions.
//!
//! [`Command`] is what a manager sends, [`Reply`] what a brain sends. Both parse and print, so the
//! brain ([`protocol`](crate::protocol)) and the match manager (`tengen-arena`) share one
//! definition of every line. [`line::LineSplitter`] cuts bytes into lines, [`BlockReader`] collects
//! the rows of `BOARD … DONE`.
//!
//! Nothing here knows the state of a game: `protocol` decides whether a command makes sense now,
//! `tengen-arena` whether a reply is legal.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

pub(crate) mod block;
pub(crate) mod command;
pub(crate) mod database;
pub(crate) mod error;
pub(crate) mod extension;
pub(crate) mod info;
mod lexer;
pub mod line;
pub(crate) mod point;
pub(crate) mod reply;
#[cfg(test)]
mod round_trip;
pub(crate) mod step;
pub(crate) mod text_lines;

pub use block::{Block, BlockKind, BlockProgress, BlockReader, BlockRow};
pub use command::{Command, ParsedLine};
pub use error::ParseError;
pub use extension::{Extension, FileWord};
pub use info::Info;
pub(crate) use info::{KEYS_OF_RAPFI, WITHOUT_EFFECT};
pub use line::WireLine;
pub use point::{Axes, NumberPair};
pub use reply::Reply;
pub use step::YxStep;

use tengen_engine::types::BoardSize;

/// Bytes of a line that are read; the rest of a longer line is dropped. The whole `BOARD` block of
/// a full 22×22 board fits on one line. Piskvork reads 8000 bytes.
pub(crate) const MAX_LINE_BYTES: usize = 8192;

/// Bytes of a reply that are sent (but `FORBID` and texts of the database are never cut).
pub(crate) const MAX_REPLY_BYTES: usize = 1_000;

/// Bytes of a quoted text that are kept; the rest of a longer one is dropped.
pub(crate) const MAX_TEXT_BYTES: usize = 1 << 20;

/// Rows of a block: the points of the largest board.
pub(crate) const MAX_BLOCK_ROWS: usize = BoardSize::MAX as usize * BoardSize::MAX as usize;

/// `INFO time_left`, `timeout_turn` and `timeout_match` mean "no limit" from this value on:
/// Piskvork and c-gomoku-cli send the largest 32-bit integer.
pub const UNLIMITED_MS: i64 = 2_147_483_647;

/// What graphical managers send as `INFO timeout_turn` for an analysis without a limit. Larger
/// values overflow in some engines, and 0 means "move at once".
pub const ANALYSIS_TURN_MS: i64 = 2_000_000;
