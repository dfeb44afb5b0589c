//! Lists of moves as people write them: the one reader for files, options, the API and the boards.
//!
//! `h8i9j10`, `h8 i9`, `H8,i9`, `h8-i9`, `h8_i9`, `[h8] (i9)`, `["h8","i9"]`, `1. h8 i9 2. j10 1-0`.
//! A pass is `--` or `pass`. The numbers count moves or pairs of moves; `1... i9` is white's move of
//! the first pair. A result can stand at the end: `1-0` is a win of black, who moves first.
//!
//! A pair in brackets, `[7,7]`, is a column and a row from 0 at the upper left, as in JSON. One
//! without brackets is refused in a list: other programs count from 1 or from the center, which would
//! be another game.

use thiserror::Error;

use super::line::PositionLine;
use tengen_engine::board::notation::{self, NotationError};
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_util::count::counted;
use tengen_util::excerpt::excerpt;

/// Text that is not a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveTextError {
    /// Something other than a point of the board.
    #[error(transparent)]
    Point(#[from] NotationError),
    /// A number that does not follow from the moves before it.
    #[error("number {seen} after {}, expected {}", counted(*.moves, "move"), next_numbers(*.moves))]
    Number {
        /// The number.
        seen: String,
        /// The moves before it.
        moves: u64,
    },
    /// A pair of numbers without brackets.
    #[error(
        "seen {seen}, which can count from 0, from 1 or from the center; expected a name like h8, \
         or [7,7] from 0 at the upper left"
    )]
    Pair {
        /// The pair.
        seen: String,
    },
    /// A move after the result.
    #[error("'{seen}' after the result, expected nothing")]
    AfterResult {
        /// What follows it.
        seen: String,
    },
}

/// Text whose moves [`line()`] cannot play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayTextError {
    /// Not a list of moves.
    #[error(transparent)]
    Text(#[from] MoveTextError),
    /// A stone cannot be placed.
    #[error("move {number}: {error}")]
    Stone {
        /// The number of the move, from 1.
        number: usize,
        /// Why not.
        error: PlaceError,
    },
}

/// The moves of a list; `None` is a pass.
///
/// ```
/// use tengen_engine::types::{BoardSize, Coord};
/// let size = BoardSize::square(15).unwrap();
/// let expected = [Some(Coord::new(7, 7)), None, Some(Coord::new(8, 6))];
/// for text in ["h8--i9", "H8, pass, I9", "1. h8 -- 2. i9 1/2-1/2", "[[7,7],\"--\",\"i9\"]"] {
///     assert_eq!(tengen_records::move_text::parse(text, size).unwrap(), expected);
/// }
/// ```
///
/// # Errors
/// If the text has anything else than moves, numbers and a result.
pub fn parse(text: &str, size: BoardSize) -> Result<Vec<Option<Coord>>, MoveTextError> {
    let mut list = MoveList::new(size);
    list.read(text)?;
    Ok(list.moves)
}

/// The points of a list in which nobody passes.
///
/// # Errors
/// If the text is not a list of moves, or has a pass.
pub fn points(text: &str, size: BoardSize) -> Result<Vec<Coord>, MoveTextError> {
    let pass = || NotationError::Point { seen: notation::PASS.to_owned(), size };
    let moves = parse(text, size)?.into_iter();
    moves.map(|point| Ok(point.ok_or_else(pass)?)).collect()
}

/// One point as a person at a board types it: `h8`, or a column and a row from 0 at the upper left,
/// `7,7` or `7 7`, which cannot be anything else there.
pub fn point(text: &str, size: BoardSize) -> Option<Coord> {
    let (x, y) = match points(text, size) {
        Ok(points) => return Some(points).filter(|points| points.len() == 1)?.pop(),
        Err(_) => text.trim().split_once([',', ' '])?,
    };
    let coord = Coord::new(x.trim().parse().ok()?, y.trim().parse().ok()?);
    Some(coord).filter(|&coord| size.contains(coord))
}

