//! Boards drawn as text, as people send them: a position to start from.
//!
//! ```text
//!    A B C D E
//!  5 . . . . .
//!  4 . X O . .
//!  3 . . X . .
//!  2 . . . . .
//!  1 . . . . .
//! ```
//!
//! One line is a row, from the top, at least five of at least five points; blanks between points,
//! numbers and `|` at the edges, lines of letters or numbers above and below are skipped. Black is
//! `X`, `x`, `●` or `B`, white `O`, `o`, `○` or `W`, empty `.`, `+`, `_`, `-` or `·`. In a board
//! with an `X` or `●`, `*` is a star point and `#` is blocked; without one the one of them that is
//! seen is black. The order of the stones is not known. Black is to move unless it has more stones, or a
//! line such as `White to move` says who is.

use thiserror::Error;

use super::fault::{Fault, FaultKind, FormatFault};
use super::file_format::{FileFormat, GameFormatError, Holds, ReadLosses, Several, first_text};
use super::game_tree::GameTree;
use super::read_loss::ReadLoss;
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Color, Coord, Rule, SizeError, Stone};

/// Drawn boards in the table of formats.
pub const FORMAT: FileFormat = FileFormat {
    name: "drawing",
    extensions: &["drawing"],
    title: "A board drawn as text with X, O and dots: a position",
    is_text: true,
    names_board: true,
    header: String::new,
    several: Several::Apart,
    sniff: |bytes| is_drawing(&first_text(bytes)),
    read: |input, take| {
        let text = input.text();
        let position = read(&text, input.defaults.rule.rule()).map_err(GameFormatError::of)?;
        let counts = [Color::Black, Color::White].map(|color| position.count(color));
        let [black, white] = counts;
        let note = ReadLoss::ToMove { black, white, next: position.to_move() };
        let is_odd = black != white && black != white + 1 && named_side(&text).is_none();
        let _ = take(1, GameTree::from_position(position));
        Ok(ReadLosses {
            lost: is_odd.then_some(note).into_iter().collect(),
            ..ReadLosses::default()
        })
    },
    write: None,
    holds: Holds::ALL,
};

/// The least columns and rows of a text that is taken for a board.
const LEAST: usize = 5;
/// The most columns: no board has more.
const MOST: usize = BoardSize::MAX as usize;

/// A text that is no board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DrawingError {
    /// A line with other signs.
    #[error("line {line}: '{seen}' is no row of a board, expected X, O and dots")]
    Row {
        /// The line, counted from 1.
        line: usize,
        /// The line.
        seen: String,
    },
    /// A row longer or shorter than the first.
    #[error("line {line}: {seen} points, expected {expected} as in the first row")]
    Length {
        /// The line, counted from 1.
        line: usize,
        /// Points in it.
        seen: usize,
        /// Points in the first row.
        expected: usize,
    },
    /// No such board.
    #[error(transparent)]
    Size(#[from] SizeError),
}

impl FormatFault for DrawingError {
    fn fault(&self) -> Fault {
        match self {
            Self::Row { line, seen } => Fault::of(FaultKind::Point).seen(seen.as_str()).at(*line),
            Self::Length { line, .. } => Fault::of(FaultKind::Damaged).at(*line),
            Self::Size(error) => error.fault(),
        }
    }
}

/// The points of a line, without what stands at the edges; `None` if it is no row.
fn row(line: &str) -> Option<impl Iterator<Item = char> + Clone + '_> {
    let is_edge = |c: char| c.is_ascii_digit() || c.is_whitespace() || c == '|';
    let points = line.trim_matches(is_edge);
    let points = points.chars().filter(|c| !c.is_whitespace());
    let is_row = points.clone().all(|c| "XxOoBWw●○.+_-·*#".contains(c) || c == 'b');
    (is_row && points.clone().next().is_some()).then_some(points)
}

/// Whether a line names the columns: letters in the order of the alphabet, or numbers.
fn is_header(line: &str) -> bool {
    let mut signs = line.chars().filter(|c| !c.is_whitespace() && *c != '|');
    if signs.clone().all(|c| c.is_ascii_digit()) {
        return true;
    }
    let mut last = b'a' - 1;
    signs.all(|c| {
        let c = c.to_ascii_lowercase();
        // Boards of Go have no column I.
        let is_next = u8::try_from(c).is_ok_and(|c| c == last + 1 || c == b'j' && last == b'h');
        last = u8::try_from(c).unwrap_or(u8::MAX - 1);
        is_next
    })
}

/// Whether a line is a frame such as `+-----+`, above or below a board: no row of points has that
/// form alone, since a board of these signs has no stone.
fn is_skipped(line: &str) -> bool {
    line.trim().is_empty() || is_header(line) || side_to_move(line).is_some()
}

/// The side that a text says is to move.
fn named_side(text: &str) -> Option<Color> {
    text.lines().find_map(side_to_move)
}

/// The side that a line such as `White to move:` names; `None` if it says anything else.
fn side_to_move(line: &str) -> Option<Color> {
    let is_sign = |c: char| !c.is_alphanumeric();
    let mut words = line.split(is_sign).filter(|word| !word.is_empty());
    let is_one = |word: &str, of: &[&str]| of.iter().any(|it| word.eq_ignore_ascii_case(it));
    let color = match words.next()? {
        black if is_one(black, &["black", "x"]) => Color::Black,
        white if is_one(white, &["white", "o"]) => Color::White,
        _ => return None,
    };
    let says = match [words.next()?, words.next().unwrap_or_default()] {
        [one, ""] => is_one(one, &["moves", "plays"]),
        [to, act] => is_one(to, &["to"]) && is_one(act, &["move", "play"]),
    };
    (says && words.next().is_none()).then_some(color)
}

