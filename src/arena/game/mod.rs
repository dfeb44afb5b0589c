//! One game: clocks, the referee, the two seats, and the table at which it is played.

pub mod adjudication;
pub mod clock;
pub mod referee;
pub mod seat;
mod swap2;
pub mod table;

pub use adjudication::Adjudication;
pub use referee::{GameRules, Referee};
pub use table::{Finished, Pairing, Setting, Table};
