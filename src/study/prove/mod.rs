//! Proofs of whole games.
#![doc = include_str!("README.md")]

mod advice;
pub mod answer;
pub mod book;
pub mod certificate;
pub mod checked_entries;
pub mod checker;
pub mod claim;
mod claim_search;
mod counts;
pub mod draw;
mod estimate;
pub mod expand;
pub mod extract;
pub mod finding;
pub mod full;
pub mod graph;
pub mod journal;
pub mod key;
pub mod packed;
mod pairing;
mod pairing_search;
mod pass_win;
pub mod picture;
pub mod question;
pub mod refusal;
pub mod replay;
mod runs;
pub mod search;
#[cfg(test)]
mod tests;
