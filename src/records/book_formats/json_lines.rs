//! Records as JSON, one object per line: the keys of a [position](crate::positions) and
//!
//! | key | meaning |
//! |---|---|
//! | `label` | `win`, `loss`, `draw` for the side to move; `forced` or `blocked` for the move that led here |
//! | `value` | value for the side to move, -30,000 to 30,000; for `win` from 0, for `loss` up to 0 |
//! | `bound` | `exact`, `lower`, `upper` |
//! | `depth` | plies that were searched |
//! | `best` | the best move, `[x,y]` or `"h8"`; an empty point |
//! | `nodes` | nodes that were searched |
//! | `trust` | who says so: `checker`, `solver`, `search`, `import`, `person`, `unknown` |
//! | `engine` | the program and its version |
//! | `won`, `drawn`, `lost` | games through the position, for the side to move |
//! | `comment` | text |
//! | `texts` | short texts on points: a list of `[point,"text"]` |
//!
//! Unknown values have no key. Unknown keys are errors.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::{DisplayFromStr, serde_as, skip_serializing_none};
use thiserror::Error;

use super::BookEntry;
use crate::book::{Bound, GameResults, Label, Record, Trust};
use crate::json::{self, JsonError};
use crate::positions::{self, PointSpec, PositionError, PositionSpec};
use tengen_engine::board::Position;
use tengen_engine::board::notation::NotationError;
use tengen_engine::types::Coord;

/// The keys of a record.
const KEYS: [&str; 13] = [
    "label", "value", "bound", "depth", "best", "nodes", "trust", "engine", "won", "drawn", "lost",
    "comment", "texts",
];

/// The largest value.
const MOST_VALUE: i16 = 30_000;

/// A line that is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookLineError {
    /// Not JSON, or not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A key of the record is unknown or has a wrong value.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// A point that is not one of the board.
    #[error("{key}: {error}")]
    Point {
        /// The key.
        key: &'static str,
        /// What is wrong.
        error: NotationError,
    },
    /// A point off the board.
    #[error("{key}: point {point} is off the board")]
    OffBoard {
        /// The key.
        key: &'static str,
        /// The point as it was written.
        point: PointSpec,
    },
    /// A best move on a point that is not empty.
    #[error("best: point {point} is occupied, expected an empty one")]
    Occupied {
        /// The point as it was written.
        point: PointSpec,
    },
    /// A value out of range.
    #[error("value: seen {seen}, expected -{MOST_VALUE} to {MOST_VALUE}")]
    Value {
        /// The value.
        seen: i64,
    },
    /// A value of the other side than the one that the label says wins.
    #[error("value: seen {seen}, expected {expected}")]
    Contradiction {
        /// The value.
        seen: i16,
        /// What the label allows.
        expected: &'static str,
    },
}

/// The keys of a record.
#[serde_as]
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(schemars::JsonSchema)]
#[schemars(!deny_unknown_fields)]
pub struct RecordKeys {
    /// `win`, `loss` or `draw` for the side to move; `forced` or `blocked` for the move that led
    /// here.
    #[serde_as(as = "Option<DisplayFromStr>")]
    #[schemars(with = "Option<String>")]
    label: Option<Label>,
    /// The value for the side to move, -30,000 to 30,000.
    #[schemars(with = "Option<i16>")]
    value: Option<i64>,
    /// How the value relates to the true one: `exact`, `lower` or `upper`.
    #[serde_as(as = "Option<DisplayFromStr>")]
    #[schemars(with = "Option<String>")]
    bound: Option<Bound>,
    /// The depth of the search in plies.
    depth: Option<i16>,
    /// The best move.
    best: Option<PointSpec>,
    /// The number of nodes searched.
    nodes: Option<u64>,
    /// The source: `checker`, `solver`, `search`, `import` or `person`.
    #[serde_as(as = "Option<DisplayFromStr>")]
    #[schemars(with = "Option<String>")]
    trust: Option<Trust>,
    /// The program and its version.
    engine: Option<String>,
    /// Games through the position that the side to move won.
    won: Option<u32>,
    /// Drawn games through the position.
    drawn: Option<u32>,
    /// Games through the position that the side to move lost.
    lost: Option<u32>,
    /// A comment.
    comment: Option<String>,
    /// Short texts on points.
    texts: Option<Vec<(PointSpec, String)>>,
}

