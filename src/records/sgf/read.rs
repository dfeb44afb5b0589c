//! Reads games from SGF with tolerance: unknown properties and side lines are skipped.

use thiserror::Error;

use super::LETTERS;
use super::tree::{SgfNode, SgfValue, SyntaxError};
use crate::board::notation::{self, NotationError};
use crate::board::{PlaceError, Position};
use crate::records::located::Located;
use crate::records::outcome::GameOutcome;
use crate::records::verdict::Verdict;
use crate::types::{BoardSize, Color, Coord, Rule, SizeError, Stone};
use crate::util::date::Date;

/// The main line of an SGF game: more general than a [`GameRecord`](crate::records::GameRecord), as
/// stones may be set up and moves need not alternate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SgfGame {
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
    /// Stones set up before the first move.
    pub setup: Vec<(Coord, Stone)>,
    /// How many of the moves are the opening's.
    pub opening_stones: usize,
    /// The moves.
    pub moves: Vec<SgfMove>,
}

/// A move and what is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SgfMove {
    /// The color.
    pub color: Color,
    /// The point.
    pub coord: Coord,
    /// The time it took in milliseconds.
    pub time_ms: Option<u64>,
    /// The depth that the player reported.
    pub depth: Option<u32>,
    /// The value that it reported.
    pub value: Option<i32>,
    /// The nodes that it reported.
    pub nodes: Option<u64>,
}

impl SgfGame {
    /// The position at the end of the main line, under the file's rule or else `rule`.
    pub(crate) fn final_position(&self, rule: Rule) -> Position {
        let mut position = Position::new(self.rule.unwrap_or(rule), self.size);
        // The reader has placed them before.
        for &(coord, stone) in &self.setup {
            let _ = position.put(coord, stone);
        }
        for played in &self.moves {
            position.set_to_move(played.color);
            let _ = position.play(played.coord);
        }
        position
    }
}

/// Text that is not SGF of this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum SgfError {
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
    #[error(transparent)]
    Point(#[from] NotationError),
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] PlaceError),
    /// Stones set up in the middle of a game, which a tree of moves cannot hold.
    #[error("stones set up after a move or in a variation, expected them before the first move")]
    LateSetup,
}

pub(super) fn syntax(Located { line, column, error }: Located<SyntaxError>) -> Located<SgfError> {
    Located { line, column, error: error.into() }
}

/// The game of a main line of `text`. Unknown properties are skipped; moves need not alternate.
///
/// # Errors
/// If it is of another game, or a stone does not fit on the board.
pub(super) fn game(text: &str, nodes: &[&SgfNode]) -> Result<SgfGame, Located<SgfError>> {
    let none = SgfNode::default();
    let root = nodes.first().copied().unwrap_or(&none);
    let value = |name: &str| root.get(name).map(|property| property.first().to_owned());
    let size = head(root).map_err(|(byte, error)| Located::byte(text, byte, error))?;
    let rule = value("RU").and_then(|rule| rule.trim().parse().ok());
    let board = Position::new(rule.unwrap_or(Rule::Freestyle), size);
    let mut stones = SetUpStones { board, setup: Vec::new(), moves: Vec::new() };
    for node in nodes {
        stones.take(node).map_err(|(byte, error)| Located::byte(text, byte, error))?;
    }
    let opening_stones = value("OPENINGSTONES").and_then(|n| n.trim().parse().ok()).unwrap_or(0);
    Ok(SgfGame {
        size,
        rule,
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
        setup: stones.setup,
        opening_stones: opening_stones.min(stones.moves.len()),
        moves: stones.moves,
    })
}

/// An error with its byte in the file.
pub(super) type Spotted<T> = Result<T, (usize, SgfError)>;

/// Checks the game's number and returns the size of the board.
fn head(root: &SgfNode) -> Spotted<BoardSize> {
    if let Some(number) = root.get("GM") {
        let seen = number.first().trim().to_owned();
        if seen != "4" {
            return Err((number.byte, SgfError::OtherGame { seen }));
        }
    }
    match root.get("SZ") {
        Some(size) => parse_size(size.first()).map_err(|error| (size.byte, error)),
        None => parse_size("15").map_err(|error| (0, error)),
    }
}

/// The stones of the nodes read so far.
struct SetUpStones {
    board: Position,
    setup: Vec<(Coord, Stone)>,
    moves: Vec<SgfMove>,
}

impl SetUpStones {
    fn take(&mut self, node: &SgfNode) -> Spotted<()> {
        for property in &node.properties {
            let (color, is_move) = match property.name.as_str() {
                "AB" => (Color::Black, false),
                "AW" => (Color::White, false),
                "B" => (Color::Black, true),
                "W" => (Color::White, true),
                _ => continue,
            };
            for value in &property.values {
                let coord = self.put(value, color).map_err(|error| (value.byte, error))?;
                if is_move {
                    self.moves.push(with_reports(node, color, coord));
                } else {
                    self.setup.push((coord, color.into()));
                }
            }
        }
        Ok(())
    }

    fn put(&mut self, value: &SgfValue, color: Color) -> Result<Coord, SgfError> {
        let coord = parse_point(&value.text, self.board.size())?;
        self.board.put(coord, color.into())?;
        Ok(coord)
    }
}

pub(super) fn with_reports(node: &SgfNode, color: Color, coord: Coord) -> SgfMove {
    fn number<T: std::str::FromStr>(node: &SgfNode, name: &str) -> Option<T> {
        node.get(name).and_then(|property| property.first().trim().parse().ok())
    }
    SgfMove {
        color,
        coord,
        time_ms: number(node, "MSEC"),
        depth: number(node, "DEPTH"),
        value: number(node, "VALUE"),
        nodes: number(node, "NODES"),
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
    Ok(notation::parse(text, size)?)
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
pub(super) fn not_understood(root: &SgfNode) -> impl Iterator<Item = (&'static str, &str)> {
    let value = |name: &'static str| root.get(name).map_or("", |property| property.first().trim());
    let (rule, result) = (value("RU"), value("RE"));
    let is_fine_result = matches!(result, "" | "?") || parse_result(result).is_some();
    [
        (rule.is_empty() || rule.parse::<Rule>().is_ok(), "RU"),
        (is_fine_result, "RE"),
        (value("DT").is_empty() || started_ms(root).is_some(), "DT"),
    ]
    .into_iter()
    .filter(|(is_fine, _)| !is_fine)
    .map(move |(_, name)| (name, value(name)))
}

/// When the game began: `DT` is the day, the private `STARTED` has the time of that day.
fn started_ms(root: &SgfNode) -> Option<u64> {
    let value = |name: &str| root.get(name).map(|property| property.first().trim());
    let day = value("DT")?;
    let date = |text: &str| text.parse().ok().map(Date::unix_ms);
    let is_of_day = |started: &&str| started.split_once(' ').is_some_and(|(of, _)| of == day);
    let started = value("STARTED").filter(is_of_day).and_then(date);
    started.or_else(|| date(&format!("{day} 00:00:00")))
}

impl SgfGame {
    /// The outcome according to the file, or else to the board. A game that has ended according to
    /// the file but not to the board was adjudicated.
    pub(super) fn outcome(&self, rule: Rule) -> GameOutcome {
        let on_board = GameOutcome::of(&self.final_position(rule));
        match (self.winner, self.verdict, on_board) {
            (Some(winner), Some(verdict), _) => GameOutcome::Ended { winner, verdict },
            (Some(winner), None, GameOutcome::Unfinished) => {
                GameOutcome::Ended { winner, verdict: Verdict::Adjudicated }
            }
            _ => on_board,
        }
    }
}
