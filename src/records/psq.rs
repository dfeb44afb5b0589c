//! Game files of Piskvork (`.psq`): written as it writes them in tournaments, read by its own rules.
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
//! The file tells neither the rule nor the winner. Text in, text out, no files.

use std::fmt::Write as _;

use thiserror::Error;

use super::game::GameRecord;
use super::located::Located;
use super::verdict::Verdict;
use crate::board::{PlaceError, Position};
use crate::types::{BoardSize, Coord, Rule, SizeError};

/// What a psq file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PsqGame {
    /// The size of the board.
    pub size: BoardSize,
    /// The stones, black first, each with its time in milliseconds if the file has one.
    pub moves: Vec<(Coord, Option<u64>)>,
    /// The name of black; `None` in files of single games, which have no names.
    pub black: Option<String>,
    /// The name of white.
    pub white: Option<String>,
    /// How it ended, as [`code`] tells it; `None` if the file does not say.
    pub code: Option<i32>,
}

impl PsqGame {
    /// The position at the end. The file does not say its rule.
    pub fn final_position(&self, rule: Rule) -> Position {
        let mut position = Position::new(rule, self.size);
        for &(coord, _) in &self.moves {
            // The reader has played them.
            let _ = position.play(coord);
        }
        position
    }
}

/// Text that is no psq file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PsqError {
    /// The first line is not Piskvork's.
    #[error("'{seen}' is no head of a psq file, expected 'Piskvorky 15x15, 11:11, 0'")]
    Head {
        /// The line that was seen.
        seen: String,
    },
    /// No such board.
    #[error(transparent)]
    Size(#[from] SizeError),
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
    /// A stone cannot be put.
    #[error(transparent)]
    Stone(#[from] PlaceError),
}

/// The times for a move in milliseconds that Piskvork's levels 1 to 11 stand for.
const LEVELS_MS: [u64; 11] =
    [100, 300, 600, 1000, 1500, 2500, 5000, 10_000, 15_000, 30_000, 60_000];

/// The longest name that Piskvork's reader has room for.
const NAME_MAX: usize = 250;

/// Piskvork's number for the end of a game: 0 regular, 15 timeout, 16 memory, 7 illegal move, -2
/// anything else.
pub const fn code(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Five | Verdict::Forbidden(_) | Verdict::Draw(_) | Verdict::Adjudicated => 0,
        Verdict::Timeout => 15,
        Verdict::Memory => 16,
        Verdict::Illegal => 7,
        Verdict::Crash | Verdict::Refused => -2,
    }
}

