//! The rows of the file of kept games: CSV, UTF-8, one line a move, the first line names the columns.
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
//! Every row of a game repeats what the game is, so a row tells itself, and a row never runs over a
//! line break. A row that cannot be read is [`DamagedRow`] with its line; the rows after it are read all the
//! same. Of a game that lacks a row, the moves before the gap are shown. Bytes in, values out, no files.

use thiserror::Error;

use super::{KeptGame, KeptMove, Outcome};
use crate::board::notation;
use crate::board::{PlaceError, Position};
use crate::records::verdict::Verdict;
use crate::types::{BoardSize, Color, Coord, Rule};
use crate::util::date::Date;

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
    #[error("bytes that are no UTF-8, expected text")]
    NoText,
    /// A cell that does not hold what its column says.
    #[error("column {column}: '{seen}', expected {expected}")]
    Cell {
        /// The column.
        column: &'static str,
        /// What stands there.
        seen: String,
        /// What should.
        expected: &'static str,
    },
    /// Another row of the same game tells otherwise what the game is.
    #[error(
        "game {game} is another one than in line {first}: date, players, rule, size or result differ"
    )]
    OtherGame {
        /// The number of the game.
        game: u64,
        /// The line of its first row.
        first: usize,
    },
    /// A move that does not follow the one before.
    #[error("move {seen} of game {game}, expected move {expected}; it is left out")]
    Gap {
        /// The number of the game.
        game: u64,
        /// The move in the row.
        seen: u32,
        /// The move that should come.
        expected: usize,
    },
    /// A stone cannot be put.
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
}

/// A game with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The number of the game.
    pub number: u64,
    /// The game.
    pub game: KeptGame,
    /// The lines of its rows, from 1.
    pub lines: Vec<usize>,
}

/// All that a file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryContents {
    /// The games in the order of the file.
    pub games: Vec<StoredGame>,
    /// The rows that were skipped.
    pub damages: Vec<DamagedRow>,
}

/// Reads the whole file. Nothing in it stops the reader.
pub fn read(bytes: &[u8]) -> LibraryContents {
    let mut reader = Reader::default();
    for (number, line) in lines(bytes).filter(|(_, line)| !is_header(line)) {
        reader.take(number, line);
    }
    reader.contents
}

/// The first line, with its line break.
pub fn header() -> String {
    format!("{}\n", COLUMNS.join(","))
}

/// The rows of a game, each with its line break.
pub fn write(number: u64, game: &KeptGame) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let none = (0, None);
    let moves = game.moves.iter().enumerate().map(|(index, moved)| (index + 1, Some(moved)));
    let moves: Vec<_> = if game.moves.is_empty() { vec![none] } else { moves.collect() };
    for (index, moved) in moves {
        let date = game.started_ms.map(|ms| Date::from_unix_ms(ms).to_string());
        let time = moved.and_then(|moved| moved.time_ms);
        let row = [
            number.to_string(),
            date.unwrap_or_default(),
            KeptGame::clean_name(&game.black),
            KeptGame::clean_name(&game.white),
            game.rule.name().to_owned(),
            game.size.to_string(),
            game.outcome.word().to_owned(),
            match game.outcome {
                Outcome::Unfinished => String::new(),
                Outcome::Ended { verdict, .. } => verdict.to_string(),
            },
            index.to_string(),
            moved.map(|moved| notation::name(moved.coord, game.size)).unwrap_or_default(),
            time.map(|time| time.to_string()).unwrap_or_default(),
        ];
        // Writing into memory cannot fail, and every row has the same number of cells.
        let _ = writer.write_record(row);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// The games read so far, with their boards.
#[derive(Default)]
struct Reader {
    contents: LibraryContents,
    /// For each game the board after its moves.
    boards: Vec<Position>,
}

impl Reader {
    fn take(&mut self, line: usize, bytes: &[u8]) {
        if let Err(error) = parse(bytes).and_then(|row| self.add(line, row)) {
            self.contents.damages.push(DamagedRow { line, error });
        }
    }

    fn add(&mut self, line: usize, row: Row) -> Result<(), RowError> {
        // The rows of a game stand together, so it is most often the last.
        let known = self.contents.games.iter().rposition(|entry| entry.number == row.number);
        let Some(index) = known else { return self.begin(line, row) };
        let (Some(entry), Some(board)) =
            (self.contents.games.get_mut(index), self.boards.get_mut(index))
        else {
            return Ok(());
        };
        if !row.is_of(&entry.game) {
            let first = entry.lines.first().copied().unwrap_or(0);
            return Err(RowError::OtherGame { game: row.number, first });
        }
        entry.lines.push(line);
        place(&row, &mut entry.game, board)
    }

    /// The first row of a game that can be read, which need not be that of its first move.
    fn begin(&mut self, line: usize, mut row: Row) -> Result<(), RowError> {
        let mut board = Position::new(row.game.rule, row.game.size);
        let mut game = row.game.clone();
        let placed = place(&row, &mut game, &mut board);
        row.game = game;
        self.contents.games.push(StoredGame {
            number: row.number,
            game: row.game,
            lines: vec![line],
        });
        self.boards.push(board);
        placed
    }
}

/// Adds the row's move to the game, if it is the next.
fn place(row: &Row, game: &mut KeptGame, board: &mut Position) -> Result<(), RowError> {
    let expected = game.moves.len() + 1;
    match row.moved {
        None if game.moves.is_empty() => Ok(()),
        Some(moved) if usize::try_from(row.index) == Ok(expected) => {
            board.play(moved.coord).map_err(|error| RowError::Stone {
                game: row.number,
                number: row.index,
                error,
            })?;
            game.moves.push(moved);
            Ok(())
        }
        _ => Err(RowError::Gap { game: row.number, seen: row.index, expected }),
    }
}

/// One row: a game without moves, and one of its moves.
struct Row {
    number: u64,
    game: KeptGame,
    index: u32,
    moved: Option<KeptMove>,
}

impl Row {
    fn is_of(&self, game: &KeptGame) -> bool {
        let own = &self.game;
        own.started_ms == game.started_ms
            && own.black == game.black
            && own.white == game.white
            && own.rule == game.rule
            && own.size == game.size
            && own.outcome == game.outcome
    }
}

/// Whether a line of the file names the columns: other files are none of kept games.
pub fn has_header(bytes: &[u8]) -> bool {
    lines(bytes).any(|(_, line)| is_header(line))
}

/// The lines of a file that are not empty, without line breaks, with their numbers from 1.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = bytes.split(|&byte| byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    (1..).zip(lines).filter(|(_, line)| !line.is_empty())
}

