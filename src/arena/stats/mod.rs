//! Statistics of results, for matches of programs and of engines in one process: [`tally`] counts
//! games and pairs, [`elo`] says how much stronger a player is, [`sprt`] whether that is decided, and
//! [`rating`] rates many players at once.

pub mod elo;
pub(crate) mod matrix;
pub(crate) mod rating;
pub mod sprt;
pub mod tally;
