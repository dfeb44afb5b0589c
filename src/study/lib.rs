//! What the engine knows, for people and programs that ask.
//!
//! [`book_claims`] proves again what a book claims, [`explain`] says why a move is good, [`review`]
//! finds the mistakes of a game, [`puzzle`] asks for what was missed, [`prove`] proves who wins from
//! a position, [`board_svg`] draws a board, [`api`] is the JSON engine API that scripts and the board
//! in the browser speak.

pub mod board_svg;
pub mod explain;
pub mod prove;

pub mod book_claims;
pub mod puzzle;
pub mod review;

pub mod api;
