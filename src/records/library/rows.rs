//! The library's format: CSV, UTF-8, one line per move, the first line names the columns.
//!
//! | column | holds |
//! |---|---|
//! | `game` | the number of the game in this file, from 1 |
//! | `date` | when it began, UTC, `2026-11-20 23:16:05`, or the day alone; empty if not known |
//! | `black`, `white` | the players' names |
//! | `rule` | its name |
//! | `size` | `15x15`, columns first |
//! | `result` | `black`, `white`, `draw` or `unfinished` |
//! | `reason` | `five`, `forbidden (overline)`, `timeout`, …; empty if unfinished |
//! | `move` | the number of the move, from 1; 0 in the only row of a game without moves |
//! | `point` | `h8`, letters from the left, numbers from the bottom; `--` is a pass |
//! | `time_ms` | time for the move; empty if not measured (stones of an opening) |
//!
//! Every row repeats the data of its game, so that it can be understood on its own, and never
//! contains a line break. A row that cannot be read is a [`DamagedRow`] with its line; the rows
//! after it are still read. Of a game that lacks a row, only the moves before the gap are returned;
//! the rows after the gap count as part of the damage. A name that a spreadsheet would take for a
//! formula has an apostrophe before it, see [`crate::cell_text`]. Bytes in, values out, no files.

pub(crate) mod cells;
mod row;
mod runs;

use std::ops::ControlFlow;

pub use self::cells::{COLUMNS, DamagedRow, RowError};
use self::cells::{CellSplitter, RowHead};
pub use self::row::has_header;
use self::row::{is_header, lines, parse, parse_move};
use crate::cell_text::harmless;
use crate::file_format::{
    FileFormat, GameBytes, GameFormatError, GameWriter, Holds, ReadLosses, Several, TakeGame,
    each_record, first_text,
};
use crate::game::{GameRecord, PlayedMove, plain_name};
use crate::read_loss::ReadLoss;
use tengen_engine::board::{Position, notation};
use tengen_util::date::Date;

/// The library in the table of formats.
pub const FORMAT: FileFormat = FileFormat {
    name: "csv",
    extensions: &["csv"],
    title: "The CSV format of the library",
    is_text: true,
    names_board: true,
    header,
    several: Several::Together,
    sniff: |bytes| has_header(first_text(bytes).as_bytes()),
    read: read_games,
    write: Some(GameWriter::Line(|game, number| Ok(write(number, game).into_bytes()))),
    holds: Holds::ALL,
};

fn read_games(
    input: &GameBytes<'_>,
    take: &mut TakeGame<'_>,
) -> Result<ReadLosses, GameFormatError> {
    let text = input.text();
    let rows = text.as_bytes();
    let games = |take: &mut dyn FnMut(_) -> _| Ok(each(rows, |stored| take(stored.game)));
    let damages = each_record(take, games)?;
    let lost = (damages.more > 0).then_some(ReadLoss::Rows(damages.more)).into_iter().collect();
    Ok(ReadLosses { skipped: damages.rows, lost, ..ReadLosses::default() })
}

/// A game with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The game; [`GameRecord::game`] is its number in the file.
    pub game: GameRecord,
    /// The lines of its rows, from 1.
    pub lines: Vec<usize>,
}

/// The rows that were skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryDamages {
    /// The first of them, at most [`LibraryDamages::MOST`], by line.
    pub rows: Vec<DamagedRow>,
    /// How many others there are, without those that follow a damaged row.
    pub more: u64,
}

impl LibraryDamages {
    /// The most rows that are described: a file may be nothing but damage.
    pub const MOST: usize = 1000;

    fn add(&mut self, row: DamagedRow) {
        match self.rows.len() < Self::MOST {
            true => self.rows.push(row),
            false => self.more += 1,
        }
    }
}

/// The contents of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryContents {
    /// The games in the order of the file.
    pub games: Vec<StoredGame>,
    /// The rows that were skipped, the first thousand.
    pub damages: Vec<DamagedRow>,
}

/// Reads the whole file; damage is part of the result, never an error. [`each`] holds one game at a
/// time.
pub fn read(bytes: &[u8]) -> LibraryContents {
    let mut games = Vec::new();
    let damages = each(bytes, |stored| {
        games.push(stored);
        ControlFlow::Continue(())
    });
    LibraryContents { games, damages: damages.rows }
}

