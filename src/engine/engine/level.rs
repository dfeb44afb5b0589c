//! The playing levels.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A playing level: `easy`, `threats` and `hard` are the classic player's, `full` is the engine,
/// and 1 to 10 range from a child to the engine in even steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// One of ten even steps; the tenth is the strong engine.
    Number(LevelNumber),
}

/// The number of a level, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LevelNumber(u8);

/// A word that is not a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown level '{seen}', expected 1 to 10, easy, threats, hard or full")]
pub struct LevelError {
    /// The word.
    pub seen: String,
}

impl Level {
    /// The levels with names.
    pub const NAMED: [Level; 4] = [Level::Easy, Level::Threats, Level::Hard, Level::Full];

    /// All levels.
    pub fn all() -> impl Iterator<Item = Level> {
        LevelNumber::all().map(Level::Number).chain(Level::NAMED)
    }

    /// Its number or name.
    pub fn name(self) -> &'static str {
        const NUMBERS: [&str; 10] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
        match self {
            Level::Easy => "easy",
            Level::Threats => "threats",
            Level::Hard => "hard",
            Level::Full => "full",
            Level::Number(number) => NUMBERS[usize::from(number.0) - 1],
        }
    }

    /// Whether it is the strong engine.
    pub fn is_full(self) -> bool {
        self == Level::Full || self == Level::Number(LevelNumber::LAST)
    }
}

impl LevelNumber {
    /// The weakest.
    pub const FIRST: LevelNumber = LevelNumber(1);
    /// The strongest: the engine itself.
    pub const LAST: LevelNumber = LevelNumber(10);

    /// A number from 1 to 10.
    pub fn new(number: u8) -> Option<Self> {
        (Self::FIRST.0..=Self::LAST.0).contains(&number).then_some(Self(number))
    }

    /// The number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All of them, weak to strong.
    pub fn all() -> impl Iterator<Item = LevelNumber> {
        (Self::FIRST.0..=Self::LAST.0).map(LevelNumber)
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
        let found = Level::all().find(|level| level.to_string().eq_ignore_ascii_case(text));
        found.ok_or_else(|| LevelError { seen: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_come_back() {
        assert_eq!(Level::all().count(), 14);
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for wrong in ["master", "0", "11", "-1", "1.5", "", "01"] {
            let error = wrong.parse::<Level>().unwrap_err().to_string();
            assert!(error.ends_with("expected 1 to 10, easy, threats, hard or full"), "{error}");
        }
        assert_eq!(LevelNumber::new(0), None);
        assert!(Level::Number(LevelNumber::new(10).unwrap()).is_full());
    }
}
