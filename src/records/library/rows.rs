//! The library's format: CSV, UTF-8, one line per move, the first line names the columns.
//!
//! | column | holds |
//! |---|---|
//! | `game` | the number of the game in this file, from 1 |
//! | `date` | when it began, UTC, `2026-11-20 23:16:05`; empty if not known |
//! | `black`, `white` | the players' names |
//! | `rule` | `freestyle`, `standard`, `renju`, `caro`, `caro-exact` |
//! | `size` | `15x15`, columns first |
//! | `result` | `black`, `white`, `draw` or `unfinished` |
//! | `reason` | `five`, `forbidden (overline)`, `timeout`, …; empty if unfinished |
//! | `move` | the number of the stone, from 1; 0 in the only row of a game without stones |
//! | `point` | `h8`, letters from the left, numbers from the bottom |
//! | `time_ms` | time for the move; empty if not measured (stones of an opening) |
//!
//! Every row repeats the data of its game, so that it can be understood on its own, and never
//! contains a line break. A row that cannot be read is a [`DamagedRow`] with its line; the rows
//! after it are still read. Of a game that lacks a row, only the moves before the gap are returned;
//! the rows after the gap count as part of the damage. Bytes in, values out, no files.

use std::collections::HashMap;

use thiserror::Error;

use crate::game::{GameRecord, PlayedMove, plain_name};
use crate::outcome::GameOutcome;
use tengen_engine::board::{PlaceError, Position, notation};
use tengen_engine::types::{BoardSize, Rule};
use tengen_util::date::Date;

/// The columns in their order.
pub const COLUMNS: [&str; 11] = [
    "game", "date", "black", "white", "rule", "size", "result", "reason", "move", "point",
    "time_ms",
];

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
        /// The column.
        column: &'static str,
        /// The value.
        seen: String,
        /// What belongs there.
        expected: &'static str,
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
        /// What is wrong.
        error: PlaceError,
    },
}

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

/// A game with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The game; [`GameRecord::game`] is its number in the file.
    pub game: GameRecord,
    /// The lines of its rows, from 1.
    pub lines: Vec<usize>,
}

/// The contents of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryContents {
    /// The games in the order of the file.
    pub games: Vec<StoredGame>,
    /// The rows that were skipped.
    pub damages: Vec<DamagedRow>,
}

/// Reads the whole file; damage is part of the result, never an error.
pub fn read(bytes: &[u8]) -> LibraryContents {
    let mut reader = RowReader::default();
    for (number, line) in lines(bytes).filter(|(_, line)| !is_header(line)) {
        reader.take(number, line);
    }
    reader.contents
}

/// The first line, with its line break.
pub fn header() -> String {
    format!("{}\n", COLUMNS.join(","))
}

/// The rows of a game under this number, each with its line break.
pub fn write(number: u64, game: &GameRecord) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let date = game.started_ms.map(|ms| Date::from_unix_ms(ms).to_string()).unwrap_or_default();
    let reason = game.verdict().map(|verdict| verdict.to_string()).unwrap_or_default();
    let stones = (1..).zip(game.stones()).map(|(index, stone)| (index, Some(stone)));
    let stones: Vec<_> = if game.length() == 0 { vec![(0, None)] } else { stones.collect() };
    for (index, stone) in stones {
        let time = stone.and_then(|(_, time_ms)| time_ms);
        let row = [
            &number.to_string(),
            &date,
            &plain_name(&game.black.name),
            &plain_name(&game.white.name),
            game.rule.name(),
            &game.size.to_string(),
            game.outcome.result(),
            &reason,
            &index.to_string(),
            &stone.map(|(coord, _)| notation::name(coord, game.size)).unwrap_or_default(),
            &time.map(|time| time.to_string()).unwrap_or_default(),
        ];
        // Writing to memory cannot fail, and every row has the same number of cells.
        let _ = writer.write_record(row);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// The games read so far, with their boards.
#[derive(Default)]
struct RowReader {
    contents: LibraryContents,
    /// For each game the board after its moves.
    boards: Vec<Position>,
    /// The index of each game by its number.
    indexes: HashMap<u64, usize>,
    /// Whether no row could be used after the last damage.
    is_in_gap: bool,
    cells: CellSplitter,
}

impl RowReader {
    fn take(&mut self, line: usize, bytes: &[u8]) {
        let row = self.cells.split(bytes).and_then(|cells| parse(&cells));
        let taken = row.and_then(|row| self.add(line, row));
        let is_in_gap = std::mem::replace(&mut self.is_in_gap, taken.is_err());
        let Err(error) = taken else { return };
        match self.contents.damages.last_mut() {
            Some(cause) if is_in_gap && matches!(error, RowError::Gap { .. }) => {
                cause.followers += 1;
            }
            _ => self.contents.damages.push(DamagedRow { line, error, followers: 0 }),
        }
    }

    fn add(&mut self, line: usize, row: MoveRow) -> Result<(), RowError> {
        let number = row.game.game;
        let known = self.indexes.get(&number).copied();
        let Some(index) = known else { return self.begin(line, row) };
        let (Some(entry), Some(board)) =
            (self.contents.games.get_mut(index), self.boards.get_mut(index))
        else {
            return Ok(());
        };
        if !row.is_of(&entry.game) {
            let first = entry.lines.first().copied().unwrap_or(0);
            return Err(RowError::OtherGame { game: number, first });
        }
        entry.lines.push(line);
        place(&row, &mut entry.game, board)
    }

    /// The first readable row of a game, which need not be the row of its first move.
    fn begin(&mut self, line: usize, row: MoveRow) -> Result<(), RowError> {
        let mut board = Position::new(row.game.rule, row.game.size);
        let mut game = row.game.clone();
        let placed = place(&row, &mut game, &mut board);
        self.indexes.insert(game.game, self.contents.games.len());
        self.contents.games.push(StoredGame { game, lines: vec![line] });
        self.boards.push(board);
        placed
    }
}

/// Adds the row's move to the game, if it is the next.
fn place(row: &MoveRow, game: &mut GameRecord, board: &mut Position) -> Result<(), RowError> {
    let expected = game.moves.len() + 1;
    match row.moved {
        None if game.moves.is_empty() => Ok(()),
        Some(moved) if usize::try_from(row.index) == Ok(expected) => {
            board.play(moved.coord()).map_err(|error| RowError::Stone {
                game: row.game.game,
                number: row.index,
                error,
            })?;
            game.moves.push(moved);
            Ok(())
        }
        _ => Err(RowError::Gap { game: row.game.game, seen: row.index, expected }),
    }
}

/// One row: a game without moves, and one of its moves.
struct MoveRow {
    game: GameRecord,
    index: u32,
    moved: Option<PlayedMove>,
}

impl MoveRow {
    fn is_of(&self, game: &GameRecord) -> bool {
        let own = &self.game;
        own.started_ms == game.started_ms
            && own.black.name == game.black.name
            && own.white.name == game.white.name
            && own.rule == game.rule
            && own.size == game.size
            && own.outcome == game.outcome
    }
}

/// Whether the first line names the columns: the mark of a library.
pub fn has_header(bytes: &[u8]) -> bool {
    lines(bytes).next().is_some_and(|(_, line)| is_header(line))
}

/// The lines of a file that are not empty, without line breaks, with their numbers from 1.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = bytes.split(|&byte| byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    (1..).zip(lines).filter(|(_, line)| !line.is_empty())
}

