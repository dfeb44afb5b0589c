//! How the words of the game are spelled in JSON: adapters for `serde_with`, so that the lower
//! layers need not know serde and the adapters compose (`Option<PointPair>`, `Vec<PointPair>`).

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error as _, IgnoredAny, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_with::{DeserializeAs, SerializeAs};

use tengen_engine::types::{Color, Coord, Rule};

/// A rule, written as its name, `"renju"`, and read as its name or its number on the wire, `4`.
pub struct RuleText;

impl SerializeAs<Rule> for RuleText {
    fn serialize_as<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(rule.name())
    }
}

impl<'de> DeserializeAs<'de, Rule> for RuleText {
    fn deserialize_as<D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        deserializer.deserialize_any(RuleText)
    }
}

impl Visitor<'_> for RuleText {
    type Value = Rule;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the name of a rule or its number: {}", Rule::numbers())
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Rule, E> {
        name.parse().map_err(E::custom)
    }

    /// Stricter than the wire, whose bits a file has no reason to combine.
    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Rule, E> {
        let rule = u32::try_from(number).ok().and_then(Rule::numbered);
        rule.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
    }
}

/// A color: `"black"` or `"white"`.
pub struct ColorText;

impl SerializeAs<Color> for ColorText {
    fn serialize_as<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(color)
    }
}

impl<'de> DeserializeAs<'de, Color> for ColorText {
    fn deserialize_as<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        let seen = String::deserialize(deserializer)?;
        let color = Color::BOTH.into_iter().find(|color| color.to_string() == seen);
        color.ok_or_else(|| {
            D::Error::invalid_value(Unexpected::Str(&seen), &"\"black\" or \"white\"")
        })
    }
}

/// A winner or none: `"black"`, `"white"` or `"none"`.
pub(crate) struct WinnerText;

impl SerializeAs<Option<Color>> for WinnerText {
    fn serialize_as<S: Serializer>(
        winner: &Option<Color>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match winner {
            Some(color) => serializer.collect_str(color),
            None => serializer.serialize_str("none"),
        }
    }
}

impl<'de> DeserializeAs<'de, Option<Color>> for WinnerText {
    fn deserialize_as<D: Deserializer<'de>>(deserializer: D) -> Result<Option<Color>, D::Error> {
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

/// A whole number from `MIN` to `MAX`, with an error that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WholeNumber<const MIN: u64, const MAX: u64>(pub u64);

impl<'de, const MIN: u64, const MAX: u64> Deserialize<'de> for WholeNumber<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(WholeVisitor::<MIN, MAX>).map(Self)
    }
}

impl<const MIN: u64, const MAX: u64> JsonSchema for WholeNumber<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Whole_{MIN}_{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": MIN, "maximum": MAX })
    }
}

struct WholeVisitor<const MIN: u64, const MAX: u64>;

impl<const MIN: u64, const MAX: u64> Visitor<'_> for WholeVisitor<MIN, MAX> {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {MIN} to {MAX}")
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<u64, E> {
        if (MIN..=MAX).contains(&number) {
            return Ok(number);
        }
        Err(E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<u64, E> {
        match u64::try_from(number) {
            Ok(number) => self.visit_u64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }
}

/// A point, written as the pair `[7,8]`.
pub(crate) struct PointPair;

impl SerializeAs<Coord> for PointPair {
    fn serialize_as<S: Serializer>(coord: &Coord, serializer: S) -> Result<S::Ok, S::Error> {
        [coord.x, coord.y].serialize(serializer)
    }
}

impl<'de> DeserializeAs<'de, Coord> for PointPair {
    fn deserialize_as<D: Deserializer<'de>>(deserializer: D) -> Result<Coord, D::Error> {
        deserializer.deserialize_seq(PointPair)
    }
}

/// The largest coordinate: boards have at most 181 columns and rows.
const COORD_MAX: u64 = 180;

impl<'de> Visitor<'de> for PointPair {
    type Value = Coord;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pair [x,y]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Coord, A::Error> {
        let mut pair = [0; 2];
        for (index, side) in pair.iter_mut().enumerate() {
            let number: Option<WholeNumber<0, COORD_MAX>> = elements.next_element()?;
            let number = number.ok_or_else(|| A::Error::invalid_length(index, &self))?;
            *side = u8::try_from(number.0).map_err(A::Error::custom)?;
        }
        let mut length = 2;
        while elements.next_element::<IgnoredAny>()?.is_some() {
            length += 1;
        }
        let [x, y] = pair;
        if length == 2 {
            Ok(Coord::new(x, y))
        } else {
            Err(A::Error::invalid_length(length, &self))
        }
    }
}
