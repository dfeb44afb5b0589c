//! A block of rows: from `BOARD` (or a command like it) to `DONE`.
//!
//! Rows may come one per line or all on one line: numbers are counted, not lines, but a row never
//! continues on the next line. The first wrong row is reported; the rest of the block is then
//! skipped.

use std::fmt;

use strum::{EnumString, IntoStaticStr};
use thiserror::Error;

use super::MAX_BLOCK_ROWS;
use super::lexer::{excerpt, number};
use tengen_util::text::WordCursor;

/// The numbers of one row; unused places are zero.
pub type BlockRow = [i64; 3];

/// What the rows of a block are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "UPPERCASE")]
pub enum BlockKind {
    /// `BOARD`: a position to play on.
    Board,
    /// `YXBOARD`: a position to store.
    YxBoard,
    /// `SWAP2BOARD`: an opening to decide on.
    #[strum(serialize = "SWAP2BOARD")]
    Swap2,
    /// `YXBLOCK`: points that may not be played.
    YxBlock,
    /// `YXBLOCKUNDO`: points that may be played again.
    YxBlockUndo,
    /// `YXBLOCKPATH`: moves of which the last may not follow the others.
    YxBlockPath,
    /// `YXBLOCKPATHUNDO`: moves of which the last may follow the others again.
    YxBlockPathUndo,
    /// The moves of a command of the database.
    #[strum(serialize = "database command")]
    Database,
    /// The stones of a step of an opening.
    #[strum(serialize = "YXSOOSORVSTEP")]
    YxStep,
}

impl BlockKind {
    /// The kinds that have a command of their own.
    pub(super) const NAMED: [BlockKind; 7] = [
        BlockKind::Board,
        BlockKind::YxBoard,
        BlockKind::Swap2,
        BlockKind::YxBlock,
        BlockKind::YxBlockUndo,
        BlockKind::YxBlockPath,
        BlockKind::YxBlockPathUndo,
    ];

    /// The command that opens the block.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// The kind that a command in upper case opens.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        word.parse().ok().filter(|kind| Self::NAMED.contains(kind))
    }

    /// How many numbers a row has.
    pub const fn arity(self) -> usize {
        match self {
            BlockKind::Board | BlockKind::YxBoard => 3,
            BlockKind::Swap2
            | BlockKind::YxBlock
            | BlockKind::YxBlockUndo
            | BlockKind::YxBlockPath
            | BlockKind::YxBlockPathUndo
            | BlockKind::Database
            | BlockKind::YxStep => 2,
        }
    }

    /// The shape of a row, for error texts.
    pub(crate) const fn row_shape(self) -> &'static str {
        match self {
            BlockKind::Board | BlockKind::YxBoard => "x,y,owner",
            _ => "x,y",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What the rows are.
    pub kind: BlockKind,
    pub rows: Vec<BlockRow>,
}

/// All lines, from the command to `DONE`, without the end of the last one.
impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.kind.word())?;
        for row in &self.rows {
            for (index, value) in row.iter().take(self.kind.arity()).enumerate() {
                write!(f, "{}{value}", if index == 0 { "" } else { "," })?;
            }
            writeln!(f)?;
        }
        f.write_str("DONE")
    }
}

/// A line inside a block that is not a row of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BlockError {
    /// Not the numbers of a row.
    #[error("{command} line {line}: seen '{seen}', expected {expected} or DONE")]
    Row {
        /// The command that opened the block.
        command: &'static str,
        /// Lines since then, counted from 1; 0 is the line of the command.
        line: usize,
        /// The line.
        seen: String,
        /// The shape of a row.
        expected: &'static str,
    },
    /// A command where a row or `DONE` was due.
    #[error("{command} line {line}: seen command '{seen}', expected DONE first")]
    Torn {
        /// The command that opened the block.
        command: &'static str,
        /// Lines since then, counted from 1.
        line: usize,
        /// The line.
        seen: String,
    },
    /// More rows than any board has points.
    #[error("{command} line {line}: seen more than {most} rows, expected DONE")]
    Endless {
        /// The command that opened the block.
        command: &'static str,
        /// Lines since then, counted from 1.
        line: usize,
        /// The most rows that a block can have.
        most: usize,
    },
}

/// What a line did to the block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockProgress {
    /// What is wrong, the first time something is.
    pub error: Option<BlockError>,
    /// The rest of the line after `DONE`; set once `DONE` was read.
    pub done: Option<String>,
}

/// The rows read so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockReader {
    kind: BlockKind,
    rows: Vec<BlockRow>,
    lines: usize,
    failed: bool,
}