/// Whether the line names the columns (at the top, and again where files were joined).
fn is_header(line: &[u8]) -> bool {
    let names = line.split(|&byte| byte == b',').map(|name| {
        let name = name.strip_prefix(b"\"").unwrap_or(name);
        name.strip_suffix(b"\"").unwrap_or(name)
    });
    names.eq(COLUMNS.iter().map(|name| name.as_bytes()))
}

fn parse(cells: &[&str; COLUMNS.len()]) -> Result<MoveRow, RowError> {
    let cell = |column: &'static str| {
        COLUMNS.iter().zip(cells).find(|&(&name, _)| name == column).map_or("", |(_, cell)| cell)
    };
    let wrong =
        |column, expected| RowError::Cell { column, seen: cell(column).to_owned(), expected };
    let number: Option<u64> = cell("game").parse().ok().filter(|&number| number > 0);
    let number = number.ok_or_else(|| wrong("game", "a number from 1"))?;
    let started_ms =
        optional(cell("date"), |text| text.parse().ok().map(|date: Date| date.unix_ms()))
            .ok_or_else(|| wrong("date", "2026-11-20 23:16:05 or nothing"))?;
    let rule: Option<Rule> = cell("rule").parse().ok();
    let rule =
        rule.ok_or_else(|| wrong("rule", "freestyle, standard, renju, caro or caro-exact"))?;
    let size: Option<BoardSize> = cell("size").parse().ok();
    let size = size.filter(|size| cell("size").eq_ignore_ascii_case(&size.to_string()));
    let size = size.ok_or_else(|| wrong("size", "a board such as 15x15"))?;
    let outcome = GameOutcome::read(cell("result"), cell("reason"))
        .map_err(|(column, expected)| wrong(column, expected))?;
    let index: Option<u32> = cell("move").parse().ok();
    let index = index.ok_or_else(|| wrong("move", "the number of a stone"))?;
    let coord = match (index, cell("point")) {
        (0, "") => None,
        (0, _) => return Err(wrong("point", "nothing, as move 0 is not a stone")),
        (_, point) => {
            Some(notation::parse(point, size).map_err(|_| wrong("point", "a point such as h8"))?)
        }
    };
    let time_ms = optional(cell("time_ms"), |text| text.parse().ok());
    let time_ms = time_ms.ok_or_else(|| wrong("time_ms", "milliseconds or nothing"))?;
    let mut game = GameRecord { game: number, started_ms, outcome, ..GameRecord::new(rule, size) };
    game.black.name = cell("black").to_owned();
    game.white.name = cell("white").to_owned();
    Ok(MoveRow { game, index, moved: coord.map(|coord| PlayedMove::new(coord, time_ms)) })
}

/// Splits lines into cells. One reader for all lines, since its tables cost more than a line.
struct CellSplitter {
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
    fn split(&mut self, line: &[u8]) -> Result<[&str; COLUMNS.len()], RowError> {
        std::str::from_utf8(line).map_err(|_| RowError::NotText)?;
        self.reader.reset();
        self.text.resize(line.len(), 0);
        self.ends.resize(line.iter().filter(|&&byte| byte == b',').count() + 1, 0);
        let (_, read, written, mut seen) =
            self.reader.read_record(line, &mut self.text, &mut self.ends);
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

/// `Some(None)` for an empty cell, `None` for one that cannot be parsed.
fn optional<T>(cell: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if cell.is_empty() { Some(None) } else { parse(cell).map(Some) }
}

#[cfg(test)]
mod tests;