fn is_drawing(text: &str) -> bool {
    let mut rows =
        text.lines().filter(|line| !is_skipped(line)).map(|line| row(line).map(Iterator::count));
    let Some(Some(width)) = rows.next() else { return false };
    (LEAST..=MOST).contains(&width)
        && rows.take(LEAST - 1).filter(|next| *next == Some(width)).count() == LEAST - 1
}

/// Reads a board.
///
/// # Errors
/// If a line is no row, rows differ in length, or no board has this size.
pub fn read(text: &str, rule: Rule) -> Result<Position, DrawingError> {
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    let rows = lines.filter(|(line, _)| !is_skipped(line));
    let (mut width, mut height, mut has_cross, mut count) = (0, 0_usize, false, 0);
    for (text, line) in rows.clone() {
        let seen = || text.trim().chars().take(40).collect();
        let points = row(text).ok_or_else(|| DrawingError::Row { line, seen: seen() })?;
        has_cross |= points.clone().any(|c| matches!(c, 'X' | 'x' | '●' | 'B' | 'b'));
        count = points.count();
        if height == 0 {
            width = count;
        }
        if count != width {
            return Err(DrawingError::Length { line, seen: count, expected: width });
        }
        height += 1;
    }
    let _ = count;
    let size = BoardSize::new(width as u64, height as u64)?;
    let mut position = Position::new(rule, size);
    for ((text, _), y) in rows.zip(0..) {
        for (sign, x) in row(text).into_iter().flatten().zip(0..) {
            if let Some(stone) = stone(sign, has_cross) {
                // Each point of the board is visited once.
                let _ = position.put(Coord::new(x, y), stone);
            }
        }
    }
    let is_blacks = position.count(Color::Black) <= position.count(Color::White);
    let usual = if is_blacks { Color::Black } else { Color::White };
    position.set_to_move(named_side(text).unwrap_or(usual));
    Ok(position)
}

fn stone(sign: char, has_cross: bool) -> Option<Stone> {
    match sign {
        'X' | 'x' | '●' | 'B' | 'b' => Some(Stone::Black),
        'O' | 'o' | '○' | 'W' | 'w' => Some(Stone::White),
        '#' if has_cross => Some(Stone::Blocked),
        '#' | '*' if !has_cross => Some(Stone::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tengen_engine::board::notation::picture;

    use super::*;
    use crate::sample::{any_game, any_text};

    const PLAIN: &str = ". . . . .\n. X O . .\n. . X . .\n. . . . .\n. . . . .\n";

    fn drawn(text: &str) -> String {
        picture(&read(text, Rule::Renju).unwrap(), &[])
    }

    #[test]
    fn edges_and_other_signs_are_understood() {
        for text in [
            ".....\n.XO..\n..X..\n.....\n.....\n",
            "  A B C D E\n5 . . . . . 5\n4 . X O . . 4\n3 . . X . . 3\n2 . . . . . 2\n1 . . . . . 1\n  A B C D E\n",
            "  1 2 3 4 5\n1|_ _ _ _ _|\n2|_ # O _ _|\n3|_ _ # _ _|\n4|_ _ _ _ _|\n5|_ _ _ _ _|\n",
            "+ + + + +\n+ ● ○ + +\n+ + ● + +\n+ + + + +\n+ + + + +\n",
            "-----\n-*o--\n--*--\n-----\n-----\n\n",
            ". . . . .\n. B W . .\n. . B . .\n. . * . .\n. . . . .\n",
        ] {
            assert!(is_drawing(text), "{text}");
            assert_eq!(drawn(text), PLAIN, "{text}");
        }
        assert_eq!(read(PLAIN, Rule::Renju).unwrap().to_move(), Color::White);
        for (said, color) in [("White to move", Color::White), ("(Black to play.)", Color::Black)] {
            let text = format!("{said}\n{PLAIN}");
            assert!(is_drawing(&text) && drawn(&text) == PLAIN, "{text}");
            assert_eq!(read(&text, Rule::Renju).unwrap().to_move(), color);
            assert_eq!(read(&format!("{PLAIN}{said}"), Rule::Renju).unwrap().to_move(), color);
        }
        assert!(!is_drawing(&format!("White to win\n{PLAIN}")));
        assert!(drawn(&PLAIN.replacen(". .\n", ". #\n", 1)).starts_with(". . . . #\n"));
        assert!(!is_drawing("h8i9\nj10\n") && !is_drawing("XO\nOX\n") && !is_drawing(""));
    }

    #[test]
    fn other_lines_are_refused_with_their_number() {
        let error = |text: &str| read(text, Rule::Renju).unwrap_err().to_string();
        assert!(error(&PLAIN.replace('O', "?")).starts_with("line 2: '. X ? . .' is no row"));
        assert_eq!(
            error(&PLAIN.replacen(". .\n", ".\n", 1).replacen(". . X", ". . . X", 1)),
            "line 2: 5 points, expected 4 as in the first row"
        );
        assert!(error("XO\n").contains("board size 2x1"));
    }

    proptest! {
        #[test]
        fn pictures_come_back(game in any_game(), text in any_text("XO. \n1abc|*")) {
            let position = game.final_position().unwrap();
            let back = read(&picture(&position, &[]), game.rule).unwrap();
            for coord in game.size.coords() {
                prop_assert_eq!(back.stone_at(coord), position.stone_at(coord));
            }
            let _ = (is_drawing(&text), read(&text, Rule::Renju));
        }
    }
}