/// Passes the games of a file to `take`, in the order in which they begin, until that breaks.
/// Returns the damage.
pub fn each(bytes: &[u8], take: impl FnMut(StoredGame) -> ControlFlow<()>) -> LibraryDamages {
    let mut reader = RowReader::new(take);
    let is_read = match runs::joined(bytes) {
        None => reader.take_lines(lines(bytes)),
        // The rows of a game are apart from each other: run after run of the same game.
        Some(runs) => runs.iter().try_for_each(|run| reader.take_lines(run.lines(bytes))),
    };
    if is_read.is_continue() {
        let _ = reader.finish_game();
    }
    let mut damages = reader.damages;
    damages.rows.sort_by_key(|row| row.line);
    damages
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
    let moves = (1..).zip(game.all_moves()).map(|(index, played)| (index, Some(played)));
    let (black, white) = (plain_name(&game.black.name), plain_name(&game.white.name));
    let (black, white) = (harmless(&black), harmless(&white));
    let moves: Vec<_> = if game.length() == 0 { vec![(0, None)] } else { moves.collect() };
    for (index, played) in moves {
        let time = played.and_then(|played| played.time_ms);
        let name = |played: PlayedMove| notation::move_name(played.point, game.size);
        let row = [
            &number.to_string(),
            &date,
            &*black,
            &*white,
            game.rule.name(),
            &game.size.to_string(),
            game.outcome.result(),
            &reason,
            &index.to_string(),
            &played.map(name).unwrap_or_default(),
            &time.map(|time| time.to_string()).unwrap_or_default(),
        ];
        // Writing to memory cannot fail, and every row has the same number of cells.
        let _ = writer.write_record(row);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// Reads row after row, and passes each game on when the next one begins.
struct RowReader<F> {
    take: F,
    game: Option<OpenGame>,
    damages: LibraryDamages,
    /// Whether no row could be used after the last damage.
    is_in_gap: bool,
    cells: CellSplitter,
}

/// The game whose rows are being read.
struct OpenGame {
    stored: StoredGame,
    /// The board after its moves.
    board: Position,
    /// What its first row says about all of it: the same cells need not be read again.
    head: RowHead,
}

impl<F: FnMut(StoredGame) -> ControlFlow<()>> RowReader<F> {
    fn new(take: F) -> Self {
        let (game, damages) = (None, LibraryDamages::default());
        Self { take, game, damages, is_in_gap: false, cells: CellSplitter::default() }
    }

    fn take_lines<'a>(
        &mut self,
        mut lines: impl Iterator<Item = (usize, &'a [u8])>,
    ) -> ControlFlow<()> {
        lines.try_for_each(|(number, line)| match is_header(line) {
            true => ControlFlow::Continue(()),
            false => self.take(number, line),
        })
    }

    fn take(&mut self, line: usize, bytes: &[u8]) -> ControlFlow<()> {
        let taken = self.row(line, bytes);
        let flow = match &taken {
            Ok(flow) => *flow,
            Err(_) => ControlFlow::Continue(()),
        };
        let is_in_gap = std::mem::replace(&mut self.is_in_gap, taken.is_err());
        if let Err(error) = taken {
            match self.damages.rows.last_mut() {
                Some(cause) if is_in_gap && matches!(error, RowError::Gap { .. }) => {
                    cause.followers += 1;
                }
                _ => self.damages.add(DamagedRow { line, error, followers: 0 }),
            }
        }
        flow
    }

    fn row(&mut self, line: usize, bytes: &[u8]) -> Result<ControlFlow<()>, RowError> {
        let cells = self.cells.split(bytes)?;
        if let Some(open) = &mut self.game
            && open.head.is_of(&cells)
        {
            let (index, moved) = parse_move(&cells, open.stored.game.size)?;
            open.stored.lines.push(line);
            open.place(index, moved)?;
            return Ok(ControlFlow::Continue(()));
        }
        let row = parse(&cells)?;
        let number = row.game.game;
        if let Some(open) = self.game.as_mut().filter(|open| open.stored.game.game == number) {
            if !row.is_of(&open.stored.game) {
                let first = open.stored.lines.first().copied().unwrap_or(0);
                return Err(RowError::OtherGame { game: number, first });
            }
            open.stored.lines.push(line);
            open.place(row.index, row.moved)?;
            return Ok(ControlFlow::Continue(()));
        }
        // The first readable row of a game, which need not be the row of its first move.
        let board = Position::new(row.game.rule, row.game.size);
        let stored = StoredGame { game: row.game, lines: vec![line] };
        let mut open = OpenGame { stored, board, head: RowHead::of(&cells) };
        let placed = open.place(row.index, row.moved);
        let flow = self.finish_game();
        self.game = Some(open);
        // The error of the row counts, unless nobody wants to know.
        if flow.is_break() { Ok(flow) } else { placed.map(|()| flow) }
    }

    fn finish_game(&mut self) -> ControlFlow<()> {
        match self.game.take() {
            Some(open) => (self.take)(open.stored),
            None => ControlFlow::Continue(()),
        }
    }
}

impl OpenGame {
    /// Adds the row's move to the game, if it is the next.
    fn place(&mut self, index: u32, moved: Option<PlayedMove>) -> Result<(), RowError> {
        let game = &mut self.stored.game;
        let expected = game.moves.len() + 1;
        match moved {
            None if game.moves.is_empty() => Ok(()),
            Some(moved) if usize::try_from(index) == Ok(expected) => {
                let played = self.board.play_or_pass(moved.point);
                let number = index;
                played.map_err(|error| RowError::Stone { game: game.game, number, error })?;
                game.moves.push(moved);
                Ok(())
            }
            _ => Err(RowError::Gap { game: game.game, seen: index, expected }),
        }
    }
}

#[cfg(test)]
mod tests;
