//! What is to be proved: one side wins from a position.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_with::serde_as;

use super::journal::Head;
use tengen_engine::board::Position;
use tengen_engine::types::{Color, Rule};
use tengen_records::positions::{PositionError, PositionSpec};
use tengen_records::serde_text::ColorText;

/// The version of journals and certificates.
const VERSION: u32 = 1;

/// The claim that `attacker` wins from `position`: the first line of a journal.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofClaim {
    tengen_prove: Version,
    /// The side that is to win.
    #[serde_as(as = "ColorText")]
    pub attacker: Color,
    /// The starting position.
    pub position: PositionSpec,
}

/// The format version; must be this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
struct Version;

impl TryFrom<u32> for Version {
    type Error = String;

    fn try_from(seen: u32) -> Result<Self, String> {
        (seen == VERSION)
            .then_some(Self)
            .ok_or_else(|| format!("version {seen}, expected {VERSION}"))
    }
}

impl From<Version> for u32 {
    fn from(_: Version) -> u32 {
        VERSION
    }
}

impl ProofClaim {
    /// The claim that `attacker` wins from the position.
    pub fn new(position: &Position, attacker: Color) -> Self {
        Self { tengen_prove: Version, attacker, position: PositionSpec::from(position) }
    }

    /// Whether the claims differ only in the rule, or both claim the same of an empty board.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let rule = other.position.rule;
        let same = PositionSpec { rule, ..self.position.clone() } == other.position;
        self.attacker == other.attacker && (same || self.is_empty() && other.is_empty())
    }

    /// Whether the claim is about an empty board, black to move.
    fn is_empty(&self) -> bool {
        let position = self.to_position();
        position.is_ok_and(|root| root.stones().is_empty() && root.to_move() == Color::Black)
    }

    /// The position.
    ///
    /// # Errors
    /// If its stones do not fit the board.
    pub fn to_position(&self) -> Result<Position, PositionError> {
        self.position.to_position(Rule::Freestyle)
    }
}

impl Head for ProofClaim {}

impl fmt::Display for ProofClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = serde_json::to_string(&self.position).unwrap_or_default();
        write!(f, "{} wins from {position}", self.attacker)
    }
}
