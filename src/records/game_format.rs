//! The game formats by name: a single entry point to all readers and writers.

use std::fmt;
use std::ops::ControlFlow;

use thiserror::Error;

use super::game::GameRecord;
use super::game_tree::GameTree;
use super::library::rows::{self, DamagedRow};
use super::located::Located;
use super::outcome::GameOutcome;
use super::psq::{self, PsqError};
use super::renlib::{self, RenlibError, RenlibWriteError};
use super::sgf::{self, SgfError};
use super::txt::{self, TxtError};
use tengen_engine::board::PlaceError;
use tengen_engine::types::{BoardSize, Rule};
use tengen_util::charset::Charset;
use tengen_util::count::counted;
use tengen_util::listed::listed;

/// A file format for games.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum GameFormat {
    /// The Smart Game Format, with variations and comments.
    Sgf,
    /// Piskvork's `.psq` files.
    Psq,
    /// The CSV format of the library.
    Csv,
    /// Lists of moves such as `h8i9j10`.
    Txt,
    /// RenLib's binary libraries, with variations, comments and texts on the board.
    Lib,
}

/// Bytes that are not a game in the format.
#[derive(Debug, Error)]
pub enum GameFormatError {
    /// Not SGF, or of another game.
    #[error(transparent)]
    Sgf(#[from] Located<SgfError>),
    /// Not a file of Piskvork.
    #[error(transparent)]
    Psq(#[from] Located<PsqError>),
    /// Not a list of moves.
    #[error(transparent)]
    Txt(#[from] TxtError),
    /// Not a library of RenLib.
    #[error(transparent)]
    Lib(#[from] RenlibError),
    /// A game that such a library cannot hold.
    #[error("{0}; sgf has no such limit")]
    LibWrite(RenlibWriteError),
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
    Setup(GameFormat),
}

/// The games of a file.
#[derive(Debug)]
pub struct GamesRead {
    /// The games in their order, each with its number: that of the library, else from 1.
    pub games: Vec<(u64, GameTree)>,
    /// What was lost in reading the file.
    pub losses: ReadLosses,
}

/// What was lost in reading a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadLosses {
    /// Rows of a library that were skipped, and why.
    pub skipped: Vec<DamagedRow>,
    /// Other losses, one sentence each.
    pub lost: Vec<String>,
}

/// What applies to the games of a file that do not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadDefaults {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// The code page of texts; without one they are UTF-8, in SGF as `CA` says, in a library of
    /// RenLib guessed.
    pub charset: Option<Charset>,
}

impl GameFormat {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Csv, Self::Lib, Self::Psq, Self::Sgf, Self::Txt];

    /// Its name, which is also the usual file name extension.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sgf => "sgf",
            Self::Psq => "psq",
            Self::Csv => "csv",
            Self::Txt => "txt",
            Self::Lib => "lib",
        }
    }

    /// The format that the extension of a file name indicates.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "sgf" => Some(Self::Sgf),
            "psq" => Some(Self::Psq),
            "csv" => Some(Self::Csv),
            "txt" | "pos" => Some(Self::Txt),
            "lib" => Some(Self::Lib),
            _ => None,
        }
    }

    /// Whether its files are text.
    pub const fn is_text(self) -> bool {
        !matches!(self, Self::Lib)
    }

    /// The format that the contents of a file seem to have.
    pub fn recognize(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let begins = |word: &str| {
            text.get(..word.len()).is_some_and(|first| first.eq_ignore_ascii_case(word))
        };
        match () {
            () if renlib::is_library(bytes) => Self::Lib,
            () if begins("Piskvorky") => Self::Psq,
            () if rows::has_header(text.as_bytes()) => Self::Csv,
            () if sgf::tree::tree_start(text).is_some() => Self::Sgf,
            () => Self::Txt,
        }
    }

    /// Reads all games, which then are in memory together; see [`each`](Self::each).
    ///
    /// # Errors
    /// As [`each`](Self::each).
    pub fn read(
        self,
        bytes: &[u8],
        rule: Rule,
        size: BoardSize,
        charset: Option<Charset>,
    ) -> Result<GamesRead, GameFormatError> {
        let mut games = Vec::new();
        let losses = self.each(bytes, ReadDefaults { rule, size, charset }, |number, game| {
            games.push((number, game));
            ControlFlow::Continue(())
        })?;
        Ok(GamesRead { games, losses })
    }

    /// Reads the games one after the other and passes each with its number to `take`, until that
    /// breaks. Beside the bytes, only one game is in memory. Names in old files may be in any code
    /// page: invalid bytes do not spoil a game.
    ///
    /// # Errors
    /// If the bytes have another format, or a stone cannot be placed; the games before it were
    /// passed on.
    pub fn each(
        self,
        bytes: &[u8],
        ReadDefaults { rule, size, charset }: ReadDefaults,
        mut take: impl FnMut(u64, GameTree) -> ControlFlow<()>,
    ) -> Result<ReadLosses, GameFormatError> {
        let text = || charset.unwrap_or(Charset::UTF_8).decode(bytes);
        let mut losses = ReadLosses::default();
        match self {
            Self::Sgf => {
                let charset = charset.or_else(|| sgf_charset(bytes)).unwrap_or(Charset::UTF_8);
                let mut number = 0;
                let lost = sgf::each_tree(&charset.decode(bytes), rule, |game| {
                    number += 1;
                    take(number, game)
                })?;
                losses.lost.extend(lost.sentence());
            }
            Self::Lib => {
                let read = renlib::read(bytes, rule, charset)?;
                losses.lost = read.lost.sentences();
                let _ = take(1, read.tree);
            }
            Self::Csv => {
                let damages =
                    trees(&mut take, |each| Ok(rows::each(bytes, |stored| each(stored.game))))?;
                if damages.more > 0 {
                    let rows = counted(damages.more, "more row");
                    losses.lost.push(format!("{rows} cannot be used and are skipped"));
                }
                losses.skipped = damages.rows;
            }
            Self::Psq => {
                let _ = take(1, tree_of(&psq::read(&text(), rule)?)?);
            }
            Self::Txt => {
                trees(&mut take, |each| Ok(txt::each(&text(), rule, size, each)?))?;
            }
        }
        Ok(losses)
    }

    /// Writes a game as a whole file; formats other than SGF and RenLib's hold only its main line.
    /// Texts are UTF-8.
    ///
    /// # Errors
    /// If the format cannot hold the game's board or how it begins.
    pub fn write_file(self, game: &GameTree) -> Result<Vec<u8>, GameFormatError> {
        let mut file = if self == Self::Csv { rows::header().into_bytes() } else { Vec::new() };
        file.extend(self.write(game, 1, Charset::UTF_8)?);
        Ok(file)
    }

    /// Writes a game with its number in a library, without a library's header. `charset` applies to
    /// RenLib's files; all others are UTF-8.
    ///
    /// # Errors
    /// As [`write_file`](Self::write_file), and if the code page lacks a character.
    pub fn write(
        self,
        game: &GameTree,
        number: u64,
        charset: Charset,
    ) -> Result<Vec<u8>, GameFormatError> {
        match self {
            Self::Lib => renlib::write(game, charset).map_err(GameFormatError::LibWrite),
            Self::Sgf => Ok(sgf::write_tree(game).into_bytes()),
            Self::Psq | Self::Csv | Self::Txt => {
                let line = main_line(game).ok_or(GameFormatError::Setup(self))?;
                Ok(self.write_line(&line, number).unwrap_or_default().into_bytes())
            }
        }
    }

    /// Writes one line of a game, with its number in a library; `None` if the format holds trees.
    pub fn write_line(self, line: &GameRecord, number: u64) -> Option<String> {
        match self {
            Self::Sgf | Self::Lib => None,
            Self::Psq => Some(psq::write(line, None)),
            Self::Csv => Some(rows::write(number, line)),
            Self::Txt => Some(txt::write(line)),
        }
    }

    /// What the format cannot hold of the game, as a list of words, `rule and board`; `None` if it
    /// holds all of it.
    pub fn lost(self, game: &GameTree) -> Option<String> {
        let lost = self.loses(game);
        (!lost.is_empty()).then(|| listed(&lost, "and"))
    }

    /// What the format cannot hold of the game: `players`, `date`, `result`. Drawings count as
    /// comments. That a file of Piskvork has no date is said only beside other losses: alone it is
    /// not worth a warning at every conversion.
    pub fn loses(self, game: &GameTree) -> Vec<&'static str> {
        let head = game.head();
        let plain = GameRecord::new(head.rule, head.size);
        let names = |head: &GameRecord| [head.black.name.clone(), head.white.name.clone()];
        let is_lib = self == Self::Lib;
        let is_bare = matches!(self, Self::Lib | Self::Psq);
        // Without them a list of moves is read as freestyle on 15×15.
        let is_list = self == Self::Txt;
        let is_usual_board = (head.size.width(), head.size.height()) == (15, 15);
        let has_end = match self {
            Self::Lib => !is_outcome_of_board(game),
            Self::Psq => !is_outcome_in_psq(game),
            _ => false,
        };
        let is_line = !matches!(self, Self::Lib | Self::Sgf);
        let parts = [
            ((is_bare || is_list) && head.rule != Rule::Freestyle, "rule"),
            (is_list && !is_usual_board, "board"),
            (is_lib && names(head) != names(&plain), "players"),
            (is_bare && head.started_ms.is_some(), "date"),
            (has_end, "result"),
            (is_line && game.has_variations(), "variations"),
            (is_line && game.has_remarks(), "comments"),
        ];
        let lost = parts.into_iter().filter_map(|(is_lost, what)| is_lost.then_some(what));
        let lost: Vec<_> = lost.collect();
        if self == Self::Psq && lost == ["date"] { Vec::new() } else { lost }
    }
}

