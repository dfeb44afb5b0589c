//! What a file format for games is: one row of the table of formats. A module that reads or writes
//! files describes itself by a [`FileFormat`]; [`game_format`](super::game_format) lists them all.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::ControlFlow;

use thiserror::Error;

use super::fault::{Fault, FormatFault};
use super::file_text::{FileText, file_text};
use super::game::{GameRecord, PlayedMove};
use super::game_tree::GameTree;
use super::library::rows::cells::DamagedRow;
use super::move_text::{self, PlayTextError};
use super::read_loss::ReadLoss;
use super::read_note::ReadNote;
use super::unread::{Unread, UnreadPart};
use super::words::rule::GivenRule;
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::types::{BoardSize, Rule};
use tengen_util::charset::Charset;

/// A file format for games.
#[derive(Debug)]
pub struct FileFormat {
    /// Its name in lower case.
    pub name: &'static str,
    /// The extensions of its files; the first is the usual one. Formats may share one.
    pub extensions: &'static [&'static str],
    /// What it is, in a few words.
    pub title: &'static str,
    /// Whether its files are text.
    pub is_text: bool,
    /// Whether it names the board of a game.
    pub names_board: bool,
    /// What stands before the first game of a file.
    pub header: fn() -> String,
    /// What becomes of several games.
    pub several: Several,
    /// Whether the bytes look like a file of this format.
    pub sniff: fn(&[u8]) -> bool,
    /// Reads the games, one after the other.
    pub read: fn(&GameBytes<'_>, &mut TakeGame<'_>) -> Result<ReadLosses, GameFormatError>,
    /// Writes a game; `None` if the format is only read.
    pub write: Option<GameWriter>,
    /// What a written file holds.
    pub holds: Holds,
}

/// Receives each game with its number, until it breaks: that of the library, else from 1.
pub type TakeGame<'t> = dyn FnMut(u64, GameTree) -> ControlFlow<()> + 't;

/// What becomes of several games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Several {
    /// A file holds one game.
    Apart,
    /// A file may hold several games, but usually each has its own.
    Either,
    /// One file holds all of them.
    Together,
}

/// Writes a game.
#[derive(Clone, Copy, Debug)]
pub enum GameWriter {
    /// With its variations; texts are in this code page.
    Tree(fn(&GameTree, Charset) -> Result<Vec<u8>, GameFormatError>),
    /// Its main line, with its number in a library.
    Line(fn(&GameRecord, u64) -> Result<Vec<u8>, GameFormatError>),
}

/// What a written file holds of a game beside its moves: the rest is lost.
#[derive(Clone, Copy, Debug)]
pub struct Holds {
    /// The rule; without it games are read as freestyle.
    pub rule: bool,
    /// Boards other than 15×15.
    pub board: bool,
    /// Passes; a game that has one is refused without it: it would be another game.
    pub passes: bool,
    /// The players' names.
    pub players: bool,
    pub date: bool,
    /// Whether it holds this game's result.
    pub result: fn(&GameTree) -> bool,
    /// What is not worth a warning if nothing else is lost.
    pub is_silent_about: &'static [&'static str],
}

impl Holds {
    /// Everything.
    pub const ALL: Self = Self {
        rule: true,
        board: true,
        passes: true,
        players: true,
        date: true,
        result: |_| true,
        is_silent_about: &[],
    };
}

/// What applies to the games of a file that do not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadDefaults {
    pub rule: GivenRule,
    pub size: BoardSize,
    /// The code page of texts, if the user named one; else the file's mark or SGF's `CA` does, or
    /// they are UTF-8, or it is guessed.
    pub charset: Option<Charset>,
}

/// The bytes of a file, and how to read them.
#[derive(Debug)]
pub struct GameBytes<'b> {
    pub bytes: &'b [u8],
    /// What applies to games that do not say it.
    pub defaults: ReadDefaults,
    /// What is worth saying about the text.
    notes: RefCell<Vec<ReadLoss>>,
}

impl<'b> GameBytes<'b> {
    /// The bytes of a file.
    pub(crate) fn new(bytes: &'b [u8], defaults: ReadDefaults) -> Self {
        Self { bytes, defaults, notes: RefCell::default() }
    }

    /// The bytes as text, see [`file_text`]. Names in old files may be in any code page: invalid
    /// bytes do not spoil a game.
    pub fn text(&self) -> Cow<'b, str> {
        self.text_in(None)
    }

    /// The text of a file that names its code page.
    pub fn text_in(&self, declared: Option<Charset>) -> Cow<'b, str> {
        let FileText { text, notes } = file_text(self.bytes, self.defaults.charset, declared);
        *self.notes.borrow_mut() = notes;
        text
    }

    /// What was said about the text.
    pub(crate) fn into_notes(self) -> Vec<ReadLoss> {
        self.notes.into_inner()
    }
}

/// What was lost in reading a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadLosses {
    /// Rows of a library that were skipped, and why.
    pub skipped: Vec<DamagedRow>,
    /// Other losses, guesses and doubts.
    pub lost: Vec<ReadLoss>,
    /// Games that were not read, or not to their end.
    pub unread: Vec<UnreadPart>,
    /// What the user should know, and that is no loss, the most serious first.
    pub notes: Vec<ReadNote>,
    /// How many games were left out.
    pub left_out: u64,
    /// What the games name although their format does not ask for it.
    pub named: NamedInText,
}

