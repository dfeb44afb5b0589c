//! Layer 7: training. So far of the classic player's sixteen weights.

pub mod classic;
