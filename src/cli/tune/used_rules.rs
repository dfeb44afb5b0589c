//! Refuses weights and parameters that would have no effect: for a rule that no position has, or
//! replaced by a later option.

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

    /// The rules, in any order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Rule> + '_ {
        self.0.iter().copied()
    }

    /// Checks the weights and the parameters of a player.
    ///
    /// # Errors
    /// If a file cannot be read, weights or a parameter are for another rule, or a parameter is set
    /// twice.
    pub(super) fn check(&self, player: &TrainedArgs) -> Result<()> {
        let prefix = player.prefix;
        for (path, rule) in player.rules()? {
            let path = path.display();
            self.expect(rule, || format!("--{prefix}weights {path}: seen weights"))?;
        }
        let option = format!("--{prefix}param");
        for (index, param) in player.param.iter().enumerate() {
            self.check_param(&option, param)?;
            let mut earlier = player.param[..index].iter();
            if let Some(earlier) = earlier.find(|earlier| is_replaced(earlier, param)) {
                bail!("{option} {earlier}: replaced by {option} {param}, expected one of them");
            }
        }
        Ok(())
    }

    /// Checks the value of an option, `RULE.NAME=…` or, for all rules, `NAME=…`.
    ///
    /// # Errors
    /// If it is for another rule.
    pub(super) fn check_param(&self, option: &str, text: &str) -> Result<()> {
        match name_of(text).split_once('.').and_then(|(rule, _)| rule.parse().ok()) {
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

/// The name in `NAME=…`, with its rule.
fn name_of(text: &str) -> &str {
    text.split_once('=').map_or(text, |(name, _)| name).trim()
}

/// Whether the first setting of a parameter has no effect before the second: both are for the same
/// rule, or the second is for all.
fn is_replaced(first: &str, second: &str) -> bool {
    let (first, second) = (name_of(first), name_of(second));
    let for_all = first.split_once('.').map(|(_, name)| name);
    first.eq_ignore_ascii_case(second) || for_all == Some(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_set_once_for_each_rule() {
        let checked = |params: [&str; 2]| {
            let param = params.map(str::to_owned).to_vec();
            let player = TrainedArgs { param, prefix: "other-", ..TrainedArgs::default() };
            let rules = UsedRules::of([Rule::Renju, Rule::Caro]);
            rules.check(&player).map_err(|error| error.to_string())
        };
        for params in [
            ["late_base=2", "late_factor=3"],
            ["late_base=2", "caro.late_base=3"],
            ["renju.late_base=2", "caro.late_base=3"],
        ] {
            assert_eq!(checked(params), Ok(()), "{params:?}");
        }
        for params in [
            ["late_base=2", " late_base = 3"],
            ["caro.late_base=2", "Caro.late_base=2"],
            ["caro.late_base=2", "late_base=3"],
        ] {
            let [first, second] = params;
            let expected = format!(
                "--other-param {first}: replaced by --other-param {second}, expected one of them"
            );
            assert_eq!(checked(params), Err(expected));
        }
    }

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
