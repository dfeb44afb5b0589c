//! The `INFO` command: keys and values of the base protocol and its extensions.

use std::borrow::Cow;
use std::fmt;

use thiserror::Error;

use super::lexer::{excerpt, number, split_word, text};

/// The kinds of values.
trait InfoValue: Sized {
    /// Reads what follows the key.
    fn read(text: &str) -> Option<Self>;

    /// The text that is read as this value.
    fn write(&self) -> Cow<'_, str>;
}

/// A whole number; what follows it is ignored.
impl InfoValue for i64 {
    fn read(text: &str) -> Option<Self> {
        number(text.split_ascii_whitespace().next().unwrap_or_default())
    }

    fn write(&self) -> Cow<'_, str> {
        self.to_string().into()
    }
}

/// A number, of which 0 is false, or a word; what follows it is ignored.
impl InfoValue for bool {
    fn read(text: &str) -> Option<Self> {
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        match word.to_ascii_lowercase().as_str() {
            "true" | "on" | "yes" => Some(true),
            "false" | "off" | "no" => Some(false),
            word => number(word).map(|number: i64| number != 0),
        }
    }

    fn write(&self) -> Cow<'_, str> {
        if *self { "1" } else { "0" }.into()
    }
}

/// The rest of the line.
impl InfoValue for String {
    fn read(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }

    fn write(&self) -> Cow<'_, str> {
        self.into()
    }
}

/// The table of the keys: a new one is a line here, and its effect in the settings of the session.
macro_rules! info_keys {
    ($($(#[$doc:meta])* $key:literal => $name:ident($value:ty),)*) => {
        /// A setting that a manager sends.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Info {
            $($(#[$doc])* $name($value),)*
            /// A key that this codec does not interpret, with the rest of the line.
            Other {
                key: String,
                /// Everything after it.
                value: String,
            },
        }

        impl Info {
            /// The keys with a value of their own, in lower case.
            pub const KEYS: &'static [&'static str] = &[$($key,)*];

            /// The setting of a key in lower case. The outer `None`: the key is unknown; the inner
            /// one: the value cannot be read.
            fn known(key: &str, value: &str) -> Option<Option<Info>> {
                match key {
                    $($key => Some(InfoValue::read(value).map(Info::$name)),)*
                    _ => None,
                }
            }

            fn parts(&self) -> (&str, Cow<'_, str>) {
                match self {
                    $(Info::$name(value) => ($key, value.write()),)*
                    Info::Other { key, value } => (key, value.into()),
                }
            }
        }
    };
}

info_keys! {
    /// Milliseconds per move; 0 = at once.
    "timeout_turn" => TimeoutTurn(i64),
    /// Milliseconds for the whole game; 0 = no limit.
    "timeout_match" => TimeoutMatch(i64),
    /// Milliseconds left for the game; may be negative; [`UNLIMITED_MS`](super::UNLIMITED_MS) = no
    /// limit.
    "time_left" => TimeLeft(i64),
    /// Milliseconds added to the clock after every move.
    "time_increment" => TimeIncrement(i64),
    /// Bytes that the process may use; 0, the default, is no limit: the transposition table is then
    /// as large as 350 MiB would allow, unless `hash_size` is given.
    "max_memory" => MaxMemory(i64),
    /// The rule as a sum of bits (or Yixin-Board's number).
    "rule" => Rule(i64),
    /// Depth limit in plies; 0 or less = no limit.
    "max_depth" => MaxDepth(i64),
    /// Node limit; 0 or less = no limit.
    "max_node" => MaxNode(i64),
    /// Search threads.
    "thread_num" => ThreadNum(i64),
    /// Size of the transposition table in KiB.
    "hash_size" => HashSize(i64),
    /// Whether to search on the opponent's time.
    "pondering" => Pondering(bool),
    /// What a search reports, a sum: 1 `REALTIME` lines, 2 `INFO PV` groups, 4 and 8 the forms of
    /// `MESSAGE` that other programs read.
    "show_detail" => ShowDetail(i64),
    /// What the levels 1 to 9 overlook and prefer from now on, and which of equal moves a book plays.
    "seed" => Seed(i64),
    /// How strong to play, by the name of the level.
    "level" => Level(String),
    /// How strong to play, from 0 to 100: Rapfi's handicap.
    "strength" => Strength(i64),
    /// Which evaluation plays, by its name.
    "evaluation" => Evaluation(String),
    /// The book to play from; empty: none.
    "book" => Book(String),
    /// Whether to play from the book.
    "usedatabase" => UseDatabase(bool),
    /// Whether commands that change the database or write it back are refused.
    "database_readonly" => DatabaseReadonly(bool),
}

/// Keys that are accepted but have no effect.
pub(crate) const WITHOUT_EFFECT: [&str; 9] = [
    "game_type",
    "folder",
    "evaluate",
    "caution_factor",
    "start_depth",
    "thread_split_depth",
    "vcthread",
    "checkmate",
    "nbestsym",
];

/// Keys that only programs for Rapfi send, in addition to `strength`. They have no effect.
pub(crate) const KEYS_OF_RAPFI: [&str; 6] = [
    "swapable",
    "max_moves",
    "draw_result",
    "search_type",
    "evaluator_draw_black_winrate",
    "evaluator_draw_ratio",
];

/// An `INFO` line that cannot be read. Never answered, only logged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InfoError {
    /// The value is not a number.
    #[error("INFO {key}: seen '{seen}', expected a whole number")]
    Value {
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
        match Self::known(&lower, &value) {
            Some(info) => info.ok_or(InfoError::Value { key: lower, seen: excerpt(&value) }),
            None => Ok(Info::Other { key, value }),
        }
    }
}

/// `key value`.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, value) = self.parts();
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
    fn a_switch_is_a_number_or_a_word() {
        for (text, value) in
            [("1", true), ("0", false), ("0 x", false), ("on", true), ("False", false)]
        {
            let read = Info::parse(format!("database_readonly {text}").as_bytes());
            assert_eq!(read, Ok(Info::DatabaseReadonly(value)), "{text}");
        }
        assert!(Info::parse(b"database_readonly maybe").is_err());
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
