//! Words that options accept, so that help and completions list them and a wrong word is refused
//! before any work begins.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use tengen_engine::engine::{EvaluationKind, Level};
use tengen_engine::types::Rule;

/// The parser of an option whose value is one of `all`; `word` names a value, with its help and
/// other spellings.
pub fn words<T: Clone + Send + Sync + 'static>(
    all: Vec<T>,
    word: fn(&T) -> PossibleValue,
) -> impl TypedValueParser<Value = T> {
    Words { all, word }
}

#[derive(Clone)]
struct Words<T> {
    all: Vec<T>,
    word: fn(&T) -> PossibleValue,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Words<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let known = PossibleValuesParser::new(self.all.iter().map(self.word));
        let seen = known.parse_ref(command, arg, value)?;
        let ignores_case = arg.is_some_and(Arg::is_ignore_case_set);
        let meant = self.all.iter().find(|value| (self.word)(value).matches(&seen, ignores_case));
        meant.cloned().ok_or_else(|| Error::new(ErrorKind::InvalidValue).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.all.iter().map(self.word)))
    }
}

/// A rule, by its name or its number in the protocol.
pub fn rule() -> impl TypedValueParser<Value = Rule> {
    words(Rule::ALL.to_vec(), |rule| PossibleValue::new(rule.name()).alias(rule.wire().to_string()))
}

/// A level, by its number or its name.
pub fn level() -> impl TypedValueParser<Value = Level> {
    words(Level::all().collect(), |level| PossibleValue::new(level.name()))
}

pub fn evaluation() -> impl TypedValueParser<Value = EvaluationKind> {
    let all = EvaluationKind::ALL.to_vec();
    words(all, |kind| PossibleValue::new(kind.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed<T: Clone + Send + Sync + 'static>(
        parser: impl TypedValueParser<Value = T>,
        word: &str,
    ) -> Option<T> {
        let arg = Arg::new("word").value_parser(parser).ignore_case(true);
        let matches = Command::new("test").arg(arg).try_get_matches_from(["test", word]);
        matches.ok()?.get_one::<T>("word").cloned()
    }

    #[test]
    fn every_rule_goes_by_its_name_and_its_number() {
        for each in Rule::ALL {
            assert_eq!(parsed(rule(), each.name()), Some(each));
            assert_eq!(parsed(rule(), &each.name().to_uppercase()), Some(each));
            assert_eq!(parsed(rule(), &each.wire().to_string()), Some(each));
        }
        assert_eq!(parsed(rule(), "3"), None);
    }

    #[test]
    fn every_level_goes_by_its_name() {
        for each in Level::all() {
            assert_eq!(parsed(level(), each.name()), Some(each));
        }
    }
}
