//! What a review spends on a position: a little on each, several times as much wherever a move looks
//! like a mistake, and several times that before it is called one.

use std::time::Duration;

/// What one look at a position may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cost {
    /// Nodes of the search, and stones placed for each kind of forced win.
    pub nodes: Option<u64>,
    /// Time: half for the search, a quarter for each kind of forced win.
    pub time: Option<Duration>,
}

impl Cost {
    /// A number of nodes: the same result on every machine.
    pub const fn of_nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), time: None }
    }

    /// Several times as much.
    fn times(self, factor: u32) -> Self {
        Self {
            nodes: self.nodes.map(|nodes| nodes.saturating_mul(factor.into())),
            time: self.time.map(|time| time.saturating_mul(factor)),
        }
    }
}

/// How thorough a review is, if nothing else limits it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Effort {
    /// Seconds for a game.
    #[default]
    Quick,
    /// Minutes for a game.
    Thorough,
}

impl Effort {
    /// The name in options and answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Thorough => "thorough",
        }
    }

    /// Nodes per position of the first pass.
    const fn nodes(self) -> u64 {
        match self {
            Self::Quick => 15_000,
            Self::Thorough => 120_000,
        }
    }
}

/// How hard a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Look {
    /// As every position is.
    First,
    /// Before and after a doubtful move.
    Second,
    /// After a move that is to be called a mistake, and after the better one.
    Third,
}

/// What a review may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewOptions {
    /// For every position.
    pub first: Cost,
    /// For the positions before and after a doubtful move.
    pub second: Cost,
    /// For the positions after a move that is to be called a mistake and after the better one.
    pub third: Cost,
    /// Memory of the solver's tables in MiB.
    pub solver_mb: u64,
}

impl ReviewOptions {
    /// Memory of the solver's tables in MiB. What is proved depends on it, so that it is the same
    /// everywhere.
    pub const SOLVER_MB: u64 = 32;
    /// Size of the transposition table in KiB, for the same reason.
    pub const HASH_KIB: u64 = 16 << 10;
    /// The second look spends so many times what the first does.
    const AGAIN: u32 = 8;
    /// The third look spends so many times what the second does.
    const CONFIRM: u32 = 4;

    /// A review of which the first pass spends this on each position.
    pub fn of_cost(first: Cost) -> Self {
        let second = first.times(Self::AGAIN);
        Self { first, second, third: second.times(Self::CONFIRM), solver_mb: Self::SOLVER_MB }
    }

    /// What a look costs.
    pub(super) const fn cost(&self, look: Look) -> Cost {
        match look {
            Look::First => self.first,
            Look::Second => self.second,
            Look::Third => self.third,
        }
    }

    /// What an effort means.
    pub fn of_effort(effort: Effort) -> Self {
        Self::of_cost(Cost::of_nodes(effort.nodes()))
    }

    /// What these limits mean; without one, what the effort means.
    pub fn of_limits(nodes: Option<u64>, time: Option<Duration>, effort: Effort) -> Self {
        match (nodes, time) {
            (None, None) => Self::of_effort(effort),
            (nodes, time) => Self::of_cost(Cost { nodes, time }),
        }
    }

    /// Whether no clock decides anything: with one thread the same game has the same review then.
    pub fn is_reproducible(&self) -> bool {
        self.first.time.is_none()
    }
}