/// A value, unless it is the default.
fn unless_default<T: Default + PartialEq>(value: T) -> Option<T> {
    (value != T::default()).then_some(value)
}

impl From<&Record> for RecordKeys {
    fn from(record: &Record) -> Self {
        Self::of(record, PointSpec::from)
    }
}

impl RecordKeys {
    /// The keys of a record whose points `point` writes.
    pub fn of(record: &Record, point: impl Fn(Coord) -> PointSpec) -> Self {
        let record = record.clone();
        let texts = record.texts.into_iter().map(|(coord, text)| (point(coord), text)).collect();
        Self {
            label: unless_default(record.label),
            value: record.value.map(i64::from),
            bound: unless_default(record.bound),
            depth: unless_default(record.depth),
            best: record.best.map(&point),
            nodes: unless_default(record.nodes),
            trust: unless_default(record.trust),
            engine: unless_default(record.engine),
            won: unless_default(record.results.won),
            drawn: unless_default(record.results.drawn),
            lost: unless_default(record.results.lost),
            comment: unless_default(record.comment),
            texts: unless_default(texts),
        }
    }

    fn into_record(self, position: &Position) -> Result<Record, BookLineError> {
        let value = self.value.map(value_in_range).transpose()?;
        let best = self.best.map(|point| best_move(point, position)).transpose()?;
        let mut texts = Vec::new();
        for (point, text) in self.texts.unwrap_or_default() {
            texts.push((resolved("texts", &point, position)?, text));
        }
        texts.sort_unstable();
        let results = GameResults {
            won: self.won.unwrap_or_default(),
            drawn: self.drawn.unwrap_or_default(),
            lost: self.lost.unwrap_or_default(),
        };
        Ok(Record {
            label: self.label.unwrap_or_default(),
            value,
            bound: self.bound.unwrap_or_default(),
            depth: self.depth.unwrap_or_default(),
            best,
            nodes: self.nodes.unwrap_or_default(),
            trust: self.trust.unwrap_or_default(),
            engine: self.engine.unwrap_or_default(),
            results,
            comment: self.comment.unwrap_or_default(),
            texts,
        })
    }
}

fn value_in_range(seen: i64) -> Result<i16, BookLineError> {
    let value = i16::try_from(seen).ok();
    let value = value.filter(|value| (-MOST_VALUE..=MOST_VALUE).contains(value));
    value.ok_or(BookLineError::Value { seen })
}

/// The value that contradicts the label, and what the label allows.
pub(super) fn contradiction(record: &Record) -> Option<(i16, &'static str)> {
    let expected = match record.label {
        Label::Win => "0 or more for a win",
        _ => "0 or less for a loss",
    };
    record.value.filter(|_| record.contradicts_itself()).map(|value| (value, expected))
}

fn resolved(
    key: &'static str,
    point: &PointSpec,
    position: &Position,
) -> Result<Coord, BookLineError> {
    let size = position.size();
    let coord = point.resolve(size).map_err(|error| BookLineError::Point { key, error })?;
    let off_board = || BookLineError::OffBoard { key, point: point.clone() };
    size.contains(coord).then_some(coord).ok_or_else(off_board)
}

fn best_move(point: PointSpec, position: &Position) -> Result<Coord, BookLineError> {
    let coord = resolved("best", &point, position)?;
    position.is_empty_at(coord).then_some(coord).ok_or(BookLineError::Occupied { point })
}

/// The record as a JSON object.
pub fn object(record: &Record) -> Value {
    // A plain tree of numbers and text: serialization cannot fail.
    serde_json::to_value(RecordKeys::from(record)).unwrap_or_default()
}

/// The position as a JSON object.
pub fn position_object(position: &Position) -> Value {
    serde_json::to_value(PositionSpec::from(position)).unwrap_or_default()
}

/// The record without what is refused when it is read: a best move on a stone, and a value that
/// contradicts the label. Older stores may have them, from files.
pub(super) fn readable(BookEntry { position, record }: &BookEntry) -> Cow<'_, Record> {
    let best = record.best.filter(|&best| position.is_empty_at(best));
    if best == record.best && !record.contradicts_itself() {
        return Cow::Borrowed(record);
    }
    let record = Record { best, ..record.clone() };
    Cow::Owned(record.reconciled())
}

