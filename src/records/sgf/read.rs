//! Reads the properties of an SGF game with tolerance: unknown ones are skipped.

use std::borrow::Cow;

use thiserror::Error;

use super::properties::{has_known_points, is_private};
use super::tree::{SgfNode, SgfValue, SyntaxError};
use super::{LETTERS, has_letters};
use crate::fault::{Fault, FaultKind, FormatFault};
use crate::game::PlayedMove;
use crate::located::Located;
use crate::outcome::GameOutcome;
use crate::read_loss::ReadLoss;
use crate::verdict::Verdict;
use crate::words::dates::{DateWords, date_words, day_ms};
use crate::words::result::{ResultWords, result_words};
use crate::words::rule::{GivenRule, RuleWords, rule_words};
use tengen_engine::board::PlaceError;
use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Color, Coord, Rule, SizeError};
use tengen_util::date::Date;
use tengen_util::excerpt::excerpt;

/// What the first node of a game says about all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SgfHead {
    /// The size of the board; 15×15 if the file does not say.
    pub size: BoardSize,
    /// The rule that the file names, else the one that was asked for.
    pub rule: Rule,
    /// The opening rule that the file names with its rule.
    pub opening_rule: Option<&'static str>,
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
    /// The days, if they are not that one.
    pub dates: Option<String>,
    /// The name of the opening; empty if the file does not say.
    pub opening_name: String,
    /// A remark about the game.
    pub note: Option<String>,
    /// How many first moves are the opening's.
    pub opening_stones: usize,
}

impl SgfHead {
    /// The outcome according to the file, or else to the board.
    pub(super) fn outcome(&self, on_board: GameOutcome) -> GameOutcome {
        GameOutcome::said(self.winner, self.verdict, on_board)
    }
}

/// Text that is not SGF of this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// Not SGF at all.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// Another game than Gomoku or Renju. With the number of Go many programs save five in a row.
    #[error("game number GM[{seen}], expected 4 (Gomoku and Renju){}", if seen == "1" { "; with a rule (--rule) it is read as five in a row" } else { "" })]
    OtherGame {
        /// The number that was seen.
        seen: String,
    },
    /// A game that has the number of Go and what only a game of Go has.
    #[error(
        "a game of Go: GM[1] with {seen}, expected five in a row; with a rule (--rule) it is read as that"
    )]
    Go {
        /// What only Go has: a property with its value, or a move that needs a capture.
        seen: String,
    },
    /// A rule that is unknown here, and nobody named another.
    #[error(
        "unknown rule RU[{seen}], expected {}; with a rule (--rule) it is read under that one",
        tengen_engine::types::Rule::names()
    )]
    Rule { seen: String },
    /// A size that is not a number or a pair of numbers.
    #[error("size SZ[{seen}], expected a number or two like 15:20")]
    SizeText { seen: String },
    /// No such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Nothing where a point is expected: in a move that would be a pass.
    #[error("no point, expected one")]
    NoPoint,
    /// Not a point of the board.
    #[error("'{seen}' is not a point of a {size} board, expected {expected}")]
    Point {
        seen: String,
        size: BoardSize,
        /// How its points are named.
        expected: &'static str,
    },
    /// Two points that are not the corners of a rectangle.
    #[error(
        "'{seen}', expected the upper left and the lower right corner of a rectangle like aa:cc"
    )]
    Rectangle { seen: String },
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] PlaceError),
    /// What a file says about the whole game, where it is not said of the first node.
    #[error("{name} after a branch, expected it in the first node")]
    LateHead {
        /// The property.
        name: String,
    },
    /// Stones set up or taken away in the middle of a game, which a tree of moves cannot hold.
    #[error("stones set up after a move or in a variation, expected them before the first move")]
    LateSetup,
    /// A property of another program that may set up stones.
    #[error(
        "the unknown property {name} has points before the first move, which may be stones; expected AB, AW or moves"
    )]
    UnknownStones {
        /// The property.
        name: String,
    },
}