/// What a text without a place for it names in words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NamedInText {
    /// Whether each game has its board.
    pub board: bool,
    /// Whether each game has its rule.
    pub rule: bool,
}

impl ReadLosses {
    /// Nothing but games that were not read.
    pub fn of<E: FormatFault>(unread: Unread<E>) -> Self {
        let left_out = unread.left_out;
        Self { unread: unread.all_parts(), left_out, ..Self::default() }
    }

    /// Whether a part of the file cannot be read: games, moves or rows.
    pub fn is_damaged(&self) -> bool {
        !self.unread.is_empty() || !self.skipped.is_empty()
    }
}

/// Bytes that are not a game in the format, or a game that it cannot hold.
#[derive(Debug, Error)]
pub enum GameFormatError {
    /// What the reader or the writer of the format says.
    #[error("{0}")]
    Format(Box<dyn FormatFault>),
    /// A stone of a record cannot be placed.
    #[error("move {number}: {error}")]
    Stone {
        /// The number of the stone.
        number: usize,
        /// What is wrong with it.
        error: PlaceError,
    },
    /// A game that the format cannot hold.
    #[error("{0} can hold only games that start from an empty board and alternate moves; use sgf")]
    Setup(&'static str),
    /// A game with a pass, in a format that knows stones alone.
    #[error("a pass, which {0} cannot hold; use sgf, lib, csv or txt")]
    Pass(&'static str),
    /// The format is only read.
    #[error("{0} is read, not written; use sgf")]
    ReadOnly(&'static str),
}

impl GameFormatError {
    /// The error of a format's reader or writer.
    pub fn of(error: impl FormatFault) -> Self {
        Self::Format(Box::new(error))
    }

    /// What is wrong, as a kind.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Format(error) => error.fault(),
            Self::Stone { error, .. } => error.fault(),
            Self::Setup(_) | Self::Pass(_) | Self::ReadOnly(_) => Fault::default(),
        }
    }
}

/// The main line as a record; `None` if it begins with stones set up, or its moves do not
/// alternate.
pub fn main_line(game: &GameTree) -> Option<GameRecord> {
    game.record_to(game.end())
}

/// The tree of a record.
///
/// # Errors
/// If a stone cannot be placed.
pub fn tree_of(record: &GameRecord) -> Result<GameTree, GameFormatError> {
    GameTree::from_record(record)
        .map_err(|(number, error)| GameFormatError::Stone { number, error })
}

/// Passes the trees of the records that `read` finds to `take`; a record without one is the first
/// error.
///
/// # Errors
/// That of `read`, or if a stone of a record cannot be placed.
pub fn each_record<T>(
    take: &mut TakeGame<'_>,
    read: impl FnOnce(&mut dyn FnMut(GameRecord) -> ControlFlow<()>) -> Result<T, GameFormatError>,
) -> Result<T, GameFormatError> {
    let mut fault = Ok(());
    let read = read(&mut |game| match tree_of(&game) {
        Ok(tree) => take(game.game, tree),
        Err(error) => {
            fault = Err(error);
            ControlFlow::Break(())
        }
    })?;
    fault.map(|()| read)
}

/// A game of these moves, black first. The board decides how it ended.
///
/// # Errors
/// If a stone cannot be placed; with the number of its move from 1.
pub fn record_of(
    rule: Rule,
    size: BoardSize,
    moves: impl IntoIterator<Item = PlayedMove>,
) -> Result<GameRecord, (usize, PlaceError)> {
    let mut position = Position::new(rule, size);
    let mut game = GameRecord::new(rule, size);
    for (number, played) in (1..).zip(moves) {
        position.play_or_pass(played.point).map_err(|error| (number, error))?;
        game.moves.push(played);
    }
    game.outcome = game.end_on_board().outcome;
    Ok(game)
}

/// A game of the moves of a text, black first.
///
/// # Errors
/// If the text is not a list of moves, or a stone cannot be placed.
pub(super) fn record_of_text(
    text: &str,
    rule: Rule,
    size: BoardSize,
) -> Result<GameRecord, PlayTextError> {
    let points = move_text::parse(text, size)?;
    record_of(rule, size, points.into_iter().map(|point| PlayedMove::plain(point, None)))
        .map_err(|(number, error)| PlayTextError::Stone { number, error })
}

/// Whether the stones of the main line tell how the game ended.
pub fn is_outcome_of_board(game: &GameTree) -> bool {
    game.head().outcome == game.end_at(game.end()).outcome
}

/// The text at the start of a file without the mark of its code page and the blanks before it.
pub fn first_text(bytes: &[u8]) -> Cow<'_, str> {
    /// What a format is recognized by stands there.
    const HEAD: usize = 1 << 16;
    let first = |bytes: &'_ [u8]| bytes.len().min(HEAD);
    match Charset::marked(bytes) {
        Some((marked, rest)) => {
            let text = marked.decode(&rest[..first(rest)]);
            Cow::Owned(text.trim_start().to_owned())
        }
        None => {
            let bytes = bytes.trim_ascii_start();
            String::from_utf8_lossy(&bytes[..first(bytes)])
        }
    }
}