/// One line, without a line break.
pub fn write(entry: &BookEntry) -> String {
    let mut line = positions::write(&entry.position);
    let keys = RecordKeys::from(&*readable(entry));
    let keys = serde_json::to_string(&keys).unwrap_or_default();
    if keys.len() > 2 {
        line.pop();
        line.push(',');
        line.push_str(&keys[1..]);
    }
    line
}

/// Reads one line.
///
/// # Errors
/// If it is not a position and a record, with what was seen and expected.
pub fn read(line: &str) -> Result<BookEntry, BookLineError> {
    let (position, rest): (Position, Map<String, Value>) = positions::parse_annotated(line, &KEYS)?;
    let keys: RecordKeys = json::from_value(Value::Object(rest))?;
    let record = keys.into_record(&position)?;
    match contradiction(&record) {
        Some((seen, expected)) => Err(BookLineError::Contradiction { seen, expected }),
        None => Ok(BookEntry { position, record }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::book::key::Canonical;
    use crate::book::sample::{on_empty_points, positions, records};

    proptest! {
        #[test]
        fn nothing_is_lost(position in positions(), record in records(9)) {
            let line = write(&BookEntry { position: position.clone(), record: record.clone() });
            // A best move on a stone is left out.
            let record = on_empty_points(&position, record);
            prop_assert_eq!(line.lines().count(), 1);
            let read = read(&line).unwrap();
            prop_assert_eq!(read.record, record);
            prop_assert_eq!(Canonical::of(&read.position), Canonical::of(&position));
        }
    }

    #[test]
    fn wrong_lines_are_refused_with_their_place() {
        let error = |keys: &str| {
            let line = format!("{{\"size\":15,\"moves\":[\"h8\"]{keys}}}");
            read(&line).unwrap_err().to_string()
        };
        assert_eq!(
            error(",\"label\":\"won\""),
            "label: seen 'won', expected none, win, loss, draw, forced, blocked"
        );
        for key in KEYS {
            // Not a number of games, a word, a point or a list.
            let wrong = error(&format!(",\"{key}\":true"));
            assert!(wrong.starts_with(key), "{wrong}");
        }
        let unknown = error(",\"lable\":\"win\"");
        assert!(unknown.contains("lable") && unknown.contains("expected"), "{unknown}");
        for value in [30_001, -40_000, 3_000_000_000_i64] {
            let expected = format!("value: seen {value}, expected -30000 to 30000");
            assert_eq!(error(&format!(",\"value\":{value}")), expected);
        }
        let fraction = "value: seen 1.5, expected a whole number";
        assert_eq!(error(",\"value\":1.5"), fraction);
        assert!(error(",\"best\":\"p1\"").starts_with("best: 'p1' is not a point of a 15x15"));
        let occupied = "best: point h8 is occupied, expected an empty one";
        assert_eq!(error(",\"best\":\"h8\""), occupied);
        assert_eq!(error(",\"best\":[15,0]"), "best: point [15,0] is off the board");
        assert_eq!(error(",\"texts\":[[[15,0],\"A\"]]"), "texts: point [15,0] is off the board");
        assert!(error(",\"nodes\":-1").starts_with("nodes: "));
        assert!(read("{\"size\":15").unwrap_err().to_string().starts_with("not JSON"));
    }

    #[test]
    fn a_value_of_the_other_side_is_refused_and_never_written() {
        let said = |label: &str, value: i16| {
            let keys = format!("\"label\":\"{label}\",\"value\":{value}");
            read(&format!("{{\"size\":15,\"moves\":[\"h8\"],{keys}}}"))
        };
        let error = |label, value| said(label, value).unwrap_err().to_string();
        assert_eq!(error("win", -100), "value: seen -100, expected 0 or more for a win");
        assert_eq!(error("loss", 1), "value: seen 1, expected 0 or less for a loss");
        for (label, value) in [("win", 0), ("loss", 0), ("draw", -7), ("forced", 7)] {
            let entry = said(label, value).unwrap();
            assert_eq!(entry.record.value, Some(value));
        }
        let BookEntry { position, record } = said("win", 5).unwrap();
        let wrong = Record { value: Some(-5), ..record.clone() };
        let again = read(&write(&BookEntry { position, record: wrong })).unwrap();
        assert_eq!(again.record, Record { value: None, ..record });
    }
}
