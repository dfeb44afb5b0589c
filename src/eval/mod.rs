//! Layer 4: static evaluation. The value of a position without search, and static scores of moves.
//! May import `board` and below; of threats it sees only the counts.

pub mod classical;
mod evaluations;
mod evaluator;
pub mod shape;
pub mod threat_mask;
pub mod weights;

pub use classical::{Classical, MOVE_SCALE, PREVIOUS_SHARE};
pub use evaluations::Evaluations;
pub use evaluator::Evaluator;
pub use threat_mask::threat_mask;
pub use weights::{Weights, WeightsError};
