//! The moves of a position as JSON: a list, or one text.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::SeqAccessDeserializer;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::point::{PointSpec, PointVisitor};
use super::schema::PassWord;
use crate::move_text::{self, MoveTextError};
use tengen_engine::board::notation::{self, NotationError};
use tengen_engine::types::{BoardSize, Coord};

/// A move as it was written: a point, or `null` or `"--"` for a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveWord(pub Option<PointSpec>);

/// The moves as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveWords {
    /// One by one.
    List(Vec<MoveWord>),
    /// All together: `"h8i9--j10"`, see [`move_text`].
    Text(String),
}

/// Something other than moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MovesError {
    /// A text that is not a list of moves.
    #[error(transparent)]
    Text(#[from] MoveTextError),
    /// A name that is not a point of the board.
    #[error("move {index}: {error}")]
    Name {
        /// The index in the list.
        index: usize,
        /// What is wrong with it.
        error: NotationError,
    },
}

impl Default for MoveWords {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl MoveWords {
    /// The moves on a board of this size; a pair may still lie off the board.
    pub(super) fn resolve(&self, size: BoardSize) -> Result<Vec<Option<Coord>>, MovesError> {
        let list = match self {
            Self::Text(text) => return Ok(move_text::parse(text, size)?),
            Self::List(list) => list.iter().enumerate(),
        };
        let resolved = list.map(|(index, word)| {
            word.resolve(size).map_err(|error| MovesError::Name { index, error })
        });
        resolved.collect()
    }

    /// Whether the first point is a name; `None` without one.
    pub fn has_names(&self) -> Option<bool> {
        match self {
            Self::Text(text) => (!text.trim().is_empty()).then_some(true),
            Self::List(list) => {
                let first = list.iter().find_map(|word| word.0.as_ref());
                first.map(|point| matches!(point, PointSpec::Name(_)))
            }
        }
    }
}

impl MoveWord {
    /// The move on a board of this size; a pair may still lie off the board.
    ///
    /// # Errors
    /// If it is a name that is not a point of the board.
    pub fn resolve(&self, size: BoardSize) -> Result<Option<Coord>, NotationError> {
        self.0.as_ref().map(|point| point.resolve(size)).transpose()
    }
}

impl From<Option<PointSpec>> for MoveWord {
    fn from(point: Option<PointSpec>) -> Self {
        Self(point)
    }
}

/// As it was written: `h8`, `[7,7]` or `--`.
impl fmt::Display for MoveWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(point) => point.fmt(f),
            None => f.write_str(notation::PASS),
        }
    }
}

impl Serialize for MoveWord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for MoveWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MoveVisitor)
    }
}

struct MoveVisitor;

impl<'de> Visitor<'de> for MoveVisitor {
    type Value = MoveWord;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a point as [x,y] or a name like \"h8\", or null for a pass")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<MoveWord, E> {
        Ok(MoveWord(None))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<MoveWord, A::Error> {
        PointVisitor.visit_seq(elements).map(|point| MoveWord(Some(point)))
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<MoveWord, E> {
        let is_pass = name == notation::PASS || name.eq_ignore_ascii_case("pass");
        Ok(MoveWord((!is_pass).then(|| PointSpec::Name(name.to_owned()))))
    }
}

impl Serialize for MoveWords {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::List(list) => list.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for MoveWords {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MovesVisitor)
    }
}

struct MovesVisitor;

impl<'de> Visitor<'de> for MovesVisitor {
    type Value = MoveWords;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of moves, or a text like \"h8i9\"")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<MoveWords, A::Error> {
        Deserialize::deserialize(SeqAccessDeserializer::new(elements)).map(MoveWords::List)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<MoveWords, E> {
        Ok(MoveWords::Text(text.to_owned()))
    }
}

impl JsonSchema for MoveWord {
    fn schema_name() -> Cow<'static, str> {
        "Move".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let point = generator.subschema_for::<PointSpec>();
        let pass = generator.subschema_for::<PassWord>();
        json_schema!({
            "description": "A point, or null or \"--\" for a pass.",
            "anyOf": [point, pass, { "type": "null" }]
        })
    }
}

impl JsonSchema for MoveWords {
    fn schema_name() -> Cow<'static, str> {
        "Moves".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let word = generator.subschema_for::<MoveWord>();
        json_schema!({
            "description": "The moves in playing order, as a list or as one text such as \"h8i9--j10\".",
            "anyOf": [{ "type": "array", "items": word }, { "type": "string" }]
        })
    }
}
