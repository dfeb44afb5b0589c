//! What a search tells while it runs.

use std::time::Duration;

use crate::types::{Coord, Score};

/// One finished iteration of one principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Which variation, counted from 0 (more than one only with multi-PV).
    pub pv_index: usize,
    /// How many variations each iteration has: as many as were asked for and there are moves.
    pub variations: usize,
    /// Nominal depth in plies.
    pub depth: u32,
    /// Deepest ply that was looked at.
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

/// What became of a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It is being searched.
    Searching,
    /// It was searched and is not the best.
    Done,
    /// It is the best so far.
    Best,
    /// It loses by force.
    Lost,
}

/// A message of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An iteration is finished.
    Iteration(Iteration),
    /// A forced win was found and replayed against every reply: the search ends with it.
    Proved(Iteration),
    /// A root move changed its state. Only sent when the iteration lasts long enough to be watched.
    Root {
        /// The move.
        coord: Coord,
        /// Its new state.
        mark: Mark,
    },
}

/// Whoever wants to hear the search.
pub trait Listener {
    /// Called from the searching thread; must return soon.
    fn hear(&mut self, event: &Event);
}

/// Hears nothing.
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
