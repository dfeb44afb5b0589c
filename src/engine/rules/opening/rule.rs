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
    /// One participant places the first stone, the other chooses a color.
    Swap1,
    /// One participant places three stones, the other chooses a color.
    Swap,
    /// As [`OpeningRule::Swap`], but the other may place two more and return the choice.
    Swap2,
    /// Black's second stone keeps away from the first.
    Caro,
    /// The same by its other name.
    Pro,
    /// As [`OpeningRule::Pro`], but farther away.
    LongPro,
    /// Renju: one participant places three stones, the other chooses a color; black offers two fifth
    /// stones.
    Rif,
    /// Renju: as [`OpeningRule::Rif`], but with the three stones a number of fifth stones is
    /// declared.
    Yamaguchi,
    /// Renju: white declares how many fifth stones black offers, 1 to 8.
    Soosorv8,
    /// Renju: the colors can be exchanged after each of five stones.
    Tarannikov,
    /// Renju: the colors can be exchanged after each stone; or black offers ten fifth stones.
    Taraguchi10,
}

/// A word that is not an opening rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown opening rule '{seen}', expected {}", OpeningRule::names())]
pub struct OpeningRuleError {
    /// The word.
    pub seen: String,
}

impl OpeningRule {
    /// All opening rules.
    pub const ALL: [OpeningRule; 12] = [
        OpeningRule::Free,
        OpeningRule::Swap1,
        OpeningRule::Swap,
        OpeningRule::Swap2,
        OpeningRule::Caro,
        OpeningRule::Pro,
        OpeningRule::LongPro,
        OpeningRule::Rif,
        OpeningRule::Yamaguchi,
        OpeningRule::Soosorv8,
        OpeningRule::Tarannikov,
        OpeningRule::Taraguchi10,
    ];

    /// The name in options and files.
    pub const fn name(self) -> &'static str {
        match self {
            OpeningRule::Free => "free",
            OpeningRule::Swap1 => "swap1",
            OpeningRule::Swap => "swap",
            OpeningRule::Swap2 => "swap2",
            OpeningRule::Caro => "caro",
            OpeningRule::Pro => "pro",
            OpeningRule::LongPro => "long-pro",
            OpeningRule::Rif => "rif",
            OpeningRule::Yamaguchi => "yamaguchi",
            OpeningRule::Soosorv8 => "soosorv-8",
            OpeningRule::Tarannikov => "tarannikov",
            OpeningRule::Taraguchi10 => "taraguchi-10",
        }
    }

    /// All names, for errors: `free, swap1, … or taraguchi-10`.
    fn names() -> String {
        let names = OpeningRule::ALL.map(OpeningRule::name);
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        format!("{} or {last}", others.join(", "))
    }

    /// Whether federations of renju use it.
    pub const fn is_of_renju(self) -> bool {
        match self {
            OpeningRule::Rif
            | OpeningRule::Yamaguchi
            | OpeningRule::Soosorv8
            | OpeningRule::Tarannikov
            | OpeningRule::Taraguchi10 => true,
            OpeningRule::Free
            | OpeningRule::Swap1
            | OpeningRule::Swap
            | OpeningRule::Swap2
            | OpeningRule::Caro
            | OpeningRule::Pro
            | OpeningRule::LongPro => false,
        }
    }

    /// The shortest side of a board on which it can be played: its squares fit, and enough
    /// different fifth stones exist.
    pub const fn least_side(self) -> u8 {
        match self {
            OpeningRule::Free | OpeningRule::Swap1 | OpeningRule::Swap | OpeningRule::Swap2 => 5,
            OpeningRule::Caro | OpeningRule::Pro => 7,
            _ => 9,
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
