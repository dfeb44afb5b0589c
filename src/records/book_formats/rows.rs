//! Records as CSV, one per row, UTF-8; the first line names the columns.
//!
//! | column | holds |
//! |---|---|
//! | `rule`, `size` | such as `renju` and `15x15` |
//! | `black`, `white`, `blocked` | the stones as runs of points, `h8i9` |
//! | `to_move` | `black` or `white` |
//! | the others | as the keys of [`json_lines`](super::json_lines); empty if not known |
//!
//! Texts on points have no column: JSON lines hold them. A comment or the name of an engine that a
//! spreadsheet would take for a formula has an apostrophe before it, see [`crate::cell_text`].

use thiserror::Error;

use super::BookEntry;
use super::json_lines::{contradiction, readable};
use crate::book::{GameResults, Record};
use crate::cell_text::{harmless, meant};
use tengen_engine::board::{Position, notation};
use tengen_engine::types::{BoardSize, Color, Coord, Stone};
use tengen_util::count::counted;

/// The columns in their order.
pub const COLUMNS: [&str; 18] = [
    "rule", "size", "black", "white", "blocked", "to_move", "label", "value", "bound", "depth",
    "best", "nodes", "trust", "engine", "won", "drawn", "lost", "comment",
];

/// A row that is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookRowError {
    /// Not the columns of a book.
    #[error("line 1: expected the columns {}", COLUMNS.join(","))]
    Header,
    /// Not CSV, or not UTF-8.
    #[error("line {line}: {message}")]
    Csv {
        line: u64,
        /// What the parser reports.
        message: String,
    },
    /// A text whose closing quotation mark is missing: the rest of the file belongs to it.
    #[error("line {line}: a text in quotes that does not end")]
    Unclosed {
        /// The line where its row begins.
        line: u64,
    },
    /// A cell with an error message.
    #[error("line {line}, column {column}: {message}")]
    Said {
        line: u64,
        column: &'static str,
        /// What was seen and expected.
        message: String,
    },
    /// A cell with a value that does not belong in its column.
    #[error("line {line}, column {column}: '{seen}', expected {expected}")]
    Cell {
        line: u64,
        column: &'static str,
        /// The value.
        seen: String,
        /// What belongs there.
        expected: &'static str,
    },
}

/// Whether a file begins with these columns, their names with or without quotation marks.
pub fn has_header(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let line = bytes.split(|&byte| matches!(byte, b'\r' | b'\n')).next().unwrap_or_default();
    let names = line.split(|&byte| byte == b',').map(|name| {
        let name = name.strip_prefix(b"\"").unwrap_or(name);
        name.strip_suffix(b"\"").unwrap_or(name)
    });
    names.take(6).eq(COLUMNS[..6].iter().map(|name| name.as_bytes()))
}

pub struct RowWriter<W: std::io::Write>(csv::Writer<W>);

impl<W: std::io::Write> RowWriter<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(out: W) -> std::io::Result<Self> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(COLUMNS)?;
        Ok(Self(writer))
    }

    /// Writes a record, except for its texts on points.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, entry: &BookEntry) -> std::io::Result<()> {
        Ok(self.0.write_record(cells(entry))?)
    }

    /// Writes the remaining rows.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

fn cells(entry: &BookEntry) -> [String; 18] {
    let (position, record) = (&entry.position, readable(entry));
    let size = position.size();
    let stones = |wanted: Stone| {
        let stones = position.stones().iter().filter(|(_, stone)| *stone == wanted);
        notation::write_moves(stones.map(|&(coord, _)| coord), size)
    };
    // An unknown value is an empty cell.
    let number = |number: u64| if number == 0 { String::new() } else { number.to_string() };
    let word = |word: &str| if word == "none" { String::new() } else { word.to_owned() };
    let GameResults { won, drawn, lost } = record.results;
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
        harmless(&record.engine).into_owned(),
        number(won.into()),
        number(drawn.into()),
        number(lost.into()),
        harmless(&record.comment).into_owned(),
    ]
}

/// Passes the records of a file to `each`, in the order of the file.
///
/// # Errors
/// If the text is not such a file; or the error of `each`.
pub fn read<E: From<BookRowError>>(
    bytes: &[u8],
    mut each: impl FnMut(BookEntry) -> Result<(), E>,
) -> Result<(), E> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Some(line) = overfull_row(bytes) {
        let message = format!("more than {MOST_FIELDS} fields, expected {}", COLUMNS.len());
        return Err(BookRowError::Csv { line, message }.into());
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
    let mut row = csv::StringRecord::new();
    let mut is_first = true;
    loop {
        let (line, rest) = next_row(bytes, reader.position());
        let is_row = reader.read_record(&mut row);
        let is_last = reader.position().byte() == bytes.len() as u64;
        if is_last && ends_in_quotes(rest) {
            return Err(BookRowError::Unclosed { line }.into());
        }
        if !is_row.map_err(|error| csv_error(line, &error))? {
            return if is_first { Err(BookRowError::Header.into()) } else { Ok(()) };
        }
        if std::mem::take(&mut is_first) {
            if !row.iter().eq(COLUMNS) {
                return Err(BookRowError::Header.into());
            }
            continue;
        }
        each(Row { cells: &row, line }.entry()?)?;
    }
}

/// More fields than any row has. The parser lists the fields of a row before it counts them.
const MOST_FIELDS: usize = 1000;

