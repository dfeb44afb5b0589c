//! Small values of a configuration as people write them, on the command line and in TOML alike:
//! each is read from text by [`FromStr`], and TOML may also give numbers and lists where that is
//! natural.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use thiserror::Error;

use tengen_engine::types::{BoardSize, Rule};
use tengen_util::listed::listed;

/// An invalid value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seen '{seen}', expected {expected}")]
pub(crate) struct TextError {
    /// What was given.
    pub seen: String,
    pub expected: &'static str,
}

fn text_error(seen: &str, expected: &'static str) -> TextError {
    TextError { seen: seen.to_owned(), expected }
}

/// Reads any value that is written as one word.
///
/// # Errors
/// If the word is not one of the type's.
pub(crate) fn word<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(de::Error::custom)
}

/// Reads one of the words that an option of the command line takes.
///
/// # Errors
/// With the possible words.
pub(crate) fn choice<'de, D: Deserializer<'de>, T: ValueEnum>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    chosen(&String::deserialize(deserializer)?)
}

/// Reads a rule: its name, or its number on the wire.
///
/// # Errors
/// With the possible words.
pub(crate) fn rule<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Rule>, D::Error> {
    let seen = deserializer.deserialize_any(RuleWord)?;
    let numbered = || Rule::numbered(seen.parse().ok()?);
    seen.parse()
        .ok()
        .or_else(numbered)
        .map(Some)
        .ok_or_else(|| de::Error::custom(format!("seen '{seen}', expected {}", Rule::names())))
}

fn chosen<T: ValueEnum, E: de::Error>(seen: &str) -> Result<Option<T>, E> {
    T::from_str(seen, true).map(Some).map_err(|_| {
        let known = T::value_variants().iter().filter_map(T::to_possible_value);
        let known: Vec<String> = known.map(|value| value.get_name().to_owned()).collect();
        E::custom(format!("seen '{seen}', expected {}", listed(&known, "or")))
    })
}

/// Takes a string, or a whole number as its digits.
struct RuleWord;

impl Visitor<'_> for RuleWord {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name or the number of a rule")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }
}

/// A time control in seconds: `10+0.1` is ten seconds for the game and a tenth more after every
/// move; `180/30` is 180 seconds for the game, of which at most 30 for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeControl {
    /// Time for a game.
    pub match_ms: u64,
    /// Longest time for one move.
    pub turn_ms: Option<u64>,
    /// Time added after every move.
    pub increment_ms: Option<u64>,
}

impl FromStr for TimeControl {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let expected = "seconds as BASE, BASE+INCREMENT or BASE/TURN, like 10+0.1 or 180/30";
        let wrong = || text_error(text, expected);
        let millis_or_0 = |part: &str| millis_of(part).ok_or_else(wrong);
        let millis = |part: &str| millis_of(part).filter(|&millis| millis > 0).ok_or_else(wrong);
        let (rest, increment) = match text.split_once('+') {
            Some((rest, increment)) => (rest, Some(increment)),
            None => (text, None),
        };
        let (base, turn) = match rest.split_once('/') {
            Some((base, turn)) => (base, Some(turn)),
            None => (rest, None),
        };
        let control = Self {
            match_ms: millis(base)?,
            turn_ms: turn.map(millis).transpose()?,
            increment_ms: increment.map(millis_or_0).transpose()?,
        };
        // For a chess manager, 40/60 means a stage: 40 moves in 60 seconds.
        if control.turn_ms.is_some_and(|turn_ms| turn_ms > control.match_ms) {
            let expected = "BASE/TURN in seconds, TURN at most BASE; there are no stages of moves";
            return Err(text_error(text, expected));
        }
        Ok(control)
    }
}

/// The milliseconds of a number of seconds: 0, or from a thousandth to a million. The number has no
/// sign: a second `+` is a mistake.
fn millis_of(part: &str) -> Option<u64> {
    let part = part.trim();
    if part.starts_with(['+', '-']) {
        return None;
    }
    let seconds: f64 = part.parse().ok()?;
    if seconds != 0.0 && !(0.001..=1e6).contains(&seconds) {
        return None;
    }
    #[expect(clippy::cast_sign_loss, reason = "the range is checked")]
    Some((seconds * 1000.0).round() as u64)
}

/// A board: `15` or `15x20`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size(pub BoardSize);

impl FromStr for Size {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let error = |_| text_error(text, "a size from 5 to 181 like 15 or 20x15");
        text.parse().map(Size).map_err(error)
    }
}

/// Numbers separated by commas: `0,10`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CommaNumbers(pub Vec<f64>);

impl FromStr for CommaNumbers {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|word| word.trim().parse()).collect();
        numbers
            .map(CommaNumbers)
            .map_err(|_| text_error(text, "numbers separated by commas like 0,10"))
    }
}

/// Takes a string, a number or a list of numbers and passes it as text to [`FromStr`].
struct Loose<T>(std::marker::PhantomData<T>);

impl<'de, T: FromStr<Err = TextError>> Visitor<'de> for Loose<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a list of numbers or a string")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<T, A::Error> {
        let mut words: Vec<String> = Vec::new();
        while let Some(number) = list.next_element::<f64>()? {
            words.push(number.to_string());
        }
        self.visit_str(&words.join(","))
    }
}

macro_rules! loose {
    ($($name:ident)*) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(Loose(std::marker::PhantomData))
            }
        }
    )*};
}

loose! { Size CommaNumbers TimeControl }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_one_or_two_numbers() {
        let size = |text: &str| text.parse::<Size>().map(|size| size.0.to_string());
        assert_eq!(size("15"), Ok("15x15".into()));
        assert_eq!(size("20x10"), Ok("20x10".into()));
        for wrong in ["", "4", "15x", "x", "15x15x15", "-15", "182"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn time_controls_are_seconds() {
        let parsed = |text: &str| {
            let parsed = text.parse::<TimeControl>().ok()?;
            Some((parsed.match_ms, parsed.turn_ms, parsed.increment_ms))
        };
        assert_eq!(parsed("10+0.1"), Some((10_000, None, Some(100))));
        assert_eq!(parsed("180/30"), Some((180_000, Some(30_000), None)));
        assert_eq!(parsed("40/60+0.6"), None);
        assert_eq!(parsed("60/5+0.05"), Some((60_000, Some(5_000), Some(50))));
        assert_eq!(parsed("0.5"), Some((500, None, None)));
        assert_eq!(parsed("10+0"), Some((10_000, None, Some(0))));
        for wrong in [
            "", "+1", "10+", "10/", "x+1", "-1", "0", "1e9", "inf", "NaN", "1+2+3", "0+1", "1/0",
            "1+-1", "1+0.0001", "10++1", "10/+5", "++1", "1+-0", "-0",
        ] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_separated_by_commas() {
        assert_eq!("0, 10".parse(), Ok(CommaNumbers(vec![0.0, 10.0])));
        assert!("0;10".parse::<CommaNumbers>().is_err());
    }
}
