//! One game: clocks, the referee, the two participants, and the runner that plays games in turn.

pub(crate) mod adjudication;
pub(crate) mod clock;
pub(crate) mod ending;
pub(crate) mod participant;
pub(crate) mod referee;
pub(crate) mod runner;
mod running;
pub(crate) mod setup;
mod swap2;

pub(crate) use adjudication::Adjudication;
pub(crate) use referee::{GameRules, Referee};
pub(crate) use runner::{FinishedGame, GameRunner};
pub(crate) use setup::{MatchGames, Pairing};
