//! The opening rules by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How the first stones are placed and the colors chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OpeningRule {
    /// Black begins anywhere.
    #[default]
    Free,
    /// One participant places three stones, the other chooses a color.
    Swap,
    /// As [`OpeningRule::Swap`], but the other may place two more and return the choice.
    Swap2,
    /// Black's second stone keeps away from the first.
    Caro,
    /// Renju: white declares how many fifth stones black offers, 1 to 8.
    Soosorv8,
    /// Renju: the colors can be exchanged after each stone; or black offers ten fifth stones.
    Taraguchi10,
}

/// A word that is not an opening rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "unknown opening rule '{seen}', expected free, swap, swap2, caro, soosorv-8 or taraguchi-10"
)]
pub struct OpeningRuleError {
    /// The word.
    pub seen: String,
}

impl OpeningRule {
    /// All opening rules.
    pub const ALL: [OpeningRule; 6] = [
        OpeningRule::Free,
        OpeningRule::Swap,
        OpeningRule::Swap2,
        OpeningRule::Caro,
        OpeningRule::Soosorv8,
        OpeningRule::Taraguchi10,
    ];

    /// The name in options and files.
    pub const fn name(self) -> &'static str {
        match self {
            OpeningRule::Free => "free",
            OpeningRule::Swap => "swap",
            OpeningRule::Swap2 => "swap2",
            OpeningRule::Caro => "caro",
            OpeningRule::Soosorv8 => "soosorv-8",
            OpeningRule::Taraguchi10 => "taraguchi-10",
        }
    }

    /// The shortest side of a board on which it can be played: its squares fit, and enough
    /// different fifth stones exist.
    pub const fn least_side(self) -> u8 {
        match self {
            OpeningRule::Free | OpeningRule::Swap | OpeningRule::Swap2 => 5,
            OpeningRule::Caro => 7,
            OpeningRule::Soosorv8 | OpeningRule::Taraguchi10 => 9,
        }
    }
}

impl fmt::Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for OpeningRule {
    type Err = OpeningRuleError;

    fn from_str(text: &str) -> Result<Self, OpeningRuleError> {
        let found =
            OpeningRule::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| OpeningRuleError { seen: text.to_owned() })
    }
}
