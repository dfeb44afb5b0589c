//! What the engine knows, for people and programs that ask.
//!
//! [`explain`] says why a move is good, [`review`] finds the mistakes of a game, [`api`] is the JSON
//! engine API that scripts and the board in the browser speak.

#![allow(rustdoc::private_intra_doc_links)]

pub mod explain;

pub mod review;

pub mod api;
