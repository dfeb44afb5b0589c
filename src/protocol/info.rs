//! The `INFO` command: keys and values, base protocol and extensions.
//!
//! `INFO` is never answered: a manager would take the answer for the reply to its next command
//! (protocol rule A0.4). What is wrong with it goes to the log.

use thiserror::Error;

use crate::classic::Level;
use crate::classic::level::LevelError;

use super::lexer::{excerpt, number, split_word, text};

/// A setting that a manager sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// Milliseconds for one move; 0 = at once.
    TimeoutTurn(i64),
    /// Milliseconds for the whole game; 0 = no limit.
    TimeoutMatch(i64),
    /// Milliseconds left for the game; may be negative; 2147483647 = no limit.
    TimeLeft(i64),
    /// Milliseconds added to the clock after every move.
    TimeIncrement(i64),
    /// Bytes that the process may use; 0 = no limit.
    MaxMemory(i64),
    /// The rule as a sum of bits (or Yixin-Board's number).
    Rule(i64),
    /// Deepest iteration; 0 or less = no limit.
    MaxDepth(i64),
    /// Most nodes; 0 or less = no limit.
    MaxNode(i64),
    /// Searching threads.
    ThreadNum(i64),
    /// Transposition table in KiB.
    HashSize(i64),
    /// Whether to think in the opponent's time.
    Pondering(bool),
    /// 0 nothing more, 1 `REALTIME` lines, 2 `INFO PV` groups, 3 both.
    ShowDetail(i64),
    /// How strong to play.
    Level(Level),
    /// Known and of no effect here: `evaluate`, `caution_factor`, `start_depth` and the like.
    Idle(&'static str),
}

/// An `INFO` line that changes nothing; only ever logged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InfoError {
    /// The key is not known.
    #[error("unknown INFO key '{key}'")]
    Key {
        /// The key.
        key: String,
    },
    /// The value is no level.
    #[error("INFO level: {0}")]
    Level(#[from] LevelError),
    /// The value is no number.
    #[error("INFO {key}: seen '{seen}', expected a whole number")]
    Value {
        /// The key.
        key: String,
        /// The value.
        seen: String,
    },
}

/// Keys that are understood and need nothing done.
const IDLE: [&str; 10] = [
    "game_type",
    "folder",
    "evaluate",
    "caution_factor",
    "start_depth",
    "thread_split_depth",
    "vcthread",
    "checkmate",
    "nbestsym",
    "usedatabase",
];

impl Info {
    /// Reads what follows the word `INFO`.
    ///
    /// # Errors
    /// If the key is unknown or the value is no number.
    pub fn parse(arguments: &[u8]) -> Result<Info, InfoError> {
        let (key, value) = split_word(arguments);
        let key = text(key).to_ascii_lowercase();
        if let Some(idle) = IDLE.into_iter().find(|&idle| idle == key) {
            return Ok(Info::Idle(idle));
        }
        if key == "level" {
            return Ok(Info::Level(text(value).trim().parse()?));
        }
        let make = Self::by_number(&key).ok_or_else(|| InfoError::Key { key: excerpt(&key) })?;
        let value = text(value);
        let first = value.split_ascii_whitespace().next().unwrap_or_default();
        let error = || InfoError::Value { key, seen: excerpt(&value) };
        number(first).map(make).ok_or_else(error)
    }

    fn by_number(key: &str) -> Option<fn(i64) -> Info> {
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
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_in_any_case() {
        assert_eq!(Info::parse(b"TimeOut_Turn 500"), Ok(Info::TimeoutTurn(500)));
        assert_eq!(Info::parse(b" time_left  -20 "), Ok(Info::TimeLeft(-20)));
        assert_eq!(Info::parse(b"pondering 1"), Ok(Info::Pondering(true)));
        assert_eq!(Info::parse(b"level Hard\r"), Ok(Info::Level(Level::Hard)));
        assert!(Info::parse(b"level 3").is_err());
        assert_eq!(Info::parse(b"evaluate 3,4"), Ok(Info::Idle("evaluate")));
    }

    #[test]
    fn a_folder_may_have_any_bytes() {
        assert_eq!(Info::parse(b"folder C:\\My Games\\\xfcber"), Ok(Info::Idle("folder")));
    }

    #[test]
    fn huge_values_saturate() {
        let line = b"max_memory 99999999999999999999999";
        assert_eq!(Info::parse(line), Ok(Info::MaxMemory(i64::MAX)));
    }

    #[test]
    fn garbage_is_told_and_changes_nothing() {
        assert!(matches!(Info::parse(b""), Err(InfoError::Key { .. })));
        assert!(matches!(Info::parse(b"colour red"), Err(InfoError::Key { .. })));
        assert!(matches!(Info::parse(b"rule"), Err(InfoError::Value { .. })));
        assert!(matches!(Info::parse(b"timeout_turn 1.5s"), Err(InfoError::Value { .. })));
        assert!(matches!(Info::parse(b"max_node \xff"), Err(InfoError::Value { .. })));
    }
}
