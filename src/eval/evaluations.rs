//! The evaluations of all rules.

use std::sync::Arc;

use super::{Classical, Weights};
use crate::types::Rule;

/// The evaluation of every rule: the built-in one unless it was replaced.
#[derive(Clone, Debug, Default)]
pub struct Evaluations {
    others: Vec<(Rule, Arc<Classical>)>,
}

impl Evaluations {
    /// Replaces the evaluation of a rule.
    pub fn set(&mut self, weights: &Weights) {
        self.others.retain(|(rule, _)| *rule != weights.rule);
        self.others.push((weights.rule, Arc::new(Classical::new(weights))));
    }

    /// The evaluation of a rule.
    pub fn of(&self, rule: Rule) -> &Classical {
        let other = self.others.iter().find(|(other, _)| *other == rule);
        other.map_or_else(|| Classical::of(rule), |(_, eval)| eval)
    }
}
