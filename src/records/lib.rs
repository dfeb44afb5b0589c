//! Games, positions and books: one model, and the files that hold it.
//!
//! A game is a [`GameRecord`], finished or not; with variations and comments it is a [`game_tree`],
//! which [`game_json`] writes as JSON. Every format is a view of it: JSON lines ([`jsonl`], which
//! lose nothing), Piskvork's files ([`psq`]), SGF ([`sgf`]), lists of moves ([`txt`]), the CSV rows
//! of the [`library`], RenLib's libraries ([`renlib`]), results for rating tools ([`pgn`]), RenjuNet's
//! database ([`rif`]), Yixin-Board's positions ([`yixin`]), records of Gomotur ([`rec`]), links
//! ([`link`]) and drawn boards ([`drawing`]); [`game_format`] is the table of all of them.
//! [`words`] reads how others spell rules, results and dates; [`unread`] names games that cannot be
//! read beside others that can, [`fault`] the kinds of what is wrong with a file, [`read_note`] what a
//! reader did that its user should know, [`read_loss`] what it guessed or left out.
//! Positions are described by [`positions`], openings by [`openings`], the choices of an opening
//! rule by [`OpeningChoices`], what continues a game by [`unfinished`], proved wins by [`proof`].
//!
//! These modules turn text into values and values into text; the caller opens the files. The
//! exceptions are [`library::store`], because several programs write to a library at once, and
//! [`book`], which knows positions rather than games: it is a database in a file, or a small sealed
//! one. [`book_formats`] writes and reads its records as text. Bad text gives a typed error with its
//! place.

pub mod book;
pub mod book_formats;
mod cell_text;
pub mod drawing;
pub mod ending;
pub mod fault;
pub mod file_format;
mod file_text;
pub mod game;
pub mod game_format;
pub mod game_json;
pub mod game_tree;
pub mod json;
pub mod jsonl;
pub mod library;
mod line;
pub mod link;
mod listed_line;
pub(crate) mod located;
mod marks_json;
pub mod move_text;
pub(crate) mod node_marks;
mod opening_choices;
pub mod openings;
mod other_text;
pub(crate) mod outcome;
mod pasted;
mod pasted_heading;
mod pasted_letters;
pub mod pgn;
pub mod positions;
pub mod proof;
pub mod psq;
pub mod read_loss;
pub mod read_note;
pub mod rec;
pub mod renlib;
pub mod rif;
#[doc(hidden)]
pub mod sample;
pub mod serde_text;
pub mod sgf;
pub(crate) mod tree_builder;
pub mod txt;
pub mod unfinished;
pub mod unread;
pub mod verdict;
pub mod words;
pub mod yixin;

pub use ending::GameEnd;
pub use game::{GameRecord, GameSide, Opening, PlayedMove, Swap2};
pub use line::PositionLine;
pub use opening_choices::{OpeningChoices, OpeningChoicesError};
pub use outcome::GameOutcome;
pub use verdict::{DrawReason, Verdict};
