//! Why a review cannot be made.

use thiserror::Error;

use tengen_engine::board::PlaceError;
use tengen_engine::types::BoardSize;
use tengen_records::game::ReplayError;

/// Why a game cannot be reviewed.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// A stone that cannot be placed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A move, by its number, that cannot be placed.
    #[error("move {0}: {1}")]
    Move(usize, PlaceError),
    /// Two moves of a side in a row.
    #[error("move {0} is out of turn, expected black and white in turn")]
    Turn(usize),
    /// A board that is not searched.
    #[error("{}", .0.too_large())]
    Size(BoardSize),
    /// A game without a move.
    #[error("game {0} has no move to review")]
    Empty(u64),
}