/// The line of the first row with more fields.
fn overfull_row(bytes: &[u8]) -> Option<u64> {
    let (mut part, mut fields, mut line) = (CellPart::Nothing, 1, 1);
    for byte in bytes {
        part = part.then(*byte);
        match byte {
            b',' if part == CellPart::Nothing => fields += 1,
            b'\n' => {
                line += 1;
                fields = if part == CellPart::Nothing { 1 } else { fields };
            }
            _ => {}
        }
        if fields > MOST_FIELDS {
            return Some(line);
        }
    }
    None
}

/// The line where the next row begins, and the bytes after the row before it. The parser stops
/// between the two bytes of a line break of Windows, and skips empty lines.
fn next_row<'a>(bytes: &'a [u8], end: &csv::Position) -> (u64, &'a [u8]) {
    let start = usize::try_from(end.byte()).ok();
    let rest = start.and_then(|start| bytes.get(start..)).unwrap_or_default();
    let breaks = rest.iter().take_while(|&&byte| matches!(byte, b'\r' | b'\n'));
    let skipped = breaks.filter(|&&byte| byte == b'\n').count();
    (end.line() + skipped as u64, rest)
}

/// What of a cell the parser has read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellPart {
    Nothing,
    /// Text without quotation marks around it.
    Plain,
    /// A part of a text in quotes.
    Quoted,
    /// A text in quotes, or such a text up to the first of two quotation marks in it.
    Closed,
}

/// Whether the last text in quotes does not end. The parser takes the end of the file as its end.
fn ends_in_quotes(rows: &[u8]) -> bool {
    rows.iter().fold(CellPart::Nothing, |part, &byte| part.then(byte)) == CellPart::Quoted
}

impl CellPart {
    fn then(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Nothing | Self::Closed, b'"') => Self::Quoted,
            (Self::Quoted, b'"') => Self::Closed,
            (Self::Quoted, _) => Self::Quoted,
            (_, b',' | b'\r' | b'\n') => Self::Nothing,
            _ => Self::Plain,
        }
    }
}

/// Why the parser refuses a row.
fn csv_error(line: u64, error: &csv::Error) -> BookRowError {
    let message = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("seen {}, expected {expected_len}", counted(*len, "field"))
        }
        csv::ErrorKind::Utf8 { .. } => "not UTF-8, expected text".to_owned(),
        _ => error.to_string(),
    };
    BookRowError::Csv { line, message }
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
        let record = Record {
            label: self.word("label")?,
            value,
            bound: self.word("bound")?,
            depth: self.parsed("depth", "a whole number")?.unwrap_or_default(),
            best: self.best(position)?,
            nodes: self.parsed("nodes", "a whole number")?.unwrap_or_default(),
            trust: self.word("trust")?,
            engine: meant(self.cell("engine")).to_owned(),
            results: GameResults {
                won: games("won")?,
                drawn: games("drawn")?,
                lost: games("lost")?,
            },
            comment: meant(self.cell("comment")).to_owned(),
            texts: Vec::new(),
        };
        match contradiction(&record) {
            Some((_, expected)) => Err(self.wrong("value", expected)),
            None => Ok(record),
        }
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
        let contradiction = "line 3, column value: '-5', expected 0 or more for a win";
        assert_eq!(error(",5,", ",-5,"), contradiction);
        assert_eq!(error("renju,", ""), "line 3: seen 17 fields, expected 18");
        assert_eq!(error("text", "text,"), "line 3: seen 19 fields, expected 18");
        let damaged = [format!("{header}\n{row}").as_bytes(), b"\xff\n"].concat();
        let error = read::<BookRowError>(&damaged, |_| Ok(())).unwrap_err().to_string();
        assert_eq!(error, "line 2: not UTF-8, expected text");
        for text in [format!("{header}\r\n{row}\r\n{row},\r\n"), format!("{header}\n\n{row},\n")] {
            let error = read_all(&text).unwrap_err().to_string();
            assert_eq!(error, "line 3: seen 19 fields, expected 18");
        }
        assert_eq!(read_all("a,b\n"), Err(BookRowError::Header));
        assert_eq!(read_all(""), Err(BookRowError::Header));
    }

    #[test]
    fn a_text_in_quotes_must_end() {
        let header = COLUMNS.join(",");
        let row = |comment: &str| {
            format!("renju,15x15,h8,,,white,win,5,exact,3,i9,10,person,,,,,{comment}\n")
        };
        let texts = |comments: &[&str]| {
            let rows: String = comments.iter().map(|comment| row(comment)).collect();
            read_all(&format!("{header}\n{rows}"))
        };
        let whole = ["\"a \"\"b\"\"\nc\"", "5\" wide", "\"\"\"\"", "\"\"", "\"x\"y\" z"];
        let comments = ["a \"b\"\nc", "5\" wide", "\"", "", "xy\" z"];
        let read = texts(&whole).unwrap();
        let read: Vec<&str> = read.iter().map(|entry| entry.record.comment.as_str()).collect();
        assert_eq!(read, comments);
        for (rows, line) in [
            (vec!["\"text"], 2),
            (vec!["\"te\"\"xt", "more", "more"], 2),
            (vec![whole[0], whole[1], "\"text\"\""], 5),
        ] {
            assert_eq!(texts(&rows), Err(BookRowError::Unclosed { line }));
        }
        let short = format!("{header}\n{}renju,\"15x15\n{}", row("a"), row("b"));
        assert_eq!(read_all(&short), Err(BookRowError::Unclosed { line: 3 }));
    }
}
