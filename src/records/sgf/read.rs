//! Reads the properties of an SGF game with tolerance: unknown ones are skipped.

use std::borrow::Cow;

use thiserror::Error;

use super::tree::{SgfNode, SyntaxError};
use super::{LETTERS, has_letters};
use crate::game::PlayedMove;
use crate::located::Located;
use crate::outcome::GameOutcome;
use crate::verdict::Verdict;
use tengen_engine::board::PlaceError;
use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Color, Coord, Rule, SizeError};
use tengen_util::date::Date;

/// What the first node of a game says about all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SgfHead {
    /// The size of the board; 15×15 if the file does not say.
    pub size: BoardSize,
    /// The rule, if the file names one that is known here.
    pub rule: Option<Rule>,
    /// The name of black.
    pub black: Option<String>,
    /// The name of white.
    pub white: Option<String>,
    /// The winner: `None` if the file does not say, `Some(None)` for a draw.
    pub winner: Option<Option<Color>>,
    /// Why it ended, if the file says so in our words.
    pub verdict: Option<Verdict>,
    /// The round; 1 if the file does not say.
    pub round: u64,
    /// When it began, in milliseconds since 1970 UTC; the day alone unless `STARTED` says more.
    pub started_ms: Option<u64>,
    /// The name of the opening; empty if the file does not say.
    pub opening_name: String,
    /// A remark about the game.
    pub note: Option<String>,
    /// How many first moves are the opening's.
    pub opening_stones: usize,
}

impl SgfHead {
    /// The outcome according to the file, or else to the board. A game that has ended according to
    /// the file but not to the board, without a verdict that fits its result, was adjudicated.
    pub(super) fn outcome(&self, on_board: GameOutcome) -> GameOutcome {
        match (self.winner, self.verdict, on_board) {
            (Some(winner), Some(verdict), _) if verdict.fits(winner) => {
                GameOutcome::Ended { winner, verdict }
            }
            (Some(winner), _, GameOutcome::Unfinished) => {
                GameOutcome::Ended { winner, verdict: Verdict::Adjudicated }
            }
            _ => on_board,
        }
    }
}

/// Text that is not SGF of this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// Not SGF at all.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// Another game than Gomoku or Renju.
    #[error("game number GM[{seen}], expected 4 (Gomoku and Renju)")]
    OtherGame {
        /// The number that was seen.
        seen: String,
    },
    /// A size that is not a number or a pair of numbers.
    #[error("size SZ[{seen}], expected a number or two like 15:20")]
    SizeText {
        /// What was seen.
        seen: String,
    },
    /// No such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Nothing where a point is expected; in a move that is a pass, which no record holds.
    #[error("no point, expected one; games with passes are not supported")]
    NoPoint,
    /// Not a point of the board.
    #[error("'{seen}' is not a point of a {size} board, expected {expected}")]
    Point {
        /// What was seen.
        seen: String,
        /// The board.
        size: BoardSize,
        /// How its points are named.
        expected: &'static str,
    },
    /// Two points that are not the corners of a rectangle.
    #[error(
        "'{seen}', expected the upper left and the lower right corner of a rectangle like aa:cc"
    )]
    Rectangle {
        /// What was seen.
        seen: String,
    },
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] PlaceError),
    /// What a file says about the whole game, where it is not said of the first node.
    #[error("{name} after a branch, expected it in the first node")]
    LateHead {
        /// The property.
        name: String,
    },
    /// Stones set up in the middle of a game, which a tree of moves cannot hold.
    #[error("stones set up after a move or in a variation, expected them before the first move")]
    LateSetup,
}

pub(super) fn syntax(Located { line, column, error }: Located<SyntaxError>) -> Located<SgfError> {
    Located { line, column, error: error.into() }
}

/// An error with its byte in the file.
pub(super) type Spotted<T> = Result<T, (usize, SgfError)>;

/// Checks that properties without a `;` before them say nothing about the whole game: they would
/// be lost.
pub(super) fn check_late(node: &SgfNode<'_>) -> Spotted<()> {
    const OF_GAME: [&str; 4] = ["GM", "SZ", "RU", "PL"];
    let late = |name: &str| OF_GAME.contains(&name) && !node.has_sign;
    match node.properties().find(|property| late(&property.name())) {
        Some(property) => {
            Err((property.byte, SgfError::LateHead { name: property.name().into_owned() }))
        }
        None => Ok(()),
    }
}

/// What the first node says. Unknown properties are skipped.
///
/// # Errors
/// If it is of another game, or there is no such board.
pub(super) fn head(root: &SgfNode<'_>) -> Spotted<SgfHead> {
    let value = |name: &str| root.get(name).map(|property| property.first().into_owned());
    let opening_stones = value("OPENINGSTONES").and_then(|n| n.trim().parse().ok());
    Ok(SgfHead {
        size: board_size(root)?,
        rule: value("RU").and_then(|rule| rule.trim().parse().ok()),
        black: value("PB"),
        white: value("PW"),
        winner: value("RE").and_then(|result| parse_result(&result)),
        verdict: value("VERDICT")
            .and_then(|verdict| Verdict::parse(&verdict))
            .or_else(|| value("RE").and_then(|result| parse_reason(&result))),
        round: value("RO").and_then(|n| n.trim().parse().ok()).unwrap_or(1),
        started_ms: started_ms(root),
        opening_name: value("ON").unwrap_or_default(),
        note: value("GC"),
        opening_stones: opening_stones.unwrap_or(0),
    })
}

