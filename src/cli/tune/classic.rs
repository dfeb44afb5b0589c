//! `tengen tune classic`: trains the sixteen weights of the classic player.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::ProgressBar;

use super::super::outputs::{check_folder, replace};
use super::super::statuses;
use super::plot::{Curve, PlotScale, plot};
use crate::interrupt;
use tengen_engine::classic::ClassicWeights;
use tengen_lab::classic::{OPENINGS, Training, match_between};
use tengen_util::count::counted;

/// The files of the folder: the state, the weights, the scores of the rounds.
const STATE: &str = "state.json";
const BEST: &str = "best.txt";
const SCORE: &str = "score.svg";
/// Rounds by default.
const ROUNDS: u32 = 200;
/// Most games of the final match.
const MOST_GAMES: u32 = 1_000_000;

/// Arguments of `tengen tune classic`.
#[derive(Debug, Args)]
#[command(after_help = statuses::RESUMABLE)]
pub(super) struct ClassicArgs {
    /// Output folder: state.json, best.txt (the weights) and, at the end, score.svg.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Total rounds [default: 200, with --resume the previous number].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rounds: Option<u32>,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Continue the training in the folder.
    #[arg(long)]
    resume: bool,
    /// Games of the final match against the starting weights, two per opening.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = even)]
    games: u32,
}

/// Parses a number of games, two per opening.
fn even(text: &str) -> Result<u32, String> {
    let games = text.parse().ok();
    let games = games.filter(|games: &u32| games.is_multiple_of(2) && *games <= MOST_GAMES);
    games.ok_or_else(|| format!("seen '{text}', expected an even number from 0 to {MOST_GAMES}"))
}

/// Trains.
///
/// # Errors
/// If the folder contains another training, or cannot be read or written.
pub(super) fn run(args: &ClassicArgs) -> Result<ExitCode> {
    let state = args.out.join(STATE);
    let mut training = open(args, &state)?;
    check_folder(&args.out, &[STATE, BEST, SCORE])?;
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let mut out = std::io::stdout().lock();
    let bar = ProgressBar::new(u64::from(training.rounds));
    while !training.is_done() {
        if stop.is_set() {
            bar.abandon();
            let played = counted(training.played.into(), "round");
            writeln!(out, "stopped after {played}; --resume continues")?;
            return Ok(ExitCode::from(interrupt::EXIT_STATUS));
        }
        let points = training.round().context("state.json does not contain sixteen weights")?;
        replace(&state, serde_json::to_string(&training)?.as_bytes())?;
        let weights = training.weights().unwrap_or_default();
        replace(&args.out.join(BEST), weights.write().as_bytes())?;
        bar.set_position(u64::from(training.played));
        let score = training.history.last().copied().unwrap_or(0.0);
        bar.suspend(|| {
            writeln!(
                out,
                "round {:>4}: points of the best and its copies {points:?}, {score:.0} % against the start",
                training.played
            )
        })?;
    }
    bar.finish_and_clear();
    let curve = Curve { name: "points against the start", values: &training.history };
    let scale = PlotScale { low: 0.0, high: 100.0, unit: " %", step: "round", first: 1 };
    replace(&args.out.join(SCORE), plot(&[curve], scale).as_bytes())?;
    let weights = training.weights().unwrap_or_default();
    let (start, seed) = (ClassicWeights::default(), training.seed ^ 0xf17a1);
    let (score, games) = match_between(&weights, &start, args.games as usize / 2, seed);
    writeln!(out, "{games} games against the starting weights: wins minus losses {score:+}")?;
    Ok(ExitCode::SUCCESS)
}

fn open(args: &ClassicArgs, state: &Path) -> Result<Training> {
    let name = state.display();
    if !args.resume {
        if state.exists() {
            bail!("'{name}' exists, expected --resume or another folder");
        }
        return Ok(Training::new(args.seed, args.rounds.unwrap_or(ROUNDS), OPENINGS));
    }
    let text = fs::read_to_string(state).with_context(|| format!("cannot read '{name}'"))?;
    let mut training: Training = serde_json::from_str(&text)
        .with_context(|| format!("'{name}' is not the state of a training"))?;
    if training.seed != args.seed {
        bail!("--seed {}, expected {} as in '{name}'", args.seed, training.seed);
    }
    if let Some(rounds) = args.rounds {
        training.rounds = rounds.max(training.played);
    }
    Ok(training)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_of_the_final_match_is_played_with_both_colors() {
        assert_eq!([even("0"), even("200")], [Ok(0), Ok(200)]);
        for wrong in ["1", "201", "-2", "1000002", "x"] {
            let expected = format!("seen '{wrong}', expected an even number from 0 to 1000000");
            assert_eq!(even(wrong), Err(expected));
        }
    }
}
