//! Layer 6: games and positions as text. Imports `rules` and below.
//!
//! A game is a [`GameRecord`], finished or not; with variations and comments it is a [`game_tree`],
//! which [`game_json`] writes as JSON. Every format is a view of it: JSON lines ([`jsonl`], which
//! lose nothing), Piskvork's files ([`psq`]), SGF ([`sgf`]), lists of moves ([`txt`]), the CSV rows
//! of the [`library`], RenLib's libraries ([`renlib`]), and results for rating tools ([`pgn`],
//! written only); [`game_format`] has all of them by name. Records of books are in [`book`].
//! Positions are described by [`positions`], openings by [`openings`], the choices of an opening
//! rule by [`OpeningChoices`], proved wins by [`proof`].
//!
//! These modules turn text into values and values into text; the caller opens the files. The
//! exception is [`library::store`], because several programs write to a library at once. Bad text
//! gives a typed error with its place.

#[cfg(feature = "api")]
pub(crate) mod book;
pub(crate) mod game;
#[cfg(feature = "api")]
pub(crate) mod game_format;
#[cfg(feature = "api")]
pub(crate) mod game_json;
pub(crate) mod game_tree;
pub(crate) mod json;
pub mod jsonl;
pub(crate) mod library;
pub(crate) mod located;
#[cfg(feature = "api")]
mod marks_json;
pub(crate) mod node_marks;
mod opening_choices;
pub(crate) mod openings;
pub(crate) mod outcome;
pub(crate) mod pgn;
pub mod positions;
pub(crate) mod proof;
pub(crate) mod psq;
#[cfg(feature = "api")]
pub(crate) mod renlib;
#[cfg(test)]
pub(crate) mod sample;
pub(crate) mod serde_text;
pub(crate) mod sgf;
pub(crate) mod tree_builder;
pub(crate) mod txt;
pub(crate) mod verdict;

pub use game::{GameRecord, Opening, PlayedMove, Side, Swap2};
pub use opening_choices::{OpeningChoices, OpeningChoicesError};
pub use outcome::GameOutcome;
pub use verdict::{DrawReason, Verdict};
