//! Boards for people: in the terminal, and in the [`browser`].
//!
//! [`game`] is the game, a pure state machine. Its inputs are [`command`]s, parsed from words
//! ([`command::parse`]) or [`keys`]. [`board`] and [`view`] render it as lines of styled text,
//! which ratatui shows. Two drivers combine them: [`text`] for pipes, [`screen`] for a
//! [`terminal`]. Both use a [`table`], which connects the game with the engine ([`engine_thread`])
//! and the files ([`game_store`]) and never loses a game. [`resume`] continues interrupted games,
//! [`replay`] shows recorded ones. Only [`terminal`] uses standard output; all other streams and
//! files are passed in by the command line.

pub mod board;
pub mod browser;
pub(crate) mod command;
pub mod engine_thread;
pub mod game;
pub mod game_store;
pub mod glyphs;
pub(crate) mod keys;
pub mod puzzles;
pub mod replay;
pub mod replay_screen;
pub mod resume;
pub mod screen;
pub(crate) mod style;
pub mod table;
pub mod terminal;
pub mod text;
pub(crate) mod view;
