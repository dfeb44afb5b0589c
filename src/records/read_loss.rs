//! What a reader guessed, doubted or left out, as a kind with what belongs to it. Its `Display` is one
//! sentence; a program that has words of its own takes the kind.

use std::fmt;

use tengen_engine::types::{BoardSize, Color};
use tengen_util::charset::Charset;
use tengen_util::count::counted;

/// What a reader guessed, doubted or left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadLoss {
    /// The mark at its start says in which code page a text is.
    Marked(Charset),
    /// The code page of the texts is guessed.
    Guessed(Charset),
    /// So many signs NUL or Ctrl-Z, with which old programs end a file, are left out.
    Tail(usize),
    /// Properties of SGF that are skipped: how many, and the first of their names, some with a value.
    Properties { total: usize, names: Vec<String> },
    /// Names of properties in small letters are read as in capitals.
    SmallLetters,
    /// A date has more than days, and only those are kept.
    DateCut(String),
    /// The name of an opening is not that of the opening rule with this name.
    OpeningName(String),
    /// A result of the file is kept, although the board has another winner, or a draw.
    OtherResult { seen: String, board: Option<Color> },
    /// Of so many black and white stones the side to move is taken to be this one.
    ToMove { black: usize, white: usize, next: Color },
    /// A file that does not name its board has stones beyond the usual one: a larger one is taken.
    Beyond { taken: BoardSize, usual: BoardSize },
    /// Moves of a library on occupied points, with what follows them.
    Occupied(usize),
    /// Moves of a library after a text that is no move.
    AfterText(usize),
    /// Remarks of a library that belong to no point.
    Remarks(usize),
    /// So many bytes after the last node of a library say nothing.
    Padding(usize),
    /// So many more rows cannot be used.
    Rows(u64),
    /// A sentence of the caller.
    Said(String),
}

impl fmt::Display for ReadLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Marked(page) => write!(f, "the text is {page}, as its first bytes say"),
            Self::Guessed(page) => write!(
                f,
                "the texts seem to be {page} and are read as that; --encoding names another"
            ),
            Self::Tail(signs) => {
                let what = if *signs == 1 { "sign" } else { "signs" };
                write!(f, "{signs} {what} NUL or Ctrl-Z after the text, ignored")
            }
            Self::Properties { total, names } => {
                let what = if *total == 1 { "property" } else { "properties" };
                write!(f, "skipped {total} {what}: {}", names.join(", "))
            }
            Self::SmallLetters => {
                f.write_str("names of properties in small letters are read as in capitals")
            }
            Self::DateCut(seen) => {
                write!(f, "DT[{seen}] has more than days, only those are kept")
            }
            Self::OpeningName(rule) => {
                write!(f, "ON is kept as the opening's name, not the opening rule {rule}")
            }
            Self::OtherResult { seen, board } => {
                write!(f, "RE[{seen}] is kept, although on the board ")?;
                match board {
                    Some(winner) => write!(f, "{winner} wins"),
                    None => f.write_str("a draw"),
                }
            }
            Self::ToMove { black, white, next } => {
                write!(f, "{black} black and {white} white stones: {next} is taken to be next")
            }
            Self::Beyond { taken, usual } => write!(
                f,
                "the file does not name its board: {taken} is taken, as stones lie beyond {usual}; \
                 --size names another"
            ),
            Self::Occupied(count) => skipped(
                f,
                *count,
                "move on an occupied point",
                "moves on occupied points, with what follows them",
            ),
            Self::AfterText(count) => skipped(
                f,
                *count,
                "move after a text that is no move",
                "moves after a text that is no move",
            ),
            Self::Remarks(count) => skipped(
                f,
                *count,
                "remark that belongs to no point: on a pass, or on a text on the board",
                "remarks that belong to no point: on passes, or on texts on the board",
            ),
            Self::Padding(bytes) => {
                write!(f, "{} after the last node, ignored", counted(*bytes as u64, "byte"))
            }
            Self::Rows(more) => {
                write!(f, "{} cannot be used and are skipped", counted(*more, "more row"))
            }
            Self::Said(sentence) => f.write_str(sentence),
        }
    }
}

fn skipped(f: &mut fmt::Formatter<'_>, count: usize, one: &str, several: &str) -> fmt::Result {
    write!(f, "skipped {count} {}", if count == 1 { one } else { several })
}
