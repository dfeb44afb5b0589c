//! Layer 7: the match manager.
//!
//! The figures are pure: [`tally`] counts, [`elo`], [`sprt`] and [`rating`] judge, [`table`] lays out.

pub mod elo;
pub mod matrix;
pub mod normal;
pub mod rating;
#[cfg(test)]
pub(crate) mod sample;
pub mod sprt;
pub mod table;
pub mod tally;
