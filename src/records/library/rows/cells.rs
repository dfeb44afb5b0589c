//! The cells of a row, and what can be wrong with them.

use std::borrow::Cow;

use thiserror::Error;

use tengen_engine::board::PlaceError;

/// The columns in their order.
pub const COLUMNS: [&str; 11] = [
    "game", "date", "black", "white", "rule", "size", "result", "reason", "move", "point",
    "time_ms",
];

/// A row that was skipped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct DamagedRow {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: RowError,
    /// How many later rows cannot be used without it.
    pub followers: usize,
}

/// Why a row cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RowError {
    /// Not as many cells as columns, or quotation marks that do not close.
    #[error("{seen} cells, expected {}: {}", COLUMNS.len(), COLUMNS.join(","))]
    Cells {
        /// How many there are.
        seen: usize,
    },
    /// Not UTF-8.
    #[error("not UTF-8, expected text")]
    NotText,
    /// A cell with a value that does not belong in its column.
    #[error("column {column}: '{seen}', expected {expected}")]
    Cell {
        column: &'static str,
        /// The value.
        seen: String,
        /// What belongs there.
        expected: Cow<'static, str>,
    },
    /// A row that contradicts an earlier row of the same game.
    #[error(
        "game {game} is not the one of line {first}: date, players, rule, size or result differ"
    )]
    OtherGame {
        /// The number of the game.
        game: u64,
        /// The line of its first row.
        first: usize,
    },
    /// A move that does not follow the one before.
    #[error("move {seen} of game {game}, expected move {expected}")]
    Gap {
        /// The number of the game.
        game: u64,
        /// The move in the row.
        seen: u32,
        /// The move that should come.
        expected: usize,
    },
    /// A stone cannot be placed.
    #[error("move {number} of game {game}: {error}")]
    Stone {
        /// The number of the game.
        game: u64,
        /// The move.
        number: u32,
        error: PlaceError,
    },
}

/// The cells of a row, one per column.
pub(super) type Cells<'a> = [&'a str; COLUMNS.len()];

/// Splits lines into cells. One reader for all lines, since its tables cost more than a line.
pub(super) struct CellSplitter {
    reader: csv_core::Reader,
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Default for CellSplitter {
    /// Not `csv_core::Reader::default()`, which has no tables.
    fn default() -> Self {
        Self { reader: csv_core::Reader::new(), text: Vec::new(), ends: Vec::new() }
    }
}

impl CellSplitter {
    /// The cells of one line.
    pub(super) fn split(&mut self, line: &[u8]) -> Result<Cells<'_>, RowError> {
        std::str::from_utf8(line).map_err(|_| RowError::NotText)?;
        self.reader.reset();
        self.text.resize(line.len(), 0);
        self.ends.clear();
        // One more than there may be: a line of nothing but commas needs no list of them all.
        let most = COLUMNS.len() + 1;
        self.ends.resize(most, 0);
        let (_, read, written, mut seen) =
            self.reader.read_record(line, &mut self.text, &mut self.ends);
        if seen >= most {
            let seen = line.iter().filter(|&&byte| byte == b',').count() + 1;
            return Err(RowError::Cells { seen });
        }
        if read == line.len() {
            // The end of the input ends the last cell.
            let rest = (&mut self.text[written..], &mut self.ends[seen..]);
            seen += self.reader.read_record(&[], rest.0, rest.1).3;
        }
        let ends = self.ends.get(..seen).filter(|ends| ends.len() == COLUMNS.len());
        let ends = ends.ok_or(RowError::Cells { seen })?;
        let mut cells = [""; COLUMNS.len()];
        let mut start = 0;
        for (cell, &end) in cells.iter_mut().zip(ends) {
            let bytes = self.text.get(start..end).unwrap_or_default();
            *cell = std::str::from_utf8(bytes).map_err(|_| RowError::NotText)?;
            start = end;
        }
        Ok(cells)
    }
}

/// The columns that say the same in every row of a game.
const SHARED: usize = 8;

/// The cells of these columns in the first row of a game.
pub(super) struct RowHead {
    text: String,
    ends: [usize; SHARED],
}

impl RowHead {
    pub(super) fn of(cells: &Cells<'_>) -> Self {
        let mut head = Self { text: String::new(), ends: [0; SHARED] };
        for (end, cell) in head.ends.iter_mut().zip(cells) {
            head.text.push_str(cell);
            *end = head.text.len();
        }
        head
    }

    /// Whether a row has the same cells.
    pub(super) fn is_of(&self, cells: &Cells<'_>) -> bool {
        let mut start = 0;
        self.ends.iter().zip(cells).all(|(&end, &cell)| {
            let own = self.text.get(start..end);
            start = end;
            own == Some(cell)
        })
    }
}