/// The game as Piskvork writes it, black as the first player. `turn_ms`, the limit for a move, tells
/// the level in the head; without it the highest is written.
///
/// Piskvork's reader takes a name that begins with a number for a move, so such names (and empty
/// ones) get the prefix `pbrain-` that brains have anyway; line breaks become blanks.
pub fn write(game: &GameRecord, turn_ms: Option<u64>) -> String {
    let level = match turn_ms {
        Some(ms) => LEVELS_MS.iter().filter(|&&level| level <= ms).count().max(1),
        None => LEVELS_MS.len(),
    };
    let mut text = format!("Piskvorky {}x{}, {level}:{level}, 0\r\n", game.width, game.height);
    let stones = game.opening.moves.iter().map(|&coord| (coord, 0));
    for (coord, time_ms) in stones.chain(game.moves.iter().map(|m| (m.coord(), m.time_ms))) {
        let _ = write!(text, "{},{},{time_ms}\r\n", u32::from(coord.x) + 1, u32::from(coord.y) + 1);
    }
    for name in [&game.black.name, &game.white.name] {
        text.push_str(&readable_name(name));
        text.push_str("\r\n");
    }
    let _ = write!(text, "{}\r\n", code(game.verdict));
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

/// Reads what Piskvork or [`write()`] wrote.
///
/// # Errors
/// If the head is not Piskvork's, the board does not exist or a move cannot be played.
pub fn read(text: &str) -> Result<PsqGame, Located<PsqError>> {
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    let fail = |line: usize, error| Located { line: line + 1, column: 1, error };
    let first = lines.first().copied().unwrap_or("");
    let (width, height, starter) = head(first)
        .ok_or_else(|| fail(0, PsqError::Head { seen: first.chars().take(60).collect() }))?;
    let size = BoardSize::new(width, height).map_err(|error| fail(0, error.into()))?;
    let mut position = Position::new(Rule::Freestyle, size);
    let mut moves = Vec::new();
    let mut at = 1;
    while let Some(&line) = lines.get(at) {
        if !line.trim().is_empty() {
            let Some((x, y, time_ms)) = stone(line) else { break };
            let coord = on_board(x, y, size).ok_or(PsqError::OffBoard { x, y, size });
            let coord = coord.map_err(|error| fail(at, error))?;
            position.play(coord).map_err(|error| fail(at, error.into()))?;
            moves.push((coord, time_ms));
        }
        at += 1;
    }
    let (first, second, code) = tail(lines.get(at..).unwrap_or(&[]));
    let (black, white) = if starter == 0 { (first, second) } else { (second, first) };
    Ok(PsqGame { size, moves, black, white, code })
}

/// `Piskvorky WxH, a:b, flag`: the sides and the flag, which is 0 or 1.
fn head(line: &str) -> Option<(u64, u64, u32)> {
    let rest = line.strip_prefix("Piskvorky")?;
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
fn tail(lines: &[&str]) -> (Option<String>, Option<String>, Option<i32>) {
    let lines: Vec<&str> =
        lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
    let code = |line: &str| leading_number(line).and_then(|(code, _)| i32::try_from(code).ok());
    match lines[..] {
        [] => (None, None, None),
        [line] => (None, None, code(line)),
        [first, second, ref rest @ ..] => {
            let code = rest.first().and_then(|line| code(line));
            (Some(first.to_owned()), Some(second.to_owned()), code)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::records::sample::{any_game, game};

    #[test]
    fn the_file_looks_like_piskvorks() {
        let text = write(&game(), Some(5000));
        assert_eq!(
            text,
            "Piskvorky 15x15, 7:7, 0\r\n8,8,0\r\n8,9,12\r\n1,15,345\r\nalpha\r\nbeta\r\n0\r\n"
        );
        assert!(write(&game(), None).starts_with("Piskvorky 15x15, 11:11, 0\r\n"));
        assert!(write(&game(), Some(0)).starts_with("Piskvorky 15x15, 1:1, 0\r\n"));
    }

    #[test]
    fn the_flag_tells_who_began() {
        let text = "Piskvorky 20x20, 11:11, 1\n1,1,5\n20,20,6\nfirst\nsecond\n15\n";
        let game = read(text).unwrap();
        assert_eq!(game.black.as_deref(), Some("second"));
        assert_eq!(game.white.as_deref(), Some("first"));
        assert_eq!(game.moves, [(Coord::new(0, 0), Some(5)), (Coord::new(19, 19), Some(6))]);
        assert_eq!(game.code, Some(15));
    }

    #[test]
    fn files_of_single_games_have_no_names() {
        let game = read("Piskvorky 15x15,0:11,0\n\n 8, 8\n9,8,7 \n0\n").unwrap();
        assert_eq!(game.moves, [(Coord::new(7, 7), None), (Coord::new(8, 7), Some(7))]);
        assert_eq!((game.black, game.white, game.code), (None, None, Some(0)));
        let bare = read("Piskvorky 15x15, 11:11, 0").unwrap();
        assert_eq!((bare.moves.len(), bare.code), (0, None));
    }

    #[test]
    fn wrong_files_are_refused_with_their_line() {
        for (text, message) in [
            ("", "line 1, column 1: '' is no head of a psq file"),
            ("Piskvorky 15x15, 11:11, 2\n", "is no head"),
            ("Piskvorky 15, 11:11, 0\n", "is no head"),
            ("Piskvorky 4x15, 1:1, 0\n", "line 1, column 1: board size 4x15"),
            ("Piskvorky 15x15, 1:1, 0\n1,1,0\n0,3,0\n", "line 3, column 1: move 0,3 is off"),
            ("Piskvorky 15x15, 1:1, 0\n16,3,0\n", "line 2, column 1: move 16,3 is off"),
            ("Piskvorky 15x15, 1:1, 0\n1,1,0\n1,1,0\n", "line 3, column 1: point 0,0 is occupied"),
            ("Piskvorky 15x15, 1:1, 0\n99999999999999999999,1,0\n", ""),
        ] {
            match read(text) {
                Err(error) => assert!(error.to_string().contains(message), "{error}"),
                Ok(game) => assert!(message.is_empty(), "{game:?}"),
            }
        }
    }

    #[test]
    fn names_never_look_like_moves() {
        let mut game = game();
        game.black.name = "1,2,3".into();
        game.white.name = " \n".into();
        let back = read(&write(&game, None)).unwrap();
        assert_eq!(back.moves.len(), 3);
        assert_eq!(back.black.as_deref(), Some("pbrain-1,2,3"));
        assert_eq!(back.white.as_deref(), Some("pbrain-"));
    }

    proptest! {
        #[test]
        fn games_come_back(game in any_game()) {
            let back = read(&write(&game, None)).unwrap();
            prop_assert_eq!(back.size, game.size().unwrap());
            let opening = game.opening.moves.iter().map(|&coord| (coord, Some(0)));
            let moves = opening.chain(game.moves.iter().map(|m| (m.coord(), Some(m.time_ms))));
            prop_assert_eq!(back.moves, moves.collect::<Vec<_>>());
            prop_assert_eq!(back.black, Some(readable_name(&game.black.name)));
            prop_assert_eq!(back.code, Some(code(game.verdict)));
        }

        #[test]
        fn no_text_breaks_the_reader(text in "(Piskvorky [0-9]{0,3}x15, 1:1, 0\n)?[-+0-9,x \n]{0,60}") {
            let _ = read(&text);
        }
    }
}
