//! The brain on stdin and stdout.
//!
//! A reader thread parses each line once and interrupts the search if the line is urgent
//! ([`interrupt`]). The engine thread feeds the commands to the [`session`], a pure state machine,
//! and executes its actions ([`mod@run`]). [`database`] answers the database commands of
//! Yixin-Board. The text of commands and replies is in [`crate::wire`].
//!
#![doc = include_str!("README.md")]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod about;
mod blocked;
mod client;
pub(crate) mod client_messages;
pub(crate) mod database;
mod ending;
pub(crate) mod error;
pub(crate) mod game;
pub(crate) mod interrupt;
pub(crate) mod match_clock;
mod messages;
pub(crate) mod progress;
pub(crate) mod queue;
pub(crate) mod reader;
pub(crate) mod recorder;
pub(crate) mod run;
mod scheduler;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod setup;
mod tools;
pub(crate) mod writer;
mod yixin;

pub(crate) use run::{BrainOptions, run};
