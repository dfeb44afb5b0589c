//! Lists of openings: one opening per line, in any of three spellings.
//!
//! | spelling | example | who writes it |
//! |---|---|---|
//! | offsets from the middle | `0,0, 1,-2, -1,3` | Gomocup, c-gomoku-cli |
//! | names of points | `h8i9j7` | people, c-gomoku-cli |
//! | position JSON | `{"size":15,"moves":[[7,7],[8,8]]}` | this program |
//!
//! Empty lines and lines that begin with `#` or `;` are skipped. An offset `x,y` counts columns to
//! the right of and rows below the middle `(width/2, height/2)`. Stones alternate, black first.
//! The referee decides whether a game can begin with it.

use std::collections::HashSet;
use std::fmt::Write as _;

use thiserror::Error;

use super::move_text::{self, MoveTextError};
use super::{Opening, positions};
use tengen_engine::board::{Symmetry, notation};
use tengen_engine::types::{BoardSize, Color, Coord, Rule};

/// A line that is not an opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct OpeningLineError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: OpeningProblem,
}

/// What is wrong with an opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningProblem {
    /// A word where an offset was expected.
    #[error("'{seen}' is not an offset, expected numbers like 0,-2")]
    Number {
        /// The word.
        seen: String,
    },
    /// An offset without its second number.
    #[error("{seen} numbers, expected an even count")]
    OddCount {
        /// How many there are.
        seen: usize,
    },
    /// An offset that leads off the board.
    #[error("offset {x},{y} is off the {size} board")]
    OffBoard {
        /// Columns to the right of the middle.
        x: i64,
        /// Rows below the middle.
        y: i64,
        size: BoardSize,
    },
    /// A name that is not a point.
    #[error(transparent)]
    Name(#[from] MoveTextError),
    /// An invalid position.
    #[error("{0}")]
    Position(String),
    /// A position for another board.
    #[error("the position has a {seen} board, expected {expected}")]
    Size {
        /// The board of the position.
        seen: BoardSize,
        /// The board that is played on.
        expected: BoardSize,
    },
    /// Stones that cannot alternate, black first.
    #[error("{black} black and {white} white stones cannot be played in turns, black first")]
    Turns {
        /// Black stones.
        black: usize,
        /// White stones.
        white: usize,
    },
    /// More openings than a list may have.
    #[error("more than {MOST_OPENINGS} openings, expected at most so many")]
    Many,
    /// Two stones on one point.
    #[error("stone {stone}: seen {point} again, expected every point once")]
    Twice {
        /// The second stone on it, counted from 1.
        stone: usize,
        /// The name of the point.
        point: String,
    },
}

/// The most openings of a list: all are in memory together, about 70 bytes each.
const MOST_OPENINGS: usize = 500_000;

/// Reads a list for a board of this size. Returns each opening, named by its number in the list
/// from 1, with its line.
///
/// # Errors
/// With the first line that is not an opening on this board.
pub fn parse_list(
    text: &str,
    rule: Rule,
    size: BoardSize,
) -> Result<Vec<(usize, Opening)>, OpeningLineError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        let moves = parse_line(line, rule, size)
            .map_err(|problem| OpeningLineError { line: index + 1, problem })?;
        if openings.len() == MOST_OPENINGS {
            return Err(OpeningLineError { line: index + 1, problem: OpeningProblem::Many });
        }
        let name = (openings.len() + 1).to_string();
        openings.push((index + 1, Opening { name, moves }));
    }
    Ok(openings)
}

/// Reads one opening.
///
/// # Errors
/// If it is not an opening on this board.
pub(crate) fn parse_line(
    line: &str,
    rule: Rule,
    size: BoardSize,
) -> Result<Vec<Coord>, OpeningProblem> {
    let moves = if line.starts_with('{') {
        from_position(line, rule, size)?
    } else if line.starts_with(|c: char| c.is_ascii_alphabetic()) || line.contains(['.', ')', ']'])
    {
        move_text::points(line, size)?
    } else {
        from_offsets(line, size)?
    };
    let mut seen = HashSet::new();
    match moves.iter().position(|&coord| !seen.insert(coord)) {
        Some(index) => {
            let point = notation::name(moves[index], size);
            Err(OpeningProblem::Twice { stone: index + 1, point })
        }
        None => Ok(moves),
    }
}

fn from_offsets(line: &str, size: BoardSize) -> Result<Vec<Coord>, OpeningProblem> {
    let words = line.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let number =
        |word: &str| word.parse().map_err(|_| OpeningProblem::Number { seen: word.to_owned() });
    let numbers: Vec<i64> = words.map(number).collect::<Result<_, _>>()?;
    if !numbers.len().is_multiple_of(2) {
        return Err(OpeningProblem::OddCount { seen: numbers.len() });
    }
    let center = size.center();
    let coord = |x: i64, y: i64| {
        let column = u8::try_from(i64::from(center.x).checked_add(x)?).ok()?;
        let row = u8::try_from(i64::from(center.y).checked_add(y)?).ok()?;
        Some(Coord::new(column, row)).filter(|&coord| size.contains(coord))
    };
    let pairs = numbers.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?)));
    pairs.map(|(x, y)| coord(x, y).ok_or(OpeningProblem::OffBoard { x, y, size })).collect()
}

