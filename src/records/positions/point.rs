//! A point as JSON.

use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_with::SerializeAs;

use crate::serde_text::PointPair;
use tengen_engine::board::notation::{self, NotationError};
use tengen_engine::types::{BoardSize, Coord};

/// A point as it was written: `[7,7]` or `"h8"`. A name has a meaning only on a given board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PointSpec {
    /// A column and a row, zero-based from the top left.
    Coord(Coord),
    /// A name, letters from the left and numbers from the bottom.
    Name(String),
}

impl PointSpec {
    /// The point on a board of this size; a pair may still lie off the board.
    ///
    /// # Errors
    /// If it is a name that is not a point of the board.
    pub fn resolve(&self, size: BoardSize) -> Result<Coord, NotationError> {
        match self {
            Self::Coord(coord) => Ok(*coord),
            Self::Name(name) => notation::parse(name, size),
        }
    }
}

/// As it was written: `h8` or `[7,7]`.
impl fmt::Display for PointSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coord(coord) => write!(f, "[{coord}]"),
            Self::Name(name) => f.write_str(name),
        }
    }
}

impl From<Coord> for PointSpec {
    fn from(coord: Coord) -> Self {
        Self::Coord(coord)
    }
}

impl Serialize for PointSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Coord(coord) => PointPair::serialize_as(coord, serializer),
            Self::Name(name) => serializer.serialize_str(name),
        }
    }
}

impl<'de> Deserialize<'de> for PointSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PointVisitor)
    }
}

/// Reads a point.
pub(super) struct PointVisitor;

impl<'de> Visitor<'de> for PointVisitor {
    type Value = PointSpec;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a point as [x,y] or a name like \"h8\"")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<PointSpec, A::Error> {
        PointPair.visit_seq(elements).map(PointSpec::Coord)
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<PointSpec, E> {
        Ok(PointSpec::Name(name.to_owned()))
    }
}
