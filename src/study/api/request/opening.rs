//! Requests about openings.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::parts::{Id, SearchLimits, Threads};
use crate::api::point::PointForm;
use tengen_engine::rules::opening::OpeningRule;
use tengen_engine::types::Rule;
use tengen_records::positions::{BoardSide, PointSpec, schema};
use tengen_records::serde_text::RuleText;
use tengen_records::serde_text::WholeNumber;

/// A choice: a point, a word or a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected a point, \"black\", \"white\", \"swap\", \"keep\", \"two\", \"ten\" or a number"
)]
pub enum ChoiceSpec {
    /// A point, or one of the words.
    Point(PointSpec),
    /// `black`, `white`, `swap`, `keep`, `two` or `ten`; for the schema only, parsed as points.
    Word(String),
    /// A number of fifth stones.
    Count(u8),
}

/// An opening rule by its name.
struct OpeningWord;

impl JsonSchema for OpeningWord {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "OpeningRule".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<_> = OpeningRule::ALL.iter().map(|rule| rule.name()).collect();
        json_schema!({ "type": "string", "enum": names })
    }
}

/// `opening`.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOpening {
    /// The request's name.
    pub id: Id,
    /// The opening rule, read in any case.
    #[serde_as(as = "DisplayFromStr")]
    #[schemars(with = "OpeningWord")]
    pub opening: OpeningRule,
    /// The rule; freestyle by default.
    #[serde_as(as = "Option<RuleText>")]
    #[schemars(with = "Option<schema::RuleWord>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    /// The side of a square board.
    #[serde_as(as = "Option<BoardSide>")]
    #[schemars(with = "Option<schema::SideLength>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// The number of columns; requires `height`.
    #[serde_as(as = "Option<BoardSide>")]
    #[schemars(with = "Option<schema::SideLength>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u64>,
    /// The number of rows; requires `width`.
    #[serde_as(as = "Option<BoardSide>")]
    #[schemars(with = "Option<schema::SideLength>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u64>,
    /// The choices so far, in order.
    #[serde(default)]
    pub choices: Vec<ChoiceSpec>,
    /// Whether the engine makes the next choices, until the other participant has to choose.
    #[serde(default)]
    pub play: bool,
    /// When the engine's searches stop, all together; after 5 seconds by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<SearchLimits>,
    /// Search threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<Threads>,
    /// The seed of choices among equal moves; random by default. With a limit of nodes or depth the
    /// choices are reproducible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<WholeNumber<0, { 1 << 53 }>>,
    /// How points are written in the answer; by default as in the first choice that is a point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}
