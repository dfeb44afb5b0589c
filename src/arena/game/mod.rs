//! One game: clocks, the referee, the two participants, and the runner that plays games in turn.

pub mod adjudication;
pub mod clock;
pub mod participant;
pub mod referee;
pub mod runner;
mod running;
pub mod setup;
mod swap2;

pub use adjudication::Adjudication;
pub use referee::{GameRules, Referee};
pub use runner::{FinishedGame, GameRunner};
pub use setup::{GameSetup, Pairing};
