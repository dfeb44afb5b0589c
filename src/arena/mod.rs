//! Layer 7: the match manager. It judges by `rules`, never by `search`. May import `records` and
//! below.
//!
//! [`run()`] plays a match from its [`config`] to its files; [`check`] tests one brain. [`player`]
//! is a program and the dialogue with it, [`game`] one game between two of them, [`schedule`] who
//! meets whom, [`pool`] the games in play, [`journal`] the finished ones, [`exports`] and
//! [`report`] the files made from them. Statistics are pure functions: [`tally`] counts, [`elo`],
//! [`sprt`] and [`rating`] estimate, [`cross_table`] and [`summary`] format.

pub mod check;
pub mod config;
pub mod cross_table;
pub mod elo;
pub mod exports;
pub mod game;
pub mod journal;
pub mod matrix;
pub mod merge;
pub mod player;
pub mod pool;
pub mod rating;
pub mod report;
pub mod result;
pub mod run;
#[cfg(test)]
pub(crate) mod sample;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod summary;
pub mod tally;

pub use run::{MatchOutcome, RunError, Watcher, run};
