//! A small neural network on top of the classical evaluation.
//!
//! Every empty cell has 32 features: the clipped sum of one learned row for each of its four
//! [`windows`] and one for the pair of its combined classes. At stones and next to them the first
//! 16, clipped, are convolved with those of the eight cells around, and clipped again. The sums of
//! both kinds of features over the board go through two layers of 32 units to a number in log-odds,
//! which is added to the classical evaluation. All of it is integers: every machine computes the
//! same value.
//!
//! * [`weights`]: the numbers, and their file;
//! * [`tables`]: the rows of a player's view, ready for lookup, and the network computed from a
//!   position, slowly;
//! * [`state`]: the features kept up to date while stones are placed and undone;
//! * [`convolution`]: the convolved features, recomputed for every value;
//! * [`layers`]: the value from the sums;
//! * [`kernels`]: the loops over channels.
//!
//! Summing learned rows of line windows in each cell is an idea of Rapfi's networks
//! (<https://github.com/dhbloo/rapfi>), the incremental sums are those of NNUE
//! (<https://www.chessprogramming.org/NNUE>). Which network was chosen, and what others gained:
//! `tournaments/results/2026-11-23-network.md`; where it is asked: `2026-11-25-lazy.md`.

mod convolution;
pub(crate) mod kernels;
mod layers;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
pub(crate) mod state;
pub(crate) mod tables;
#[cfg(test)]
mod tests;
pub mod weights;
pub mod windows;

pub use state::NetworkState;
pub use tables::{Network, near_cells};
pub use weights::NetworkWeights;
