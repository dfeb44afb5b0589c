//! Game files of Piskvork (`.psq`): written as in its tournaments, read as it reads
//! them.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0      size, strengths of both players (0 = human), who began
//! 8,8,120                        column, row (from 1, from the top left), milliseconds
//! 9,8,97
//! pbrain-one.exe                 the players' names, the one who began first if the flag is 0
//! pbrain-two.exe
//! 0                              how it ended, see `code`
//! ```
//!
//! The file holds neither the rule nor the winner. Text in, text out, no files.

use std::fmt::Write as _;

use thiserror::Error;

use super::file_format::{
    FileFormat, GameFormatError, GameWriter, Holds, ReadLosses, Several, first_text, main_line,
    tree_of,
};
use super::game::{GameRecord, PlayedMove};
use super::game_tree::GameTree;
use super::located::Located;
use super::outcome::GameOutcome;
use super::verdict::Verdict;
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::types::{BoardSize, Coord, Rule, SizeError};

/// Piskvork's files in the table of formats.
pub const FORMAT: FileFormat = FileFormat {
    name: "psq",
    extensions: &["psq"],
    title: "Piskvork's files",
    is_text: true,
    names_board: true,
    header: String::new,
    several: Several::Apart,
    sniff: |bytes| {
        let text = first_text(bytes);
        text.get(..HEAD.len()).is_some_and(|first| first.eq_ignore_ascii_case(HEAD))
    },
    read: |input, take| {
        let game = read(&input.text(), input.defaults.rule).map_err(GameFormatError::of)?;
        let _ = take(1, tree_of(&game)?);
        Ok(ReadLosses::default())
    },
    write: Some(GameWriter::Line(|game, _| Ok(write(game, None).into_bytes()))),
    // That there is no date is not worth a warning at every conversion.
    holds: Holds {
        rule: false,
        date: false,
        result: is_outcome_held,
        is_silent_about: &["date"],
        ..Holds::ALL
    },
};

/// The first word of a file.
const HEAD: &str = "Piskvorky";

/// Whether a file tells how the game ended: it has codes for some ends.
fn is_outcome_held(game: &GameTree) -> bool {
    let written = main_line(game).map(|line| write(&line, None));
    let read = written.and_then(|text| read(&text, game.head().rule).ok());
    read.is_some_and(|read| read.outcome == game.head().outcome)
}

/// Text that is not a psq file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PsqError {
    /// The first line is not Piskvork's.
    #[error("'{seen}' is not the head of a psq file, expected 'Piskvorky 15x15, 11:11, 0'")]
    Head {
        /// The line that was seen.
        seen: String,
    },
    /// No such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A line between moves that is not a move.
    #[error("'{seen}' is not a move, expected column,row,milliseconds")]
    Move {
        /// The line.
        seen: String,
    },
    /// A column or row of 0, or beyond the board.
    #[error("move {x},{y} is off the {size} board, expected columns and rows from 1")]
    OffBoard {
        /// The column that was named.
        x: i64,
        /// The row that was named.
        y: i64,
        /// The board.
        size: BoardSize,
    },
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] PlaceError),
}

/// Time per move in milliseconds of Piskvork's levels 1 to 11.
const LEVELS_MS: [u64; 11] =
    [100, 300, 600, 1000, 1500, 2500, 5000, 10_000, 15_000, 30_000, 60_000];

/// The longest name that Piskvork's reader can hold.
const NAME_MAX: usize = 250;

/// Piskvork's number for the end of a game: 0 regular, 15 timeout, 16 memory, 7 illegal move, -2
/// anything else.
pub const fn code(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Five
        | Verdict::Forbidden(_)
        | Verdict::Draw(_)
        | Verdict::Adjudicated
        | Verdict::Resigned => 0,
        Verdict::Timeout => 15,
        Verdict::Memory => 16,
        Verdict::Illegal => 7,
        Verdict::Crash | Verdict::Refused => -2,
    }
}

/// The game as Piskvork writes it, black as the first player. `turn_ms`, the limit for a move,
/// selects the level in the head; without it the highest is written. A stone without a time gets 0.
///
/// Piskvork's reader takes a name that begins with a number for a move, so such names (and empty
/// ones) get the usual prefix of brains, `pbrain-`; line breaks become blanks.
pub fn write(game: &GameRecord, turn_ms: Option<u64>) -> String {
    let level = match turn_ms {
        Some(ms) => LEVELS_MS.iter().filter(|&&level| level <= ms).count().max(1),
        None => LEVELS_MS.len(),
    };
    let mut text = format!("Piskvorky {}, {level}:{level}, 0\r\n", game.size);
    for (Coord { x, y }, time_ms) in game.stones() {
        let (x, y, time_ms) = (u32::from(x) + 1, u32::from(y) + 1, time_ms.unwrap_or(0));
        let _ = write!(text, "{x},{y},{time_ms}\r\n");
    }
    for name in [&game.black.name, &game.white.name] {
        text.push_str(&readable_name(name));
        text.push_str("\r\n");
    }
    let _ = write!(text, "{}\r\n", game.verdict().map_or(0, code));
    text
}

