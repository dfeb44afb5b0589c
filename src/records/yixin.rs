//! The saved positions of Yixin-Board: `.sav`, a text, and `.pos`, bytes. There is no document about
//! them; what is here was learned from the program's reader and writer, `show_dialog_load` and
//! `show_dialog_save` of <https://github.com/accreator/Yixin-Board/blob/master/main.c>.
//!
//! A `.sav` is a text of whole numbers, one line for each part:
//!
//! ```text
//! 15          rows
//! 15          columns
//! 4           stones
//! 7 7         row and column of each, from 0 at the top left, black first
//! 6 8
//! 5 9
//! 8 8
//! ```
//!
//! A `.pos` is a byte with the number of stones, then one byte a stone: 15·row + column, from 0 at
//! the top left. The board is 15×15. (Yixin-Board itself only reads it, with row and column
//! exchanged, which is the same game seen in a mirror.) Lists of moves in text are called `.pos`,
//! too; the content decides.
//!
//! Both hold neither the rule, nor names, nor a result, nor passes.

use std::fmt::Write as _;

use thiserror::Error;

use super::fault::{Fault, FaultKind, FormatFault};
use super::file_format::{
    FileFormat, GameFormatError, GameWriter, Holds, ReadLosses, Several, first_text,
    is_outcome_of_board, record_of, tree_of,
};
use super::game::{GameRecord, PlayedMove};
use super::unread::Unread;
use tengen_engine::board::PlaceError;
use tengen_engine::types::{BoardSize, Coord, Rule, SizeError};
use tengen_util::excerpt::excerpt;

/// The texts in the table of formats.
pub const SAV: FileFormat = FileFormat {
    name: "sav",
    extensions: &["sav"],
    title: "Positions saved by Yixin-Board",
    is_text: true,
    names_board: true,
    header: String::new,
    several: Several::Apart,
    sniff: |bytes| is_sav(&first_text(bytes)),
    read: |input, take| {
        let (game, after) =
            read_sav(&input.text(), input.defaults.rule.rule()).map_err(GameFormatError::of)?;
        let mut unread = Unread::default();
        if let Some(error) = after {
            unread.cut(1, || error);
        }
        let _ = take(1, tree_of(&game)?);
        Ok(ReadLosses::of(unread))
    },
    write: Some(GameWriter::Line(|game, _| Ok(write_sav(game).into_bytes()))),
    holds: Holds { board: true, ..STONES },
};

/// The bytes in the table of formats.
pub const POS: FileFormat = FileFormat {
    name: "pos",
    extensions: &["pos"],
    title: "Positions as bytes, as Yixin-Board reads them, 15x15",
    is_text: false,
    names_board: true,
    header: String::new,
    several: Several::Apart,
    sniff: is_pos,
    read: |input, take| {
        let game =
            read_pos(input.bytes, input.defaults.rule.rule()).map_err(GameFormatError::of)?;
        let _ = take(1, tree_of(&game)?);
        Ok(ReadLosses::default())
    },
    write: Some(GameWriter::Line(|game, _| write_pos(game).map_err(GameFormatError::of))),
    holds: STONES,
};

/// The stones and nothing else.
const STONES: Holds = Holds {
    rule: false,
    board: false,
    passes: false,
    players: false,
    date: false,
    result: is_outcome_of_board,
    is_silent_about: &[],
};

/// The side of the board of a `.pos`.
const SIDE: u8 = 15;

/// Bytes that are not a position of Yixin-Board, or a game that it cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum YixinError {
    /// A text ends before its end, or has another word in the place of a number.
    #[error("word {word}: seen {seen}, expected {expected}")]
    Word {
        /// The word, counted from 1.
        word: usize,
        /// What is there.
        seen: String,
        /// What should be there.
        expected: &'static str,
    },
    /// No such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Not as many bytes as the first one says.
    #[error("{seen} bytes after the first, which says {expected}")]
    Length {
        /// How many there are.
        seen: usize,
        /// How many stones the first byte names.
        expected: usize,
    },
    /// A byte beyond the board.
    #[error("stone {number}: byte {seen}, expected at most 224")]
    Byte {
        /// The stone, counted from 1.
        number: usize,
        /// The byte.
        seen: u8,
    },
    /// A stone cannot be placed.
    #[error("stone {number}: {error}")]
    Stone {
        /// The stone, counted from 1.
        number: usize,
        error: PlaceError,
    },
    /// Another board than that of the format.
    #[error("a board of {0}, expected 15x15")]
    Board(BoardSize),
}

