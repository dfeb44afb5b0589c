//! Layer 7: the match manager. It judges by `rules`, never by `search`.
//!
//! [`player`] is one program and the conversation with it, [`game`] one game between two of them.
//! The figures are pure: [`tally`] counts, [`elo`], [`sprt`] and [`rating`] judge, [`table`] lays out.

pub mod check;
pub mod config;
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
#[cfg(test)]
pub(crate) mod sample;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod table;
pub mod tally;
pub mod words;
