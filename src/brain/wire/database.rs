//! The commands of Yixin-Board's position database: their names, and what follows each.
//!
//! | command | arguments | then |
//! |---|---|---|
//! | `YXQUERYDATABASEALL`, `…ALLT`, `…ONE`, `…TEXT` | – | the moves, `DONE` |
//! | `YXEDITTVDDATABASE` | mask, label, value, depth | the moves, `DONE` |
//! | `YXEDITTEXTDATABASE` | `"text"`, which may have several lines | the moves, `DONE` |
//! | `YXEDITLABELDATABASE` | point, text | the moves, `DONE` |
//! | `YXDELETEDATABASEONE`, `…ALL` | a filter | the moves, `DONE` |
//! | `YXSETBESTMOVEDATABASE`, `YXCLEARBESTMOVEDATABASE` | – | the moves, `DONE` |
//! | `YXSETDATABASE`, `YXDBTOTXT`, `YXDBTOTXTALL`, `YXTXTTODB`, `YXDBTOPOS`, `YXLIBTODB`, `YXDBTOLIB`, `YXDBMERGE`, `YXDBSPLIT` | a path, here or on the next line | – |
//! | `YXSAVEDATABASE`, `YXDBCHECK`, `YXDBFIX` | – | – |

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::MAX_TEXT_BYTES;

/// A command of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
pub enum DatabaseWord {
    /// What is known after each move.
    #[strum(serialize = "YXQUERYDATABASEALL")]
    QueryAll,
    /// What is known after each move, and the comment.
    #[strum(serialize = "YXQUERYDATABASEALLT")]
    QueryAllAndText,
    /// What is known about the position.
    #[strum(serialize = "YXQUERYDATABASEONE")]
    QueryOne,
    /// The comment.
    #[strum(serialize = "YXQUERYDATABASETEXT")]
    QueryText,
    /// Sets label, value or depth.
    #[strum(serialize = "YXEDITTVDDATABASE")]
    EditValue,
    /// Sets the comment.
    #[strum(serialize = "YXEDITTEXTDATABASE")]
    EditText,
    /// Sets the text on a point.
    #[strum(serialize = "YXEDITLABELDATABASE")]
    EditLabel,
    /// Forgets the position.
    #[strum(serialize = "YXDELETEDATABASEONE")]
    DeleteOne,
    /// Forgets what comes after the position.
    #[strum(serialize = "YXDELETEDATABASEALL")]
    DeleteAll,
    /// Opens a database.
    #[strum(serialize = "YXSETDATABASE")]
    Set,
    #[strum(serialize = "YXSAVEDATABASE")]
    Save,
    /// Writes records of this rule and board as a table.
    #[strum(serialize = "YXDBTOTXT")]
    ToTable,
    /// Writes all records as a table.
    #[strum(serialize = "YXDBTOTXTALL")]
    AllToTable,
    /// Reads a library of RenLib.
    #[strum(serialize = "YXLIBTODB")]
    FromLib,
    /// Writes one.
    #[strum(serialize = "YXDBTOLIB")]
    ToLib,
    /// Takes the records of another database.
    #[strum(serialize = "YXDBMERGE")]
    Merge,
    /// Writes what comes after the position into another database.
    #[strum(serialize = "YXDBSPLIT")]
    Split,
    /// Marks the last of the moves as the best one.
    #[strum(serialize = "YXSETBESTMOVEDATABASE")]
    SetBest,
    /// Takes such a mark away.
    #[strum(serialize = "YXCLEARBESTMOVEDATABASE")]
    ClearBest,
    /// Reads records of a table.
    #[strum(serialize = "YXTXTTODB")]
    FromTable,
    /// Writes the positions in a form of Yixin that nobody has described.
    #[strum(serialize = "YXDBTOPOS")]
    ToPositions,
    /// Looks for damage.
    #[strum(serialize = "YXDBCHECK")]
    Check,
    /// Repairs it.
    #[strum(serialize = "YXDBFIX")]
    Fix,
}

/// What follows the word of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseTail {
    Nothing,
    /// A path, on this line or the next.
    Path,
    /// Rows up to `DONE`, after this many words on the line.
    Rows(usize),
    /// As [`Rows`](Self::Rows), but the whole line belongs to the arguments.
    LineAndRows,
    /// A filter, then rows.
    FilterAndRows,
    /// A text in quotes, then rows.
    QuotedAndRows,
}

impl DatabaseWord {
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// What follows the word.
    pub const fn tail(self) -> DatabaseTail {
        match self {
            Self::QueryAll
            | Self::QueryAllAndText
            | Self::QueryOne
            | Self::QueryText
            | Self::DeleteOne
            | Self::SetBest
            | Self::ClearBest => DatabaseTail::Rows(0),
            Self::EditValue => DatabaseTail::Rows(4),
            Self::EditLabel => DatabaseTail::LineAndRows,
            Self::EditText => DatabaseTail::QuotedAndRows,
            Self::DeleteAll => DatabaseTail::FilterAndRows,
            Self::Save | Self::Check | Self::Fix => DatabaseTail::Nothing,
            Self::Set
            | Self::ToTable
            | Self::AllToTable
            | Self::FromLib
            | Self::ToLib
            | Self::Merge
            | Self::Split
            | Self::FromTable
            | Self::ToPositions => DatabaseTail::Path,
        }
    }
}

/// A quoted text that arrives line by line; `\` escapes a quote or itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct QuotedText {
    text: String,
    is_open: bool,
}

impl QuotedText {
    /// Takes a line, the first from its opening quote on. Returns what follows the closing quote
    /// once that has been read; a text without quotes is one word.
    pub(crate) fn take<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        let mut rest = line;
        match (self.is_open, line.trim_start().strip_prefix('"')) {
            (true, _) => self.keep(Some('\n')),
            (false, Some(inside)) => {
                self.is_open = true;
                rest = inside;
            }
            (false, None) => {
                let (word, after) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
                word.clone_into(&mut self.text);
                return Some(after);
            }
        }
        let mut chars = rest.chars();
        while let Some(c) = chars.next() {
            match c {
                '"' => return Some(chars.as_str()),
                '\\' => self.keep(chars.next()),
                plain => self.keep(Some(plain)),
            }
        }
        None
    }

    fn keep(&mut self, c: Option<char>) {
        if self.text.len() < MAX_TEXT_BYTES {
            self.text.extend(c);
        }
    }

    /// The text without quotes.
    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_texts_may_have_several_lines() {
        let mut text = QuotedText::default();
        assert_eq!(text.take(r#" "a \"good\" \\ move"#), None);
        assert_eq!(text.take("7,7"), None);
        assert_eq!(text.take(r#"end"8,8 done"#), Some("8,8 done"));
        assert_eq!(text.into_text(), "a \"good\" \\ move\n7,7\nend");
        let mut endless = QuotedText::default();
        assert_eq!(endless.take("\""), None);
        for _ in 0..300 {
            assert_eq!(endless.take(&"x".repeat(8000)), None);
        }
        assert_eq!(endless.into_text().len(), MAX_TEXT_BYTES);
        let mut plain = QuotedText::default();
        assert_eq!(plain.take("word 7,7"), Some("7,7"));
        assert_eq!(plain.into_text(), "word");
    }
}
