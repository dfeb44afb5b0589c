//! What a brain can do wrong in a conversation.

use std::fmt;

use thiserror::Error;

/// The kind of a fault; a conversation is reduced as long as the kind stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// The process ended without being asked to.
    Crash,
    /// A command was not answered at all.
    Silence,
    /// A move came later than its limit and the tolerance.
    Late,
    /// A move was against the rules.
    Illegal,
    /// A line is not one that managers can read at this place.
    Nonsense,
    /// START was not answered with OK.
    Refused,
    /// The process was still there after END or the end of its input.
    Lingers,
    /// The process wrote to stderr, which managers read as replies.
    Stderr,
}

impl FaultKind {
    /// How many kinds there are.
    pub(super) const COUNT: usize = FaultKind::Stderr as usize + 1;

    /// The word in reports.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Crash => "crash",
            FaultKind::Silence => "silence",
            FaultKind::Late => "late",
            FaultKind::Illegal => "illegal",
            FaultKind::Nonsense => "nonsense",
            FaultKind::Refused => "refused",
            FaultKind::Lingers => "lingers",
            FaultKind::Stderr => "stderr",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A fault with what was seen and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}: {seen}, expected {expected}")]
pub struct BrainFault {
    pub kind: FaultKind,
    /// What the brain did.
    pub seen: String,
    /// What it should have done.
    pub expected: String,
}

impl BrainFault {
    pub fn new(kind: FaultKind, seen: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { kind, seen: seen.into(), expected: expected.into() }
    }
}
