//! Records as CSV, one per row, UTF-8; the first line names the columns.
//!
//! | column | holds |
//! |---|---|
//! | `rule`, `size` | such as `renju` and `15x15` |
//! | `black`, `white`, `blocked` | the stones as runs of points, `h8i9` |
//! | `to_move` | `black` or `white` |
//! | the others | as the keys of [`json_lines`](super::json_lines); empty if not known |
//!
//! Texts on points have no column: JSON lines hold them.

use thiserror::Error;

use super::BookEntry;
use super::json_lines::on_empty_point;
use crate::board::{Position, notation};
use crate::book::{Record, Results};
use crate::types::{BoardSize, Color, Coord, Stone};

/// The columns in their order.
pub(crate) const COLUMNS: [&str; 18] = [
    "rule", "size", "black", "white", "blocked", "to_move", "label", "value", "bound", "depth",
    "best", "nodes", "trust", "engine", "won", "drawn", "lost", "comment",
];

/// A row that is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum BookRowError {
    /// Not the columns of a book.
    #[error("line 1: expected the columns {}", COLUMNS.join(","))]
    Header,
    /// Not CSV, or not UTF-8.
    #[error("line {line}: {message}")]
    Csv {
        /// The line.
        line: u64,
        /// What the parser reports.
        message: String,
    },
    /// A cell with an error message.
    #[error("line {line}, column {column}: {message}")]
    Said {
        /// The line.
        line: u64,
        /// The column.
        column: &'static str,
        /// What was seen and expected.
        message: String,
    },
    /// A cell with a value that does not belong in its column.
    #[error("line {line}, column {column}: '{seen}', expected {expected}")]
    Cell {
        /// The line.
        line: u64,
        /// The column.
        column: &'static str,
        /// The value.
        seen: String,
        /// What belongs there.
        expected: &'static str,
    },
}

/// Whether a file begins with these columns, their names with or without quotation marks.
pub(crate) fn has_header(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let line = bytes.split(|&byte| matches!(byte, b'\r' | b'\n')).next().unwrap_or_default();
    let names = line.split(|&byte| byte == b',').map(|name| {
        let name = name.strip_prefix(b"\"").unwrap_or(name);
        name.strip_suffix(b"\"").unwrap_or(name)
    });
    names.take(6).eq(COLUMNS[..6].iter().map(|name| name.as_bytes()))
}

/// Writes rows.
pub(crate) struct RowWriter<W: std::io::Write>(csv::Writer<W>);

impl<W: std::io::Write> RowWriter<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn new(out: W) -> std::io::Result<Self> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(COLUMNS)?;
        Ok(Self(writer))
    }

    /// Writes a record, except for its texts on points.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write(&mut self, entry: &BookEntry) -> std::io::Result<()> {
        Ok(self.0.write_record(cells(entry))?)
    }

    /// Writes the remaining rows.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn finish(mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

fn cells(entry: &BookEntry) -> [String; 18] {
    let (position, record) = (&entry.position, on_empty_point(entry));
    let size = position.size();
    let stones = |wanted: Stone| {
        let stones = position.stones().iter().filter(|(_, stone)| *stone == wanted);
        notation::write_moves(stones.map(|&(coord, _)| coord), size)
    };
    // An unknown value is an empty cell.
    let number = |number: u64| if number == 0 { String::new() } else { number.to_string() };
    let word = |word: &str| if word == "none" { String::new() } else { word.to_owned() };
    let Results { won, drawn, lost } = record.results;
    [
        position.rule().to_string(),
        size.to_string(),
        stones(Stone::Black),
        stones(Stone::White),
        stones(Stone::Blocked),
        position.to_move().to_string(),
        word(record.label.name()),
        record.value.map(|value| value.to_string()).unwrap_or_default(),
        word(record.bound.name()),
        if record.depth == 0 { String::new() } else { record.depth.to_string() },
        record.best.map(|best| notation::name(best, size)).unwrap_or_default(),
        number(record.nodes),
        record.trust.to_string(),
        record.engine.clone(),
        number(won.into()),
        number(drawn.into()),
        number(lost.into()),
        record.comment.clone(),
    ]
}

