//! Positions as JSON, one object per line: the input of `judge`, `solve` and `analyze`.
//!
//! ```json
//! {"rule":"renju","size":15,"moves":[[7,7],[7,6]]}
//! {"rule":4,"width":20,"height":15,"black":["h8"],"white":[[7,6]],"to_move":"black"}
//! ```
//!
//! | key | meaning |
//! |---|---|
//! | `rule` | a name or its number on the wire (0, 1, 4, 8, 9); if missing, the caller's default |
//! | `size`, or `width` and `height` | 5 to 181 |
//! | `moves` (or `stones`) | points in playing order, black first, `null` or `"--"` for a pass; or all as one text, `"h8i9--j10"`, see [`move_text`](super::move_text) |
//! | `black`, `white` | instead of `moves`: points without order |
//! | `blocked` | optional: points that neither side can use |
//! | `to_move` | `black` or `white`; if missing, the next in turn after `moves`, else black unless white has fewer stones |
//!
//! A point is `[x,y]`, zero-based, x from the left, y from the top, or a name such as `"h8"`.
//! Unknown keys are errors; `null` counts as missing. [`PositionSpec`] is the object as it was
//! written, [`PositionSpec::to_position`] checks it. Imports `board` and `types`.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use serde_with::{DeserializeAs, SerializeAs, serde_as, skip_serializing_none};
use thiserror::Error;

use super::json::{self, JsonError};
use super::line::PositionLine;
use super::move_text::MoveTextError;
use super::serde_text::{ColorText, RuleText, WholeNumber};
use tengen_engine::board::notation::{self, NotationError};
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::types::{BoardSize, Color, Coord, Rule, SizeError, Stone};
use tengen_util::spelling::nearest;

mod moves;
mod point;
pub mod schema;
#[cfg(test)]
mod tests;

pub use self::moves::{MoveWord, MoveWords, MovesError};
pub use self::point::PointSpec;

/// A position as described by its JSON object, not yet checked against the board.
#[serde_as]
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct PositionSpec {
    /// The rule.
    #[serde_as(as = "Option<RuleText>")]
    #[schemars(with = "Option<schema::RuleWord>")]
    pub rule: Option<Rule>,
    /// The side of a square board.
    #[serde_as(as = "Option<BoardSide>")]
    #[schemars(with = "Option<schema::SideLength>")]
    pub size: Option<u64>,
    /// The number of columns; requires `height`.
    #[serde_as(as = "Option<BoardSide>")]
    #[schemars(with = "Option<schema::SideLength>")]
    pub width: Option<u64>,
    /// The number of rows; requires `width`.
    #[serde_as(as = "Option<BoardSide>")]
    #[schemars(with = "Option<schema::SideLength>")]
    pub height: Option<u64>,
    /// The moves in playing order, black first.
    #[serde(alias = "stones")]
    pub moves: Option<MoveWords>,
    /// Black stones, in any order.
    pub black: Option<Vec<PointSpec>>,
    /// White stones, in any order.
    pub white: Option<Vec<PointSpec>>,
    /// Points that neither side can use.
    pub blocked: Option<Vec<PointSpec>>,
    /// The side to move.
    #[serde_as(as = "Option<ColorText>")]
    #[schemars(with = "Option<schema::ColorWord>")]
    pub to_move: Option<Color>,
}

impl Serialize for PositionSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for PositionSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(SpecVisitor)
    }
}

/// Reads objects only: the derived reader would take a list of values in the order of the fields
/// too.
struct SpecVisitor;

impl<'de> Visitor<'de> for SpecVisitor {
    type Value = PositionSpec;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a position as a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PositionSpec, A::Error> {
        PositionSpec::deserialize(MapAccessDeserializer::new(map)).map_err(|error: A::Error| {
            match error.to_string().starts_with("duplicate field `moves`") {
                true => A::Error::custom(
                    "seen `moves` twice, expected it once (`stones` is another name for it)",
                ),
                false => error,
            }
        })
    }
}

/// A side of a board.
pub struct BoardSide;

impl SerializeAs<u64> for BoardSide {
    fn serialize_as<S: Serializer>(side: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(*side)
    }
}

