//! What the values of a position's keys look like, as JSON Schema.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use super::PointSpec;
use tengen_engine::board::notation;
use tengen_engine::types::Rule;

/// A rule: its name or its number on the wire.
pub struct RuleWord;

impl JsonSchema for RuleWord {
    fn schema_name() -> Cow<'static, str> {
        "Rule".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = Rule::ALL.map(|rule| Value::from(rule.name()));
        let numbers = Rule::ALL.map(|rule| Value::from(rule.wire()));
        let words: Vec<Value> = names.into_iter().chain(numbers).collect();
        json_schema!({
            "description": "A rule: its name, or its number in the Piskvork protocol. Names are read in any case.",
            "type": ["string", "integer"],
            "enum": words
        })
    }
}

/// A side of a board.
pub struct SideLength;

impl JsonSchema for SideLength {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Side".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 5, "maximum": 181 })
    }
}

/// A color.
pub struct ColorWord;

impl JsonSchema for ColorWord {
    fn schema_name() -> Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": ["black", "white"] })
    }
}

/// A pass as a word.
pub struct PassWord;

impl JsonSchema for PassWord {
    fn schema_name() -> Cow<'static, str> {
        "Pass".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words = [notation::PASS, "pass"];
        json_schema!({ "description": "A pass, read in any case.", "type": "string", "enum": words })
    }
}

impl JsonSchema for PointSpec {
    fn schema_name() -> Cow<'static, str> {
        "Point".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A point as [x,y], zero-based from the upper left, or by its name, such as \"h8\".",
            "anyOf": [
                {
                    "type": "array",
                    "items": { "type": "integer", "minimum": 0, "maximum": 180 },
                    "minItems": 2,
                    "maxItems": 2
                },
                { "type": "string", "pattern": "^[A-Za-z]{1,2}[0-9]{1,3}$" }
            ]
        })
    }
}
