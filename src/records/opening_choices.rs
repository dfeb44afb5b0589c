//! The choices of an opening as JSON, for saved games and the API:
//! `{"opening":"soosorv-8","choices":[[7,7],[8,6],[9,5],"black",[5,5],3,"white"]}`. A point is a
//! pair; a color, `two` and `ten` are words; a number of fifth stones is a number. Rule and board
//! come from the game that the opening belongs to.

use std::fmt;

use serde::de::{SeqAccess, Visitor, value::SeqAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_with::{DeserializeAs, DisplayFromStr, SerializeAs, serde_as};
use thiserror::Error;

use super::serde_text::PointPair;
use tengen_engine::rules::opening::{OpeningChoice, OpeningError, OpeningPhase, OpeningRule};
use tengen_engine::types::{BoardSize, Color, Rule};

/// An opening rule and the choices made under it, in order. They need not be complete.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningChoices {
    /// The opening rule; in JSON its name.
    #[serde(rename = "opening")]
    #[serde_as(as = "DisplayFromStr")]
    pub rule: OpeningRule,
    #[serde(default)]
    #[serde_as(as = "Vec<ChoiceValue>")]
    pub choices: Vec<OpeningChoice>,
}

/// A choice that the opening rule does not allow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("choices[{index}]: {error}")]
pub struct OpeningChoicesError {
    /// Its index; 0 if the board is too small.
    pub index: usize,
    /// What is wrong with it.
    pub error: OpeningError,
}

impl OpeningChoices {
    /// What has been chosen in an opening.
    pub fn of(opening: &OpeningPhase) -> Self {
        Self { rule: opening.rule(), choices: opening.history().to_vec() }
    }

    /// The opening after these choices.
    ///
    /// # Errors
    /// If a choice is not possible, or the board is too small.
    pub fn replay(&self, rule: Rule, size: BoardSize) -> Result<OpeningPhase, OpeningChoicesError> {
        OpeningPhase::replay(self.rule, rule, size, &self.choices)
            .map_err(|(index, error)| OpeningChoicesError { index, error })
    }
}

/// A choice: a pair, a word or a number.
pub(crate) struct ChoiceValue;

impl SerializeAs<OpeningChoice> for ChoiceValue {
    fn serialize_as<S: Serializer>(
        choice: &OpeningChoice,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match choice {
            OpeningChoice::Point(coord) => PointPair::serialize_as(coord, serializer),
            OpeningChoice::Count(count) => count.serialize(serializer),
            OpeningChoice::Color(_) | OpeningChoice::Two | OpeningChoice::Ten => {
                serializer.collect_str(choice)
            }
        }
    }
}

impl<'de> DeserializeAs<'de, OpeningChoice> for ChoiceValue {
    fn deserialize_as<D: Deserializer<'de>>(deserializer: D) -> Result<OpeningChoice, D::Error> {
        deserializer.deserialize_any(ChoiceValue)
    }
}

impl<'de> Visitor<'de> for ChoiceValue {
    type Value = OpeningChoice;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pair [x,y], \"black\", \"white\", \"two\", \"ten\" or a number")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<OpeningChoice, A::Error> {
        let coord = PointPair::deserialize_as(SeqAccessDeserializer::new(elements))?;
        Ok(OpeningChoice::Point(coord))
    }

    fn visit_u64<E: serde::de::Error>(self, count: u64) -> Result<OpeningChoice, E> {
        u8::try_from(count).map(OpeningChoice::Count).map_err(E::custom)
    }

    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<OpeningChoice, E> {
        match word {
            "black" => Ok(OpeningChoice::Color(Color::Black)),
            "white" => Ok(OpeningChoice::Color(Color::White)),
            "two" => Ok(OpeningChoice::Two),
            "ten" => Ok(OpeningChoice::Ten),
            seen => Err(E::invalid_value(serde::de::Unexpected::Str(seen), &self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::util::rng::Rng;

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    #[test]
    fn every_opening_comes_back() {
        let mut rng = Rng::new(3);
        for &rule in OpeningRule::ALL.iter().cycle().take(30) {
            let mut opening = OpeningPhase::new(rule, Rule::Renju, size()).unwrap();
            while let Some(&choice) = rng.choose(&opening.choices()) {
                opening.choose(choice).unwrap();
                let json = serde_json::to_string(&OpeningChoices::of(&opening)).unwrap();
                let read: OpeningChoices = serde_json::from_str(&json).unwrap();
                assert_eq!(read.replay(Rule::Renju, size()).as_ref(), Ok(&opening), "{json}");
            }
        }
    }

    #[test]
    fn the_form_is_as_documented() {
        let text =
            r#"{"opening":"soosorv-8","choices":[[7,7],[8,6],[9,5],"black",[5,5],3,"white"]}"#;
        let read: OpeningChoices = serde_json::from_str(text).unwrap();
        let opening = read.replay(Rule::Renju, size()).unwrap();
        assert_eq!(opening.count(), 3);
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |text: &str| serde_json::from_str::<OpeningChoices>(text).unwrap_err();
        let read = |text: &str| serde_json::from_str::<OpeningChoices>(text).unwrap();
        let message = error(r#"{"opening":"swop"}"#).to_string();
        assert!(message.starts_with("unknown opening rule 'swop'"), "{message}");
        let message = error(r#"{"opening":"swap","choises":[]}"#).to_string();
        assert!(message.contains("unknown field `choises`"), "{message}");
        let message = error(r#"{"opening":"swap","choices":["blue"]}"#).to_string();
        assert!(message.contains("\"blue\", expected a pair"), "{message}");
        assert!(error(r#"{"opening":"swap","choices":[[7]]}"#).to_string().contains("a pair"));
        assert!(
            serde_json::from_str::<OpeningChoices>(r#"{"opening":"swap","choices":[300]}"#)
                .is_err()
        );
        let wrong = read(r#"{"opening":"swap","choices":[[7,7],[7,7]]}"#);
        let message = wrong.replay(Rule::Renju, size()).unwrap_err().to_string();
        assert_eq!(message, "choices[1]: point 7,7 is occupied");
    }
}
