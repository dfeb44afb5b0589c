//! The records of Gomotur (`.rec`), which Piskvork reads and writes beside its own format. CITE:
//! `openPsq` and `savePsq` of <https://github.com/plastovicka/Piskvork/blob/master/source/game.cpp>.
//!
//! ```text
//! pbrain-one.exe       the players, the one who begins first
//! pbrain-two.exe
//! 7,7,100              column, row (from 0, from the top left), milliseconds
//! 8,7,90
//! 0                    how it ended, as in a psq file
//! ```
//!
//! The file does not name the board: it is the caller's, or at least Piskvork's smallest, 20×20, if
//! a stone lies beyond that. It names neither the rule, nor the winner, nor a date.

use std::fmt::Write as _;

use thiserror::Error;

use super::fault::{Fault, FaultKind, FormatFault};
use super::file_format::{
    FileFormat, GameBytes, GameFormatError, GameWriter, Holds, ReadLosses, Several, TakeGame,
    first_text, main_line, record_of, tree_of,
};
use super::game::{GameRecord, PlayedMove};
use super::game_tree::GameTree;
use super::located::Located;
use super::read_loss::ReadLoss;
use super::unread::Unread;
use super::{move_text, psq};
use tengen_engine::board::PlaceError;
use tengen_engine::types::{BoardSize, Coord, Rule};
use tengen_util::excerpt::excerpt;

/// These records in the table of formats.
pub const FORMAT: FileFormat = FileFormat {
    name: "rec",
    extensions: &["rec"],
    title: "Records of Gomotur, which Piskvork writes, too",
    is_text: true,
    names_board: false,
    header: String::new,
    several: Several::Apart,
    sniff: |bytes| is_record(&first_text(bytes)),
    read: read_game,
    write: Some(GameWriter::Line(|game, _| match game.length() {
        // Piskvork does not save such a game either, and its reader knows the format by a move.
        0 => Err(GameFormatError::of(RecError::Empty)),
        _ => Ok(write(game).into_bytes()),
    })),
    holds: Holds {
        rule: false,
        board: false,
        passes: false,
        date: false,
        result: is_outcome_held,
        ..Holds::ALL
    },
};

/// The side of Piskvork's smallest board for these files.
const SMALLEST: u64 = 20;

/// Text that is not such a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecError {
    /// A game without a move.
    #[error("a game without a move, expected at least one")]
    Empty,
    /// No move after the two names.
    #[error("'{seen}' is not a move, expected column,row,milliseconds after two names")]
    Move {
        /// The line.
        seen: String,
    },
    /// How the game ended is not there, or not whole, or it is not the end.
    #[error("{} after move {moves}, expected a code and nothing after it", seen_after(.seen))]
    End {
        /// The moves before it.
        moves: usize,
        /// The line that is seen; empty if there is none.
        seen: String,
    },
    /// A column or row beyond every board.
    #[error("move {x},{y} is off the {size} board, expected columns and rows from 0")]
    OffBoard {
        /// The column.
        x: i64,
        /// The row.
        y: i64,
        size: BoardSize,
    },
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] PlaceError),
}

impl FormatFault for RecError {
    fn fault(&self) -> Fault {
        match self {
            Self::Empty => Fault::of(FaultKind::NoMove),
            Self::Move { seen } => Fault::of(FaultKind::Point).seen(seen.as_str()),
            Self::End { seen, .. } => Fault::of(FaultKind::Cut).seen(seen.as_str()),
            Self::OffBoard { x, y, .. } => Fault::of(FaultKind::OffBoard).seen(format!("{x},{y}")),
            Self::Stone(error) => error.fault(),
        }
    }
}

fn seen_after(seen: &str) -> String {
    if seen.is_empty() { "the file ends".to_owned() } else { format!("'{seen}'") }
}

fn read_game(
    input: &GameBytes<'_>,
    take: &mut TakeGame<'_>,
) -> Result<ReadLosses, GameFormatError> {
    let (rule, size) = (input.defaults.rule.rule(), input.defaults.size);
    let (game, cut) = read(&input.text(), rule, size).map_err(GameFormatError::of)?;
    let note = ReadLoss::Beyond { taken: game.size, usual: size };
    let lost = (game.size != size).then_some(note).into_iter().collect();
    let mut unread = Unread::default();
    if let Some(error) = cut {
        unread.cut(1, || error);
    }
    let _ = take(1, tree_of(&game)?);
    Ok(ReadLosses { lost, ..ReadLosses::of(unread) })
}

/// Whether a text begins with two lines that are no moves, then a move with its time. A list of moves
/// must not be taken for names.
fn is_record(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (first, second, third) = (lines.next(), lines.next(), lines.next());
    let is_move = |line: &str| match BoardSize::square(BoardSize::MAX.into()) {
        Ok(size) => move_text::parse(line, size).is_ok_and(|moves| !moves.is_empty()),
        Err(_) => false,
    };
    let is_name = |line: Option<&str>| line.is_some_and(|line| !is_move(line));
    let is_timed = |line: &str| matches!(psq::stone(line), Some((_, _, Some(_))));
    is_name(first) && is_name(second) && third.is_some_and(is_timed)
}

