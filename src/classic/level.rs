//! The playing levels.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A playing level, weak to strong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The best looking point.
    Easy,
    /// The best looking point, unless one side has a forcing line to a double threat.
    Threats,
    /// A few moves ahead over the best looking points.
    Hard,
    /// The strong engine.
    #[default]
    Full,
}

/// A word that is not a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown level '{seen}', expected easy, threats, hard or full")]
pub struct LevelError {
    /// The word.
    pub seen: String,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Threats, Level::Hard, Level::Full];

    /// The word in options.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Threats => "threats",
            Level::Hard => "hard",
            Level::Full => "full",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let found = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| LevelError { seen: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert!("master".parse::<Level>().is_err());
    }
}
