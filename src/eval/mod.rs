//! Layer 4: what a position is worth without looking ahead, and which moves look good. Imports `board`
//! and below; knows nothing of threats beyond their counts.

pub mod classical;
pub mod tables;

pub use classical::Classical;