/// A game, and what is wrong with what follows its moves.
type RecRead = (GameRecord, Option<Located<RecError>>);

/// Reads a record, as a game under `rule`; on `size`, or 20×20 if a stone lies beyond that. A last
/// line without its line break that has no time may be the beginning of a move, and is none.
///
/// # Errors
/// If there is no move, or one that cannot be played.
pub fn read(text: &str, rule: Rule, size: BoardSize) -> Result<RecRead, Located<RecError>> {
    let is_open = !text.ends_with('\n');
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).zip(1..);
    let mut lines = lines.filter(|(line, _)| !line.is_empty());
    let names = [lines.next(), lines.next()].map(|line| line.map_or("", |(line, _)| line));
    let fail = |line, error| Located { line, column: 1, error };
    let mut stones: Vec<(i64, i64, Option<u64>)> = Vec::new();
    let (mut places, mut tail) = (Vec::new(), None);
    let (mut cut, mut last) = (None, 1);
    // One of more stones than points cannot be placed.
    let most = usize::from(BoardSize::MAX).pow(2);
    let mut lines = lines.peekable();
    while let Some((line, at)) = lines.next() {
        let seen = || excerpt(line, SEEN_CHARS);
        last = at;
        match (psq::stone(line), tail) {
            // The row may go on, as the others have a time.
            (Some((_, _, None)), None)
                if is_open
                    && lines.peek().is_none()
                    && stones.iter().any(|(_, _, time_ms)| time_ms.is_some()) =>
            {
                cut = Some((at, seen()));
            }
            (Some((x, y, time_ms)), None) => {
                stones.push((x, y, time_ms));
                places.push(at);
                if stones.len() > most {
                    break;
                }
            }
            (None, None) if !places.is_empty() => tail = Some((line, at)),
            (Some(_), Some(_)) | (None, None) => {
                return Err(fail(at, RecError::Move { seen: seen() }));
            }
            (None, Some(_)) => cut = cut.or_else(|| Some((at, seen()))),
        }
    }
    let code = tail.and_then(|(line, _)| psq::code_of(line));
    // A column may be without its end, and no code is one.
    let code = code.filter(|&code| !(is_open && code > 0));
    if code.is_none() {
        cut = tail.map(|(line, at)| (at, excerpt(line, SEEN_CHARS))).or(cut);
        cut = cut.or_else(|| Some((last, String::new())));
    }
    let size = board(&stones, size);
    let point = |(x, y, time_ms): (i64, i64, _)| {
        let coord = Coord::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        size.contains(coord).then(|| PlayedMove::new(coord, time_ms))
    };
    let off = stones.iter().zip(&places).find(|(stone, _)| point(**stone).is_none());
    if let Some((&(x, y, _), &line)) = off {
        return Err(fail(line, RecError::OffBoard { x, y, size }));
    }
    let game = record_of(rule, size, stones.into_iter().filter_map(point));
    let at = |number: usize| places.get(number - 1).copied().unwrap_or(1);
    let mut game = game.map_err(|(number, error)| fail(at(number), error.into()))?;
    let [black, white] = names;
    game.set_names(black, white);
    game.outcome = psq::outcome(code, &game);
    let moves = game.moves.len();
    if moves == 0 {
        return Err(fail(last, RecError::Empty));
    }
    Ok((game, cut.map(|(line, seen)| fail(line, RecError::End { moves, seen }))))
}

/// The most characters of a line in an error.
const SEEN_CHARS: usize = 60;

/// The board of these stones: that of the caller, if it has room for them.
fn board(stones: &[(i64, i64, Option<u64>)], size: BoardSize) -> BoardSize {
    let has_room = |size: BoardSize| {
        let (width, height) = (i64::from(size.width()), i64::from(size.height()));
        stones.iter().all(|&(x, y, _)| x < width && y < height)
    };
    let larger = |side: u8| u64::from(side).max(SMALLEST);
    let piskvorks = BoardSize::new(larger(size.width()), larger(size.height())).ok();
    match has_room(size) {
        true => size,
        false => piskvorks.filter(|&size| has_room(size)).unwrap_or(size),
    }
}

fn write(game: &GameRecord) -> String {
    let mut text = String::new();
    for name in [&game.black.name, &game.white.name] {
        let _ = write!(text, "{}\r\n", psq::readable_name(name));
    }
    for PlayedMove { point, time_ms, .. } in game.all_moves() {
        let Some(Coord { x, y }) = point else { continue };
        let _ = write!(text, "{x},{y},{}\r\n", time_ms.unwrap_or(0));
    }
    let _ = write!(text, "{}\r\n", game.verdict().map_or(0, psq::code));
    text
}