/// The moves of a list, played in turn on an empty board.
///
/// # Errors
/// If the text is not a list of moves, or a stone cannot be placed.
pub fn line(text: &str, rule: Rule, size: BoardSize) -> Result<PositionLine, PlayTextError> {
    let line = PositionLine::in_turn(Position::new(rule, size), parse(text, size)?);
    line.map_err(|(index, error)| PlayTextError::Stone { number: index + 1, error })
}

/// The moves read so far; a list may be read line by line.
#[derive(Clone, Debug)]
pub struct MoveList {
    size: BoardSize,
    /// The moves; `None` is a pass.
    pub moves: Vec<Option<Coord>>,
    /// The result at the end of the list, if there is one: the winner, or nobody.
    pub result: Option<Option<Color>>,
}

impl MoveList {
    /// No moves yet on a board of this size.
    pub fn new(size: BoardSize) -> Self {
        Self { size, moves: Vec::new(), result: None }
    }

    /// Reads a part of the list.
    ///
    /// # Errors
    /// If it has anything else than moves, numbers and a result.
    pub fn read(&mut self, text: &str) -> Result<(), MoveTextError> {
        let mut rest = text;
        let mut number: Option<MoveNumber<'_>> = None;
        loop {
            let from = rest.find(|c| !is_blank(c)).unwrap_or(rest.len());
            let dots = rest[..from].matches('.').count();
            number.iter_mut().for_each(|number| number.dots += dots);
            rest = &rest[from..];
            if rest.is_empty() {
                return Ok(());
            }
            if self.result.is_some() {
                return Err(MoveTextError::AfterResult { seen: word(rest) });
            }
            rest = if let Some((seen, after)) = MoveNumber::split(rest) {
                number = Some(seen);
                after
            } else if let Some((result, after)) = result(rest) {
                self.result = Some(result);
                after
            } else {
                number.take().map_or(Ok(()), |number| self.check(number))?;
                let (point, after) = self.next_move(rest)?;
                self.moves.push(point);
                after
            };
        }
    }

    /// The move with which the text begins, and what follows it.
    fn next_move<'a>(&self, text: &'a str) -> Result<(Option<Coord>, &'a str), MoveTextError> {
        let mut text = text;
        loop {
            if let Some(after) = text.strip_prefix(notation::PASS) {
                return Ok((None, after));
            }
            if let Some(([x, y], after)) = pair(text) {
                return Ok((Some(self.on_board(x, y)?), after));
            }
            let Some(inner) = text.strip_prefix(['-', '[']) else { break };
            text = inner.trim_start_matches(is_blank);
        }
        let letters = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        if text[..letters].eq_ignore_ascii_case("pass") {
            return Ok((None, &text[letters..]));
        }
        let digits = text[letters..].find(|c: char| !c.is_ascii_digit());
        let end = digits.map_or(text.len(), |digits| letters + digits);
        if letters == 0
            && let Some(seen) = bare_pair(text)
        {
            return Err(MoveTextError::Pair { seen });
        }
        if letters == 0 || letters == end {
            return Err(NotationError::Point { seen: word(text), size: self.size }.into());
        }
        Ok((Some(notation::parse(&text[..end], self.size)?), &text[end..]))
    }

    fn on_board(&self, x: &str, y: &str) -> Result<Coord, MoveTextError> {
        let coord = x.parse().ok().zip(y.parse().ok()).map(|(x, y)| Coord::new(x, y));
        let error = || NotationError::Point { seen: format!("[{x},{y}]"), size: self.size };
        Ok(coord.filter(|&coord| self.size.contains(coord)).ok_or_else(error)?)
    }

    fn check(&self, number: MoveNumber<'_>) -> Result<(), MoveTextError> {
        let moves = self.moves.len() as u64;
        let (pair, single) = (moves / 2 + 1, moves + 1);
        let is_next = number.digits.parse().is_ok_and(|seen: u64| match number.is_of_white() {
            true => moves % 2 == 1 && seen == pair,
            false => seen == pair || seen == single,
        });
        let dots = if number.is_of_white() { "..." } else { "" };
        let seen = || format!("{}{dots}", number.digits);
        if is_next { Ok(()) } else { Err(MoveTextError::Number { seen: seen(), moves }) }
    }
}

