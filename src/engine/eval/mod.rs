//! Layer 4: static evaluation. The value of a position without search, and static scores of moves:
//! [`classical`] by tables, whose value [`network`] and whose order of moves [`policy`] corrects.
//! May import `board` and below; of threats it sees only the counts.

mod built_in;
mod bytes;
pub(crate) mod classical;
pub mod color_file;
mod evaluation;
mod evaluations;
mod evaluator;
mod expected;
pub mod network;
pub mod policy;
pub mod shape;
pub mod threat_mask;
pub mod weights;

pub use built_in::embedded_files;
pub use bytes::WeightsError;
pub use classical::{Classical, MOVE_SCALE, PREVIOUS_SHARE};
pub use evaluation::Evaluation;
pub(crate) use evaluations::Evaluations;
pub use evaluations::{EvaluationKind, EvaluationKindError};
pub use evaluator::{AllRulesEvaluator, Evaluator, StaticValue};
pub use network::{Network, NetworkWeights};
pub use policy::{Policy, PolicyWeights};
pub use weights::Weights;
