//! The evaluations of all rules.

use std::sync::Arc;

use strum::{Display, EnumString, IntoStaticStr, VariantArray};
use thiserror::Error;

use super::{Classical, Evaluation, Network, NetworkWeights, Policy, PolicyWeights, Weights};
use crate::types::{ByRule, Rule};
use crate::util::listed::or;

/// Which evaluation plays.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(
    serialize_all = "lowercase",
    ascii_case_insensitive,
    parse_err_ty = EvaluationKindError,
    parse_err_fn = EvaluationKindError::new
)]
pub enum EvaluationKind {
    /// The tables with the corrections of the network and the policy.
    #[default]
    Network,
    /// The tables alone.
    Classical,
}

impl EvaluationKind {
    /// All of them.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The name in options.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// All names, for errors: `network or classical`.
    pub fn names() -> String {
        let names: Vec<_> = Self::ALL.iter().map(|kind| kind.name()).collect();
        or(&names)
    }
}

/// A word that names no evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seen '{seen}', expected {}", EvaluationKind::names())]
pub struct EvaluationKindError {
    /// The word.
    pub seen: String,
}

impl EvaluationKindError {
    fn new(seen: &str) -> Self {
        Self { seen: seen.to_owned() }
    }
}

/// The evaluation of every rule: the built-in one unless it was replaced.
#[derive(Clone, Debug, Default)]
pub struct Evaluations {
    /// Which evaluation plays.
    pub kind: EvaluationKind,
    classical: ByRule<Option<Arc<Classical>>>,
    networks: ByRule<Option<Arc<Network>>>,
    policies: ByRule<Option<Arc<Policy>>>,
}

impl Evaluations {
    /// These evaluations with another kind.
    pub(crate) fn with_kind(&self, kind: EvaluationKind) -> Self {
        Self { kind, ..self.clone() }
    }

    /// Replaces the tables of a rule.
    pub fn set(&mut self, weights: &Weights) {
        self.classical[weights.rule] = Some(Arc::new(Classical::new(weights)));
    }

    /// Replaces the network of a rule.
    pub fn set_network(&mut self, weights: &NetworkWeights) {
        self.networks[weights.rule] = Some(Arc::new(Network::new(weights)));
    }

    /// Replaces the policy of a rule.
    pub fn set_policy(&mut self, weights: &PolicyWeights) {
        self.policies[weights.rule] = Some(Arc::new(Policy::new(weights)));
    }

    /// Whether [`Evaluations::of`] has nothing to build for a rule.
    pub(crate) fn is_built(&self, rule: Rule) -> bool {
        let is_classical = self.kind == EvaluationKind::Classical;
        self.classical[rule].is_some()
            || Classical::is_built(rule)
                && (is_classical || self.networks[rule].is_some() || Network::is_built(rule))
                && (is_classical || self.policies[rule].is_some() || Policy::is_built(rule))
    }

    /// The evaluation of a rule. The built-in network and policy belong to the built-in tables: other
    /// tables play without them, unless they were given as well.
    pub fn of(&self, rule: Rule) -> Evaluation<'_> {
        let own = self.classical[rule].as_deref();
        let (network, policy) = match self.kind {
            EvaluationKind::Classical => (None, None),
            EvaluationKind::Network => {
                let (network, policy) =
                    (self.networks[rule].as_deref(), self.policies[rule].as_deref());
                match own {
                    Some(_) => (network, policy),
                    None => (
                        Some(network.unwrap_or_else(|| Network::of(rule))),
                        Some(policy.unwrap_or_else(|| Policy::of(rule))),
                    ),
                }
            }
        };
        Evaluation::new(own.unwrap_or_else(|| Classical::of(rule)), network, policy)
    }
}
