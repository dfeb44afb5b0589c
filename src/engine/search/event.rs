//! What a search reports while it runs.

use std::time::Duration;

use crate::types::{Coord, Score};

/// One finished iteration of one principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Which variation, counted from 0 (more than one only with multi-PV).
    pub pv_index: usize,
    /// Variations per iteration: the number requested, at most the number of root moves.
    pub variations: usize,
    /// Nominal depth in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Value for the player to move.
    pub score: Score,
    /// Nodes so far, all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The variation, the move to play first.
    pub pv: Vec<Coord>,
}

/// The state of a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootMark {
    /// It is being searched.
    Searching,
    /// It was searched and is not the best.
    Done,
    /// It is the best so far.
    Best,
    /// It loses by force.
    Lost,
}

/// A report of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An iteration is finished.
    Iteration(Iteration),
    /// A forced win was found and replayed against every reply: the search ends with it.
    Proved(Iteration),
    /// The move of a book, with the value that the book claims: nothing was searched or proved.
    Book(Iteration),
    /// A root move changed its state. Sent only once a search has run long enough for a person to
    /// follow.
    Root {
        /// The move.
        coord: Coord,
        /// Its new state.
        mark: RootMark,
    },
}

/// A receiver of search events.
pub trait Listener {
    /// Called on the searching thread: must return quickly.
    fn hear(&mut self, event: &Event);
}

/// Ignores every event.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullListener;

impl Listener for NullListener {
    fn hear(&mut self, _event: &Event) {}
}

impl Listener for Vec<Event> {
    fn hear(&mut self, event: &Event) {
        self.push(event.clone());
    }
}
