//! Layer 6: games and positions as text. Imports `rules` and below.
//!
//! A game is a [`GameRecord`], finished or not. Every format is a view of it: JSON lines ([`jsonl`], which
//! lose nothing), Piskvork's files ([`psq`]), SGF ([`sgf`]), lists of moves ([`txt`]), the CSV rows of the
//! [`library`], and results for rating tools ([`pgn`], written only). Positions are described by
//! [`positions`], openings by [`openings`], proved wins by [`proof`].
//!
//! These modules turn text into values and values into text; the caller opens the files. The exception
//! is [`library::store`], because several programs write to a library at once. Bad text gives a typed
//! error with its place.

pub mod game;
pub mod json;
pub mod jsonl;
pub mod library;
pub mod located;
pub mod openings;
pub mod outcome;
pub mod pgn;
pub mod positions;
pub mod proof;
pub mod psq;
#[cfg(test)]
pub(crate) mod sample;
pub mod serde_text;
pub mod sgf;
pub mod txt;
pub mod verdict;

pub use game::{GameRecord, Opening, PlayedMove, Side, Swap2};
pub use outcome::GameOutcome;
pub use verdict::{DrawReason, Verdict};