impl FormatFault for SgfError {
    fn fault(&self) -> Fault {
        match self {
            Self::Syntax(SyntaxError::NoTree) => Fault::of(FaultKind::NotFormat),
            Self::Syntax(SyntaxError::End { .. } | SyntaxError::NextGame) => {
                Fault::of(FaultKind::Cut)
            }
            Self::OtherGame { seen } => Fault::of(FaultKind::OtherGame).seen(format!("GM[{seen}]")),
            Self::Go { seen } => Fault::of(FaultKind::OtherGame).seen(seen.as_str()),
            Self::Rule { seen } => Fault::of(FaultKind::Rule).seen(seen.as_str()),
            Self::SizeText { seen } => Fault::of(FaultKind::Size).seen(seen.as_str()),
            Self::Size(error) => error.fault(),
            Self::Point { seen, .. } => Fault::of(FaultKind::Point).seen(seen.as_str()),
            Self::Stone(error) => error.fault(),
            Self::LateSetup => Fault::of(FaultKind::Setup),
            Self::LateHead { name } => Fault::of(FaultKind::LateHead).seen(name.as_str()),
            Self::UnknownStones { name } => Fault::of(FaultKind::Setup).seen(name.as_str()),
            Self::Syntax(SyntaxError::Sign { seen }) => {
                Fault::of(FaultKind::Damaged).seen(seen.to_string())
            }
            Self::Rectangle { seen } => Fault::of(FaultKind::Damaged).seen(seen.as_str()),
            Self::Syntax(_) | Self::NoPoint => Fault::of(FaultKind::Damaged),
        }
    }
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
/// If it is of another game, there is no such board, or the rule is unknown and no other was named.
pub(super) fn head(root: &SgfNode<'_>, given: GivenRule) -> Spotted<SgfHead> {
    let value = |name: &str| root.get(name).map(|property| property.first().into_owned());
    let opening_stones = value("OPENINGSTONES").and_then(|n| n.trim().parse().ok());
    let (winner, reason) = match value("RE").and_then(|result| result_words(&result)) {
        Some(ResultWords::Ended(winner, reason)) => (Some(winner), reason),
        Some(ResultWords::Open) | None => (None, None),
    };
    let verdict = value("VERDICT").and_then(|verdict| Verdict::parse(&verdict));
    let (rule, opening_rule) = rule(root, given)?;
    let days = value("DT").and_then(|days| date_words(&days)).map(|DateWords { text, .. }| text);
    let started_ms = days.as_deref().and_then(|day| started_ms(root, day));
    Ok(SgfHead {
        size: board_size(root, given)?,
        rule,
        opening_rule,
        black: value("PB"),
        white: value("PW"),
        winner,
        verdict: verdict.or(reason),
        round: value("RO").and_then(|n| n.trim().parse().ok()).unwrap_or(1),
        started_ms,
        dates: days.filter(|_| started_ms.is_none()),
        opening_name: value("ON").unwrap_or_default(),
        note: value("GC"),
        opening_stones: opening_stones.unwrap_or(0),
    })
}

/// The rule of a game, and the opening rule that its name implies.
fn rule(root: &SgfNode<'_>, given: GivenRule) -> Spotted<(Rule, Option<&'static str>)> {
    let Some(named) = root.get("RU") else { return Ok((given.rule(), None)) };
    let seen = trimmed(named.first());
    let RuleWords { rule, opening } = rule_words(&seen).unwrap_or_default();
    match rule.or(given.asked()) {
        Some(rule) => Ok((rule, opening)),
        None if seen.is_empty() => Ok((given.rule(), None)),
        None => Err((named.byte, SgfError::Rule { seen: excerpt(&seen, MOST_CHARS) })),
    }
}

/// The most characters of a value in an error.
const MOST_CHARS: usize = 40;

/// Checks the game's number and returns the size of the board.
fn board_size(root: &SgfNode<'_>, given: GivenRule) -> Spotted<BoardSize> {
    if let Some(number) = root.get("GM") {
        let seen = excerpt(number.first().trim(), MOST_CHARS);
        if seen != "4" && !(seen == "1" && given.asked().is_some()) {
            return Err((number.byte, SgfError::OtherGame { seen }));
        }
    }
    match root.get("SZ") {
        Some(size) => parse_size(&size.first()).map_err(|error| (size.byte, error)),
        None => parse_size("15").map_err(|error| (0, error)),
    }
}

/// The moves of a node: usually one.
pub(super) fn moves<'a>(
    node: &SgfNode<'a>,
) -> impl Iterator<Item = (Color, SgfValue<'a>)> + use<'a> {
    node.properties().flat_map(|property| {
        let color = match &*property.name() {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => None,
        };
        let values = color.map(|color| property.values().map(move |value| (color, value)));
        values.into_iter().flatten()
    })
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
        ..PlayedMove::plain(None, number(time_ms))
    }
}