/// What separates moves, beside `-` and `[`, which can begin one.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || ",;._|/:'\"(){}]<>–—→".contains(c)
}

/// A number of a move: `2.`, or `2...` before white's move of that pair.
#[derive(Clone, Copy)]
struct MoveNumber<'a> {
    digits: &'a str,
    dots: usize,
}

impl<'a> MoveNumber<'a> {
    /// The number with which a text begins, and what follows its first sign.
    fn split(text: &'a str) -> Option<(Self, &'a str)> {
        let (digits, after) = leading_digits(text)?;
        let is_dot = after.starts_with('.');
        let after = after.strip_prefix(['.', ')', ':'])?;
        Some((Self { digits, dots: usize::from(is_dot) }, after))
    }

    const fn is_of_white(self) -> bool {
        self.dots > 1
    }
}

fn leading_digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// The result with which a text begins, and what follows it.
fn result(text: &str) -> Option<(Option<Color>, &str)> {
    let results = [
        ("1-0", Some(Color::Black)),
        ("0-1", Some(Color::White)),
        ("1/2-1/2", None),
        ("½-½", None),
    ];
    results.into_iter().find_map(|(word, winner)| {
        let after = text.strip_prefix(word)?;
        after.chars().all(|c| is_blank(c) || c == '-').then_some((winner, after))
    })
}

/// Whether a text is a result and nothing else.
pub fn is_result(text: &str) -> bool {
    result(text.trim()).is_some()
}

/// `[7,7]`: the numbers with which a text begins, and what follows them.
fn pair(text: &str) -> Option<([&str; 2], &str)> {
    let (x, rest) = leading_digits(text.strip_prefix('[')?.trim_start())?;
    let (y, rest) = leading_digits(rest.trim_start().strip_prefix(',')?.trim_start())?;
    Some(([x, y], rest.trim_start().strip_prefix(']')?))
}

/// `7,7` without brackets.
fn bare_pair(text: &str) -> Option<String> {
    let (x, rest) = leading_digits(text)?;
    let (y, _) = leading_digits(rest.trim_start().strip_prefix(',')?.trim_start())?;
    Some(format!("{},{}", excerpt(x, SEEN), excerpt(y, SEEN)))
}

/// The most characters of what is not understood in a message.
const SEEN: usize = 20;

/// The first word of a text.
fn word(text: &str) -> String {
    let end = text.char_indices().skip(1).find(|&(_, c)| is_blank(c) || c == '-');
    excerpt(&text[..end.map_or(text.len(), |(at, _)| at)], SEEN)
}

