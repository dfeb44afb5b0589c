//! Layer 4: forcing play. Imports `rules` and below.

pub mod defense;
pub mod statics;
