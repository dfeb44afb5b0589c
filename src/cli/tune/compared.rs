//! The two players that `tune duel` and `tune values` compare.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;

use super::super::args::TrainedArgs;
use super::super::used_rules::UsedRules;
use tengen_engine::engine::{EvaluationKind, Trained};

/// Why equal players are refused.
const EQUAL: &str =
    "both players are equal, expected another --param, --weights or --evaluation for one of them";

/// Two players to compare.
#[derive(Debug, Args)]
#[command(mut_arg("weights", |arg| arg.help("Weights of the first player (repeatable)")))]
#[command(mut_arg("param", |arg| {
    arg.help("Set a search parameter of the first player (repeatable)")
}))]
#[command(mut_arg("evaluation", |arg| {
    arg.help("Evaluation of the first player [default: network]")
}))]
pub(super) struct ComparedArgs {
    #[command(flatten)]
    first: TrainedArgs,
    #[command(flatten)]
    second: SecondArgs,
}

/// Weights and parameters of the second player.
#[derive(Debug, Args)]
struct SecondArgs {
    /// Weights of the second player (repeatable) [default: the built-in ones].
    #[arg(long, value_name = "FILE")]
    other_weights: Vec<PathBuf>,
    /// Set a search parameter of the second player (repeatable).
    #[arg(long, value_name = "[RULE.]NAME=N")]
    other_param: Vec<String>,
    /// Evaluation of the second player [default: network].
    #[arg(long, value_name = "WORD", value_parser = crate::values::evaluation())]
    other_evaluation: Option<EvaluationKind>,
}

impl SecondArgs {
    /// Whether any of these options is given.
    fn is_given(&self) -> bool {
        !self.other_weights.is_empty()
            || !self.other_param.is_empty()
            || self.other_evaluation.is_some()
    }

    /// These options as those of a player.
    fn trained(&self) -> TrainedArgs {
        TrainedArgs {
            weights: self.other_weights.clone(),
            param: self.other_param.clone(),
            evaluation: self.other_evaluation,
            prefix: "other-",
        }
    }
}

impl ComparedArgs {
    /// Reads the files and parameters of both. `is_even`: nothing else distinguishes the players.
    ///
    /// # Errors
    /// If a file cannot be read or does not contain weights, a parameter is unknown, an option has
    /// no effect under these rules, or the players are equal.
    pub(super) fn read(&self, rules: &UsedRules, is_even: bool) -> Result<[Trained; 2]> {
        let players = self.read_both(rules)?;
        ensure!(!(is_even && self.are_equal(&players, rules)), EQUAL);
        Ok(players)
    }

    /// Both players, or only the first if the second has no options and both are equal.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(super) fn read_one_or_two(&self, rules: &UsedRules) -> Result<(Trained, Option<Trained>)> {
        let players = self.read_both(rules)?;
        let are_equal = self.are_equal(&players, rules);
        ensure!(!are_equal || !self.second.is_given(), EQUAL);
        let [first, second] = players;
        Ok((first, (!are_equal).then_some(second)))
    }

    fn read_both(&self, rules: &UsedRules) -> Result<[Trained; 2]> {
        let (first, second) = (&self.first, self.second.trained());
        rules.check(first)?;
        rules.check(&second)?;
        Ok([first.read()?, second.read()?])
    }

    /// Whether the players would search alike under these rules.
    fn are_equal(&self, players: &[Trained; 2], rules: &UsedRules) -> bool {
        let [first, second] = players;
        self.first.weights == self.second.other_weights
            && first.evals.kind == second.evals.kind
            && rules.iter().all(|rule| first.params.of(rule) == second.params.of(rule))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::Rule;

    /// Players with these parameters.
    fn compared(first: &[&str], second: &[&str]) -> ComparedArgs {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let first = TrainedArgs { param: texts(first), ..TrainedArgs::default() };
        let second = SecondArgs {
            other_weights: Vec::new(),
            other_param: texts(second),
            other_evaluation: None,
        };
        ComparedArgs { first, second }
    }

    fn equal(first: &[&str], second: &[&str]) -> bool {
        let read = compared(first, second).read(&UsedRules::of([Rule::Renju]), true);
        read.is_err_and(|error| error.to_string() == EQUAL)
    }

    #[test]
    fn players_that_would_search_alike_are_refused() {
        let built_in = Trained::default().params.of(Rule::Renju).late_base;
        let same = format!("late_base={built_in}");
        assert!(equal(&[], &[]) && equal(&[same.as_str()], &[]));
        assert!(equal(&["late_base=2"], &["renju.late_base = 2"]));
        assert!(!equal(&["late_base=2"], &["late_base=3"]) && !equal(&[], &["late_base=900"]));
        // A handicap makes them unequal.
        assert!(compared(&[], &[]).read(&UsedRules::of([Rule::Renju]), false).is_ok());
    }

    #[test]
    fn one_player_is_enough_if_the_second_has_no_options() {
        let same = format!("late_base={}", Trained::default().params.of(Rule::Renju).late_base);
        let has_second = |first: &[&str], second: &[&str]| {
            let read = compared(first, second).read_one_or_two(&UsedRules::of([Rule::Renju]));
            read.map(|(_, second)| second.is_some()).map_err(|error| error.to_string())
        };
        assert_eq!(has_second(&[], &[]), Ok(false));
        assert_eq!(has_second(&[same.as_str()], &[]), Ok(false));
        assert_eq!(has_second(&["late_base=900"], &[]), Ok(true), "the second is built in");
        assert_eq!(has_second(&[], &["late_base=900"]), Ok(true));
        assert_eq!(has_second(&[], &[same.as_str()]), Err(EQUAL.to_owned()));
        assert_eq!(has_second(&["late_base=9"], &["late_base=9"]), Err(EQUAL.to_owned()));
    }

    #[test]
    fn an_error_names_the_option_of_its_player() {
        let of = |prefix| {
            let player = TrainedArgs { param: vec!["no=1".into()], prefix, ..Default::default() };
            format!("{:#}", player.read().unwrap_err())
        };
        assert!(of("").starts_with("--param: 'no=1': expected "), "{}", of(""));
        assert!(of("other-").starts_with("--other-param: 'no=1': expected "), "{}", of("other-"));
    }
}
