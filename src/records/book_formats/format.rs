//! The formats of books by name, and what each does not hold of a record.

use std::fmt;

use crate::book::{Bound, Label, Record};
use crate::game_format::GameFormat;
use tengen_engine::types::Score;
use tengen_util::listed::listed;

/// A format for the records of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookFormat {
    /// JSON lines.
    Jsonl,
    /// CSV: records, or the library of games.
    Csv,
    /// The Smart Game Format.
    Sgf,
    /// RenLib's libraries.
    Lib,
    /// The databases of Yixin and Rapfi.
    Yxdb,
    /// Games in another format, import only.
    Games(GameFormat),
}

impl BookFormat {
    /// The formats for records, all but those of games alone.
    const RECORDS: [Self; 5] = [Self::Jsonl, Self::Csv, Self::Sgf, Self::Lib, Self::Yxdb];

    /// All formats.
    pub fn all() -> Vec<Self> {
        let is_other =
            |format: &GameFormat| Self::RECORDS.iter().all(|it| it.name() != format.name());
        let games = GameFormat::ALL.iter().copied().filter(is_other).map(Self::Games);
        Self::RECORDS.into_iter().chain(games).collect()
    }

    /// Its name, which is also a file name extension.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Sgf => "sgf",
            Self::Lib => "lib",
            Self::Yxdb => "yxdb",
            Self::Games(format) => format.name(),
        }
    }

    /// The usual file name extension.
    pub const fn ending(self) -> &'static str {
        match self {
            // Rapfi names its files so.
            Self::Yxdb => "db",
            other => other.name(),
        }
    }

    /// The format that the extension of a file name indicates.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        let is_of = |word: &str| ending.eq_ignore_ascii_case(word);
        let known = Self::RECORDS.into_iter();
        let known = known.filter(|format| is_of(format.name()) || is_of(format.ending()));
        known.chain(GameFormat::of_name(name).map(Self::Games)).next()
    }
}

/// How many records a format does not hold in full, by what is missing.
#[derive(Clone, Debug)]
pub struct RecordLosses {
    format: BookFormat,
    counts: [(&'static str, u64); 5],
}

impl RecordLosses {
    /// No record yet.
    pub fn new(format: BookFormat) -> Self {
        let parts = ["labels", "values", "best moves", "results of games", "texts on points"];
        Self { format, counts: parts.map(|part| (part, 0)) }
    }

    /// Counts what the format does not hold of a record of a position with this many stones. Depth,
    /// nodes and source belong to a value. A library has labels for wins and losses, with the number
    /// of a win of known length, but none for the empty board: they are texts on moves.
    pub fn add(&mut self, record: &Record, stones: usize) {
        let holds_all = self.format == BookFormat::Jsonl;
        let holds_values = holds_all || matches!(self.format, BookFormat::Csv | BookFormat::Yxdb);
        let holds_rest = holds_all || self.format == BookFormat::Csv;
        let is_win_or_loss = matches!(record.label, Label::Win | Label::Loss);
        let is_drawn = self.format == BookFormat::Lib && stones > 0 && is_win_or_loss;
        let is_mate = |value: i16| Score(value.into()).mate_plies().is_some();
        let is_number = is_drawn && record.bound == Bound::Exact;
        let is_value_held = record.value.is_none_or(|value| is_number && is_mate(value));
        let is_lost = [
            record.label != Label::None && !holds_values && !is_drawn,
            !holds_values && !is_value_held,
            record.best.is_some() && !holds_rest,
            record.results.games() > 0 && !holds_rest,
            !record.texts.is_empty() && self.format == BookFormat::Csv,
        ];
        for ((_, count), is_lost) in self.counts.iter_mut().zip(is_lost) {
            *count += u64::from(is_lost);
        }
    }

    /// `sgf does not hold the labels of 2, values of 30 and best moves of 30 positions; jsonl does`.
    pub fn sentence(&self) -> Option<String> {
        let lost: Vec<_> = self.counts.iter().filter(|(_, count)| *count > 0).collect();
        let noun = if lost.last()?.1 == 1 { "position" } else { "positions" };
        let lost: Vec<_> = lost.iter().map(|(part, count)| format!("{part} of {count}")).collect();
        let lost = listed(&lost, "and");
        Some(format!("{} does not hold the {lost} {noun}; jsonl does", self.format))
    }
}

impl fmt::Display for BookFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::Coord;

    #[test]
    fn each_format_names_what_it_does_not_hold() {
        let texts = vec![(Coord::new(0, 0), "A".to_owned())];
        let value = Some(12);
        let records = [
            Record {
                value,
                bound: Bound::Exact,
                best: texts.first().map(|(at, _)| *at),
                ..Record::default()
            },
            Record { label: Label::Win, ..Record::default() },
            Record {
                label: Label::Win,
                value: Some(29_900),
                bound: Bound::Lower,
                ..Record::default()
            },
            Record { comment: "a".to_owned(), texts, ..Record::default() },
        ];
        let said = |format| {
            let mut losses = RecordLosses::new(format);
            records.iter().for_each(|record| losses.add(record, 1));
            losses.sentence().unwrap_or_default()
        };
        for (format, lost) in [
            (BookFormat::Csv, "texts on points of 1 position"),
            (BookFormat::Sgf, "labels of 2, values of 2 and best moves of 1 position"),
            (BookFormat::Lib, "values of 2 and best moves of 1 position"),
            (BookFormat::Yxdb, "best moves of 1 position"),
        ] {
            assert_eq!(said(format), format!("{format} does not hold the {lost}; jsonl does"));
        }
        assert_eq!(said(BookFormat::Jsonl), "");
        let mut losses = RecordLosses::new(BookFormat::Lib);
        losses.add(&records[1], 0);
        let lost = "lib does not hold the labels of 1 position; jsonl does";
        assert_eq!(losses.sentence().as_deref(), Some(lost), "of the empty board");
    }
}