fn readable_name(name: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let name = name.trim();
    let is_number = name.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
    let prefix = if name.is_empty() || is_number { "pbrain-" } else { "" };
    let mut end = name.len().min(NAME_MAX - prefix.len());
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!("{prefix}{}", name[..end].trim_end())
}

/// Reads what Piskvork or [`write()`] wrote, as a game under `rule`. Unless the file blames a
/// player, the board decides the outcome.
///
/// # Errors
/// If the head is not Piskvork's, the board does not exist or a move cannot be played.
pub fn read(text: &str, rule: Rule) -> Result<GameRecord, Located<PsqError>> {
    // Line by line: a list of all would take many times the size of a file of empty lines.
    let mut lines = text.trim_start_matches('\u{feff}').lines().enumerate().peekable();
    let fail = |line: usize, error| Located { line: line + 1, column: 1, error };
    let (_, first) = lines.next().unwrap_or_default();
    let (width, height, starter) = head(first)
        .ok_or_else(|| fail(0, PsqError::Head { seen: first.chars().take(60).collect() }))?;
    let size = BoardSize::new(width, height).map_err(|error| fail(0, error.into()))?;
    let mut position = Position::new(rule, size);
    let mut game = GameRecord::new(rule, size);
    let is_move = |&(_, line): &(usize, &str)| line.trim().is_empty() || stone(line).is_some();
    while let Some((at, line)) = lines.next_if(is_move) {
        let Some((x, y, time_ms)) = stone(line) else { continue };
        let coord = on_board(x, y, size).ok_or(PsqError::OffBoard { x, y, size });
        let coord = coord.map_err(|error| fail(at, error))?;
        position.play(coord).map_err(|error| fail(at, error.into()))?;
        game.moves.push(PlayedMove::new(coord, time_ms));
    }
    // Names do not look like moves, so if moves follow, the line is a damaged move.
    if let Some(&(at, damaged)) = lines.peek()
        && lines.clone().skip(1).any(|(_, line)| stone(line).is_some())
    {
        let seen = damaged.trim().chars().take(60).collect();
        return Err(fail(at, PsqError::Move { seen }));
    }
    let (first, second, code) = tail(lines.map(|(_, line)| line));
    let (black, white) = if starter == 0 { (first, second) } else { (second, first) };
    game.set_names(black.unwrap_or_default(), white.unwrap_or_default());
    game.outcome = outcome(code, &position);
    Ok(game)
}

/// The outcome that a code means for the final position. The file does not name the winner: the
/// loser by a fault is the player who should have moved.
fn outcome(seen: Option<i32>, position: &Position) -> GameOutcome {
    let faults = [Verdict::Timeout, Verdict::Memory, Verdict::Illegal, Verdict::Crash];
    match faults.into_iter().find(|&verdict| seen == Some(code(verdict))) {
        Some(verdict) => GameOutcome::Ended { winner: Some(!position.to_move()), verdict },
        None => GameOutcome::of(position),
    }
}

/// `Piskvorky WxH, a:b, flag`: the sides and the flag, which is 0 or 1.
fn head(line: &str) -> Option<(u64, u64, u32)> {
    let rest = line.strip_prefix(HEAD)?;
    let mut parts = rest.split(',');
    let (width, height) = parts.next()?.trim().split_once('x')?;
    let (a, b) = parts.next()?.trim().split_once(':')?;
    let flag: u32 = parts.next()?.trim().parse().ok().filter(|&flag| flag < 2)?;
    let _: (i64, i64) = (a.trim().parse().ok()?, b.trim().parse().ok()?);
    Some((width.trim().parse().ok()?, height.trim().parse().ok()?, flag))
}

/// `x,y` or `x,y,ms` as Piskvork scans it: numbers after optional blanks, whatever follows ignored.
fn stone(line: &str) -> Option<(i64, i64, Option<u64>)> {
    let (x, rest) = leading_number(line)?;
    let (y, rest) = leading_number(rest.strip_prefix(',')?)?;
    let time = rest.strip_prefix(',').and_then(leading_number);
    Some((x, y, time.map(|(time, _)| u64::try_from(time).unwrap_or(0))))
}

fn leading_number(text: &str) -> Option<(i64, &str)> {
    let text = text.trim_start();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let sign = text.len() - digits.len();
    let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (number, rest) = text.split_at(sign + length);
    Some((number.parse().ok()?, rest))
}

fn on_board(x: i64, y: i64, size: BoardSize) -> Option<Coord> {
    let zero_based = |n: i64| u8::try_from(n.checked_sub(1)?).ok();
    Some(Coord::new(zero_based(x)?, zero_based(y)?)).filter(|&coord| size.contains(coord))
}

