//! Layer 8: a board for people in the terminal. Imports `engine`, `records`, `rules` and below.
//!
//! What is played stands in [`game`], a pure state machine: [`command`]s go in, from words
//! ([`command::parse`]) or from [`keys`]; whom it waits for comes out. [`board`] and [`view`] turn
//! it into lines of styled text. Two drivers put them together: [`text`] for pipes, [`screen`] for
//! a [`terminal`]; [`engine_thread`] plays the engine's moves for both. [`replay`] shows kept
//! games. Nobody here opens standard streams or files: the command line hands them in.

pub(crate) mod board;
pub(crate) mod command;
pub(crate) mod engine_thread;
pub(crate) mod game;
pub(crate) mod game_store;
pub(crate) mod keys;
pub(crate) mod replay;
pub(crate) mod replay_screen;
pub(crate) mod screen;
pub(crate) mod style;
pub(crate) mod terminal;
pub(crate) mod text;
pub(crate) mod view;