/// Checks the game's number and returns the size of the board.
fn board_size(root: &SgfNode<'_>) -> Spotted<BoardSize> {
    if let Some(number) = root.get("GM") {
        let seen = number.first().trim().to_owned();
        if seen != "4" {
            return Err((number.byte, SgfError::OtherGame { seen }));
        }
    }
    match root.get("SZ") {
        Some(size) => parse_size(&size.first()).map_err(|error| (size.byte, error)),
        None => parse_size("15").map_err(|error| (0, error)),
    }
}

/// What a node says about its moves, beside their points; the first of each property counts.
pub(super) fn figures(node: &SgfNode<'_>) -> PlayedMove {
    let mut seen: [Option<Cow<'_, str>>; 4] = [const { None }; 4];
    for property in node.properties() {
        let names = ["MSEC", "DEPTH", "VALUE", "NODES"];
        if let Some(index) = names.iter().position(|name| *name == property.name()) {
            seen[index].get_or_insert_with(|| property.first());
        }
    }
    fn number<T: std::str::FromStr>(text: &Option<Cow<'_, str>>) -> Option<T> {
        text.as_deref().and_then(|text| text.trim().parse().ok())
    }
    let [time_ms, depth, value, nodes] = &seen;
    PlayedMove {
        depth: number(depth),
        value: number(value),
        nodes: number(nodes),
        ..PlayedMove::new(Coord::new(0, 0), number(time_ms))
    }
}

/// `15` or `15:20`.
fn parse_size(text: &str) -> Result<BoardSize, SgfError> {
    let error = || SgfError::SizeText { seen: text.to_owned() };
    let number = |part: &str| part.trim().parse::<u64>().map_err(|_| error());
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    Ok(BoardSize::new(number(width)?, number(height)?)?)
}

/// Two letters from the top left, or letters and a number from the bottom left.
pub(super) fn parse_point(text: &str, size: BoardSize) -> Result<Coord, SgfError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(SgfError::NoPoint);
    }
    let index = |letter: u8| LETTERS.iter().position(|&l| l == letter);
    if let &[x, y] = text.as_bytes()
        && let (Some(x), Some(y)) = (index(x), index(y))
        && let (Ok(x), Ok(y)) = (u8::try_from(x), u8::try_from(y))
        && size.contains(Coord::new(x, y))
    {
        return Ok(Coord::new(x, y));
    }
    notation::parse(text, size).map_err(|_| {
        let expected = match has_letters(size) {
            true => "two letters like cc",
            false => "letters and a number like h8",
        };
        SgfError::Point { seen: text.to_owned(), size, expected }
    })
}

/// A point, or all points of a rectangle, written as its upper left and lower right corners:
/// `aa:cc`.
pub(super) fn parse_points(text: &str, size: BoardSize) -> Result<Vec<Coord>, SgfError> {
    let Some((first, last)) = text.split_once(':') else {
        return Ok(vec![parse_point(text, size)?]);
    };
    let (first, last) = (parse_point(first, size)?, parse_point(last, size)?);
    if first.x > last.x || first.y > last.y {
        return Err(SgfError::Rectangle { seen: text.to_owned() });
    }
    let row = |y| (first.x..=last.x).map(move |x| Coord::new(x, y));
    Ok((first.y..=last.y).flat_map(row).collect())
}

/// `B+…`, `W+…`, or a draw as `0` or `Draw`; anything else is unknown.
fn parse_result(text: &str) -> Option<Option<Color>> {
    let text = text.trim().to_ascii_lowercase();
    match text.as_str() {
        "0" | "draw" => Some(None),
        _ if text.starts_with("b+") => Some(Some(Color::Black)),
        _ if text.starts_with("w+") => Some(Some(Color::White)),
        _ => None,
    }
}

/// Why a game ended, if SGF's result says so: `B+R`, `W+Time`.
fn parse_reason(text: &str) -> Option<Verdict> {
    match text.trim().to_ascii_lowercase().get(2..)? {
        "r" | "resign" => Some(Verdict::Resigned),
        "t" | "time" => Some(Verdict::Timeout),
        _ => None,
    }
}

/// The properties of the first node whose value means nothing here, although they are read.
pub(super) fn not_understood<'a>(
    root: &SgfNode<'a>,
) -> impl Iterator<Item = (&'static str, Cow<'a, str>)> + use<'a> {
    let value = |name: &'static str| {
        let value = root.get(name).map(|property| property.first()).unwrap_or_default();
        trimmed(value)
    };
    let (rule, result, day) = (value("RU"), value("RE"), value("DT"));
    let is_fine_result = matches!(&*result, "" | "?") || parse_result(&result).is_some();
    [
        (rule.is_empty() || rule.parse::<Rule>().is_ok(), "RU", rule),
        (is_fine_result, "RE", result),
        (day.is_empty() || started_ms(root).is_some(), "DT", day),
    ]
    .into_iter()
    .filter(|(is_fine, ..)| !is_fine)
    .map(|(_, name, value)| (name, value))
}

fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}

/// When the game began: `DT` is the day, the private `STARTED` has the time of that day.
fn started_ms(root: &SgfNode<'_>) -> Option<u64> {
    let value = |name: &str| root.get(name).map(|property| trimmed(property.first()));
    let day = value("DT")?;
    let date = |text: &str| text.parse().ok().map(Date::unix_ms);
    let started = value("STARTED");
    let is_of_day = |started: &&str| started.split_once(' ').is_some_and(|(of, _)| of == day);
    let started = started.as_deref().filter(is_of_day).and_then(date);
    started.or_else(|| date(&format!("{day} 00:00:00")))
}
