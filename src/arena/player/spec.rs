//! The definition of a player: program, settings and limits.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// The limits of a player. `None` means unlimited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayLimits {
    /// Time per move.
    pub turn: Option<Duration>,
    /// Time per game.
    pub game: Option<Duration>,
    /// Time added to the game clock after every move.
    pub increment: Duration,
    /// Overrun that is tolerated at every move, and once on the clock of the game.
    pub tolerance: Duration,
    /// Nodes per move (`INFO max_node`).
    pub nodes: Option<u64>,
    /// Depth of one search in plies (`INFO max_depth`).
    pub depth: Option<u32>,
    /// Memory in bytes; enforced, and sent as `INFO max_memory`.
    pub memory: Option<u64>,
    /// Memory in bytes at which a player without `memory` is ended, so that it does not exhaust the
    /// machine. Not sent: it is no setting of the player.
    pub memory_cap: Option<u64>,
}

impl PlayLimits {
    /// The judge's tolerance.
    pub(crate) const TOLERANCE: Duration = Duration::from_secs(1);
    /// Longest wait for a move without a time limit, so that a hanging player ends its game.
    pub(crate) const HANG: Duration = Duration::from_secs(120);
}

/// In the order of the fields: `250 ms per move, 1000 ms of tolerance, 350 MiB`.
impl fmt::Display for PlayLimits {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_move = |time: Duration| format!("{} ms per move", time.as_millis());
        let hang = Some(Self::HANG).filter(|_| self.turn.is_none() && self.game.is_none());
        let increment = Some(self.increment).filter(|increment| !increment.is_zero());
        let limits = [
            self.turn.or(hang).map(per_move),
            self.game.map(|game| format!("{} ms per game", game.as_millis())),
            increment.map(|more| format!("{} ms more after every move", more.as_millis())),
            Some(format!("{} ms of tolerance", self.tolerance.as_millis())),
            self.nodes.map(|nodes| format!("{nodes} nodes per move")),
            self.depth.map(|depth| format!("depth {depth}")),
            self.memory.map(|bytes| format!("{} MiB", bytes >> 20)),
            self.memory_cap.map(|bytes| format!("ended at {} MiB", bytes >> 20)),
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
            memory_cap: None,
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
    pub arguments: Vec<OsString>,
    /// The folder it starts in.
    pub folder: Option<PathBuf>,
    /// Keys and values of INFO lines after the manager's own, in this order.
    pub info: Vec<(String, String)>,
    pub limits: PlayLimits,
    /// How long to wait after an answer before the next command is sent. Some engines drop input
    /// that arrives right after their answer.
    pub settle: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_in_one_line() {
        let millis = Duration::from_millis;
        let all = PlayLimits {
            turn: Some(millis(250)),
            game: Some(millis(90_000)),
            increment: millis(100),
            tolerance: millis(20),
            nodes: Some(4000),
            depth: Some(9),
            memory: Some(350 << 20),
            memory_cap: None,
        };
        assert_eq!(
            all.to_string(),
            "250 ms per move, 90000 ms per game, 100 ms more after every move, 20 ms of tolerance, \
             4000 nodes per move, depth 9, 350 MiB"
        );
        // Such a player is lost as hanging after two minutes.
        assert_eq!(PlayLimits::default().to_string(), "120000 ms per move, 1000 ms of tolerance");
        let capped = PlayLimits { memory_cap: Some(2 << 30), ..PlayLimits::default() };
        assert!(capped.to_string().ends_with("1000 ms of tolerance, ended at 2048 MiB"));
    }
}
