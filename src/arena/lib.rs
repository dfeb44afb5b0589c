//! The match manager, the acceptance test for engines, and their statistics. It knows engines only
//! by their protocol, and judges games by [`tengen_engine::rules`], never by a search.
//!
//! [`run()`] plays a match from its [`config`] to its files; [`check`] tests one brain as the judge
//! does, [`hostile`] with damaged dialogues. [`player`] is a program and the dialogue with it,
//! [`game`] one game between two players, [`schedule`] decides who meets whom, [`pool`] plays the
//! games, [`journal`] stores the finished ones, [`audit`] verifies them, [`exports`] and [`report`]
//! write the files made from them. A [`complaint`] is what a player says about how it was started. The
//! [`stats`] of results are pure functions; [`cross_table`] and [`summary`] format.

pub mod audit;
pub mod check;
pub(crate) mod complaint;
pub mod config;
pub(crate) mod cross_table;
pub mod exports;
pub(crate) mod game;
pub mod hostile;
pub mod journal;
pub mod merge;
pub mod player;
pub mod pool;
pub(crate) mod report;
pub(crate) mod result;
pub(crate) mod run;
#[cfg(test)]
pub(crate) mod sample;
pub mod schedule;
pub mod standings;
pub mod stats;
mod stopping;
pub mod summary;

pub use complaint::Complaints;
pub use run::{MatchOutcome, MatchWatcher, RunError, run};
