//! One row: what it says about its game, and its move.

use std::borrow::Cow;

use super::cells::{COLUMNS, Cells, RowError};
use crate::cell_text::meant;
use crate::game::{GameRecord, PlayedMove};
use crate::outcome::GameOutcome;
use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Rule};
use tengen_util::date::Date;

/// Whether the first line names the columns: the mark of a library.
pub fn has_header(bytes: &[u8]) -> bool {
    lines(bytes).next().is_some_and(|(_, line)| is_header(line))
}

/// The lines of a file that are not empty, without line breaks, with their numbers from 1.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = bytes.split(|&byte| byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    (1..).zip(lines).filter(|(_, line)| !line.is_empty())
}

/// Whether the line names the columns (at the top, and again where files were joined).
pub(super) fn is_header(line: &[u8]) -> bool {
    let names = line.split(|&byte| byte == b',').map(|name| {
        let name = name.strip_prefix(b"\"").unwrap_or(name);
        name.strip_suffix(b"\"").unwrap_or(name)
    });
    names.eq(COLUMNS.iter().map(|name| name.as_bytes()))
}

/// One row: a game without moves, and one of its moves.
pub(super) struct MoveRow {
    pub(super) game: GameRecord,
    pub(super) index: u32,
    pub(super) moved: Option<PlayedMove>,
}

impl MoveRow {
    pub(super) fn is_of(&self, game: &GameRecord) -> bool {
        let own = &self.game;
        own.started_ms == game.started_ms
            && own.black.name == game.black.name
            && own.white.name == game.white.name
            && own.rule == game.rule
            && own.size == game.size
            && own.outcome == game.outcome
    }
}

/// The error of a cell.
fn wrong(
    cells: &Cells<'_>,
    column: &'static str,
    expected: impl Into<Cow<'static, str>>,
) -> RowError {
    let expected = expected.into();
    RowError::Cell { column, seen: cell(cells, column).to_owned(), expected }
}

fn cell<'a>(cells: &Cells<'a>, column: &str) -> &'a str {
    let index = COLUMNS.iter().position(|&name| name == column);
    index.map_or("", |index| cells[index])
}

pub(super) fn parse(cells: &Cells<'_>) -> Result<MoveRow, RowError> {
    let cell = |column| cell(cells, column);
    let wrong = |column, expected: &'static str| wrong(cells, column, expected);
    let number: Option<u64> = cell("game").parse().ok().filter(|&number| number > 0);
    let number = number.ok_or_else(|| wrong("game", "a number from 1"))?;
    let started_ms =
        optional(cell("date"), |text| text.parse().ok().map(|date: Date| date.unix_ms()))
            .ok_or_else(|| wrong("date", "2026-11-20 23:16:05, 2026-11-20 or nothing"))?;
    let rule: Option<Rule> = cell("rule").parse().ok();
    let rule = rule.ok_or_else(|| self::wrong(cells, "rule", Rule::names()))?;
    let size: Option<BoardSize> = cell("size").parse().ok();
    let size = size.filter(|size| cell("size").eq_ignore_ascii_case(&size.to_string()));
    let size = size.ok_or_else(|| wrong("size", "a board such as 15x15"))?;
    let outcome = GameOutcome::read(cell("result"), cell("reason"))
        .map_err(|(column, expected)| wrong(column, expected))?;
    let (index, moved) = parse_move(cells, size)?;
    let mut game = GameRecord { game: number, started_ms, outcome, ..GameRecord::new(rule, size) };
    game.black.name = meant(cell("black")).to_owned();
    game.white.name = meant(cell("white")).to_owned();
    Ok(MoveRow { game, index, moved })
}

/// What a row says about a move of a game on this board: its number, and the move unless that is 0.
pub(super) fn parse_move(
    cells: &Cells<'_>,
    size: BoardSize,
) -> Result<(u32, Option<PlayedMove>), RowError> {
    let cell = |column| cell(cells, column);
    let wrong = |column, expected| wrong(cells, column, expected);
    let index: Option<u32> = cell("move").parse().ok();
    let index = index.ok_or_else(|| wrong("move", "the number of a move"))?;
    let point = match (index, cell("point")) {
        (0, "") => None,
        (0, _) => return Err(wrong("point", "nothing, as move 0 is not a move")),
        (_, notation::PASS) => Some(None),
        (_, point) => {
            let coord = notation::parse(point, size);
            Some(Some(coord.map_err(|_| wrong("point", "a point such as h8, or -- for a pass"))?))
        }
    };
    let time_ms = optional(cell("time_ms"), |text| text.parse().ok());
    let time_ms = time_ms.ok_or_else(|| wrong("time_ms", "milliseconds or nothing"))?;
    Ok((index, point.map(|point| PlayedMove::plain(point, time_ms))))
}

/// `Some(None)` for an empty cell, `None` for one that cannot be parsed.
fn optional<T>(cell: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if cell.is_empty() { Some(None) } else { parse(cell).map(Some) }
}
