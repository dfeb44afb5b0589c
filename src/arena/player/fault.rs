//! What a player can do wrong outside the rules of the game.

use std::time::Duration;

use thiserror::Error;

use crate::records::Verdict;

/// A failure of the player's program. It costs the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum PlayerFault {
    /// The program could not be started, or did not answer OK to START.
    #[error("{seen}")]
    Refused {
        /// What happened.
        seen: String,
    },
    /// The answer came too late or not at all.
    #[error("no answer to {asked} after {} ms, {} ms were allowed{}", used.as_millis(), allowed.as_millis(), unread(last))]
    Timeout {
        /// The command that was to be answered.
        asked: &'static str,
        /// Time used.
        used: Duration,
        /// Time allowed, tolerance included.
        allowed: Duration,
        /// The last line that was not an answer.
        last: Option<String>,
    },
    /// The process ended or closed its output.
    #[error("the process ended before it answered {asked} ({status}){}", unread(last))]
    Crash {
        /// The command that was to be answered.
        asked: &'static str,
        /// How it ended.
        status: String,
        /// The last line that was not an answer.
        last: Option<String>,
    },
    /// The process and its children use more memory than allowed.
    #[error("holds {held_kib} KiB of memory, {limit_kib} KiB were allowed")]
    Memory {
        /// The memory in use.
        held_kib: u64,
        /// The limit.
        limit_kib: u64,
    },
    /// A line that is not an answer, if the manager is as strict as Piskvork.
    #[error("answered '{seen}' to {asked}, expected {expected}")]
    Nonsense {
        /// The command that was to be answered.
        asked: &'static str,
        /// The line.
        seen: String,
        /// What an answer looks like.
        expected: &'static str,
    },
}

fn unread(last: &Option<String>) -> String {
    last.as_ref().map_or_else(String::new, |line| format!("; its last line was '{line}'"))
}

impl PlayerFault {
    /// The verdict on the game.
    pub(crate) const fn verdict(&self) -> Verdict {
        match self {
            PlayerFault::Refused { .. } => Verdict::Refused,
            PlayerFault::Timeout { .. } => Verdict::Timeout,
            PlayerFault::Crash { .. } => Verdict::Crash,
            PlayerFault::Memory { .. } => Verdict::Memory,
            PlayerFault::Nonsense { .. } => Verdict::Illegal,
        }
    }
}