impl<'de> DeserializeAs<'de, u64> for BoardSide {
    fn deserialize_as<D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        const MIN: u64 = BoardSize::MIN as u64;
        const MAX: u64 = BoardSize::MAX as u64;
        WholeNumber::<MIN, MAX>::deserialize(deserializer).map(|side| side.0)
    }
}

/// Text or an object that does not describe a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// Not JSON, an unknown key, or a value of the wrong type or range.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// A required key is missing.
    #[error("no {missing}, expected {expected}")]
    Missing {
        /// The key.
        missing: &'static str,
        /// What was expected.
        expected: &'static str,
    },
    /// A key that is spelled almost like one of a position that is not there.
    #[error("unknown key `{seen}` (did you mean `{meant}`?)")]
    Misspelled {
        /// The key.
        seen: String,
        /// The key that is missing.
        meant: &'static str,
    },
    /// Keys that contradict each other.
    #[error("both {first} and {second}, expected only one of them")]
    Both {
        /// One of the keys.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// A board that does not exist.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A text that is not a list of moves.
    #[error("moves: {0}")]
    Text(MoveTextError),
    /// A name that is not a point of the board.
    #[error("{place}: {error}")]
    Name {
        /// The element of a list, such as `moves[3]`.
        place: String,
        /// What is wrong with it.
        error: NotationError,
    },
    /// A stone that cannot be placed.
    #[error("{place}: {}", error.at(point))]
    Place {
        /// The element of a list, such as `moves[3]`.
        place: String,
        /// The point as it was written.
        point: PointSpec,
        /// Why not.
        error: PlaceError,
    },
}

impl From<MovesError> for PositionError {
    fn from(error: MovesError) -> Self {
        match error {
            MovesError::Text(error) => Self::Text(error),
            MovesError::Name { index, error } => {
                Self::Name { place: format!("moves[{index}]"), error }
            }
        }
    }
}

/// Reads a position from a line of JSON; without a `rule` it is freestyle.
///
/// ```
/// use tengen_records::positions;
/// use tengen_engine::types::{Color, Coord};
/// let position = positions::parse(r#"{"size":15,"moves":["h8"]}"#).unwrap();
/// assert_eq!(position.to_move(), Color::White);
/// assert_eq!(positions::parse(&positions::write(&position)), Ok(position));
/// let error = positions::parse(r#"{"size":15,"moves":[[7,7],[7,7]]}"#).unwrap_err();
/// assert_eq!(error.to_string(), "moves[1]: point [7,7] is occupied, expected an empty one");
/// ```
///
/// # Errors
/// If the line is not a JSON object, a key is unknown, missing, contradicted or of the wrong type,
/// the rule or the size is unknown, or a stone lies off the board or on another.
pub fn parse(line: &str) -> Result<Position, PositionError> {
    parse_with(line, Rule::Freestyle)
}

/// As [`parse`], with another rule for lines without one.
///
/// # Errors
/// As [`parse`].
pub fn parse_with(line: &str, default_rule: Rule) -> Result<Position, PositionError> {
    PositionSpec::parse(line)?.to_position(default_rule)
}

/// As [`parse_with`], with the moves that led to the position.
///
/// # Errors
/// As [`parse`].
pub fn parse_line(line: &str, default_rule: Rule) -> Result<PositionLine, PositionError> {
    PositionSpec::parse(line)?.to_line(default_rule)
}

/// Reads a position from an object with further keys, and returns those as well: for formats that
/// annotate positions, such as a value or an expected result. `known` are those keys: another one
/// may be a misspelled key of the position.
///
/// # Errors
/// As [`parse`], but unknown keys are none unless they are misspelled ones.
pub fn parse_annotated(
    line: &str,
    known: &[&str],
) -> Result<(Position, Map<String, Value>), PositionError> {
    let all: Map<String, Value> = json::parse(line)?;
    let (own, rest): (Map<_, _>, Map<_, _>) =
        all.into_iter().partition(|(key, _)| KEYS.contains(&key.as_str()));
    let unknown = rest.keys().filter(|key| !known.contains(&key.as_str()));
    let mut misspelled = unknown.filter_map(|seen| Some((seen, nearest(seen, &KEYS)?)));
    if let Some((seen, meant)) = misspelled.find(|(_, meant)| !own.contains_key(*meant)) {
        return Err(PositionError::Misspelled { seen: seen.clone(), meant });
    }
    let spec: PositionSpec = json::from_value(Value::Object(own))?;
    Ok((spec.to_position(Rule::Freestyle)?, rest))
}

