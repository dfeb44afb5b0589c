//! The formats of books by name.

use std::fmt;

/// A format for the records of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BookFormat {
    /// JSON lines.
    Jsonl,
    /// CSV: records, or the library of games.
    Csv,
    /// The Smart Game Format.
    Sgf,
    /// Piskvork's files.
    Psq,
    /// RenLib's libraries.
    Lib,
    /// The databases of Yixin and Rapfi.
    Yxdb,
}

impl BookFormat {
    /// All formats.
    pub(crate) const ALL: [Self; 6] =
        [Self::Jsonl, Self::Csv, Self::Sgf, Self::Psq, Self::Lib, Self::Yxdb];

    /// Its name, which is also a file name extension.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Sgf => "sgf",
            Self::Psq => "psq",
            Self::Lib => "lib",
            Self::Yxdb => "yxdb",
        }
    }

    /// The usual file name extension.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            // Rapfi names its files so.
            Self::Yxdb => "db",
            other => other.name(),
        }
    }

    /// The format that the extension of a file name indicates.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        let is_of = |word: &str| ending.eq_ignore_ascii_case(word);
        Self::ALL.into_iter().find(|format| is_of(format.name()) || is_of(format.ending()))
    }
}

impl fmt::Display for BookFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
