//! The rows of a game, found again where they are apart from each other: files joined or sorted by
//! a spreadsheet. Usually they follow each other, and the file is read from its beginning to its end
//! with one game in memory.

use super::cells::{COLUMNS, CellSplitter};
use super::row::{is_header, lines, parse};

/// Rows that follow each other and belong to one game, and damaged rows after them.
pub(super) struct Run {
    game: u64,
    /// Where the first run of the game begins.
    first: usize,
    /// The bytes of the file.
    start: usize,
    end: usize,
    /// The line where it begins.
    line: usize,
}

impl Run {
    /// Its lines that are not empty, with their numbers in the file.
    pub(super) fn lines<'a>(
        &self,
        bytes: &'a [u8],
    ) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        let before = self.line - 1;
        let part = bytes.get(self.start..self.end).unwrap_or_default();
        lines(part).map(move |(number, line)| (before + number, line))
    }
}

/// The runs of a file, those of one game one after the other, in the order in which the games
/// begin; `None` if every game has only one.
pub(super) fn joined(bytes: &[u8]) -> Option<Vec<Run>> {
    let mut runs = all(bytes);
    runs.sort_unstable_by_key(|run| (run.game, run.start));
    if runs.windows(2).all(|pair| pair[0].game != pair[1].game) {
        return None;
    }
    for index in 1..runs.len() {
        if runs[index].game == runs[index - 1].game {
            runs[index].first = runs[index - 1].first;
        }
    }
    runs.sort_unstable_by_key(|run| (run.first, run.start));
    Some(runs)
}

/// The runs in the order of the file.
fn all(bytes: &[u8]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut cells = CellSplitter::default();
    for (line, text) in lines(bytes) {
        let last = runs.last().map(|run| run.game);
        let Some(game) = game_of(text, &mut cells).filter(|&game| Some(game) != last) else {
            continue;
        };
        // A row that is damaged belongs to what is before it.
        if cells.split(text).and_then(|cells| parse(&cells)).is_err() {
            continue;
        }
        // Where the line is in the file; the first run begins with the file.
        let at = text.as_ptr().addr() - bytes.as_ptr().addr();
        let (start, line) = if runs.is_empty() { (0, 1) } else { (at, line) };
        if let Some(last) = runs.last_mut() {
            last.end = start;
        }
        if runs.len() == runs.capacity() {
            // By an eighth, not to twice the length: a file of short games has many.
            runs.reserve_exact((runs.len() / 8).max(16));
        }
        runs.push(Run { game, first: start, start, end: bytes.len(), line });
    }
    runs
}

/// The number of the game of a row with enough cells, if it can be read.
fn game_of(line: &[u8], cells: &mut CellSplitter) -> Option<u64> {
    if line.iter().filter(|&&byte| byte == b',').count() + 1 < COLUMNS.len() || is_header(line) {
        return None;
    }
    let end = line.iter().position(|&byte| byte == b',')?;
    let is_plain = line[..end].iter().all(u8::is_ascii_digit);
    let number = match is_plain {
        true => std::str::from_utf8(&line[..end]).ok()?.parse().ok(),
        false => cells.split(line).ok()?[0].parse().ok(),
    };
    number.filter(|&number| number > 0)
}