/// The keys of a position.
const KEYS: [&str; 10] =
    ["rule", "size", "width", "height", "moves", "stones", "black", "white", "blocked", "to_move"];

/// Writes a position as one line of JSON without a line break, see [`PositionSpec::from`].
pub fn write(position: &Position) -> String {
    // A plain tree of numbers and text: serialization cannot fail.
    serde_json::to_string(&PositionSpec::from(position)).unwrap_or_default()
}

/// Stones that alternate from black become `moves`; others become `black` and `white`, which lose
/// the order.
impl From<&Position> for PositionSpec {
    fn from(position: &Position) -> Self {
        let size = position.size();
        let side = |side: u8| (!size.is_square()).then_some(side.into());
        let of = |wanted: Stone| -> Vec<PointSpec> {
            let stones = position.stones().iter().filter(|(_, stone)| *stone == wanted);
            stones.map(|&(coord, _)| coord.into()).collect()
        };
        let moves = alternating(position);
        let is_ordered = moves.is_some();
        Self {
            rule: Some(position.rule()),
            size: size.is_square().then_some(size.width().into()),
            width: side(size.width()),
            height: side(size.height()),
            moves: moves.map(MoveWords::List),
            black: (!is_ordered).then(|| of(Stone::Black)),
            white: (!is_ordered).then(|| of(Stone::White)),
            blocked: Some(of(Stone::Blocked)).filter(|points| !points.is_empty()),
            to_move: Some(position.to_move()),
        }
    }
}

/// The players' stones in playing order, if they alternate from black.
fn alternating(position: &Position) -> Option<Vec<MoveWord>> {
    let stones = position.stones().iter().filter(|(_, stone)| *stone != Stone::Blocked);
    let turns = [Stone::Black, Stone::White].into_iter().cycle();
    stones
        .zip(turns)
        .map(|(&(coord, stone), turn)| (stone == turn).then(|| Some(coord.into()).into()))
        .collect()
}

impl PositionSpec {
    /// Reads the object of one line of JSON.
    ///
    /// # Errors
    /// If it is not JSON, or a key is unknown or has a wrong value.
    pub fn parse(line: &str) -> Result<Self, PositionError> {
        Ok(json::parse(line)?)
    }

    /// The position; `default_rule` applies if the object has none.
    ///
    /// # Errors
    /// If a required key is missing, keys contradict each other, the board does not exist, or a
    /// stone lies off the board or on another.
    pub fn to_position(&self, default_rule: Rule) -> Result<Position, PositionError> {
        Ok(self.to_line(default_rule)?.position)
    }

    /// The position with the moves that led to it.
    ///
    /// # Errors
    /// As [`to_position`](Self::to_position).
    pub fn to_line(&self, default_rule: Rule) -> Result<PositionLine, PositionError> {
        let rule = self.rule.unwrap_or(default_rule);
        let mut start = Position::new(rule, self.board_size()?);
        let blocked = self.blocked.as_deref().unwrap_or_default();
        PointList { name: "blocked", points: blocked }
            .try_each(&mut start, |position, coord| position.put(coord, Stone::Blocked))?;
        let moves = self.put_stones(&mut start)?;
        let line = PositionLine::in_turn(start, moves.iter().copied());
        let mut line =
            line.map_err(|(index, error)| self.misplaced(index, moves.get(index).copied(), error))?;
        if let Some(color) = self.to_move {
            line.position.set_to_move(color);
        }
        Ok(line)
    }

