//! The end of a line by resignation or by the clock.

use tengen_engine::types::Color;
use tengen_records::game_tree::NodeId;
use tengen_records::{GameOutcome, Verdict};

/// Where somebody gave the game up, or was late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Surrender {
    pub at: NodeId,
    pub loser: Color,
    /// Whether by the clock, not by resignation.
    pub is_late: bool,
}

impl Surrender {
    pub(super) fn outcome(self) -> GameOutcome {
        let verdict = if self.is_late { Verdict::Timeout } else { Verdict::Resigned };
        GameOutcome::Ended { winner: Some(!self.loser), verdict }
    }

    /// `black resigned`, `black lost on time`.
    pub(crate) fn words(self) -> String {
        let what = if self.is_late { "lost on time" } else { "resigned" };
        format!("{} {what}", self.loser)
    }
}
