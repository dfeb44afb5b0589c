//! Layer 8: a board for people in the terminal. Imports `engine`, `records`, `rules` and below.
//!
//! What is played stands in [`game`], a pure state machine: [`command`]s go in, from words
//! ([`command::parse`]) or from [`keys`]; whom it waits for comes out. [`board`] and [`view`] turn it into
//! lines of styled text. Two drivers put them together: [`text`] for pipes, [`screen`] for a
//! [`terminal`]; [`engine_thread`] plays the engine's moves for both. [`replay`] shows kept games. Nobody here
//! opens standard streams or files: the command line hands them in.

pub mod board;
pub mod command;
pub mod engine_thread;
pub mod game;
pub mod game_store;
pub mod keys;
pub mod replay;
pub mod replay_screen;
pub mod screen;
pub mod style;
pub mod terminal;
pub mod text;
pub mod view;
