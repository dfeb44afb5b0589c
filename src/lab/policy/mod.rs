//! Training of the policy: [`samples`] takes the moves that searches chose from files of games,
//! [`model`] is the policy in real numbers with its gradient, [`fit`] what the trainer does with it.

pub mod fit;
pub mod model;
pub mod samples;
