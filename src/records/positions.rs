//! Positions as JSON, one object a line: what `judge`, `solve` and `analyze` read.
//!
//! ```json
//! {"rule":"renju","size":15,"moves":[[7,7],[7,6]]}
//! {"rule":4,"width":20,"height":15,"black":[[7,7]],"white":[[7,6]],"to_move":"black"}
//! ```
//!
//! | field | meaning |
//! |---|---|
//! | `rule` | a name or its number on the wire (0, 1, 4, 8, 9); freestyle if missing, unless the caller says otherwise |
//! | `size`, or `width` and `height` | 5 to 181 |
//! | `moves` (or `stones`) | points in playing order, black first |
//! | `black`, `white` | instead of `moves`: points without order |
//! | `blocked` | points that belong to nobody, may be missing |
//! | `to_move` | `black` or `white`. If missing: after `moves` the next in turn, else black unless white has fewer stones |
//!
//! Points are `[x,y]`, zero-based, x from the left, y from the top. Other fields are nobody's business
//! here and pass silently; a `null` counts as missing. Imports `board` and `types`.

use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

use super::located;
use crate::board::{PlaceError, Position};
use crate::types::{BoardSize, Color, Coord, Rule, Stone};
use crate::types::{SizeError, rule::RuleError};

#[cfg(test)]
mod tests;

/// Characters of a wrong value that an error message quotes.
const QUOTED: usize = 40;

/// A line that describes no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// Not JSON at all.
    #[error("not JSON at column {column}: {what}")]
    Json {
        /// What the JSON parser says.
        what: String,
        /// Where in the line, counted from 1 (0: before its first character).
        column: usize,
    },
    /// A field has a value of the wrong type or range.
    #[error("{place} is {seen}, expected {expected}")]
    Value {
        /// The field, or an element of it such as `moves[3]`.
        place: String,
        /// The value, shortened.
        seen: String,
        /// What it should be.
        expected: &'static str,
    },
    /// A field that must be there is not.
    #[error("no {missing}, expected {expected}")]
    Missing {
        /// The field.
        missing: &'static str,
        /// What would do.
        expected: &'static str,
    },
    /// Fields that contradict each other.
    #[error("both {first} and {second}, expected only one of them")]
    Both {
        /// One of the fields.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// A name or number that is no rule.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// A board that does not exist.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A stone that cannot lie where it is said to.
    #[error("{place}: {error}")]
    Place {
        /// The element of a field, such as `moves[3]`.
        place: String,
        /// Why not.
        error: PlaceError,
    },
}

/// Reads a position from a line of JSON; without a `rule` it is freestyle.
///
/// ```
/// use tengen::records::positions;
/// use tengen::types::{Color, Coord};
/// let position = positions::parse(r#"{"size":15,"moves":[[7,7]]}"#).unwrap();
/// assert_eq!(position.to_move(), Color::White);
/// assert_eq!(positions::parse(&positions::write(&position)), Ok(position));
/// let error = positions::parse(r#"{"size":15,"moves":[[7,7],[7,7]]}"#).unwrap_err();
/// assert_eq!(error.to_string(), "moves[1]: point 7,7 is occupied");
/// ```
///
/// # Errors
/// If the line is no JSON object, a field is missing, contradicted or of the wrong type, the rule or
/// the size is unknown, or a stone lies off the board or on another.
pub fn parse(line: &str) -> Result<Position, PositionError> {
    parse_with(line, Rule::Freestyle)
}

/// As [`parse`], with another rule for lines that name none.
///
/// # Errors
/// As [`parse`].
pub fn parse_with(line: &str, default_rule: Rule) -> Result<Position, PositionError> {
    let value: Value = serde_json::from_str(line).map_err(|error| json_error(&error))?;
    let Value::Object(object) = value else {
        return Err(wrong("the line", &value, "a JSON object"));
    };
    let fields = Fields(object);
    let rule = fields.rule()?.unwrap_or(default_rule);
    let mut position = Position::new(rule, fields.size()?);
    let blocked = fields.points("blocked")?.unwrap_or_default();
    blocked.try_each(|coord| position.put(coord, Stone::Blocked))?;
    put_stones(&mut position, &fields)?;
    if let Some(color) = fields.to_move()? {
        position.set_to_move(color);
    }
    Ok(position)
}

