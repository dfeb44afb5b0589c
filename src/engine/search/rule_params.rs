//! One set of parameters per rule: what helps under one need not help under another.

use super::params::Params;
use crate::types::{ByRule, Rule};

/// [`Params`] by rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleParams {
    params: ByRule<Params>,
}

impl Default for RuleParams {
    fn default() -> Self {
        Self { params: ByRule::from_fn(Params::of) }
    }
}

impl RuleParams {
    /// The parameters of a rule.
    pub fn of(&self, rule: Rule) -> &Params {
        &self.params[rule]
    }

    /// The parameters of a rule, mutable.
    pub fn of_mut(&mut self, rule: Rule) -> &mut Params {
        &mut self.params[rule]
    }

    /// Sets a parameter of one rule, or of all, to the nearest value in its range. `None`, and no
    /// change, if there is no such parameter.
    pub fn set(&mut self, rule: Option<Rule>, name: &str, value: i32) -> Option<()> {
        Rule::ALL
            .into_iter()
            .filter(|&other| rule.is_none_or(|rule| rule == other))
            .try_for_each(|rule| self.of_mut(rule).set(name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_set_for_one_rule_or_for_all() {
        let mut params = RuleParams::default();
        assert_eq!(params.set(Some(Rule::Caro), "late_base", 9), Some(()));
        assert_eq!(params.of(Rule::Caro), &Params { late_base: 9, ..Params::of(Rule::Caro) });
        assert_eq!(params.of(Rule::CaroExact), &Params::of(Rule::CaroExact));
        assert_eq!(params.set(None, "late_base", 8), Some(()));
        assert!(Rule::ALL.into_iter().all(|rule| params.of(rule).late_base == 8));
        let before = params.clone();
        assert_eq!(params.set(None, "no_such", 1), None);
        assert_eq!(params, before);
    }
}
