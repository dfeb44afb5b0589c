//! Observing a search: counting nodes, drawing the tree that it visited. Imports `game`.
//!
//! The searches report every step to an [`SearchObserver`] and do not depend on what it does. So the
//! algorithms stay as short as in a book, and the counts and drawings come from the code that
//! plays.

use super::game::{INFINITY, Player};

/// The window of alpha-beta, in the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// What the player to move is already sure of elsewhere.
    pub alpha: i32,
    /// What the opponent is already sure to hold the player down to.
    pub beta: i32,
}

impl Bounds {
    /// No bounds at all: every value matters.
    pub(crate) const OPEN: Bounds = Bounds { alpha: -INFINITY, beta: INFINITY };

    /// The window as the other player sees it: `(alpha, beta)` becomes `(-beta, -alpha)`.
    #[must_use]
    pub(crate) const fn turned(self) -> Bounds {
        Bounds { alpha: -self.beta, beta: -self.alpha }
    }
}

/// How a node got its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The game is over there.
    End,
    /// The depth limit was reached and the position was estimated.
    Depth,
    /// The table of seen positions contained it.
    Table,
    /// Its moves were searched.
    Moves,
}

/// Receives the events of a search. Every method is optional.
pub trait SearchObserver<M> {
    /// The search is about to place a move.
    fn step(&mut self, _chosen: M) {}
    /// The search arrives at a node (the one after the last `step`, or the root).
    fn enter(&mut self, _to_move: Player, _bounds: Bounds) {}
    /// These moves of the current node will not be searched.
    fn cut(&mut self, _rest: &[M]) {}
    /// The search leaves the node with a value in the view of the player to move there.
    fn leave(&mut self, _value: i32, _why: Why) {}
}

/// Ignores all events.
impl<M> SearchObserver<M> for () {}

/// Counts what a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Positions entered, the root among them.
    pub nodes: u64,
    /// Entered positions in which the game was over.
    pub ends: u64,
    /// Entered positions answered by the table.
    pub seen: u64,
    /// Nodes at which moves were left out.
    pub cuts: u64,
}

impl<M> SearchObserver<M> for SearchCounts {
    fn enter(&mut self, _to_move: Player, _bounds: Bounds) {
        self.nodes += 1;
    }

    fn cut(&mut self, rest: &[M]) {
        self.cuts += u64::from(!rest.is_empty());
    }

    fn leave(&mut self, _value: i32, why: Why) {
        self.ends += u64::from(why == Why::End);
        self.seen += u64::from(why == Why::Table);
    }
}