/// `15` or `15:20`.
fn parse_size(text: &str) -> Result<BoardSize, SgfError> {
    let error = || SgfError::SizeText { seen: text.to_owned() };
    let number = |part: &str| part.trim().parse::<u64>().map_err(|_| error());
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    Ok(BoardSize::new(number(width)?, number(height)?)?)
}

/// The point of a move; `None` for a pass, which is empty, or `tt` on a board that has no such point:
/// so the versions of SGF before FF\[4\] wrote it, and many programs still do.
pub(super) fn parse_move(text: &str, size: BoardSize) -> Result<Option<Coord>, SgfError> {
    let is_old_pass = || text.trim() == "tt" && !size.contains(OLD_PASS);
    if text.trim().is_empty() || is_old_pass() {
        return Ok(None);
    }
    parse_point(text, size).map(Some)
}

/// The point `tt`.
const OLD_PASS: Coord = Coord::new(19, 19);

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

/// The properties of the first node whose value means nothing here, although they are read.
pub(super) fn not_understood<'a>(
    root: &SgfNode<'a>,
) -> impl Iterator<Item = (&'static str, Cow<'a, str>)> + use<'a> {
    let value = |name: &'static str| {
        let value = root.get(name).map(|property| property.first()).unwrap_or_default();
        trimmed(value)
    };
    let (rule, result, day) = (value("RU"), value("RE"), value("DT"));
    let has_rule = rule_words(&rule).is_some_and(|words| words.rule.is_some());
    [
        (rule.is_empty() || has_rule, "RU", rule),
        (result_words(&result).is_some(), "RE", result),
        (day.is_empty() || date_words(&day).is_some(), "DT", day),
    ]
    .into_iter()
    .filter(|(is_fine, ..)| !is_fine)
    .map(|(_, name, value)| (name, value))
}

/// What is read otherwise than the first node says it.
pub(super) fn doubts(root: &SgfNode<'_>, head: &SgfHead, outcome: GameOutcome) -> Vec<ReadLoss> {
    let value = |name: &str| {
        let value = root.get(name).map(|property| property.first()).unwrap_or_default();
        excerpt(value.trim(), MOST_CHARS)
    };
    let is_date_cut = date_words(&value("DT")).is_some_and(|days| days.is_cut);
    let is_other_opening = !matches!(&*head.opening_name, "" | "opening");
    let opening = head.opening_rule.filter(|name| is_other_opening && *name != head.opening_name);
    let has_other_end = matches!(
        (head.winner, outcome),
        (Some(winner), GameOutcome::Ended { winner: of_board, .. }) if winner != of_board
    );
    let other_end = || ReadLoss::OtherResult { seen: value("RE"), board: outcome.winner() };
    let all = [
        is_date_cut.then(|| ReadLoss::DateCut(value("DT"))),
        opening.map(|name| ReadLoss::OpeningName(name.to_string())),
        has_other_end.then(other_end),
    ];
    all.into_iter().flatten().collect()
}

/// Checks that no unknown property at or before the first move may set up stones: they would be
/// lost, and the game be another one.
pub(super) fn check_stones(node: &SgfNode<'_>, is_first: bool, size: BoardSize) -> Spotted<()> {
    let has_move = node.properties().any(|property| matches!(&*property.name(), "B" | "W"));
    for property in node.properties().filter(|of| !has_known_points(&of.name())) {
        let is_point = |value: &str| parse_point(value, size).is_ok();
        let mut values = property.values();
        let first = property.first();
        let is_list = notation::parse_moves(first.trim(), size).is_ok_and(|list| list.len() > 1);
        let are_points = values.by_ref().all(|value| is_point(&value.text()));
        let count = property.values().take(2).count();
        let is_private = is_private(&property.name());
        // A single point may be a word: `no`.
        let is_alone = is_private && !is_first && !has_move;
        if is_private && is_list || are_points && (count > 1 || is_alone) {
            let name = property.name().into_owned();
            return Err((property.byte, SgfError::UnknownStones { name }));
        }
    }
    Ok(())
}

/// When a game of this day began: the private `STARTED` has the time of that day.
fn started_ms(root: &SgfNode<'_>, day: &str) -> Option<u64> {
    let started = root.get("STARTED").map(|property| trimmed(property.first()));
    let is_of_day = |started: &&str| started.split_once(' ').is_some_and(|(of, _)| of == day);
    let started = started.as_deref().filter(is_of_day);
    let moment = started.and_then(|text| text.parse().ok()).map(Date::unix_ms);
    moment.or_else(|| day_ms(day))
}

fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}
