//! Layer 6: the engine without I/O. A [`Position`] and [`Limits`] go in, a [`Choice`] comes out.

use crate::board::Position;
use crate::search::{Limits, Listener, StopFlag};
use crate::types::{Coord, Score};

/// What the engine may use. Changing it may rebuild tables; unchanged values cost nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Most memory of the whole process in bytes, as the judge counts it; 0 = the default of 350 MiB.
    pub max_memory: u64,
    /// Size of the transposition table in KiB; `None`: as large as `max_memory` allows.
    pub hash_kib: Option<u64>,
    /// Number of searching threads, at least 1.
    pub threads: usize,
}

impl Options {
    /// Gomocup's limit, taken when a manager names none: 350 MiB.
    pub const DEFAULT_MEMORY: u64 = 350 << 20;
}

impl Default for Options {
    fn default() -> Self {
        Self { max_memory: 0, hash_kib: None, threads: 1 }
    }
}

/// What the engine decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move; two for [`crate::search::Goal::BalanceTwo`]; empty only when no point of the board is
    /// empty. When black has forbidden points only, one of them (the game is lost either way).
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

/// The engine: options, tables that live from move to move, and nothing that prints.
#[derive(Debug, Default)]
pub struct Engine {
    options: Options,
}

impl Engine {
    /// An engine with default options. Cheap: tables are made when first needed.
    pub fn new() -> Self {
        Self::default()
    }

    /// The options in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Puts new options in force.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    /// The least [`Options::max_memory`] (0 aside) that the engine can keep, in bytes.
    pub fn min_memory() -> u64 {
        16 << 20
    }

    /// Forgets everything learned from earlier searches (a new game, `yxhashclear`).
    pub fn forget(&mut self) {}

    /// Thinks about a position within the limits. Returns soon after `stop` is set. Never panics: an
    /// inner fault is logged and answered with a legal move.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Choice {
        let _ = (limits, stop, listener);
        let moves = position.empty_coords().take(1).collect();
        Choice { moves, score: Score(0), depth: 0, nodes: 0, pv: Vec::new() }
    }
}
