//! Words that options accept. They are [`ValueEnum`]s, so that help and completions list them and a
//! wrong word is refused before any work begins.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use once_cell::sync::Lazy;

#[cfg(feature = "tools")]
use crate::arena::check::league::League;
#[cfg(feature = "tools")]
use crate::book::Label;
#[cfg(feature = "tools")]
use crate::book::overwrite::Overwrite;
use crate::engine::{EvaluationKind, Level};
#[cfg(feature = "tools")]
use crate::records::book::BookFormat;
#[cfg(feature = "tools")]
use crate::records::game_format::GameFormat;
use crate::threats::ThreatKind;
use crate::types::Rule;

/// Rules can also be given by their protocol numbers.
impl ValueEnum for Rule {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let number = match self {
            Rule::Freestyle => "0",
            Rule::Standard => "1",
            Rule::Renju => "4",
            Rule::Caro => "8",
            Rule::CaroExact => "9",
        };
        Some(PossibleValue::new(self.name()).alias(number))
    }
}

/// Numbers and names.
impl ValueEnum for Level {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: Lazy<Vec<Level>> = Lazy::new(|| Level::all().collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

impl ValueEnum for EvaluationKind {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Network, Self::Classical]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

impl ValueEnum for ThreatKind {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

#[cfg(feature = "tools")]
impl ValueEnum for GameFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            GameFormat::Csv => "The library",
            GameFormat::Lib => {
                "RenLib's libraries, with variations, comments and texts on the board"
            }
            GameFormat::Psq => "Piskvork's files",
            GameFormat::Sgf => "The Smart Game Format, with variations and comments",
            GameFormat::Txt => "Lists of moves such as h8i9j10",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

#[cfg(feature = "tools")]
impl ValueEnum for BookFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            BookFormat::Jsonl => "One record per line; loses nothing",
            BookFormat::Csv => "One record per row, without texts on points; or a library of games",
            BookFormat::Sgf => "Games with variations and comments; a store is written as one tree",
            BookFormat::Psq => "Piskvork's files, import only",
            BookFormat::Lib => "RenLib's libraries, 15x15",
            BookFormat::Yxdb => "The databases of Yixin and Rapfi (.db)",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

#[cfg(feature = "tools")]
impl ValueEnum for Label {
    fn value_variants<'a>() -> &'a [Self] {
        Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

#[cfg(feature = "tools")]
impl ValueEnum for Overwrite {
    fn value_variants<'a>() -> &'a [Self] {
        Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

#[cfg(feature = "tools")]
impl ValueEnum for League {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_goes_by_its_name_and_its_number() {
        for rule in Rule::ALL {
            assert_eq!(Rule::from_str(rule.name(), true), Ok(rule));
            let number = rule.wire().to_string();
            assert_eq!(Rule::from_str(&number, true), Ok(rule), "{number}");
        }
        assert!(Rule::from_str("3", true).is_err());
    }

    #[test]
    fn every_level_goes_by_its_name() {
        for level in Level::all() {
            assert_eq!(<Level as ValueEnum>::from_str(level.name(), true), Ok(level));
        }
    }
}