/// Writes a position as one line of JSON without a line end. Stones that alternate from black are
/// written as `moves`, others as `black` and `white`, which keeps their set but not their order.
pub fn write(position: &Position) -> String {
    let size = position.size();
    let side = |side: u8| (!size.is_square()).then_some(side);
    let of = |wanted: Stone| -> Vec<[u8; 2]> {
        let stones = position.stones().iter().filter(|(_, stone)| *stone == wanted);
        stones.map(|(coord, _)| [coord.x, coord.y]).collect()
    };
    let order = alternating(position);
    let blocked = Some(of(Stone::Blocked)).filter(|points| !points.is_empty());
    let line = Line {
        rule: position.rule().name(),
        size: size.is_square().then_some(size.width()),
        width: side(size.width()),
        height: side(size.height()),
        black: order.is_none().then(|| of(Stone::Black)),
        white: order.is_none().then(|| of(Stone::White)),
        moves: order,
        blocked,
        to_move: position.to_move().to_string(),
    };
    serde_json::to_string(&line).unwrap_or_default()
}

/// The fields in the order in which they are written.
#[derive(Serialize)]
struct Line {
    rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<[u8; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<Vec<[u8; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<Vec<[u8; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked: Option<Vec<[u8; 2]>>,
    to_move: String,
}

/// The players' stones in playing order, if they alternate from black.
fn alternating(position: &Position) -> Option<Vec<[u8; 2]>> {
    let stones = position.stones().iter().filter(|(_, stone)| *stone != Stone::Blocked);
    let turns = [Stone::Black, Stone::White].into_iter().cycle();
    stones
        .zip(turns)
        .map(|(&(coord, stone), turn)| (stone == turn).then_some([coord.x, coord.y]))
        .collect()
}

/// A field's list of points.
#[derive(Default)]
struct Points {
    field: &'static str,
    coords: Vec<Coord>,
}

impl Points {
    /// Hands each point to `put`, and names the list's element if it cannot lie there.
    fn try_each(
        &self,
        mut put: impl FnMut(Coord) -> Result<(), PlaceError>,
    ) -> Result<(), PositionError> {
        (0..self.coords.len()).try_for_each(|index| self.try_nth(index, &mut put))
    }

    /// The same for one point; nothing is done beyond the end of the list.
    fn try_nth(
        &self,
        index: usize,
        mut put: impl FnMut(Coord) -> Result<(), PlaceError>,
    ) -> Result<(), PositionError> {
        let Some(&coord) = self.coords.get(index) else { return Ok(()) };
        put(coord).map_err(|error| {
            let place = format!("{}[{index}]", self.field);
            PositionError::Place { place, error }
        })
    }
}

/// Puts the players' stones on the board, from whichever fields tell them, and sets the side to move
/// that follows from them.
fn put_stones(position: &mut Position, fields: &Fields) -> Result<(), PositionError> {
    let moves = match (fields.points("moves")?, fields.points("stones")?) {
        (Some(_), Some(_)) => return Err(both("moves", "stones")),
        (moves, stones) => moves.or(stones),
    };
    match (moves, fields.points("black")?, fields.points("white")?) {
        (Some(moves), Some(_), _) => Err(both(moves.field, "black")),
        (Some(moves), None, Some(_)) => Err(both(moves.field, "white")),
        (Some(moves), None, None) => moves.try_each(|coord| position.play(coord)),
        (None, None, None) => {
            let expected = "it or 'black' and 'white'";
            Err(PositionError::Missing { missing: "'moves'", expected })
        }
        (None, black, white) => {
            put_unordered(position, &black.unwrap_or_default(), &white.unwrap_or_default())
        }
    }
}

/// Puts stones without order so that the colors alternate as far as they can; who has more begins.
fn put_unordered(
    position: &mut Position,
    black: &Points,
    white: &Points,
) -> Result<(), PositionError> {
    let (blacks, whites) = (black.coords.len(), white.coords.len());
    position.set_to_move(if blacks <= whites { Color::Black } else { Color::White });
    let mut order = [(black, Stone::Black), (white, Stone::White)];
    if whites > blacks {
        order.reverse();
    }
    for index in 0..blacks.max(whites) {
        for (points, stone) in order {
            points.try_nth(index, |coord| position.put(coord, stone))?;
        }
    }
    Ok(())
}

/// The object of a line, read field by field.
struct Fields(Map<String, Value>);

impl Fields {
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    fn rule(&self) -> Result<Option<Rule>, PositionError> {
        let Some(value) = self.get("rule") else { return Ok(None) };
        match value {
            Value::String(name) => Ok(Some(name.parse()?)),
            Value::Number(number) => {
                // Stricter than the wire, whose bits a file has no reason to combine.
                let bits = number.as_u64();
                let rule = Rule::ALL.into_iter().find(|rule| bits == Some(rule.wire().into()));
                rule.map(Some).ok_or_else(|| wrong("rule", value, "0, 1, 4, 8 or 9"))
            }
            _ => Err(wrong("rule", value, "a name or a number")),
        }
    }

    fn size(&self) -> Result<BoardSize, PositionError> {
        match (self.side("size")?, self.side("width")?, self.side("height")?) {
            (None, Some(width), Some(height)) => Ok(BoardSize::new(width, height)?),
            (Some(side), None, None) => Ok(BoardSize::square(side)?),
            (Some(_), Some(_), _) => Err(both("size", "width")),
            (Some(_), None, Some(_)) => Err(both("size", "height")),
            (None, None, _) => {
                let expected = "it or 'width' and 'height'";
                Err(PositionError::Missing { missing: "'size'", expected })
            }
            (None, Some(_), None) => {
                Err(PositionError::Missing { missing: "'height'", expected: "it beside 'width'" })
            }
        }
    }

    fn side(&self, name: &str) -> Result<Option<u64>, PositionError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        value.as_u64().map(Some).ok_or_else(|| wrong(name, value, "a whole number"))
    }

    fn to_move(&self) -> Result<Option<Color>, PositionError> {
        let Some(value) = self.get("to_move") else { return Ok(None) };
        match value.as_str() {
            Some("black") => Ok(Some(Color::Black)),
            Some("white") => Ok(Some(Color::White)),
            _ => Err(wrong("to_move", value, "\"black\" or \"white\"")),
        }
    }

    fn points(&self, field: &'static str) -> Result<Option<Points>, PositionError> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let list = value.as_array().ok_or_else(|| wrong(field, value, "a list of points"))?;
        let coords = list.iter().enumerate().map(|(index, value)| {
            let expected = "[x,y], whole numbers from 0 to 180";
            point(value).ok_or_else(|| wrong(&format!("{field}[{index}]"), value, expected))
        });
        Ok(Some(Points { field, coords: coords.collect::<Result<_, _>>()? }))
    }
}

/// The point that a value names, if it is a pair of small whole numbers.
fn point(value: &Value) -> Option<Coord> {
    let [x, y] = value.as_array()?.as_slice() else { return None };
    let side = |value: &Value| value.as_u64().and_then(|n| u8::try_from(n).ok());
    Some(Coord::new(side(x)?, side(y)?))
}

fn wrong(place: &str, value: &Value, expected: &'static str) -> PositionError {
    let mut seen = value.to_string();
    if let Some((cut, _)) = seen.char_indices().nth(QUOTED) {
        seen.truncate(cut);
        seen.push('…');
    }
    PositionError::Value { place: place.to_owned(), seen, expected }
}

fn both(first: &'static str, second: &'static str) -> PositionError {
    PositionError::Both { first, second }
}

fn json_error(error: &serde_json::Error) -> PositionError {
    PositionError::Json { what: located::without_place(error), column: error.column() }
}
