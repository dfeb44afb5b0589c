//! Proofs of whole games.
#![doc = include_str!("README.md")]

mod advice;
pub mod answer;
pub mod book;
pub mod certificate;
pub mod checker;
pub mod claim;
mod counts;
pub mod draw;
mod estimate;
pub mod event;
pub mod expand;
pub mod extract;
mod far;
pub mod full;
pub mod graph;
pub mod held;
mod hold;
pub mod journal;
pub mod key;
pub mod packed;
mod pairing;
pub mod picture;
pub mod question;
pub mod refusal;
pub mod replay;
mod runs;
pub mod search;
mod side;
#[cfg(test)]
mod tests;
