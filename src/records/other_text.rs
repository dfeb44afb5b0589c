//! Texts that people take for lists of moves, told apart so that the message says what they are.

use thiserror::Error;

use tengen_util::excerpt::excerpt;

/// A text of another kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OtherText {
    /// An object of JSON, such as a position.
    #[error("this is JSON, which is not read as a game; expected its moves alone, such as h8i9j10")]
    Json,
    /// Rows of a board with the numbers of empty points, as in FEN.
    #[error(
        "'{seen}' lists rows as FEN does, which is not read; expected moves such as h8i9j10, or a \
         board drawn with X, O and dots"
    )]
    Fen {
        /// The first rows.
        seen: String,
    },
}

impl OtherText {
    /// What the whole text is, of which this is the first line.
    pub(super) fn seen(text: &str, first_line: &str) -> Option<Self> {
        let at = text.find(first_line).unwrap_or(0);
        if is_json_object(&text[at..]) {
            return Some(Self::Json);
        }
        let rows = first_line.split_whitespace().next().filter(|rows| is_fen(rows))?;
        Some(Self::Fen { seen: excerpt(rows, 15) })
    }
}

/// Whether a text begins with an object, or a list of objects, and the name of a value.
fn is_json_object(text: &str) -> bool {
    let text = text.strip_prefix('[').unwrap_or(text).trim_start();
    let name = text.strip_prefix('{').and_then(|text| text.trim_start().strip_prefix('"'));
    let after = name.and_then(|name| name.split_once('"')).map(|(_, after)| after.trim_start());
    after.is_some_and(|after| after.starts_with(':'))
}

/// Whether a word lists five rows or more, of which one is empty.
fn is_fen(word: &str) -> bool {
    /// No board has fewer rows.
    const LEAST: usize = 5;
    let is_row = |row: &str| {
        row.chars().all(|c| c.is_ascii_digit() || "xobw".contains(c.to_ascii_lowercase()))
    };
    let mut rows = word.split('/');
    let is_empty_row = |row: &str| row.parse::<u8>().is_ok();
    rows.clone().count() >= LEAST && rows.clone().all(is_row) && rows.any(is_empty_row)
}