/// Passes the records of a file to `each`, in the order of the file.
///
/// # Errors
/// If the text is not such a file; or the error of `each`.
pub(crate) fn read<E: From<BookRowError>>(
    input: impl std::io::Read,
    mut each: impl FnMut(BookEntry) -> Result<(), E>,
) -> Result<(), E> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(input);
    let mut row = csv::StringRecord::new();
    let mut is_first = true;
    loop {
        let line = reader.position().line();
        let message = |error: csv::Error| BookRowError::Csv { line, message: error.to_string() };
        if !reader.read_record(&mut row).map_err(message)? {
            return if is_first { Err(BookRowError::Header.into()) } else { Ok(()) };
        }
        if std::mem::take(&mut is_first) {
            let names = row.iter().map(|name| name.trim_start_matches('\u{feff}'));
            if !names.eq(COLUMNS) {
                return Err(BookRowError::Header.into());
            }
            continue;
        }
        each(Row { cells: &row, line }.entry()?)?;
    }
}

/// A row with its line.
struct Row<'a> {
    cells: &'a csv::StringRecord,
    line: u64,
}

impl Row<'_> {
    fn entry(&self) -> Result<BookEntry, BookRowError> {
        let rule = self.parsed("rule", "a rule")?.ok_or_else(|| self.wrong("rule", "a rule"))?;
        let size: Option<BoardSize> = self.parsed("size", "a size such as 15x15")?;
        let size = size.ok_or_else(|| self.wrong("size", "a size such as 15x15"))?;
        let mut position = Position::new(rule, size);
        let groups =
            [("blocked", Stone::Blocked), ("black", Stone::Black), ("white", Stone::White)];
        for (column, stone) in groups {
            let points = notation::parse_moves(self.cell(column), size);
            for coord in points.map_err(|error| self.row_error(column, &error))? {
                position.put(coord, stone).map_err(|error| self.row_error(column, &error))?;
            }
        }
        let color = |name: &str| Color::BOTH.into_iter().find(|color| color.to_string() == name);
        let to_move = color(self.cell("to_move"));
        position.set_to_move(to_move.ok_or_else(|| self.wrong("to_move", "black or white"))?);
        Ok(BookEntry { record: self.record(&position)?, position })
    }

    fn record(&self, position: &Position) -> Result<Record, BookRowError> {
        let value: Option<i16> = self.parsed("value", "-30000 to 30000")?;
        if value.is_some_and(|value| !(-30_000..=30_000).contains(&value)) {
            return Err(self.wrong("value", "-30000 to 30000"));
        }
        let games = |column| Ok(self.parsed(column, "a whole number")?.unwrap_or_default());
        Ok(Record {
            label: self.word("label")?,
            value,
            bound: self.word("bound")?,
            depth: self.parsed("depth", "a whole number")?.unwrap_or_default(),
            best: self.best(position)?,
            nodes: self.parsed("nodes", "a whole number")?.unwrap_or_default(),
            trust: self.word("trust")?,
            engine: self.cell("engine").to_owned(),
            results: Results { won: games("won")?, drawn: games("drawn")?, lost: games("lost")? },
            comment: self.cell("comment").to_owned(),
            texts: Vec::new(),
        })
    }

    fn best(&self, position: &Position) -> Result<Option<Coord>, BookRowError> {
        let name = self.cell("best");
        if name.is_empty() {
            return Ok(None);
        }
        let coord = notation::parse(name, position.size());
        let coord = coord.map_err(|error| self.row_error("best", &error))?;
        match position.is_empty_at(coord) {
            true => Ok(Some(coord)),
            false => Err(self.wrong("best", "an empty point")),
        }
    }

    fn cell(&self, column: &str) -> &str {
        let index = COLUMNS.iter().position(|name| *name == column);
        index.and_then(|index| self.cells.get(index)).unwrap_or_default()
    }

    fn wrong(&self, column: &'static str, expected: &'static str) -> BookRowError {
        let seen = self.cell(column).to_owned();
        BookRowError::Cell { line: self.line, column, seen, expected }
    }

    fn row_error(&self, column: &'static str, error: &dyn std::fmt::Display) -> BookRowError {
        BookRowError::Said { line: self.line, column, message: error.to_string() }
    }

    /// The value of a cell; `None` if it is empty.
    fn parsed<T: std::str::FromStr>(
        &self,
        column: &'static str,
        expected: &'static str,
    ) -> Result<Option<T>, BookRowError> {
        let cell = Some(self.cell(column)).filter(|cell| !cell.is_empty());
        cell.map(|cell| cell.parse().map_err(|_| self.wrong(column, expected))).transpose()
    }

    fn word<T: std::str::FromStr<Err: std::fmt::Display> + Default>(
        &self,
        column: &'static str,
    ) -> Result<T, BookRowError> {
        let cell = Some(self.cell(column)).filter(|cell| !cell.is_empty());
        let word = cell.map(|cell| cell.parse().map_err(|error| self.row_error(column, &error)));
        Ok(word.transpose()?.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::book::key::Canonical;
    use crate::book::sample::{on_empty_points, positions, records};

    fn read_all(text: &str) -> Result<Vec<BookEntry>, BookRowError> {
        let mut entries = Vec::new();
        read(text.as_bytes(), |entry| {
            entries.push(entry);
            Ok::<_, BookRowError>(())
        })?;
        Ok(entries)
    }

    proptest! {
        #[test]
        fn everything_but_texts_on_points_comes_back(
            rows in proptest::collection::vec((positions(), records(9)), 0..6)
        ) {
            let mut bytes = Vec::new();
            let mut writer = RowWriter::new(&mut bytes).unwrap();
            for (position, record) in rows.clone() {
                writer.write(&BookEntry { position, record }).unwrap();
            }
            writer.finish().unwrap();
            prop_assert!(has_header(&bytes));
            let read = read_all(std::str::from_utf8(&bytes).unwrap()).unwrap();
            prop_assert_eq!(read.len(), rows.len());
            for (entry, (position, record)) in read.into_iter().zip(rows) {
                // A best move on a stone is left out.
                let record = on_empty_points(&position, record);
                prop_assert_eq!(entry.record, Record { texts: Vec::new(), ..record });
                prop_assert_eq!(Canonical::of(&entry.position), Canonical::of(&position));
            }
        }
    }

    #[test]
    fn the_names_of_the_columns_may_have_quotation_marks() {
        let row = "renju,15x15,h8,,,white,win,5,exact,3,i9,10,person,,,,,text";
        let quoted = COLUMNS.map(|name| format!("\"{name}\"")).join(",");
        let text = format!("{quoted}\r\n{row}\r\n");
        assert!(has_header(text.as_bytes()));
        assert_eq!(read_all(&text).unwrap().len(), 1);
        assert!(!has_header(b"\"rule\",\"size\"\n"));
    }

    #[test]
    fn wrong_rows_are_refused_with_line_and_column() {
        let header = COLUMNS.join(",");
        let row = "renju,15x15,h8,,,white,win,5,exact,3,i9,10,person,,,,,text";
        assert_eq!(read_all(&format!("{header}\n{row}\n")).unwrap().len(), 1);
        let error = |from: &str, to: &str| {
            let text = format!("{header}\n{row}\n{}\n", row.replace(from, to));
            read_all(&text).unwrap_err().to_string()
        };
        assert_eq!(
            error("win", "won"),
            "line 3, column label: seen 'won', expected none, win, loss, draw, forced, blocked"
        );
        assert_eq!(error(",5,", ",x,"), "line 3, column value: 'x', expected -30000 to 30000");
        assert_eq!(error("white", "red"), "line 3, column to_move: 'red', expected black or white");
        assert!(error("h8,,", "h8,h8,").starts_with("line 3, column white: point h8 is occupied"));
        assert_eq!(error("i9", "h8"), "line 3, column best: 'h8', expected an empty point");
        assert!(error("renju,", "").starts_with("line 3: CSV error"));
        assert_eq!(read_all("a,b\n"), Err(BookRowError::Header));
        assert_eq!(read_all(""), Err(BookRowError::Header));
    }
}
