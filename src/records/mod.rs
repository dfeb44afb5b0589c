//! Layer 6: files about positions and games. Imports `rules` and below.

pub mod positions;
