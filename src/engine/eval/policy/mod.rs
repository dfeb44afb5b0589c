//! A learned score of moves: how likely a deeper search is to choose a cell.
//!
//! It orders the moves of every node, and so decides what the search reduces and leaves out. The
//! score of a cell for the side to move is the sum of
//!
//! * the score of the tables;
//! * the output of a network of one small layer: 16 features, the clipped sums of a learned row for
//!   each of the four [line windows](super::network::windows) and one for the pair of combined
//!   classes, each times a weight;
//! * a number for its offset from each of the last four moves: a search answers where it was
//!   attacked.
//!
//! All of it is integers. Cells that the tables put far behind the best have the tables' score
//! alone.
//!
//! * [`weights`]: the numbers, and their file;
//! * [`scorer`]: the lookup.
//!
//! Learning which moves a search will choose, to order and reduce them, is known from policy
//! networks; AlphaGo's for Go (D. Silver et al., "Mastering the game of Go with deep neural networks
//! and tree search", 2016, <https://doi.org/10.1038/nature16961>) and those of Rapfi for Gomoku
//! (<https://github.com/dhbloo/rapfi>). What it gained: `tournaments/results/2026-11-24-policy.md`.

pub mod scorer;
#[cfg(test)]
mod tests;
pub mod weights;

pub use scorer::{CellScores, Policy};
pub use weights::PolicyWeights;
