//! Layer 7: proofs of whole games. Imports `engine`, `records` and below.
#![doc = include_str!("README.md")]

mod advice;
pub(crate) mod answer;
pub(crate) mod book;
pub(crate) mod certificate;
pub(crate) mod checker;
pub(crate) mod claim;
pub(crate) mod draw;
mod estimate;
pub(crate) mod event;
pub(crate) mod expand;
pub(crate) mod extract;
mod far;
pub(crate) mod full;
pub(crate) mod graph;
pub(crate) mod held;
mod hold;
pub(crate) mod journal;
pub(crate) mod key;
pub(crate) mod packed;
mod pairing;
pub(crate) mod picture;
pub(crate) mod question;
pub(crate) mod refusal;
pub(crate) mod replay;
mod runs;
pub(crate) mod search;
mod side;
#[cfg(test)]
mod tests;
