//! Weights and parameters that replace the built-in ones: weights of the evaluation, parameters of
//! the search, weights of the classic player.

use thiserror::Error;

use crate::classic;
use crate::classic::weights::WeightError;
use crate::eval::{Evaluations, NetworkWeights, PolicyWeights, Weights, WeightsError};
use crate::search::{ParamInfo, Params, RuleParams};
use crate::types::Rule;
use crate::types::rule::RuleError;

/// What the engine plays with.
#[derive(Clone, Debug, Default)]
pub struct Trained {
    /// The evaluation, by rule.
    pub evals: Evaluations,
    /// The parameters of the search, by rule.
    pub params: RuleParams,
    /// The weights of the classic player; `None` for the tables of its preset.
    pub classic: Option<classic::ClassicWeights>,
}

/// Why weights or a parameter were refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TrainedError {
    /// A damaged weights file.
    #[error(transparent)]
    Eval(#[from] WeightsError),
    /// Text that is not weights of the classic player.
    #[error(
        "not weights of `tengen tune classic`, nor of `tengen tune eval`, `tengen tune network` and `tengen tune policy`, which begin with TGEV, TGNN and TGPO"
    )]
    Classic(#[from] WeightError),
    /// A file without content.
    #[error(
        "an empty file, expected one of `tengen tune eval`, `tengen tune network`, `tengen tune policy` or `tengen tune classic`"
    )]
    Empty,
    /// Neither kind of file.
    #[error(
        "not weights: expected a file of `tengen tune eval`, `tengen tune network`, `tengen tune policy` or `tengen tune classic`"
    )]
    Foreign,
    /// An unknown rule.
    #[error("'{seen}': {error}")]
    Rule {
        /// The text.
        seen: String,
        /// The error.
        error: RuleError,
    },
    /// Text that does not set a parameter.
    #[error("'{seen}': expected NAME=N or RULE.NAME=N with NAME one of {}", expected.join(", "))]
    Param {
        /// The text.
        seen: String,
        /// The known names.
        expected: Vec<&'static str>,
    },
    /// A number outside the range of its parameter.
    #[error("'{seen}': expected a number from {} to {}", info.min, info.max)]
    ParamRange {
        /// The text.
        seen: String,
        /// The parameter.
        info: ParamInfo,
    },
}

/// What a weights file holds.
enum WeightsFile {
    Tables(Weights),
    Network(NetworkWeights),
    Policy(PolicyWeights),
    Classic(classic::ClassicWeights),
}

impl WeightsFile {
    /// Reads the bytes of a file of any kind, which its first bytes name.
    fn read(bytes: &[u8]) -> Result<Self, TrainedError> {
        if bytes.is_empty() {
            return Err(TrainedError::Empty);
        }
        Ok(match bytes.first_chunk() {
            Some(b"TGEV") => Self::Tables(Weights::read(bytes)?),
            Some(b"TGNN") => Self::Network(NetworkWeights::read(bytes)?),
            Some(b"TGPO") => Self::Policy(PolicyWeights::read(bytes)?),
            _ => {
                let text = std::str::from_utf8(bytes).map_err(|_| TrainedError::Foreign)?;
                Self::Classic(classic::ClassicWeights::parse(text)?)
            }
        })
    }
}

impl Trained {
    /// Adds the bytes of a weights file: an evaluation (for its rule), or weights of the classic
    /// player.
    ///
    /// # Errors
    /// If they are neither.
    pub fn add_weights(&mut self, bytes: &[u8]) -> Result<(), TrainedError> {
        match WeightsFile::read(bytes)? {
            WeightsFile::Tables(weights) => self.evals.set(&weights),
            WeightsFile::Network(weights) => self.evals.set_network(&weights),
            WeightsFile::Policy(weights) => self.evals.set_policy(&weights),
            WeightsFile::Classic(weights) => self.classic = Some(weights),
        }
        Ok(())
    }

    /// The rule that the bytes of a weights file are for; `None` for weights of the classic player
    /// and for bytes that are not weights.
    pub fn rule_of(bytes: &[u8]) -> Option<Rule> {
        match WeightsFile::read(bytes).ok()? {
            WeightsFile::Tables(weights) => Some(weights.rule),
            WeightsFile::Network(weights) => Some(weights.rule),
            WeightsFile::Policy(weights) => Some(weights.rule),
            WeightsFile::Classic(_) => None,
        }
    }

