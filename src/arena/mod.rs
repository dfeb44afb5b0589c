//! Layer 7: the match manager. It judges by `rules`, never by `search`. May import `records` and
//! below.
//!
//! [`run()`] plays a match from its [`config`] to its files; [`check`] tests one brain as the judge
//! does, [`hostile`] with damaged dialogues. [`player`] is a program and the dialogue with it,
//! [`game`] one game between two players, [`schedule`] decides who meets whom, [`pool`] plays the
//! games, [`journal`] stores the finished ones, [`exports`] and [`report`] write the files made
//! from them. Statistics are pure functions: [`tally`] counts, [`elo`], [`sprt`] and [`rating`]
//! estimate, [`cross_table`] and [`summary`] format.

pub(crate) mod check;
pub(crate) mod config;
pub(crate) mod cross_table;
pub(crate) mod elo;
pub(crate) mod exports;
pub(crate) mod game;
pub(crate) mod hostile;
pub(crate) mod journal;
pub(crate) mod matrix;
pub(crate) mod merge;
pub(crate) mod player;
pub(crate) mod pool;
pub(crate) mod rating;
pub(crate) mod report;
pub(crate) mod result;
pub(crate) mod run;
#[cfg(test)]
pub(crate) mod sample;
pub(crate) mod schedule;
pub(crate) mod sprt;
pub(crate) mod standings;
pub(crate) mod summary;
pub(crate) mod tally;

pub(crate) use run::{MatchOutcome, RunError, Watcher, run};
