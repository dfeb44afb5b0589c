//! A block of rows in the making: from `BOARD` (or a command like it) to `DONE`.
//!
//! Rows may come one a line or all on one line: numbers are counted, not lines, but a row never runs
//! over the end of a line. A wrong row is told once; the rest of the block is then swallowed.

use super::command::BlockKind;
use super::error::BlockError;
use super::lexer::{excerpt, number};
use crate::util::text::Words;

/// The numbers of one row; unused places are zero.
pub type BlockRow = [i64; 3];

/// More rows than the largest board (181×181) has points.
const MOST_ROWS: usize = 181 * 181;

/// What a line did to the block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockProgress {
    /// What is wrong, the first time something is.
    pub error: Option<BlockError>,
    /// Set when `DONE` was read: what followed it on the line.
    pub done: Option<String>,
}

/// The rows read so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    kind: BlockKind,
    rows: Vec<BlockRow>,
    lines: usize,
    failed: bool,
}

impl Block {
    /// An open block without rows.
    pub fn new(kind: BlockKind) -> Self {
        Self { kind, rows: Vec::new(), lines: 0, failed: false }
    }

    /// A block that was refused when it was opened: its rows are swallowed.
    pub fn refused(kind: BlockKind) -> Self {
        Self { failed: true, ..Self::new(kind) }
    }

    /// What is to be done with the rows.
    pub fn kind(&self) -> BlockKind {
        self.kind
    }

    /// The rows, `None` if the block was refused or had a wrong one.
    pub fn into_rows(self) -> Option<Vec<BlockRow>> {
        (!self.failed).then_some(self.rows)
    }

    /// Reads what follows the command on its own line.
    pub fn open(&mut self, rest: &str) -> BlockProgress {
        self.read(rest)
    }

    /// Reads one line.
    pub fn feed(&mut self, line: &str) -> BlockProgress {
        self.lines += 1;
        self.read(line)
    }

    /// The error of a command that came before `DONE`, unless one was told already.
    pub fn torn_by(&self, seen: &str) -> Option<BlockError> {
        let (command, line) = (self.kind.word(), self.lines + 1);
        (!self.failed).then(|| BlockError::Torn { command, line, seen: excerpt(seen) })
    }

    /// Marks the block as wrong; the error of a line that is no text of ours.
    pub fn fail(&mut self, seen: &str) -> Option<BlockError> {
        self.lines += 1;
        let error = (!self.failed).then(|| self.row_error(seen));
        self.failed = true;
        error
    }

    fn read(&mut self, line: &str) -> BlockProgress {
        let mut words = Words::new(line);
        let mut row = Vec::new();
        let mut error = None;
        let mut done = None;
        while let Some(word) = words.next() {
            if word.eq_ignore_ascii_case("DONE") {
                done = Some(words.rest().to_owned());
                break;
            }
            if !self.failed {
                error = self.take(word, &mut row, line);
            }
        }
        if !self.failed && !row.is_empty() {
            error = Some(self.row_error(line));
        }
        self.failed |= error.is_some();
        BlockProgress { error, done }
    }

    /// Takes one number of a row; the error if it is none, which also ends the reading.
    fn take(&mut self, word: &str, row: &mut Vec<i64>, line: &str) -> Option<BlockError> {
        let Some(value) = number(word) else {
            self.failed = true;
            return Some(self.row_error(line));
        };
        row.push(value);
        if row.len() == self.kind.arity() {
            let full: BlockRow = std::array::from_fn(|i| row.get(i).copied().unwrap_or(0));
            self.rows.push(full);
            row.clear();
        }
        self.failed = self.rows.len() > MOST_ROWS;
        let (command, line) = (self.kind.word(), self.lines);
        self.failed.then_some(BlockError::Endless { command, line, most: MOST_ROWS })
    }

    fn row_error(&self, seen: &str) -> BlockError {
        BlockError::Row {
            command: self.kind.word(),
            line: self.lines,
            seen: excerpt(seen),
            expected: self.kind.row_shape(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(rest: &str) -> BlockProgress {
        BlockProgress { error: None, done: Some(rest.to_owned()) }
    }

    #[test]
    fn rows_come_one_a_line_or_all_on_one() {
        let mut block = Block::new(BlockKind::Board);
        assert_eq!(block.open(""), BlockProgress::default());
        assert_eq!(block.feed("7,7,1"), BlockProgress::default());
        assert_eq!(block.feed(" 8 , 8\t2 "), BlockProgress::default());
        assert_eq!(block.feed("done"), done(""));
        assert_eq!(block.into_rows(), Some(vec![[7, 7, 1], [8, 8, 2]]));

        let mut block = Block::new(BlockKind::Swap2);
        assert_eq!(block.open("7,7 8,8 9,9 DONE ABOUT"), done("ABOUT"));
        assert_eq!(block.into_rows(), Some(vec![[7, 7, 0], [8, 8, 0], [9, 9, 0]]));
    }

    #[test]
    fn a_wrong_row_is_told_once_and_the_rest_is_swallowed() {
        for wrong in ["7,7", "7,7,x", "7,7,1,8", "\0", "7;7;1"] {
            let mut block = Block::new(BlockKind::Board);
            block.feed("3,3,1");
            let error = block.feed(wrong).error.map(|error| error.to_string());
            assert!(error.as_ref().is_some_and(|e| e.contains("line 2")), "{wrong}: {error:?}");
            assert_eq!(block.feed("nonsense"), BlockProgress::default());
            assert_eq!(block.feed("DONE"), done(""));
            assert_eq!(block.into_rows(), None);
        }
    }

    #[test]
    fn a_wrong_row_and_done_may_share_a_line() {
        let mut block = Block::new(BlockKind::Board);
        let progress = block.open("7,7 DONE");
        assert!(progress.error.is_some() && progress.done.is_some());
    }

    #[test]
    fn a_refused_block_is_silent() {
        let mut block = Block::refused(BlockKind::Board);
        assert_eq!(block.feed("x"), BlockProgress::default());
        assert_eq!(block.torn_by("START 15"), None);
        assert_eq!(block.feed("DONE"), done(""));
    }
}
