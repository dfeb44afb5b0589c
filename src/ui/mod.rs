//! Layer 9: boards for people: in the terminal, and in the [`browser`]. Imports `api`, `engine`,
//! `records`, `rules` and below.
//!
//! [`game`] is the game, a pure state machine. Its inputs are [`command`]s, parsed from words
//! ([`command::parse`]) or [`keys`]. [`board`] and [`view`] render it as lines of styled text,
//! which ratatui shows. Two drivers combine them: [`text`] for pipes, [`screen`] for a
//! [`terminal`]. Both use a [`table`], which connects the game with the engine ([`engine_thread`])
//! and the files ([`game_store`]) and never loses a game. [`resume`] continues interrupted games,
//! [`replay`] shows recorded ones. Only [`terminal`] uses standard output; all other streams and
//! files are passed in by the command line.

pub(crate) mod board;
pub(crate) mod browser;
pub(crate) mod command;
pub(crate) mod engine_thread;
pub(crate) mod game;
pub(crate) mod game_store;
pub(crate) mod glyphs;
pub(crate) mod keys;
pub(crate) mod replay;
pub(crate) mod replay_screen;
pub(crate) mod resume;
pub(crate) mod saved_file;
pub(crate) mod screen;
pub(crate) mod style;
pub(crate) mod table;
pub(crate) mod terminal;
pub(crate) mod text;
pub(crate) mod view;
