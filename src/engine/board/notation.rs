//! Points as `h8`, and boards as pictures.
//!
//! Letters run from `a` at the left (after `z` comes `aa`), numbers from 1 at the **bottom**, as in
//! printed renju games. A picture has one line per row from the top, `X` black, `O` white, `#`
//! blocked, `.` empty; blanks between cells are ignored.

use thiserror::Error;

use super::Position;
pub use super::point_name::{PASS, move_name, name};
use crate::types::{BoardSize, Coord, Rule, Stone};

/// Text that is not a point or not a picture of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// Not a point of this board.
    #[error(
        "'{seen}' is not a point of a {size} board, expected letters and a number like {}",
        name(.size.center(), *.size)
    )]
    Point {
        /// The text.
        seen: String,
        /// The size of the board.
        size: BoardSize,
    },
    /// A picture whose rows differ in length.
    #[error("row {row} of the picture has {seen} cells, expected {expected}")]
    Row {
        /// The row, counted from 1.
        row: usize,
        /// Cells in it.
        seen: usize,
        /// Cells in the first row.
        expected: usize,
    },
    /// An unknown sign.
    #[error("row {row} of the picture has '{seen}', expected one of X O # .")]
    Sign {
        /// The row, counted from 1.
        row: usize,
        /// The sign.
        seen: char,
    },
    /// A board outside the sizes that exist.
    #[error(transparent)]
    Size(#[from] crate::types::SizeError),
}

/// The point that `text` names.
///
/// # Errors
/// If it is not letters and a number, or lies off the board.
pub fn parse(text: &str, size: BoardSize) -> Result<Coord, NotationError> {
    let error = || NotationError::Point { seen: text.to_owned(), size };
    let split = text.find(|c: char| !c.is_ascii_alphabetic()).ok_or_else(error)?;
    let (letters, number) = text.split_at(split);
    if letters.is_empty() || letters.len() > 2 || !number.bytes().all(|b| b.is_ascii_digit()) {
        return Err(error());
    }
    let column = letters
        .bytes()
        .fold(0usize, |sum, b| sum * 26 + usize::from(b.to_ascii_lowercase() - b'a') + 1);
    let x = u8::try_from(column - 1).map_err(|_| error())?;
    let number: u8 = number.parse().map_err(|_| error())?;
    let y = size.height().checked_sub(number).ok_or_else(error)?;
    Some(Coord::new(x, y)).filter(|&coord| size.contains(coord)).ok_or_else(error)
}

/// A run of point names without blanks, `h8i9aa10`, as opening lists write games.
///
/// # Errors
/// If a part of it is not a point of the board.
pub fn parse_moves(text: &str, size: BoardSize) -> Result<Vec<Coord>, NotationError> {
    let mut moves = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let digits = rest[letters..].find(|c: char| !c.is_ascii_digit());
        let end = digits.map_or(rest.len(), |digits| letters + digits);
        if end == 0 {
            return Err(NotationError::Point { seen: rest.to_owned(), size });
        }
        moves.push(parse(&rest[..end], size)?);
        rest = rest[end..].trim_start();
    }
    Ok(moves)
}

/// The moves as one run of point names, `h8i9aa10`, which [`parse_moves`] reads.
pub fn write_moves(moves: impl IntoIterator<Item = Coord>, size: BoardSize) -> String {
    moves.into_iter().map(|coord| name(coord, size)).collect()
}

/// Reads a picture. Stones come in reading order; black is to move if both sides have equally many
/// stones, else white.
///
/// # Errors
/// If rows differ in length, a sign is unknown or the size does not exist.
pub fn parse_picture(rule: Rule, picture: &str) -> Result<Position, NotationError> {
    let rows: Vec<Vec<char>> = picture
        .lines()
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>())
        .filter(|row| !row.is_empty())
        .collect();
    let width = rows.first().map_or(0, Vec::len);
    let mut position = Position::new(rule, BoardSize::new(width as u64, rows.len() as u64)?);
    for (y, row) in rows.iter().enumerate() {
        if row.len() != width {
            return Err(NotationError::Row { row: y + 1, seen: row.len(), expected: width });
        }
        for (x, &sign) in row.iter().enumerate() {
            let stone = match sign {
                'X' | 'x' => Stone::Black,
                'O' | 'o' => Stone::White,
                '#' => Stone::Blocked,
                '.' => continue,
                seen => return Err(NotationError::Sign { row: y + 1, seen }),
            };
            // The size was checked, so both fit; every cell is visited once, so it is empty.
            let _ = position.put(Coord::new(x as u8, y as u8), stone);
        }
    }
    use crate::types::Color::{Black, White};
    let black_to_move = position.count(Black) <= position.count(White);
    position.set_to_move(if black_to_move { Black } else { White });
    Ok(position)
}

/// Draws the board, one line per row, with marks on chosen points (a mark replaces the cell's
/// sign).
pub fn picture(position: &Position, marks: &[(Coord, char)]) -> String {
    let size = position.size();
    let mut text = String::new();
    for y in 0..size.height() {
        for x in 0..size.width() {
            let coord = Coord::new(x, y);
            let mark = marks.iter().find(|(marked, _)| *marked == coord).map(|&(_, sign)| sign);
            let sign = mark.unwrap_or(match position.stone_at(coord) {
                None => '.',
                Some(Stone::Black) => 'X',
                Some(Stone::White) => 'O',
                Some(Stone::Blocked) => '#',
            });
            if x > 0 {
                text.push(' ');
            }
            text.push(sign);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Color;

    #[test]
    fn names_come_back_on_every_board() {
        for (width, height) in [(5, 5), (15, 15), (22, 10), (181, 181)] {
            let size = BoardSize::new(width, height).unwrap();
            for coord in size.coords() {
                assert_eq!(parse(&name(coord, size), size), Ok(coord));
            }
        }
    }

    #[test]
    fn wrong_names_are_refused() {
        let size = BoardSize::square(15).unwrap();
        for wrong in ["", "h", "8", "p8", "h0", "h16", "8h", "h8x", "aaaa1", "h-1", "é1"] {
            assert!(parse(wrong, size).is_err(), "{wrong}");
        }
        assert!(parse_moves("h8i", size).is_err());
        assert!(parse_moves("h8 i9j10", size).is_ok_and(|moves| moves.len() == 3));
    }

    #[test]
    fn runs_of_moves_come_back() {
        for (width, height) in [(5, 5), (15, 15), (30, 7), (181, 181)] {
            let size = BoardSize::new(width, height).unwrap();
            let moves: Vec<_> = size.coords().collect();
            assert_eq!(parse_moves(&write_moves(moves.iter().copied(), size), size), Ok(moves));
        }
        assert_eq!(
            write_moves([Coord::new(7, 7), Coord::new(0, 14)], BoardSize::square(15).unwrap()),
            "h8a1"
        );
    }

    #[test]
    fn a_picture_comes_back() {
        let text = "X . . . .\n. O . . .\n. . # . .\n. . . . .\n. . . . X\n";
        let position = parse_picture(Rule::Freestyle, text).unwrap();
        assert_eq!(picture(&position, &[]), text);
        assert_eq!(position.to_move(), Color::White);
        assert!(parse_picture(Rule::Freestyle, "X.\n.").is_err());
        assert!(parse_picture(Rule::Freestyle, &text.replace('O', "?")).is_err());
    }
}