impl FormatFault for YixinError {
    fn fault(&self) -> Fault {
        match self {
            Self::Word { seen, .. } if seen == THE_END => Fault::of(FaultKind::Cut),
            Self::Word { seen, .. } => Fault::of(FaultKind::Point).seen(seen.trim_matches('\'')),
            Self::Size(error) => error.fault(),
            Self::Length { seen, expected } if seen < expected => Fault::of(FaultKind::Cut),
            Self::Length { .. } => Fault::of(FaultKind::AfterResult),
            Self::Stone { error, .. } => error.fault(),
            Self::Byte { .. } => Fault::of(FaultKind::Damaged),
            Self::Board(size) => Fault::of(FaultKind::Size).seen(size.to_string()),
        }
    }
}

/// What is seen where a word is missing.
const THE_END: &str = "the end";

fn on_board((number, error): (usize, PlaceError)) -> YixinError {
    YixinError::Stone { number, error }
}

/// Whether a text begins as a `.sav` does: three lines of one number, then lines of two.
fn is_sav(text: &str) -> bool {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let count = |line: &str| line.split_whitespace().filter(|word| is_number(word)).count();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let heads: Vec<&str> = lines.by_ref().take(3).collect();
    let is_head = |line: &&str| is_number(line) && line.len() < 6;
    let is_next = |line: &str| count(line) == 2 && line.split_whitespace().count() == 2;
    heads.len() == 3 && heads.iter().all(is_head) && lines.next().is_none_or(is_next)
}

/// A game, and what is wrong with the words after its last stone.
type SavRead = (GameRecord, Option<YixinError>);

/// Reads a `.sav`, as a game under `rule`.
///
/// # Errors
/// If a number is missing, the board does not exist, or a stone cannot be placed.
pub fn read_sav(text: &str, rule: Rule) -> Result<SavRead, YixinError> {
    let mut words = (1..).zip(text.trim_start_matches('\u{feff}').split_whitespace());
    let mut last = 0;
    let mut number = |expected: &'static str| {
        let fail = |word, seen| YixinError::Word { word, seen, expected };
        let (at, word) = words.next().ok_or_else(|| fail(last + 1, THE_END.to_owned()))?;
        last = at;
        let seen = || format!("'{}'", excerpt(word, 20));
        word.parse::<u64>().map_err(|_| fail(at, seen()))
    };
    let (rows, columns) = (number("the number of rows")?, number("the number of columns")?);
    let size = BoardSize::new(columns, rows)?;
    let count = number("the number of stones")?;
    let mut stones = Vec::new();
    for _ in 0..count {
        let (y, x) = (number("a row of the board")?, number("a column of the board")?);
        let coord = Coord::new(side(x), side(y));
        stones.push(PlayedMove::new(coord, None));
        if stones.len() > size.area() {
            break;
        }
    }
    let game = record_of(rule, size, stones).map_err(on_board)?;
    let after = words.next().map(|(word, seen)| YixinError::Word {
        word,
        seen: format!("'{}'", excerpt(seen, 20)),
        expected: "nothing after the last stone",
    });
    Ok((game, after))
}

