//! Who a player is and what it is given.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The bounds of a player's thinking. `None` means unlimited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayLimits {
    /// Time for one move.
    pub turn: Option<Duration>,
    /// Time for the whole game.
    pub game: Option<Duration>,
    /// Time added to the game's time after every move.
    pub increment: Duration,
    /// Overrun that is forgiven at every move.
    pub tolerance: Duration,
    /// Nodes for one move (`INFO max_node`).
    pub nodes: Option<u64>,
    /// Depth of one search in plies (`INFO max_depth`).
    pub depth: Option<u32>,
    /// Memory in bytes; enforced, and told with `INFO max_memory`.
    pub memory: Option<u64>,
}

impl PlayLimits {
    /// The judge's tolerance.
    pub const TOLERANCE: Duration = Duration::from_secs(1);
    /// Longest wait for a move that has no limit of time, so that a player that hangs ends its game.
    pub const HANG: Duration = Duration::from_secs(120);
}

impl Default for PlayLimits {
    fn default() -> Self {
        Self {
            turn: None,
            game: None,
            increment: Duration::ZERO,
            tolerance: Self::TOLERANCE,
            nodes: None,
            depth: None,
            memory: None,
        }
    }
}

/// A player of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The name in tables and records, unique in the match.
    pub name: String,
    /// The executable.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The folder it starts in.
    pub folder: Option<PathBuf>,
    /// What is told by `INFO key value` after the manager's own, in this order.
    pub info: Vec<(String, String)>,
    /// Its limits.
    pub limits: PlayLimits,
    /// How long to wait after an answer before the next command is sent. Some engines drop what
    /// arrives in the instant after they answered.
    pub settle: Duration,
}