/// The names and the code after the moves: a single line is a code, more begin with the names.
fn tail<'a>(
    lines: impl Iterator<Item = &'a str>,
) -> (Option<&'a str>, Option<&'a str>, Option<i32>) {
    let mut lines = lines.map(str::trim).filter(|line| !line.is_empty());
    let code = |line: &str| leading_number(line).and_then(|(code, _)| i32::try_from(code).ok());
    match (lines.next(), lines.next(), lines.next()) {
        (Some(line), None, _) => (None, None, code(line)),
        (first, second, third) => (first, second, third.and_then(code)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sample::{any_changes, any_game, any_text, changed, game};

    fn read(text: &str) -> Result<GameRecord, Located<PsqError>> {
        super::read(text, Rule::Freestyle)
    }

    fn names(game: &GameRecord) -> [&str; 2] {
        [&game.black.name, &game.white.name]
    }

    #[test]
    fn psq_files_look_like_piskvorks() {
        let text = write(&game(), Some(5000));
        assert_eq!(
            text,
            "Piskvorky 15x15, 7:7, 0\r\n8,8,0\r\n8,9,12\r\n1,15,345\r\nalpha\r\nbeta\r\n0\r\n"
        );
        assert!(write(&game(), None).starts_with("Piskvorky 15x15, 11:11, 0\r\n"));
        assert!(write(&game(), Some(0)).starts_with("Piskvorky 15x15, 1:1, 0\r\n"));
    }

    #[test]
    fn the_psq_flag_names_the_player_who_began() {
        let text = "Piskvorky 20x20, 11:11, 1\n1,1,5\n20,20,6\nfirst\nsecond\n15\n";
        let game = read(text).unwrap();
        assert_eq!(names(&game), ["second", "first"]);
        let moves: Vec<_> = game.stones().collect();
        assert_eq!(moves, [(Coord::new(0, 0), Some(5)), (Coord::new(19, 19), Some(6))]);
        assert_eq!(game.outcome.to_string(), "white wins: timeout");
    }

    #[test]
    fn psq_files_of_single_games_have_no_names() {
        let game = read("Piskvorky 15x15,0:11,0\n\n 8, 8\n9,8,7 \n0\n").unwrap();
        let moves: Vec<_> = game.stones().collect();
        assert_eq!(moves, [(Coord::new(7, 7), None), (Coord::new(8, 7), Some(7))]);
        assert_eq!((names(&game), game.outcome), (["black", "white"], GameOutcome::Unfinished));
        assert_eq!(read("Piskvorky 15x15, 11:11, 0").unwrap().length(), 0);
    }

    #[test]
    fn psq_errors_name_the_line() {
        for (text, message) in [
            ("", "line 1, column 1: '' is not the head of a psq file"),
            ("Piskvorky 15x15, 11:11, 2\n", "is not the head"),
            ("Piskvorky 15, 11:11, 0\n", "is not the head"),
            ("Piskvorky 4x15, 1:1, 0\n", "line 1, column 1: board size 4x15"),
            ("Piskvorky 15x15, 1:1, 0\n1,1,0\n0,3,0\n", "line 3, column 1: move 0,3 is off"),
            ("Piskvorky 15x15, 1:1, 0\n16,3,0\n", "line 2, column 1: move 16,3 is off"),
            ("Piskvorky 15x15, 1:1, 0\n1,1,0\n1,1,0\n", "line 3, column 1: point a15 is occupied"),
            (
                "Piskvorky 15x15, 1:1, 0\n1,1,0\n9;9,0\n2,2,0\n",
                "line 3, column 1: '9;9,0' is not a move",
            ),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
        // A single line after the head is taken for the code, here an unknown one.
        let number = "Piskvorky 15x15, 1:1, 0\n99999999999999999999,1,0\n";
        let size = BoardSize::square(15).unwrap();
        assert_eq!(read(number), Ok(GameRecord::new(Rule::Freestyle, size)));
    }

    #[test]
    fn psq_names_never_look_like_moves() {
        let mut game = game();
        game.black.name = "1,2,3".into();
        game.white.name = " \n".into();
        let back = read(&write(&game, None)).unwrap();
        assert_eq!((back.length(), names(&back)), (3, ["pbrain-1,2,3", "pbrain-"]));
    }

    proptest! {
        #[test]
        fn psq_games_come_back(game in any_game()) {
            let text = write(&game, None);
            let back = super::read(&text, game.rule).unwrap();
            prop_assert_eq!((back.rule, back.size), (game.rule, game.size));
            prop_assert_eq!(names(&back)[0], readable_name(&game.black.name));
            let stones = game.stones().map(|(coord, time_ms)| (coord, time_ms.or(Some(0))));
            prop_assert_eq!(back.stones().collect::<Vec<_>>(), stones.collect::<Vec<_>>());
            prop_assert_eq!(write(&back, None), text);
        }

        #[test]
        fn psq_read_survives_changed_files(changes in any_changes()) {
            if let Ok(game) = read(&changed(&write(&game(), None), &changes)) {
                prop_assert!(game.final_position().is_ok());
            }
        }

        #[test]
        fn psq_read_survives_any_text(text in any_text("Piskvorky 15x, 1:1, 0\n-+9")) {
            let _ = read(&text);
            let _ = read(&format!("Piskvorky 15x15, 1:1, 0\n{text}"));
        }
    }
}
