//! What a player can do wrong outside the rules of the game.

use std::time::Duration;

use thiserror::Error;

use tengen_records::Verdict;

/// A failure of the player's program. It costs the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerFault {
    /// The program could not be started, or did not answer OK to START.
    #[error("{seen}")]
    Refused {
        /// What happened.
        seen: String,
    },
    /// The answer came too late or not at all.
    #[error("{} after {} ms, {} ms were allowed{}", answered(asked, *is_answered), over(*used, *allowed), allowed.as_millis(), unread(last))]
    Timeout {
        /// The command that was to be answered.
        asked: &'static str,
        /// Whether an answer came, too late.
        is_answered: bool,
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

fn answered(asked: &str, is_answered: bool) -> String {
    if is_answered { format!("answered {asked}") } else { format!("no answer to {asked}") }
}

/// The time used in milliseconds, rounded up: more than what was allowed.
fn over(used: Duration, allowed: Duration) -> u128 {
    used.as_nanos().div_ceil(1_000_000).max(allowed.as_millis() + 1)
}

fn unread(last: &Option<String>) -> String {
    last.as_ref().map_or_else(String::new, |line| format!("; its last line was '{line}'"))
}

impl PlayerFault {
    /// The verdict on the game.
    pub const fn verdict(&self) -> Verdict {
        match self {
            PlayerFault::Refused { .. } => Verdict::Refused,
            PlayerFault::Timeout { .. } => Verdict::Timeout,
            PlayerFault::Crash { .. } => Verdict::Crash,
            PlayerFault::Memory { .. } => Verdict::Memory,
            PlayerFault::Nonsense { .. } => Verdict::Illegal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timeout_takes_longer_than_allowed() {
        let said = |used, is_answered| {
            let (used, allowed) = (Duration::from_micros(used), Duration::from_millis(250));
            let asked = "the request for a move";
            PlayerFault::Timeout { asked, is_answered, used, allowed, last: None }.to_string()
        };
        for used in [250_000, 250_001] {
            let expected = "no answer to the request for a move after 251 ms, 250 ms were allowed";
            assert_eq!(said(used, false), expected);
        }
        let expected = "answered the request for a move after 300 ms, 250 ms were allowed";
        assert_eq!(said(299_001, true), expected);
    }
}
