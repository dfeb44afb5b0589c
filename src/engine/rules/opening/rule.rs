//! The opening rules by name.

use strum::{Display, EnumString, IntoStaticStr, VariantArray};
use thiserror::Error;

use crate::util::listed::or;

/// How the first stones are placed and the colors chosen.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(
    serialize_all = "kebab-case",
    ascii_case_insensitive,
    parse_err_ty = OpeningRuleError,
    parse_err_fn = OpeningRuleError::new
)]
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
    /// As [`OpeningRule::Caro`], by its other name.
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
    #[strum(serialize = "soosorv-8")]
    Soosorv8,
    /// Renju: the colors can be exchanged after each of five stones.
    Tarannikov,
    /// Renju: the colors can be exchanged after each stone; or black offers ten fifth stones.
    #[strum(serialize = "taraguchi-10")]
    Taraguchi10,
}

/// A word that is not an opening rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown opening rule '{seen}', expected {}", OpeningRule::names())]
pub struct OpeningRuleError {
    /// The word.
    pub seen: String,
}

impl OpeningRuleError {
    fn new(seen: &str) -> Self {
        Self { seen: seen.to_owned() }
    }
}

impl OpeningRule {
    /// All opening rules.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The name in options and files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// All names, for help and errors: `free, swap1, … or taraguchi-10`.
    pub fn names() -> String {
        let names: Vec<_> = OpeningRule::ALL.iter().map(|rule| rule.name()).collect();
        or(&names)
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
