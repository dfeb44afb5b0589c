//! Layer 4: static evaluation. The value of a position without search, and static scores of moves:
//! [`classical`] by tables, whose value [`network`] and whose order of moves [`policy`] corrects.
//! May import `board` and below; of threats it sees only the counts.

mod built_in;
mod bytes;
pub(crate) mod classical;
pub(crate) mod color_file;
mod evaluation;
mod evaluations;
mod evaluator;
mod expected;
pub(crate) mod network;
pub(crate) mod policy;
pub(crate) mod shape;
pub(crate) mod threat_mask;
pub(crate) mod weights;

pub(crate) use bytes::WeightsError;
pub(crate) use classical::{Classical, MOVE_SCALE, PREVIOUS_SHARE};
pub(crate) use evaluation::Evaluation;
pub(crate) use evaluations::Evaluations;
pub use evaluations::{EvaluationKind, EvaluationKindError};
pub(crate) use evaluator::{Evaluator, StaticValue};
pub(crate) use network::{Network, NetworkWeights};
pub(crate) use policy::{Policy, PolicyWeights};
pub(crate) use weights::Weights;