/// Whether the line names the columns (at the top, or again where files were joined).
fn is_header(line: &[u8]) -> bool {
    let names = line.split(|&byte| byte == b',').map(|name| {
        let name = name.strip_prefix(b"\"").unwrap_or(name);
        name.strip_suffix(b"\"").unwrap_or(name)
    });
    names.eq(COLUMNS.iter().map(|name| name.as_bytes()))
}

fn parse(line: &[u8]) -> Result<Row, RowError> {
    let cells = cells(line)?;
    let cell = |column: &'static str| {
        let index = COLUMNS.iter().position(|&name| name == column);
        index.and_then(|index| cells.get(index)).map_or("", String::as_str)
    };
    let wrong =
        |column, expected| RowError::Cell { column, seen: cell(column).to_owned(), expected };
    let game: Option<u64> = cell("game").parse().ok().filter(|&number| number > 0);
    let rule: Option<Rule> = cell("rule").parse().ok();
    let size: Option<BoardSize> = cell("size").parse().ok();
    let size = size.filter(|size| cell("size").eq_ignore_ascii_case(&size.to_string()));
    let size = size.ok_or_else(|| wrong("size", "a board such as 15x15"))?;
    let index: Option<u32> = cell("move").parse().ok();
    let index = index.ok_or_else(|| wrong("move", "the number of a stone"))?;
    let coord = match (index, cell("point")) {
        (0, "") => None,
        (0, _) => return Err(wrong("point", "nothing, as move 0 is no stone")),
        (_, point) => {
            Some(parse_point(point, size).ok_or_else(|| wrong("point", "a point such as h8"))?)
        }
    };
    let time_ms = optional(cell("time_ms"), |text| text.parse().ok());
    let time_ms = time_ms.ok_or_else(|| wrong("time_ms", "milliseconds or nothing"))?;
    let started_ms =
        optional(cell("date"), |text| text.parse().ok().map(|date: Date| date.unix_ms()));
    Ok(Row {
        number: game.ok_or_else(|| wrong("game", "a number from 1"))?,
        game: KeptGame {
            started_ms: started_ms
                .ok_or_else(|| wrong("date", "2026-11-20 23:16:05 or nothing"))?,
            black: cell("black").to_owned(),
            white: cell("white").to_owned(),
            rule: rule
                .ok_or_else(|| wrong("rule", "freestyle, standard, renju, caro or caro-exact"))?,
            size,
            outcome: parse_outcome(cell("result"), cell("reason"))
                .map_err(|(column, expected)| wrong(column, expected))?,
            moves: Vec::new(),
        },
        index,
        moved: coord.map(|coord| KeptMove { coord, time_ms }),
    })
}

/// The cells of one line.
fn cells(line: &[u8]) -> Result<Vec<String>, RowError> {
    let text = std::str::from_utf8(line).map_err(|_| RowError::NoText)?;
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let record = reader.records().next();
    let Some(Ok(record)) = record else { return Err(RowError::Cells { seen: 0 }) };
    if record.len() != COLUMNS.len() {
        return Err(RowError::Cells { seen: record.len() });
    }
    Ok(record.iter().map(str::to_owned).collect())
}

/// `None` in `Some` for an empty cell, `None` for one that holds something else.
fn optional<T>(cell: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if cell.is_empty() { Some(None) } else { parse(cell).map(Some) }
}

fn parse_point(text: &str, size: BoardSize) -> Option<Coord> {
    notation::parse(text, size).ok()
}

/// The outcome, or the column that is wrong and what it should hold.
fn parse_outcome(result: &str, reason: &str) -> Result<Outcome, (&'static str, &'static str)> {
    let winner = match result {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        "draw" => None,
        "unfinished" if reason.is_empty() => return Ok(Outcome::Unfinished),
        "unfinished" => return Err(("reason", "nothing, as the game is unfinished")),
        _ => return Err(("result", "black, white, draw or unfinished")),
    };
    let verdict =
        Verdict::parse(reason).ok_or(("reason", "five, forbidden (overline), timeout …"))?;
    let fits = match verdict {
        Verdict::Five | Verdict::Forbidden(_) => winner.is_some(),
        Verdict::Draw(_) => winner.is_none(),
        _ => true,
    };
    match fits {
        true => Ok(Outcome::Ended { winner, verdict }),
        false => Err(("reason", "a reason that fits the result")),
    }
}

#[cfg(test)]
mod tests;
