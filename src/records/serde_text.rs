//! How the words of the game are spelled in JSON: adapters for `#[serde(with = "…")]`, so that the
//! lower layers need not know of serde.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A rule by its name: `"renju"`.
pub mod rule {
    use super::*;
    use crate::types::Rule;

    /// Writes the name.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(rule.name())
    }

    /// Reads the name.
    ///
    /// # Errors
    /// If it names no rule.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A player or nobody: `"black"`, `"white"` or `"none"`.
pub mod winner {
    use super::*;
    use crate::types::Color;

    /// Writes the word.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(
        winner: &Option<Color>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match winner {
            Some(color) => serializer.collect_str(color),
            None => serializer.serialize_str("none"),
        }
    }

    /// Reads the word.
    ///
    /// # Errors
    /// If it is none of the three.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Color>, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "black" => Ok(Some(Color::Black)),
            "white" => Ok(Some(Color::White)),
            "none" => Ok(None),
            seen => Err(D::Error::custom(format!(
                "unknown winner '{seen}', expected black, white or none"
            ))),
        }
    }
}

/// Points as pairs: `[[7,7],[8,8]]`.
pub mod coords {
    use super::*;
    use crate::types::Coord;

    /// Writes the pairs.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(coords: &[Coord], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(coords.iter().map(|coord| [coord.x, coord.y]))
    }

    /// Reads the pairs.
    ///
    /// # Errors
    /// If an element is no pair of numbers in 0..=255.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Coord>, D::Error> {
        let pairs: Vec<[u8; 2]> = Vec::deserialize(deserializer)?;
        Ok(pairs.into_iter().map(|[x, y]| Coord::new(x, y)).collect())
    }
}

/// A point or nothing: `[7,7]` or `null`.
pub mod maybe_coord {
    use super::*;
    use crate::types::Coord;

    /// Writes the pair.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(
        coord: &Option<Coord>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        coord.map(|coord| [coord.x, coord.y]).serialize(serializer)
    }

    /// Reads the pair.
    ///
    /// # Errors
    /// If it is neither a pair of numbers in 0..=255 nor null.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Coord>, D::Error> {
        let pair: Option<[u8; 2]> = Option::deserialize(deserializer)?;
        Ok(pair.map(|[x, y]| Coord::new(x, y)))
    }
}
