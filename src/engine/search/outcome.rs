//! The result of a search.

use crate::types::{Coord, Score};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOutcome {
    /// The chosen move, or two for [`Goal::BalanceTwo`](super::Goal::BalanceTwo) where there is
    /// room; empty if no legal move is allowed.
    pub moves: Vec<Coord>,
    /// Value for the side to move.
    pub score: Score,
    /// Depth of the last finished iteration.
    pub depth: u32,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// The principal variation.
    pub pv: Vec<Coord>,
}
