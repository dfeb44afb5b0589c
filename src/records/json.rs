//! Parses JSON text into values; errors have a key path such as `moves[3]`.
//!
//! A thin layer over `serde_json` and `serde_path_to_error` that every JSON reader of this module
//! uses, so that their messages agree. Knows no game.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use thiserror::Error;

use tengen_util::json_syntax::JsonSyntax;
use tengen_util::serde_words::{plain, without_place};

/// Longest message in characters; what exceeds it is cut from the middle.
const MESSAGE_MAX: usize = 240;

/// Text that is not JSON, or JSON that does not describe the value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JsonError {
    /// Not JSON at all.
    #[error("not JSON{}: {message}", JsonSyntax::place(*column))]
    Syntax {
        /// What was seen and what was expected.
        message: String,
        /// The column in characters, counted from 1; `None` where the text ends too early.
        column: Option<usize>,
    },
    /// A key that is unknown or missing, or a value of the wrong type or range.
    #[error("{}{message}", prefix(place))]
    Data {
        /// The path of the value, such as `moves[3]`; empty for the whole.
        place: String,
        /// What was seen and what was expected.
        message: String,
    },
}

fn prefix(place: &str) -> String {
    if place.is_empty() { String::new() } else { format!("{place}: ") }
}

/// Reads one value from `text`; nothing but whitespace may follow it.
///
/// # Errors
/// If the text is not JSON or does not describe a `T`.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, JsonError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value =
        serde_path_to_error::deserialize(&mut reader).map_err(|error| located(text, &error))?;
    reader.end().map_err(|error| located_at(text, "", &error))?;
    Ok(value)
}

/// Converts a value that was parsed before.
///
/// # Errors
/// If it does not describe a `T`.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, JsonError> {
    serde_path_to_error::deserialize(value).map_err(|error| located("", &error))
}

/// The error in `text`; what was parsed before needs none.
fn located(text: &str, error: &serde_path_to_error::Error<serde_json::Error>) -> JsonError {
    let place = error.path().to_string();
    let message = error.inner().to_string();
    // The path of an unknown key ends with the key, which the message names anyway.
    let unknown = message.strip_prefix("unknown field `").and_then(|rest| rest.split('`').next());
    let place = unknown.and_then(|key| place.strip_suffix(key)).unwrap_or(&place);
    let place = place.trim_end_matches('.');
    // The path of a missing key lacks the key.
    let missing = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    if let Some(key) = missing {
        let place = if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") };
        return JsonError::Data { place, message: "missing".to_owned() };
    }
    located_at(text, place, error.inner())
}

fn located_at(text: &str, place: &str, error: &serde_json::Error) -> JsonError {
    if error.classify() != Category::Data {
        let JsonSyntax { message, column, .. } = JsonSyntax::of(text, error);
        return JsonError::Syntax { message, column };
    }
    let message = error.to_string();
    let message = shortened(&plain(without_place(&message)));
    JsonError::Data { place: place.to_owned(), message }
}

/// The beginning and the end of a long message: messages begin with what was seen and end with what
/// was expected.
fn shortened(message: &str) -> String {
    let length = message.chars().count();
    if length <= MESSAGE_MAX {
        return message.to_owned();
    }
    let head: String = message.chars().take(MESSAGE_MAX / 4).collect();
    let tail: String = message.chars().skip(length - MESSAGE_MAX / 3).collect();
    format!("{head}…{tail}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn error(text: &str) -> String {
        parse::<BTreeMap<String, Vec<u8>>>(text).unwrap_err().to_string()
    }

    #[test]
    fn json_errors_name_the_path_or_the_column() {
        assert_eq!(error(""), "not JSON: seen the end, expected a value");
        assert_eq!(
            error(r#"{"a";[1]}"#),
            "not JSON at column 5: seen ';', expected : after the key"
        );
        assert_eq!(
            error(r#"{"a":[1]} x"#),
            "not JSON at column 11: seen more text after the value, expected the end"
        );
        let number = "a[2]: seen -3, expected a whole number from 0 to 255";
        assert_eq!(error(r#"{"a":[1,2,-3]}"#), number);
        assert_eq!(error("[1]"), "seen a list, expected an object");
        #[derive(Debug, serde::Deserialize)]
        struct Named {
            #[expect(dead_code, reason = "only its absence matters")]
            name: String,
        }
        let error = parse::<Vec<Named>>("[{}]").unwrap_err().to_string();
        assert_eq!(error, "[0].name: missing");
    }

    #[test]
    fn long_json_errors_are_cut_between_characters() {
        let error = error(&format!(r#"{{"a":"{}"}}"#, "é".repeat(5000)));
        assert!(error.contains('…') && error.chars().count() < 200, "{error}");
        assert!(error.ends_with("expected a list"), "{error}");
    }
}