fn from_position(line: &str, rule: Rule, size: BoardSize) -> Result<Vec<Coord>, OpeningProblem> {
    let position = positions::parse_with(line, rule)
        .map_err(|error| OpeningProblem::Position(error.to_string()))?;
    if position.size() != size {
        return Err(OpeningProblem::Size { seen: position.size(), expected: size });
    }
    position.moves_in_turn().ok_or_else(|| {
        let [black, white] = Color::BOTH.map(|color| position.count(color));
        OpeningProblem::Turns { black, white }
    })
}

/// Writes an opening as offsets from the middle.
pub fn to_offsets(moves: &[Coord], size: BoardSize) -> String {
    let center = size.center();
    let mut text = String::new();
    for coord in moves {
        let x = i16::from(coord.x) - i16::from(center.x);
        let y = i16::from(coord.y) - i16::from(center.y);
        let comma = if text.is_empty() { "" } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}{x},{y}");
    }
    text
}

/// The opening turned or mirrored; its name contains the number of the symmetry.
pub fn transformed(opening: &Opening, number: usize, size: BoardSize) -> Opening {
    match Symmetry::all(size).nth(number) {
        Some(symmetry) if number > 0 => Opening {
            name: format!("{} symmetry {number}", opening.name),
            moves: opening.moves.iter().map(|&coord| symmetry.apply(coord, size)).collect(),
        },
        _ => opening.clone(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::book::key::{Canonical, Key};
    use crate::sample::{any_changes, any_text, changed};
    use tengen_engine::board::Position;

    fn size(side: u64) -> BoardSize {
        BoardSize::square(side).unwrap()
    }

    fn key(moves: &[Coord]) -> Key {
        let mut position = Position::new(Rule::Freestyle, size(15));
        moves.iter().for_each(|&coord| position.play(coord).unwrap());
        Canonical::of(&position).key
    }

    fn line(text: &str) -> Result<Vec<Coord>, String> {
        parse_line(text, Rule::Freestyle, size(15)).map_err(|problem| problem.to_string())
    }

    #[test]
    fn the_three_spellings_tell_the_same_opening() {
        let expected = Ok(vec![Coord::new(7, 7), Coord::new(8, 5), Coord::new(6, 10)]);
        assert_eq!(line("0,0, 1,-2, -1,3"), expected);
        assert_eq!(line("0 0 1 -2 -1 3"), expected);
        assert_eq!(line("h8i10g5"), expected);
        assert_eq!(line(r#"{"size":15,"moves":[[7,7],[8,5],[6,10]]}"#), expected);
        assert_eq!(line(r#"{"size":15,"black":[[7,7],[6,10]],"white":[[8,5]]}"#), expected);
        assert_eq!(line(&to_offsets(&expected.clone().unwrap(), size(15))), expected);
    }

    #[test]
    fn the_middle_of_an_even_board_is_that_of_gomocup() {
        let moves = parse_line("0,0", Rule::Freestyle, size(20)).unwrap();
        assert_eq!(moves, [Coord::new(10, 10)]);
    }

    #[test]
    fn a_bad_line_says_what_and_where() {
        let list = "# openings\n\n0,0\n0,0, 8,0\n";
        let error = parse_list(list, Rule::Freestyle, size(15)).unwrap_err();
        assert_eq!(error.to_string(), "line 4: offset 8,0 is off the 15x15 board");
        for (wrong, part) in [
            ("0,0, 1", "3 numbers"),
            ("0,x", "'x' is not an offset"),
            ("0,0, 1,1, 0,0", "stone 3: seen h8 again, expected every point once"),
            ("g7g7", "stone 2: seen g7 again"),
            ("h8z9", "'z9'"),
            ("{", "seen the end"),
            (r#"{"size":20,"moves":[]}"#, "expected 15x15"),
            (r#"{"size":15,"black":[],"white":[[1,1]]}"#, "0 black and 1 white"),
            ("9223372036854775807,1", "off the 15x15 board"),
        ] {
            let error = line(wrong).unwrap_err();
            assert!(error.contains(part), "{wrong}: {error}");
        }
    }

    #[test]
    fn all_eight_pictures_are_the_same_opening() {
        let opening = Opening { name: "3".into(), moves: line("0,0, 1,-2, -1,3").unwrap() };
        let images: HashSet<_> =
            (0..8).map(|number| transformed(&opening, number, size(15)).moves).collect();
        assert_eq!(images.len(), 8);
        let keys: HashSet<_> = images.iter().map(|moves| key(moves)).collect();
        assert_eq!(keys.len(), 1);
        assert!(keys.contains(&key(&line("-1,3, 1,-2, 0,0").unwrap())));
        assert_eq!(transformed(&opening, 5, size(15)).name, "3 symmetry 5");
    }

    proptest! {
        #[test]
        fn parse_list_survives_any_text_and_returns_playable_openings(
            text in any_text("{}[]\",:0123456789-hij#; sizemovesrule\n"),
            changes in any_changes(),
        ) {
            let list = "0,0, 1,-2\nh8i9\n{\"size\":15,\"moves\":[[7,7],[8,8]]}\n# 1\n";
            for text in [text, changed(list, &changes)] {
                let Ok(openings) = parse_list(&text, Rule::Renju, size(15)) else { continue };
                for (_, opening) in openings {
                    let mut position = Position::new(Rule::Renju, size(15));
                    prop_assert!(opening.moves.iter().all(|&coord| position.play(coord).is_ok()));
                }
            }
        }
    }
}
