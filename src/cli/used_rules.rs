//! Refuses weights and parameters that would have no effect: for a rule that no position has, or
//! replaced by later options.

use std::collections::HashSet;

use anyhow::{Result, bail};

use super::args::TrainedArgs;
use super::param_name::ParamName;
use tengen_engine::types::Rule;
use tengen_util::listed::listed;

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
    /// If a file cannot be read, or weights or a parameter are for another rule or replaced by
    /// later options.
    pub(super) fn check(&self, player: &TrainedArgs) -> Result<()> {
        self.check_weights(player)?;
        let option = format!("--{}param", player.prefix);
        player.param.iter().try_for_each(|text| self.check_param(&option, text))?;
        for (index, text) in player.param.iter().enumerate() {
            self.check_effect(&option, text, &player.param[index + 1..])?;
        }
        Ok(())
    }

    /// Checks the value of an option, `RULE.NAME=…` or, for all rules, `NAME=…`.
    ///
    /// # Errors
    /// If it is for another rule.
    fn check_param(&self, option: &str, text: &str) -> Result<()> {
        match ParamName::parse(text).ok().and_then(|param| param.rule) {
            Some(rule) => self.expect(rule, || format!("{option} {text}: seen a parameter")),
            None => Ok(()),
        }
    }

    /// Checks that files of weights are for rules that are used, one of each kind for a rule.
    fn check_weights(&self, player: &TrainedArgs) -> Result<()> {
        let option = format!("--{}weights", player.prefix);
        let files = player.files_of_rules()?;
        for (index, &(path, rule, kind)) in files.iter().enumerate() {
            let path = path.display();
            self.expect(rule, || format!("{option} {path}: seen weights"))?;
            let mut later = files[index + 1..].iter();
            if let Some((other, ..)) = later.find(|file| (file.1, file.2) == (rule, kind)) {
                let other = other.display();
                bail!(
                    "{option} {path}: replaced by {option} {other}, expected one file of this kind for {rule}"
                );
            }
        }
        Ok(())
    }

    /// Checks that later values do not set a parameter again for each of its rules that is used.
    fn check_effect(&self, option: &str, text: &str, later: &[String]) -> Result<()> {
        // An unknown rule is reported when the player is read.
        let Ok(param) = ParamName::parse(text) else { return Ok(()) };
        let later: Vec<(&String, ParamName<'_>)> = later
            .iter()
            .filter_map(|text| Some((text, ParamName::parse(text).ok()?)))
            .filter(|(_, other)| other.overlaps(param))
            .collect();
        let mut rules = self.iter().filter(|&rule| param.is_for(rule));
        let is_replaced = rules.all(|rule| later.iter().any(|(_, other)| other.is_for(rule)));
        if later.is_empty() || !is_replaced {
            return Ok(());
        }
        let options: Vec<String> =
            later.iter().map(|(text, _)| format!("{option} {text}")).collect();
        let expected =
            if options.len() == 1 { "one of them" } else { "either the first or the others" };
        let options = listed(&options, "and");
        bail!("{option} {text}: replaced by {options}, expected {expected}");
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
    use std::fs;

    use super::*;
    use tengen_engine::eval::{NetworkWeights, PolicyWeights};

    fn checked(rules: &[Rule], params: &[&str]) -> Result<(), String> {
        let param = params.iter().map(|&text| text.to_owned()).collect();
        let player = TrainedArgs { param, prefix: "other-", ..TrainedArgs::default() };
        let rules = UsedRules::of(rules.iter().copied());
        rules.check(&player).map_err(|error| error.to_string())
    }

    #[test]
    fn a_parameter_is_set_once_for_each_rule() {
        let two = [Rule::Renju, Rule::Caro];
        for params in [
            ["late_base=2", "late_factor=3"],
            ["late_base=2", "caro.late_base=3"],
            ["renju.late_base=2", "caro.late_base=3"],
        ] {
            assert_eq!(checked(&two, &params), Ok(()), "{params:?}");
        }
        let replaced = |rules: &[Rule], params: [&str; 2]| {
            let [first, second] = params;
            let expected = format!(
                "--other-param {first}: replaced by --other-param {second}, expected one of them"
            );
            assert_eq!(checked(rules, &params), Err(expected));
        };
        replaced(&two, ["late_base=2", " late_base = 3"]);
        replaced(&two, ["caro.late_base=2", "Caro.late_base=2"]);
        replaced(&two, ["caro.late_base=2", "late_base=3"]);
        // All rules that are used.
        replaced(&[Rule::Caro], ["late_base=2", "caro.late_base=3"]);
        let error = checked(&two, &["late_base=1", "caro.late_base=2", "renju.late_base=3"]);
        let expected = "--other-param late_base=1: replaced by --other-param caro.late_base=2 and --other-param renju.late_base=3, expected either the first or the others";
        assert_eq!(error, Err(expected.to_owned()));
    }

    #[test]
    fn a_file_of_weights_is_given_once_for_each_kind_and_rule() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: Vec<u8>| {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            path
        };
        let network = |rule| NetworkWeights::embedded(rule).unwrap().write();
        let caro = write("caro", network(Rule::Caro));
        let renju = write("renju", network(Rule::Renju));
        let policy = write("policy", PolicyWeights::embedded(Rule::Renju).unwrap().write());
        let again = write("again", network(Rule::Renju));
        let rules = UsedRules::of([Rule::Renju, Rule::Caro]);
        let mut player =
            TrainedArgs { weights: vec![caro, renju.clone(), policy], ..TrainedArgs::default() };
        assert!(rules.check(&player).is_ok());
        player.weights.push(again.clone());
        let (renju, again) = (renju.display(), again.display());
        let expected = format!(
            "--weights {renju}: replaced by --weights {again}, expected one file of this kind for renju"
        );
        assert_eq!(rules.check(&player).unwrap_err().to_string(), expected);
    }

    #[test]
    fn a_parameter_is_for_all_rules_or_for_one_that_is_used() {
        let rules = UsedRules::of([Rule::Renju, Rule::Standard, Rule::Renju]);
        for text in ["late_base=3", "renju.late_base=3", " Standard.late_base = 3"] {
            assert!(rules.check_param("--param", text).is_ok(), "{text}");
        }
        let error = rules.check_param("--param", "caro.late_base=3").unwrap_err();
        let expected =
            "--param caro.late_base=3: seen a parameter for caro, expected standard or renju";
        assert_eq!(error.to_string(), expected);
    }
}