    /// A move that cannot be placed.
    fn misplaced(
        &self,
        index: usize,
        point: Option<Option<Coord>>,
        error: PlaceError,
    ) -> PositionError {
        let point = point.flatten();
        let written = match &self.moves {
            Some(MoveWords::List(list)) => list.get(index).and_then(|word| word.0.clone()),
            _ => point.map(|coord| PointSpec::Name(notation::name(coord, error.size()))),
        };
        let point =
            written.or(point.map(PointSpec::Coord)).unwrap_or(PointSpec::Name(String::new()));
        PositionError::Place { place: format!("moves[{index}]"), point, error }
    }

    fn board_size(&self) -> Result<BoardSize, PositionError> {
        match (self.size, self.width, self.height) {
            (None, Some(width), Some(height)) => Ok(BoardSize::new(width, height)?),
            (Some(side), None, None) => Ok(BoardSize::square(side)?),
            (Some(_), Some(_), _) => Err(both("size", "width")),
            (Some(_), None, Some(_)) => Err(both("size", "height")),
            (None, None, None) => {
                let expected = "'size' or both 'width' and 'height'";
                Err(PositionError::Missing { missing: "'size'", expected })
            }
            (None, Some(_), None) => Err(PositionError::Missing {
                missing: "'height'",
                expected: "it together with 'width'",
            }),
            (None, None, Some(_)) => Err(PositionError::Missing {
                missing: "'width'",
                expected: "it together with 'height'",
            }),
        }
    }

    /// Places the stones without order, which also determines the side to move, or returns the moves.
    fn put_stones(&self, start: &mut Position) -> Result<Vec<Option<Coord>>, PositionError> {
        match (&self.moves, self.black.is_some(), self.white.is_some()) {
            (Some(_), true, _) => Err(both("moves", "black")),
            (Some(_), _, true) => Err(both("moves", "white")),
            (Some(moves), ..) => Ok(moves.resolve(start.size())?),
            (None, false, false) => {
                let expected = "'moves', or 'black' or 'white' or both";
                Err(PositionError::Missing { missing: "'moves'", expected })
            }
            (None, ..) => self.put_unordered(start).map(|()| Vec::new()),
        }
    }

    /// Places stones without order so that the colors alternate as far as possible; the side with
    /// more stones begins.
    fn put_unordered(&self, position: &mut Position) -> Result<(), PositionError> {
        let black = PointList { name: "black", points: self.black.as_deref().unwrap_or_default() };
        let white = PointList { name: "white", points: self.white.as_deref().unwrap_or_default() };
        let (blacks, whites) = (black.points.len(), white.points.len());
        position.set_to_move(if blacks <= whites { Color::Black } else { Color::White });
        let mut order = [(black, Stone::Black), (white, Stone::White)];
        if whites > blacks {
            order.reverse();
        }
        for index in 0..blacks.max(whites) {
            for (points, stone) in order {
                points.try_nth(index, position, |position, coord| position.put(coord, stone))?;
            }
        }
        Ok(())
    }
}

/// A list of points with the key that holds it.
#[derive(Clone, Copy)]
struct PointList<'a> {
    name: &'static str,
    points: &'a [PointSpec],
}

impl PointList<'_> {
    /// Passes each point to `put`; an error names the element of the list.
    fn try_each(
        self,
        position: &mut Position,
        mut put: impl FnMut(&mut Position, Coord) -> Result<(), PlaceError>,
    ) -> Result<(), PositionError> {
        (0..self.points.len()).try_for_each(|index| self.try_nth(index, position, &mut put))
    }

    /// Tries one point; does nothing beyond the end of the list.
    fn try_nth(
        self,
        index: usize,
        position: &mut Position,
        mut put: impl FnMut(&mut Position, Coord) -> Result<(), PlaceError>,
    ) -> Result<(), PositionError> {
        let Some(point) = self.points.get(index) else { return Ok(()) };
        let place = || format!("{}[{index}]", self.name);
        let coord = point.resolve(position.size());
        let coord = coord.map_err(|error| PositionError::Name { place: place(), error })?;
        let point = || point.clone();
        put(position, coord).map_err(|error| PositionError::Place {
            place: place(),
            point: point(),
            error,
        })
    }
}

fn both(first: &'static str, second: &'static str) -> PositionError {
    PositionError::Both { first, second }
}