    /// Sets a parameter of the search from `NAME=N`, for every rule, or from `RULE.NAME=N`.
    ///
    /// # Errors
    /// If there is no such rule or parameter, or N is not a number in its range.
    pub fn set_param(&mut self, text: &str) -> Result<(), TrainedError> {
        let wrong = || {
            let expected = Params::default().entries().into_iter().map(|(name, _)| name).collect();
            TrainedError::Param { seen: text.to_owned(), expected }
        };
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        let (rule, name) = match name.trim().split_once('.') {
            Some((rule, name)) => {
                let no_rule = |error| TrainedError::Rule { seen: text.to_owned(), error };
                (Some(rule.parse().map_err(no_rule)?), name)
            }
            None => (None, name.trim()),
        };
        let info = ParamInfo::of(name).ok_or_else(wrong)?;
        let number =
            value.trim().parse().ok().filter(|value| (info.min..=info.max).contains(value));
        let Some(value) = number else {
            return Err(TrainedError::ParamRange { seen: text.to_owned(), info: *info });
        };
        self.params.set(rule, name, value).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_reported_apart_and_bad_ones_refused() {
        let mut trained = Trained::default();
        trained.add_weights(&Weights::embedded(Rule::Renju).unwrap().write()).unwrap();
        let network = NetworkWeights::embedded(Rule::Standard).unwrap();
        trained.add_weights(&network.write()).unwrap();
        let policy = PolicyWeights::embedded(Rule::Freestyle).unwrap();
        trained.add_weights(&policy.write()).unwrap();
        assert!(matches!(trained.add_weights(b"TGNNxxxx"), Err(TrainedError::Eval(_))));
        assert!(matches!(trained.add_weights(b"TGPOxxxx"), Err(TrainedError::Eval(_))));
        assert!(trained.classic.is_none());
        trained.add_weights(classic::ClassicWeights::default().write().as_bytes()).unwrap();
        assert_eq!(trained.classic, Some(classic::ClassicWeights::default()));
        assert!(matches!(trained.add_weights(b"TGEVxxxx"), Err(TrainedError::Eval(_))));
        assert!(matches!(trained.add_weights(b"1\n2\n"), Err(TrainedError::Classic(_))));
        assert_eq!(trained.add_weights(&[255, 0]), Err(TrainedError::Foreign));
        assert_eq!(trained.add_weights(b""), Err(TrainedError::Empty));
    }

    #[test]
    fn weights_name_their_rule() {
        for rule in Rule::ALL {
            let tables = Weights::embedded(rule).unwrap().write();
            let network = NetworkWeights::embedded(rule).unwrap().write();
            let policy = PolicyWeights::embedded(rule).unwrap().write();
            for bytes in [tables, network, policy] {
                assert_eq!(Trained::rule_of(&bytes), Some(rule));
                assert_eq!(Trained::rule_of(&bytes[..bytes.len() - 1]), None);
            }
        }
        assert_eq!(Trained::rule_of(b"TG"), None);
        assert_eq!(Trained::rule_of(b"1\n2\n"), None);
    }

    #[test]
    fn parameters_are_set_by_name() {
        let mut trained = Trained::default();
        let late_base = |trained: &Trained, rule| trained.params.of(rule).late_base;
        trained.set_param("late_base=9").unwrap();
        assert!(Rule::ALL.into_iter().all(|rule| late_base(&trained, rule) == 9));
        trained.set_param("caro-exact.late_base = 7").unwrap();
        assert_eq!(late_base(&trained, Rule::CaroExact), 7);
        assert_eq!(late_base(&trained, Rule::Caro), 9);
        for text in ["late_base", "no_such=1", "no_such=x", "caro.=1"] {
            let error = trained.set_param(text).unwrap_err();
            assert!(error.to_string().contains("razor_margin"), "{error}");
        }
        for text in ["late_base=-1", "late_base=x", "late_base=", "late_base=9999999999"] {
            let error = trained.set_param(text).unwrap_err().to_string();
            assert_eq!(error, format!("'{text}': expected a number from 0 to 1000"));
        }
        let error = trained.set_param("chess.late_base=1").unwrap_err().to_string();
        assert!(error.starts_with("'chess.late_base=1': ") && error.contains("renju"), "{error}");
    }
}
