//! Small values of a configuration as people write them, on the command line and in TOML alike:
//! each is read from text by [`FromStr`], and TOML may also give numbers and lists where that is
//! natural.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use thiserror::Error;

use crate::types::BoardSize;

/// A value that is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{seen}', expected {expected}")]
pub(crate) struct TextError {
    /// What was given.
    pub seen: String,
    /// What was expected.
    pub expected: &'static str,
}

fn text_error(seen: &str, expected: &'static str) -> TextError {
    TextError { seen: seen.to_owned(), expected }
}

/// Reads any value that is written as one word.
///
/// # Errors
/// If the word is none of the type's.
pub(crate) fn word<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(de::Error::custom)
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
pub(crate) struct Numbers(pub Vec<f64>);

impl FromStr for Numbers {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|word| word.trim().parse()).collect();
        numbers.map(Numbers).map_err(|_| text_error(text, "numbers separated by commas like 0,10"))
    }
}

/// Takes a string, a number or a list of numbers and hands it as text to [`FromStr`].
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

loose! { Size Numbers }

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
    fn numbers_are_separated_by_commas() {
        assert_eq!("0, 10".parse(), Ok(Numbers(vec![0.0, 10.0])));
        assert!("0;10".parse::<Numbers>().is_err());
    }
}
