//! Layer 7: the brain on stdin and stdout.
//!
//! A reader thread parses each line once and interrupts the search if the line is urgent
//! ([`interrupt`]). The engine thread feeds the commands to the [`session`], a pure state machine,
//! and carries out its actions ([`mod@run`]). The text of commands and replies is in
//! [`crate::wire`]. Imports `engine`, `records`, `classic`, `search`, `rules`, `wire` and below.
//!
#![doc = include_str!("README.md")]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod about;
pub mod error;
pub mod game;
pub mod guarded_engine;
pub mod interrupt;
pub mod match_clock;
mod messages;
pub mod progress;
pub mod reader;
pub mod recorder;
pub mod run;
pub mod session;
pub mod settings;
pub mod setup;
pub mod swap2;
pub mod writer;
mod yixin;

pub use run::{BrainOptions, run};
