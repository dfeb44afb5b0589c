//! The result of a call to the engine.

use std::time::Duration;

use crate::board::Position;
use crate::search::{Iteration, SearchOutcome};
use crate::types::{Coord, Score};

/// The engine's decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move; two for [`crate::search::Goal::BalanceTwo`], but one if there is no room for two
    /// or the classic player chose; empty only if the board is full. If all empty points are
    /// forbidden to black, one of them (the game is lost either way).
    pub moves: Vec<Coord>,
    /// Value for the player to move.
    pub score: Score,
    /// Depth of the last finished iteration.
    pub depth: u32,
    /// Nodes visited, all threads.
    pub nodes: u64,
    /// The principal variation.
    pub pv: Vec<Coord>,
}

impl Choice {
    /// The move, or the first of two; `None` only if the board is full.
    pub fn best(&self) -> Option<Coord> {
        self.moves.first().copied()
    }

    /// The choice as a line that a search reports, for one that was made without a search: from a
    /// book, or because there was only one move.
    pub fn as_line(&self) -> Iteration {
        Iteration {
            pv_index: 0,
            variations: 1,
            depth: self.depth,
            selective_depth: self.depth,
            score: self.score,
            nodes: self.nodes,
            elapsed: Duration::ZERO,
            pv: self.pv.clone(),
        }
    }

    /// A move without any search.
    pub(super) fn only(coord: Option<Coord>) -> Self {
        let moves: Vec<Coord> = coord.into_iter().collect();
        Self { pv: moves.clone(), moves, score: Score(0), depth: 0, nodes: 0 }
    }

    /// Another move of the same search, with its value.
    pub(super) fn prefer(&mut self, coord: Coord, value: i32) {
        if self.moves.first() != Some(&coord) {
            self.moves = vec![coord];
            self.pv = self.moves.clone();
        }
        self.score = Score(value);
    }
}

impl From<SearchOutcome> for Choice {
    fn from(found: SearchOutcome) -> Self {
        let SearchOutcome { moves, score, depth, nodes, pv } = found;
        Self { moves, score, depth, nodes, pv }
    }
}

/// A search from which a book can learn.
#[derive(Debug)]
pub(super) struct FinishedSearch {
    /// The position that was searched.
    pub position: Position,
    /// What was found.
    pub choice: Choice,
}