/// The numbers that may follow this many moves: of the pair and of the move.
fn next_numbers(moves: u64) -> String {
    match moves {
        0 => "1".to_owned(),
        _ => format!("{} or {}", moves / 2 + 1, moves + 1),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sample::{any_game_with_passes, any_text};

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    fn names(text: &str) -> String {
        match parse(text, size()) {
            Ok(moves) => moves.into_iter().map(|at| notation::move_name(at, size())).collect(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn every_spelling_is_the_same_list() {
        for text in [
            "h8i9j10",
            "h8 i9 j10",
            "H8,I9;J10",
            "h8, i9, j10",
            "h8-i9-j10",
            "h8 - i9 – j10",
            "h8_i9_j10",
            "h8|i9>j10",
            "(h8) (i9) (j10)",
            "[h8][i9][j10]",
            "[\"h8\", \"i9\", \"j10\"]",
            "[[7,7],[8,6],[9,5]]",
            "[7, 7] i9 [9,5]",
            "1. h8 i9 2. j10",
            "1.h8 i9 2.j10 1-0",
            "1. h8 1... i9 2. j10 0-1",
            "1) h8 2) i9 3) j10 1/2-1/2",
            "1: h8, 2: i9, 3: j10.",
        ] {
            assert_eq!(names(text), "h8i9j10", "{text}");
        }
        assert_eq!(names("  "), "");
    }

    #[test]
    fn passes_are_moves() {
        for text in
            ["h8--i9--j10", "h8 pass i9 PASS j10", "1. h8 -- 2. i9 -- 3. j10", "h8,--,i9-- j10"]
        {
            assert_eq!(names(text), "h8--i9--j10", "{text}");
        }
        assert_eq!(names("h8pass--i9"), "h8----i9");
    }

    #[test]
    fn a_result_ends_the_list() {
        let result = |text: &str| {
            let mut list = MoveList::new(size());
            list.read(text).map(|()| list.result)
        };
        assert_eq!(result("1. h8 i9"), Ok(None));
        assert_eq!(result("1. h8 i9 1-0"), Ok(Some(Some(Color::Black))));
        assert_eq!(result("1. h8 i9 0-1."), Ok(Some(Some(Color::White))));
        assert_eq!(result("h8 ½-½"), Ok(Some(None)));
        assert_eq!(
            names("h8 1-0 i9"),
            "'1' is not a point of a 15x15 board, expected letters and a number like h8"
        );
        let mut list = MoveList::new(size());
        list.read("h8 1-0").unwrap();
        let error = list.read("2. i9 j10").unwrap_err().to_string();
        assert_eq!(error, "'2' after the result, expected nothing");
    }

    #[test]
    fn what_could_be_another_game_is_refused() {
        for (text, expected) in [
            ("8,8 9,9", "seen 8,8, which can count from 0, from 1 or from the center"),
            ("h8 0, 1", "seen 0,1, which can count"),
            ("[15,7]", "'[15,7]' is not a point of a 15x15 board"),
            ("h8 (black) i9", "'black' is not a point"),
            ("h8 p9", "'p9' is not a point"),
            ("1 h8", "'1' is not a point"),
            ("h8 é", "'é' is not a point"),
            ("h8 *", "'*' is not a point"),
            ("1. h8 i9 5. g7", "number 5 after 2 moves, expected 2 or 3"),
            ("h8 -", "'' is not a point"),
        ] {
            assert!(names(text).starts_with(expected), "{text}: {}", names(text));
        }
    }

    #[test]
    fn a_point_may_be_typed_as_a_pair() {
        for text in ["h8", " H8 ", "7,7", "7 7", "7, 7", "[7,7]", "1. h8"] {
            assert_eq!(point(text, size()), Some(Coord::new(7, 7)), "{text}");
        }
        for text in ["", "h8 i9", "15,0", "-1,3", "--", "7", "7,7,7", "hello"] {
            assert_eq!(point(text, size()), None, "{text}");
        }
        assert_eq!(
            points("h8 -- i9", size()).unwrap_err().to_string(),
            "'--' is not a point of a \
            15x15 board, expected letters and a number like h8"
        );
    }

    #[test]
    fn a_line_names_the_move_that_does_not_fit() {
        let after = |text: &str| line(text, Rule::Renju, size());
        let passed = after("h8 -- i9").unwrap().position;
        assert_eq!((passed.count(Color::Black), passed.to_move()), (2, Color::White));
        let error = after("h8i9h8").unwrap_err().to_string();
        assert_eq!(error, "move 3: point h8 is occupied, expected an empty one");
    }

    proptest! {
        /// However the moves are separated, the list is the same.
        #[test]
        fn any_moves_come_back(
            game in any_game_with_passes(),
            between in prop::sample::select(vec!["", " ", ", ", ",", "_", ";", "\n", " | "]),
            upper in any::<bool>(),
        ) {
            let moves: Vec<_> = game.points().collect();
            let names: Vec<_> = moves.iter().map(|&at| notation::move_name(at, game.size)).collect();
            let text = names.join(between);
            let text = if upper { text.to_uppercase() } else { text };
            prop_assert_eq!(parse(&text, game.size), Ok(moves));
        }

        #[test]
        fn parse_survives_any_text(text in any_text("abhiHPpas0123789.,;:-_[]()/*½\n")) {
            let _ = parse(&text, size());
        }
    }
}
