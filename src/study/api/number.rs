//! Words of levels and evaluations, and what errors say about them.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use tengen_engine::engine::EvaluationKind;
use tengen_engine::engine::Level;

/// A playing level: its word, or its number if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelWord(pub Level);

impl Serialize for LevelWord {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for LevelWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word =
            deserializer.deserialize_any(WordVisitor("the word or the number of a level"))?;
        word.parse().map(Self).map_err(D::Error::custom)
    }
}

impl JsonSchema for LevelWord {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Level".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "integer"] })
    }
}

/// Which evaluation plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluationWord(pub EvaluationKind);

impl Serialize for EvaluationWord {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for EvaluationWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = deserializer.deserialize_str(WordVisitor("the word of an evaluation"))?;
        word.parse().map(Self).map_err(D::Error::custom)
    }
}

impl JsonSchema for EvaluationWord {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Evaluation".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<_> = EvaluationKind::ALL.iter().map(|kind| kind.name()).collect();
        json_schema!({ "type": "string", "enum": names })
    }
}

/// Reads a word, or a number as a word.
struct WordVisitor(&'static str);

impl Visitor<'_> for WordVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<String, E> {
        Ok(word.to_owned())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }
}
