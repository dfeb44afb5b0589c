//! Layer 6: files about positions and games. Imports `rules` and below.
//!
//! A finished game is a [`GameRecord`]; it is kept as a line of JSON ([`jsonl`]) and handed on as a
//! Piskvork file ([`psq`]), as SGF ([`sgf`]) or as a result for rating tools ([`pgn`]). What stands
//! before a game is read by [`openings`] and [`positions`]. All of them turn text into values and values
//! into text; whoever calls opens the files. Only the collection of [`kept`] games has its file here,
//! because several programs write to it at once. Wrong text gives a typed error with its place
//! ([`located::Located`]).

pub mod game;
pub mod json;
pub mod jsonl;
pub mod library;
pub mod located;
pub mod openings;
pub mod pgn;
pub mod positions;
pub mod proof;
pub mod psq;
#[cfg(test)]
pub(crate) mod sample;
pub mod serde_text;
pub mod sgf;
pub mod verdict;

pub use game::{GameRecord, Opening, PlayedMove, Side, Swap2};
pub use verdict::{DrawReason, Verdict};
