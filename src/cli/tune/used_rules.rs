//! Refuses weights and parameters for a rule that no position has: they would have no effect.

use std::collections::HashSet;

use anyhow::{Result, bail};

use super::super::args::TrainedArgs;
use crate::types::Rule;
use crate::util::listed::listed;

/// The rules of positions.
pub(super) struct UsedRules(HashSet<Rule>);

impl UsedRules {
    /// The rules that occur.
    pub(super) fn of(rules: impl IntoIterator<Item = Rule>) -> Self {
        Self(rules.into_iter().collect())
    }

    /// Checks the weights and the parameters of a player, whose options are `--weights` and
    /// `--param` with `prefix` after the hyphens.
    ///
    /// # Errors
    /// If a file cannot be read, or weights or a parameter are for another rule.
    pub(super) fn check(&self, prefix: &str, player: &TrainedArgs) -> Result<()> {
        for (path, rule) in player.rules()? {
            let path = path.display();
            self.expect(rule, || format!("--{prefix}weights {path}: seen weights"))?;
        }
        let option = format!("--{prefix}param");
        player.param.iter().try_for_each(|param| self.check_param(&option, param))
    }

    /// Checks the value of an option, `RULE.NAME=…` or, for all rules, `NAME=…`.
    ///
    /// # Errors
    /// If it is for another rule.
    pub(super) fn check_param(&self, option: &str, text: &str) -> Result<()> {
        let name = text.split_once('=').map_or(text, |(name, _)| name);
        match name.trim().split_once('.').and_then(|(rule, _)| rule.parse().ok()) {
            Some(rule) => self.expect(rule, || format!("{option} {text}: seen a parameter")),
            None => Ok(()),
        }
    }

    fn expect(&self, rule: Rule, seen: impl Fn() -> String) -> Result<()> {
        if self.0.contains(&rule) {
            return Ok(());
        }
        let used = Rule::ALL.into_iter().filter(|rule| self.0.contains(rule));
        let names: Vec<&str> = used.map(Rule::name).collect();
        bail!("{} for {rule}, expected {}", seen(), listed(&names, "or"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_for_all_rules_or_for_one_that_is_used() {
        let rules = UsedRules::of([Rule::Renju, Rule::Standard, Rule::Renju]);
        for text in ["late_base=3", "renju.late_base=3..5", " Standard.late_base = 3"] {
            assert!(rules.check_param("--vary", text).is_ok(), "{text}");
        }
        let error = rules.check_param("--vary", "caro.late_base=3..5").unwrap_err();
        let expected =
            "--vary caro.late_base=3..5: seen a parameter for caro, expected standard or renju";
        assert_eq!(error.to_string(), expected);
    }
}
