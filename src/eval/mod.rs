//! Layer 4: what a position is worth without looking ahead, and which moves look good. Imports `board`
//! and below; knows nothing of threats beyond their counts.

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