/// Whether a file tells how the game ended: it has codes for some ends.
fn is_outcome_held(game: &GameTree) -> bool {
    let head = game.head();
    let written = main_line(game).map(|line| write(&line));
    let read = written.and_then(|text| read(&text, head.rule, head.size).ok());
    read.is_some_and(|(read, _)| read.outcome == head.outcome)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tengen_engine::board::notation;

    use super::*;
    use crate::sample::{any_changes, any_game, any_text, changed};

    const TEXT: &str = "pbrain-one.exe\npbrain-two.exe\n7,7,100\n8,7,90\n7,8,80\n8,8,70\n0\n";

    fn usual() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    fn read(text: &str) -> Result<GameRecord, Located<RecError>> {
        super::read(text, Rule::Freestyle, usual()).map(|(game, _)| game)
    }

    #[test]
    fn the_names_come_first_and_points_count_from_zero() {
        let game = read(TEXT).unwrap();
        assert_eq!(notation::write_moves(game.coords(), game.size), "h8i8h7i7");
        assert_eq!([game.black.name, game.white.name], ["pbrain-one.exe", "pbrain-two.exe"]);
        assert_eq!(
            (game.moves[1].time_ms, game.outcome),
            (Some(90), crate::GameOutcome::Unfinished)
        );
        let late = read(&TEXT.replace("\n0\n", "\n15\n")).unwrap();
        assert_eq!(late.outcome.to_string(), "white wins: timeout");
        assert!(is_record(TEXT) && !is_record("h8\ni9\nj10\n") && !is_record("1,2\n3,4\n5,6\n"));
        // Lists of moves, with a title or without.
        assert!(!is_record("h8i9j10i7\nh8i9g7\n8,8 9,9\n") && !is_record("h8\ni9\n8,8,8\n"));
        assert!(!is_record("My games\nfrom 2020\n8,8\nh8i9j10\n"));
    }

    #[test]
    fn stones_beyond_the_board_are_on_piskvorks() {
        let game = read(&TEXT.replace("8,8,70", "19,8,70")).unwrap();
        assert_eq!(game.size.to_string(), "20x20");
        let error = read(&TEXT.replace("8,8,70", "20,8,70")).unwrap_err().to_string();
        assert!(error.starts_with("line 6, column 1: move 20,8 is off the 15x15"), "{error}");
        let error = read("a\nb\nc\n").unwrap_err().to_string();
        assert!(error.starts_with("line 3, column 1: 'c' is not a move, expected"), "{error}");
        let error = read(&TEXT.replace("8,8,70", "7,7,1")).unwrap_err().to_string();
        assert!(error.starts_with("line 6, column 1: point h8 is occupied"), "{error}");
    }

    #[test]
    fn a_record_that_broke_off_tells_what_it_lost() {
        let kept = |text: &str| match super::read(text, Rule::Freestyle, usual()) {
            Ok((game, cut)) => (game.length(), cut.map(|cut| cut.to_string()).unwrap_or_default()),
            Err(error) => (0, error.to_string()),
        };
        assert_eq!(kept(TEXT), (4, String::new()));
        for (end, moves, said) in [
            ("0\n", 4, "line 6, column 1: the file ends after move 4, expected a code"),
            (",70\n0\n", 3, "line 6, column 1: '8,8' after move 3"),
            ("8,8,70\n0\n", 3, "line 5, column 1: the file ends after move 3"),
            (",80\n8,8,70\n0\n", 2, "line 5, column 1: '7,8' after move 2"),
            (",8,80\n8,8,70\n0\n", 2, "line 5, column 1: '7' after move 2"),
            ("7,7,100\n8,7,90\n7,8,80\n8,8,70\n0\n", 0, "line 1, column 1: a game without a move"),
        ] {
            let (seen, sentence) = kept(TEXT.strip_suffix(end).unwrap());
            assert_eq!(seen, moves, "{end}: {sentence}");
            assert!(sentence.starts_with(said), "{end}: {sentence}");
        }
        let (moves, sentence) = kept(&format!("{TEXT}<html>\n"));
        assert_eq!(moves, 4);
        assert!(sentence.starts_with("line 8, column 1: '<html>' after move 4"), "{sentence}");
    }

    proptest! {
        #[test]
        fn games_come_back(game in any_game()) {
            let back = super::read(&write(&game), game.rule, game.size);
            prop_assume!(game.length() > 0);
            let (back, cut) = back.unwrap();
            prop_assert_eq!(cut, None);
            prop_assert_eq!(back.size, game.size);
            prop_assert_eq!(&back.black.name, &psq::readable_name(&game.black.name));
            prop_assert!(back.coords().eq(game.coords()));
        }

        #[test]
        fn changed_files_are_read_or_refused(changes in any_changes(), text in any_text("ab\n0,19-")) {
            if let Ok(game) = read(&changed(TEXT, &changes)) {
                prop_assert!(game.final_position().is_ok());
            }
            let _ = read(&text);
        }
    }
}