/// Whether the stones of the main line tell how the game ended.
fn is_outcome_of_board(game: &GameTree) -> bool {
    game.head().outcome == GameOutcome::of(&game.position_at(game.end()))
}

/// Whether Piskvork's format tells how the game ended: it has codes for some ends.
fn is_outcome_in_psq(game: &GameTree) -> bool {
    let written = main_line(game).map(|line| psq::write(&line, None));
    let read = written.and_then(|text| psq::read(&text, game.head().rule).ok());
    read.is_some_and(|read| read.outcome == game.head().outcome)
}

/// The code page that an SGF file names, if it is known and the file does not begin with the mark
/// of UTF-8. A file that names none that is known, and is not UTF-8, is in Latin-1, the
/// default of FF\[4\].
fn sgf_charset(bytes: &[u8]) -> Option<Charset> {
    /// The property stands in the first node.
    const HEAD: usize = 4096;
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return None;
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let latin_1 = || std::str::from_utf8(bytes).is_err().then_some(Charset::WINDOWS_1252);
    let is_name = |at: usize| !head[..at].ends_with(|c: char| c.is_ascii_uppercase());
    let Some((at, _)) = head.match_indices("CA[").find(|&(at, _)| is_name(at)) else {
        return latin_1();
    };
    let (name, _) = head[at + "CA[".len()..].split_once(']')?;
    name.trim().parse().ok().or_else(latin_1)
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

/// Passes the trees of records to `take`; a record without one is the first error.
fn trees<T>(
    take: &mut dyn FnMut(u64, GameTree) -> ControlFlow<()>,
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

impl fmt::Display for GameFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::PlayedMove;
    use crate::sample::game;
    use tengen_engine::types::Coord;

    #[test]
    fn what_is_written_is_recognized_and_read() {
        let tree = GameTree::from_record(&game()).unwrap();
        for format in GameFormat::ALL {
            let text = format.write_file(&tree).unwrap();
            assert_eq!(GameFormat::recognize(&text), format);
            assert_eq!(GameFormat::of_name(&format!("a.b.{format}")), Some(format));
            let head = tree.head();
            let read = format.read(&text, head.rule, head.size, None).unwrap();
            assert_eq!((read.games.len(), read.games[0].1.len()), (1, tree.len()), "{format}");
        }
    }

    #[test]
    fn blanks_may_follow_the_parenthesis_of_a_tree() {
        assert_eq!(GameFormat::recognize(b"( \r\n;GM[4];B[hh])"), GameFormat::Sgf);
        assert_eq!(GameFormat::recognize(b"h8 (black) i9; j10"), GameFormat::Txt);
    }

    #[test]
    fn the_texts_of_sgf_are_in_the_code_page_that_it_names() {
        let name = |bytes: &[u8], charset| {
            let size = BoardSize::square(15).unwrap();
            let read = GameFormat::Sgf.read(bytes, Rule::Freestyle, size, charset).unwrap();
            read.games[0].1.head().black.name.clone()
        };
        assert_eq!(name(b"(;GM[4]CA[GBK]PB[\xBA\xDA];B[hh])", None), "黑");
        assert_eq!(name(b"(;GM[4]PCA[x]PB[J\xF6rg]CA[ISO-8859-1];B[hh])", None), "Jörg");
        assert_eq!(name(b"(;GM[4]PB[J\xF6rg];B[hh])", None), "Jörg");
        assert_eq!(name("(;GM[4]PB[Jörg];B[hh])".as_bytes(), None), "Jörg");
        assert_eq!(name("(;GM[4]CA[?]PB[黑];B[hh])".as_bytes(), None), "黑");
        assert_eq!(name("(;GM[4]CA[GBK]PB[黑];B[hh])".as_bytes(), Some(Charset::UTF_8)), "黑");
        assert_eq!(name("\u{feff}(;GM[4]CA[GBK]PB[黑];B[hh])".as_bytes(), None), "黑");
    }

    #[test]
    fn formats_say_what_they_lose() {
        let tree = GameTree::from_record(&game()).unwrap();
        assert_eq!(GameFormat::Psq.loses(&tree), ["rule", "date", "result"]);
        assert_eq!(GameFormat::Lib.loses(&tree), ["rule", "players", "date", "result"]);
        let outcome = GameOutcome::Unfinished;
        let plain = GameRecord { rule: Rule::Freestyle, outcome, ..game() };
        let mut tree = GameTree::from_record(&plain).unwrap();
        assert_eq!(GameFormat::Psq.loses(&tree), [""; 0], "no warning at every conversion");
        assert_eq!(GameFormat::Lib.loses(&tree), ["players", "date"]);
        tree.set_comment(GameTree::ROOT, "a remark");
        assert_eq!(GameFormat::Psq.loses(&tree), ["date", "comments"]);
        assert_eq!(GameFormat::Csv.loses(&tree), ["comments"]);
        assert_eq!(GameFormat::Sgf.loses(&tree), [""; 0]);
        tree.set_comment(GameTree::ROOT, "");
        tree.play(GameTree::ROOT, PlayedMove::new(Coord::new(0, 0), None)).unwrap();
        assert_eq!(GameFormat::Txt.loses(&tree), ["variations"]);
    }

    #[test]
    fn a_list_says_if_it_is_read_as_another_game() {
        let lost = |format: GameFormat, rule, side| {
            let size = BoardSize::square(side).unwrap();
            format.loses(&GameTree::from_record(&GameRecord::new(rule, size)).unwrap())
        };
        assert_eq!(lost(GameFormat::Txt, Rule::Freestyle, 15), [""; 0]);
        assert_eq!(lost(GameFormat::Txt, Rule::Renju, 15), ["rule"]);
        assert_eq!(lost(GameFormat::Txt, Rule::Caro, 9), ["rule", "board"]);
        assert_eq!(lost(GameFormat::Csv, Rule::Caro, 9), [""; 0]);
    }
}
