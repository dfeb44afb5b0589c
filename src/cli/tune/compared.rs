//! The two players that `tune duel` and `tune values` compare.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use super::super::args::TrainedArgs;
use super::used_rules::UsedRules;
use crate::engine::{EvaluationKind, Trained};

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
    /// Weights of the second player (repeatable).
    #[arg(long, value_name = "FILE")]
    other_weights: Vec<PathBuf>,
    /// Set a search parameter of the second player (repeatable).
    #[arg(long, value_name = "[RULE.]NAME=N")]
    other_param: Vec<String>,
    /// Evaluation of the second player [default: network].
    #[arg(long, value_name = "WORD")]
    other_evaluation: Option<EvaluationKind>,
}

impl SecondArgs {
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
    /// Reads the files and parameters of both.
    ///
    /// # Errors
    /// If a file cannot be read or does not contain weights, a parameter is unknown, an option has
    /// no effect under these rules, or the players are equal.
    pub(super) fn read(&self, rules: &UsedRules) -> Result<[Trained; 2]> {
        let (first, second) = (&self.first, self.second.trained());
        rules.check(first)?;
        rules.check(&second)?;
        let players = [first.read()?, second.read()?];
        let has_same_evaluation =
            first.weights == second.weights && players[0].evals.kind == players[1].evals.kind;
        let [a, b] = players.each_ref().map(|player| &player.params);
        if has_same_evaluation && rules.iter().all(|rule| a.of(rule) == b.of(rule)) {
            bail!(
                "both players are equal, expected another --param, --weights or --evaluation for one of them"
            );
        }
        Ok(players)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rule;

    fn equal(first: &[&str], second: &[&str]) -> bool {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let first = TrainedArgs { param: texts(first), ..TrainedArgs::default() };
        let second = SecondArgs {
            other_weights: Vec::new(),
            other_param: texts(second),
            other_evaluation: None,
        };
        let read = ComparedArgs { first, second }.read(&UsedRules::of([Rule::Renju]));
        read.is_err_and(|error| error.to_string().starts_with("both players are equal"))
    }

    #[test]
    fn players_that_would_search_alike_are_refused() {
        let built_in = Trained::default().params.of(Rule::Renju).late_base;
        let same = format!("late_base={built_in}");
        assert!(equal(&[], &[]) && equal(&[same.as_str()], &[]));
        assert!(equal(&["late_base=2"], &["renju.late_base = 2"]));
        assert!(!equal(&["late_base=2"], &["late_base=3"]) && !equal(&[], &["late_base=900"]));
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
