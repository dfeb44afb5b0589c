//! Layer 4: static evaluation. The value of a position without search, and static scores of moves.
//! May import `board` and below; of threats it sees only the counts.

pub(crate) mod classical;
mod evaluations;
mod evaluator;
pub(crate) mod shape;
pub(crate) mod threat_mask;
pub(crate) mod weights;

pub(crate) use classical::{Classical, MOVE_SCALE, PREVIOUS_SHARE};
pub(crate) use evaluations::Evaluations;
pub(crate) use evaluator::Evaluator;
pub(crate) use weights::{Weights, WeightsError};