impl BlockReader {
    /// An open block without rows.
    pub fn new(kind: BlockKind) -> Self {
        Self { kind, rows: Vec::new(), lines: 0, failed: false }
    }

    /// A block that was refused on opening: its rows are skipped.
    pub fn refused(kind: BlockKind) -> Self {
        Self { failed: true, ..Self::new(kind) }
    }

    /// The block, `None` if it was refused or had a wrong row.
    pub fn finish(self) -> Option<Block> {
        (!self.failed).then_some(Block { kind: self.kind, rows: self.rows })
    }

    /// Reads what follows the command, or its text, on the same line.
    pub fn open(&mut self, rest: &str) -> BlockProgress {
        self.read(rest)
    }

    /// Reads one line.
    pub(crate) fn feed(&mut self, line: &str) -> BlockProgress {
        self.lines += 1;
        self.read(line)
    }

    /// The error of a command that came before `DONE`, unless one was reported already.
    pub(crate) fn torn_by(&self, seen: &str) -> Option<BlockError> {
        let (command, line) = (self.kind.word(), self.lines + 1);
        (!self.failed).then(|| BlockError::Torn { command, line, seen: excerpt(seen) })
    }

    /// Counts a line of the command's text, which comes before the rows.
    pub(crate) fn skip_line(&mut self) {
        self.lines += 1;
    }

    /// Skips the rows from here on; returns whether they were fine so far.
    pub fn refuse(&mut self) -> bool {
        !std::mem::replace(&mut self.failed, true)
    }

    /// Marks the block as wrong: a line was cut.
    pub fn fail(&mut self, seen: &str) -> Option<BlockError> {
        self.lines += 1;
        let error = (!self.failed).then(|| self.row_error(seen));
        self.failed = true;
        error
    }

    fn read(&mut self, line: &str) -> BlockProgress {
        let mut words = WordCursor::new(line);
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

    /// Takes one number of a row. Returns the error if it is not a number, which ends the reading.
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
        self.failed = self.rows.len() > MAX_BLOCK_ROWS;
        let (command, line) = (self.kind.word(), self.lines);
        self.failed.then_some(BlockError::Endless { command, line, most: MAX_BLOCK_ROWS })
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
    fn block_rows_come_one_per_line_or_all_on_one() {
        let mut block = BlockReader::new(BlockKind::Board);
        assert_eq!(block.open(""), BlockProgress::default());
        assert_eq!(block.feed("7,7,1"), BlockProgress::default());
        assert_eq!(block.feed(" 8 , 8\t2 "), BlockProgress::default());
        assert_eq!(block.feed("done"), done(""));
        let board = Block { kind: BlockKind::Board, rows: vec![[7, 7, 1], [8, 8, 2]] };
        assert_eq!(board.to_string(), "BOARD\n7,7,1\n8,8,2\nDONE");
        assert_eq!(block.finish(), Some(board));

        let mut block = BlockReader::new(BlockKind::Swap2);
        assert_eq!(block.open("7,7 8,8 9,9 DONE ABOUT"), done("ABOUT"));
        let rows = vec![[7, 7, 0], [8, 8, 0], [9, 9, 0]];
        assert_eq!(block.finish(), Some(Block { kind: BlockKind::Swap2, rows }));
    }

    #[test]
    fn a_wrong_block_row_is_reported_once_and_the_rest_is_skipped() {
        for wrong in ["7,7", "7,7,x", "7,7,1,8", "\0", "7;7;1"] {
            let mut block = BlockReader::new(BlockKind::Board);
            block.feed("3,3,1");
            let error = block.feed(wrong).error.map(|error| error.to_string());
            assert!(error.as_ref().is_some_and(|e| e.contains("line 2")), "{wrong}: {error:?}");
            assert_eq!(block.feed("nonsense"), BlockProgress::default());
            assert_eq!(block.feed("DONE"), done(""));
            assert_eq!(block.finish(), None);
        }
    }

    #[test]
    fn a_wrong_block_row_and_done_may_share_a_line() {
        let mut block = BlockReader::new(BlockKind::Board);
        let progress = block.open("7,7 DONE");
        assert!(progress.error.is_some() && progress.done.is_some());
    }

    #[test]
    fn a_refused_block_is_silent() {
        let mut block = BlockReader::refused(BlockKind::Board);
        assert_eq!(block.feed("x"), BlockProgress::default());
        assert_eq!(block.torn_by("START 15"), None);
        assert_eq!(block.feed("DONE"), done(""));
    }
}
