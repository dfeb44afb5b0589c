//! The definition of a player: program, settings and limits.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// The limits of a player. `None` means unlimited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayLimits {
    /// Time per move.
    pub turn: Option<Duration>,
    /// Time per game.
    pub game: Option<Duration>,
    /// Time added to the game clock after every move.
    pub increment: Duration,
    /// Overrun that is tolerated at every move.
    pub tolerance: Duration,
    /// Nodes per move (`INFO max_node`).
    pub nodes: Option<u64>,
    /// Depth of one search in plies (`INFO max_depth`).
    pub depth: Option<u32>,
    /// Memory in bytes; enforced, and sent as `INFO max_memory`.
    pub memory: Option<u64>,
}

impl PlayLimits {
    /// The judge's tolerance.
    pub(crate) const TOLERANCE: Duration = Duration::from_secs(1);
    /// Longest wait for a move without a time limit, so that a hanging player ends its game.
    pub(crate) const HANG: Duration = Duration::from_secs(120);
}

/// What limits a move, then what limits a game: `250 ms per move, 350 MiB, 1000 ms of tolerance`.
impl fmt::Display for PlayLimits {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |time: Duration| format!("{} ms", time.as_millis());
        let increment = Some(self.increment).filter(|increment| !increment.is_zero());
        let limits = [
            self.turn.map(|turn| format!("{} per move", millis(turn))),
            self.game.map(|game| format!("{} per game", millis(game))),
            increment.map(|more| format!("{} more after every move", millis(more))),
            self.nodes.map(|nodes| format!("{nodes} nodes per move")),
            self.depth.map(|depth| format!("depth {depth}")),
            self.memory.map(|bytes| format!("{} MiB", bytes >> 20)),
            Some(format!("{} of tolerance", millis(self.tolerance))),
        ];
        out.write_str(&limits.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
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
pub(crate) struct PlayerSpec {
    /// The name in tables and records, unique in the match.
    pub name: String,
    /// The executable.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The folder it starts in.
    pub folder: Option<PathBuf>,
    /// Keys and values of INFO lines after the manager's own, in this order.
    pub info: Vec<(String, String)>,
    /// Its limits.
    pub limits: PlayLimits,
    /// How long to wait after an answer before the next command is sent. Some engines drop input
    /// that arrives right after their answer.
    pub settle: Duration,
}
