//! What a search looks for, and when it ends.

use std::time::Duration;

use crate::types::Coord;

/// What the search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Goal {
    /// The best move.
    #[default]
    Best,
    /// One move after which the value is closest to `bias` for the player who has just moved.
    BalanceOne {
        /// The wanted value, see [`crate::types::Score`].
        bias: i32,
    },
    /// Two moves, one of each side, after which the value is closest to `bias`.
    BalanceTwo {
        /// The wanted value, see [`crate::types::Score`].
        bias: i32,
    },
}

/// The bounds of one search. `None` means unlimited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest time for this move. Zero: answer at once by the static evaluation.
    pub turn: Option<Duration>,
    /// Time left for the rest of the game (zero if it is used up).
    pub left: Option<Duration>,
    /// Time added to the clock after every move.
    pub increment: Duration,
    /// Safety margin for communication overhead, taken off every time limit.
    pub reserve: Duration,
    /// Time already used when the search starts: the command was read, queued and parsed.
    pub used: Duration,
    /// How late the system recently woke this process: the answer may be read just as late.
    pub delay: Duration,
    /// So many nodes are one millisecond: the clock of the search counts nodes, and with one thread
    /// its result is the same every time, at any load. `None`: the clock of the system. Stockfish's
    /// ["nodestime"](https://official-stockfish.github.io/docs/stockfish-wiki/UCI-&-Commands.html).
    pub nodes_per_ms: Option<u32>,
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Most nodes, all threads together.
    pub nodes: Option<u64>,
    /// How many principal variations to find, at least 1.
    pub multi_pv: usize,
    /// Root moves that may not be played (`yxblock`).
    pub excluded: Vec<Coord>,
    /// What to find.
    pub goal: Goal,
    /// Whether the value is wanted as well as the move: then a single legal move is searched even
    /// if a clock is running.
    pub analysis: bool,
}

impl Limits {
    /// The default of [`Limits::reserve`].
    pub const RESERVE: Duration = Duration::from_millis(30);

    /// A search of at most so many nodes. With one thread its result is the same every time.
    pub fn of_nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A search of so many plies. With one thread its result is the same every time.
    pub fn of_depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// The nodes that pass in a time; `None` unless the clock counts nodes.
    pub(crate) fn nodes_in(&self, time: Duration) -> Option<u64> {
        let rate = u128::from(self.nodes_per_ms?);
        Some(u64::try_from(time.as_micros() * rate / 1000).unwrap_or(u64::MAX))
    }

    /// A search of at most this long, without a margin for communication.
    pub fn of_time(time: Duration) -> Self {
        Self { turn: Some(time), reserve: Duration::ZERO, ..Self::default() }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            turn: None,
            left: None,
            increment: Duration::ZERO,
            reserve: Self::RESERVE,
            used: Duration::ZERO,
            delay: Duration::ZERO,
            nodes_per_ms: None,
            depth: None,
            nodes: None,
            multi_pv: 1,
            excluded: Vec::new(),
            goal: Goal::Best,
            analysis: false,
        }
    }
}
