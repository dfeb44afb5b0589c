//! The `INFO` command: keys and values of the base protocol and its extensions.

use std::fmt;

use thiserror::Error;

use super::lexer::{excerpt, number, split_word, text};

/// A setting that a manager sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// Milliseconds per move; 0 = at once.
    TimeoutTurn(i64),
    /// Milliseconds for the whole game; 0 = no limit.
    TimeoutMatch(i64),
    /// Milliseconds left for the game; may be negative; [`UNLIMITED_MS`](super::UNLIMITED_MS) = no
    /// limit.
    TimeLeft(i64),
    /// Milliseconds added to the clock after every move.
    TimeIncrement(i64),
    /// Bytes that the process may use; 0, the default, is no limit: the transposition table is then
    /// as large as 350 MiB would allow, unless `hash_size` is given.
    MaxMemory(i64),
    /// The rule as a sum of bits (or Yixin-Board's number).
    Rule(i64),
    /// Depth limit in plies; 0 or less = no limit.
    MaxDepth(i64),
    /// Node limit; 0 or less = no limit.
    MaxNode(i64),
    /// Search threads.
    ThreadNum(i64),
    /// Size of the transposition table in KiB.
    HashSize(i64),
    /// Whether to search on the opponent's time.
    Pondering(bool),
    /// What a search reports, a sum: 1 `REALTIME` lines, 2 `INFO PV` groups, 4 and 8 the forms of
    /// `MESSAGE` that other programs read.
    ShowDetail(i64),
    /// What the levels 1 to 9 overlook and prefer from now on, and which of equal moves a book plays.
    Seed(i64),
    /// How strong to play, by the name of the level.
    Level(String),
    /// How strong to play, from 0 to 100: Rapfi's handicap.
    Strength(i64),
    /// Which evaluation plays, by its name.
    Evaluation(String),
    /// The book to play from; empty: none.
    Book(String),
    /// A key that this codec does not interpret, with the rest of the line.
    Other {
        /// The key.
        key: String,
        /// Everything after it.
        value: String,
    },
}

/// An `INFO` line that cannot be read. Never answered, only logged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InfoError {
    /// The value is not a number.
    #[error("INFO {key}: seen '{seen}', expected a whole number")]
    Value {
        /// The key.
        key: String,
        /// The value.
        seen: String,
    },
    /// The line was cut.
    #[error("INFO line of {length} bytes ignored")]
    TooLong {
        /// The length of the line.
        length: usize,
    },
}

impl Info {
    /// Reads what follows the word `INFO`.
    ///
    /// # Errors
    /// If the value of a numeric key is not a number.
    pub fn parse(arguments: &[u8]) -> Result<Info, InfoError> {
        let (key, value) = split_word(arguments);
        let (key, value) = (text(key), text(value));
        let lower = key.to_ascii_lowercase();
        if lower == "level" {
            return Ok(Info::Level(value));
        }
        if lower == "evaluation" {
            return Ok(Info::Evaluation(value));
        }
        if lower == "book" {
            return Ok(Info::Book(value));
        }
        let Some(make) = Self::numeric(&lower) else {
            return Ok(Info::Other { key, value });
        };
        let first = value.split_ascii_whitespace().next().unwrap_or_default();
        let error = || InfoError::Value { key: lower, seen: excerpt(&value) };
        number(first).map(make).ok_or_else(error)
    }

    fn numeric(key: &str) -> Option<fn(i64) -> Info> {
        Some(match key {
            "timeout_turn" => Info::TimeoutTurn,
            "timeout_match" => Info::TimeoutMatch,
            "time_left" => Info::TimeLeft,
            "time_increment" => Info::TimeIncrement,
            "max_memory" => Info::MaxMemory,
            "rule" => Info::Rule,
            "max_depth" => Info::MaxDepth,
            "max_node" => Info::MaxNode,
            "thread_num" => Info::ThreadNum,
            "hash_size" => Info::HashSize,
            "pondering" => |value| Info::Pondering(value != 0),
            "show_detail" => Info::ShowDetail,
            "strength" => Info::Strength,
            "seed" => Info::Seed,
            _ => return None,
        })
    }
}

/// `key value`.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, value) = match self {
            Info::TimeoutTurn(value) => ("timeout_turn", value),
            Info::TimeoutMatch(value) => ("timeout_match", value),
            Info::TimeLeft(value) => ("time_left", value),
            Info::TimeIncrement(value) => ("time_increment", value),
            Info::MaxMemory(value) => ("max_memory", value),
            Info::Rule(value) => ("rule", value),
            Info::MaxDepth(value) => ("max_depth", value),
            Info::MaxNode(value) => ("max_node", value),
            Info::ThreadNum(value) => ("thread_num", value),
            Info::HashSize(value) => ("hash_size", value),
            Info::Pondering(value) => ("pondering", &i64::from(*value)),
            Info::ShowDetail(value) => ("show_detail", value),
            Info::Seed(value) => ("seed", value),
            Info::Strength(value) => ("strength", value),
            Info::Level(name) => return write!(f, "level {name}"),
            Info::Evaluation(name) => return write!(f, "evaluation {name}"),
            Info::Book(path) => return write!(f, "book {path}"),
            Info::Other { key, value } => return write!(f, "{key} {value}"),
        };
        write!(f, "{key} {value}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn other(key: &str, value: &str) -> Result<Info, InfoError> {
        Ok(Info::Other { key: key.to_owned(), value: value.to_owned() })
    }

    #[test]
    fn info_keys_are_read_in_any_case() {
        assert_eq!(Info::parse(b"TimeOut_Turn 500"), Ok(Info::TimeoutTurn(500)));
        assert_eq!(Info::parse(b" time_left  -20 "), Ok(Info::TimeLeft(-20)));
        assert_eq!(Info::parse(b"pondering 1"), Ok(Info::Pondering(true)));
        assert_eq!(Info::parse(b"STRENGTH 10"), Ok(Info::Strength(10)));
        assert_eq!(Info::parse(b"level Hard\r"), Ok(Info::Level("Hard".to_owned())));
        assert_eq!(Info::parse(b"evaluate 3,4"), other("evaluate", "3,4"));
        assert_eq!(Info::parse(b""), other("", ""));
    }

    #[test]
    fn info_folder_may_have_any_bytes() {
        let folder = "C:\\My Games\\\u{fffd}ber";
        assert_eq!(Info::parse(b"folder C:\\My Games\\\xfcber"), other("folder", folder));
    }

    #[test]
    fn huge_info_values_saturate() {
        let line = b"max_memory 99999999999999999999999";
        assert_eq!(Info::parse(line), Ok(Info::MaxMemory(i64::MAX)));
    }

    #[test]
    fn info_values_that_are_not_numbers_are_errors() {
        for line in [&b"rule"[..], b"timeout_turn 1.5s", b"max_node \xff"] {
            assert!(matches!(Info::parse(line), Err(InfoError::Value { .. })), "{line:?}");
        }
    }
}
