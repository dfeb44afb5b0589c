//! Layer 6: files about positions and games. Imports `rules` and below.

pub mod game;
pub mod openings;
pub mod positions;
pub mod verdict;
pub mod words;

pub use game::{GameRecord, Opening, PlayedMove, Side, Swap2};
pub use verdict::{DrawReason, Verdict};