/// A row or column; numbers beyond every board are off each of them.
fn side(number: u64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn write_sav(game: &GameRecord) -> String {
    let (rows, columns) = (game.size.height(), game.size.width());
    let mut text = format!("{rows}\n{columns}\n{}\n", game.length());
    for Coord { x, y } in game.coords() {
        let _ = writeln!(text, "{y} {x}");
    }
    text
}

/// Whether the bytes are the number of stones and as many different points.
fn is_pos(bytes: &[u8]) -> bool {
    let Some((&count, stones)) = bytes.split_first() else { return false };
    let mut seen = [false; 256];
    let is_new =
        |&byte: &u8| byte < SIDE * SIDE && !std::mem::replace(&mut seen[usize::from(byte)], true);
    count > 0 && stones.len() == usize::from(count) && stones.iter().all(is_new)
}

/// Reads a `.pos`, as a game under `rule`.
///
/// # Errors
/// If there are more or fewer bytes than stones, or a stone cannot be placed.
pub fn read_pos(bytes: &[u8], rule: Rule) -> Result<GameRecord, YixinError> {
    let (count, stones) = bytes.split_first().unwrap_or((&0, &[]));
    if stones.len() != usize::from(*count) || bytes.is_empty() {
        return Err(YixinError::Length { seen: stones.len(), expected: usize::from(*count) });
    }
    let wrong = stones.iter().position(|&byte| byte >= SIDE * SIDE);
    if let Some(at) = wrong {
        return Err(YixinError::Byte { number: at + 1, seen: stones[at] });
    }
    let size = BoardSize::square(SIDE.into())?;
    let coords =
        stones.iter().map(|byte| PlayedMove::new(Coord::new(byte % SIDE, byte / SIDE), None));
    record_of(rule, size, coords).map_err(on_board)
}

fn write_pos(game: &GameRecord) -> Result<Vec<u8>, YixinError> {
    if (game.size.width(), game.size.height()) != (SIDE, SIDE) {
        return Err(YixinError::Board(game.size));
    }
    let stones = game.coords().map(|Coord { x, y }| SIDE * y + x);
    // A board of 225 points has no more stones.
    let count = u8::try_from(game.length()).unwrap_or(u8::MAX);
    Ok(std::iter::once(count).chain(stones).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tengen_engine::board::notation;

    use super::*;
    use crate::sample::{any_changes, any_game, any_text, changed, changed_bytes};

    fn moves(game: &GameRecord) -> String {
        notation::write_moves(game.coords(), game.size)
    }

    #[test]
    fn the_rows_come_first_and_count_from_the_top() {
        let text = "15\n15\n4\n7 7\n6 8\n5 9\n8 8\n";
        let (game, after) = read_sav(text, Rule::Renju).unwrap();
        assert_eq!(after, None);
        let after = read_sav(&format!("{text}9 9\n"), Rule::Renju).unwrap().1.unwrap();
        let expected = "word 12: seen '9', expected nothing after the last stone";
        assert_eq!(after.to_string(), expected);
        assert_eq!(moves(&game), "h8i9j10i7");
        let (wide, _) = read_sav("7\r\n9\r\n1\r\n6 8\r\n", Rule::Renju).unwrap();
        assert_eq!((wide.size.to_string(), moves(&wide)), ("9x7".to_owned(), "i1".to_owned()));
        assert_eq!(moves(&read_pos(b"\x04\x70\x62\x54\x80", Rule::Renju).unwrap()), "h8i9j10i7");
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        let error = |text: &str| read_sav(text, Rule::Renju).unwrap_err().to_string();
        assert_eq!(error("15\n15\n2\n7 7\n"), "word 6: seen the end, expected a row of the board");
        assert_eq!(error("15\nx\n"), "word 2: seen 'x', expected the number of columns");
        assert_eq!(error("4\n15\n0\n"), BoardSize::new(15, 4).unwrap_err().to_string());
        assert!(error("15\n15\n1\n7 15\n").starts_with("stone 1: point "));
        assert!(error("15\n15\n2\n7 7 7 7\n").starts_with("stone 2: point h8 is occupied"));
        let error = |bytes: &[u8]| read_pos(bytes, Rule::Renju).unwrap_err().to_string();
        assert_eq!(error(b"\x02\x70"), "1 bytes after the first, which says 2");
        assert_eq!(error(b"\x01\xE1"), "stone 1: byte 225, expected at most 224");
        assert!(error(b"\x02\x70\x70").starts_with("stone 2: point h8 is occupied"));
    }

    #[test]
    fn each_is_known_by_its_content() {
        assert!(is_sav("15\n15\n1\n7 7\n") && is_sav("15\n15\n0\n"));
        assert!(!is_sav("15 15 1 7 7") && !is_sav("h8\ni9\nj10\n") && !is_sav("1\n2\n3\n4\n"));
        assert!(is_pos(b"\x01\x70") && !is_pos(b"h8i9") && !is_pos(b"\x02\x70\x70"));
        assert!(!is_pos(b"") && !is_pos(b"\0") && !is_pos(b"\x01\xE1"));
    }

    proptest! {
        #[test]
        fn games_come_back(game in any_game()) {
            let (sav, after) = read_sav(&write_sav(&game), game.rule).unwrap();
            prop_assert_eq!(after, None);
            prop_assert_eq!((moves(&sav), sav.size), (moves(&game), game.size));
            if let Ok(bytes) = write_pos(&game) {
                prop_assert_eq!(moves(&read_pos(&bytes, game.rule).unwrap()), moves(&game));
            }
        }

        #[test]
        fn changed_files_are_read_or_refused(changes in any_changes(), text in any_text("0123 \n")) {
            let sav = "15\n15\n4\n7 7\n6 8\n5 9\n8 8\n";
            let _ = read_sav(&changed(sav, &changes), Rule::Renju);
            let _ = read_sav(&text, Rule::Renju);
            let pos = changed_bytes("\u{4}pbTA", &changes);
            if let Ok(game) = read_pos(&pos, Rule::Renju) {
                prop_assert_eq!(write_pos(&game).unwrap(), pos);
            }
        }
    }
}
