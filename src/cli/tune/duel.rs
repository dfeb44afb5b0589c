//! `tengen tune duel`: a match between two sets of weights or parameters, within this process.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use indicatif::ProgressBar;

use super::super::statuses;
use super::super::used_rules::UsedRules;
use super::compared::ComparedArgs;
use crate::interrupt;
use tengen_arena::stats::elo;
use tengen_arena::stats::tally::{GameCounts, Pentanomial};
use tengen_engine::types::{BoardSize, Rule};
use tengen_lab::duel;

/// Arguments of `tengen tune duel`.
#[derive(Debug, Args)]
#[command(after_help = statuses::INTERRUPTIBLE)]
pub(super) struct DuelArgs {
    #[command(flatten)]
    compared: ComparedArgs,
    /// Rule of the games.
    #[arg(long, default_value_t = Rule::Freestyle, value_parser = crate::values::rule())]
    rule: Rule,
    /// Board size.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=22))]
    size: u8,
    /// Nodes per move.
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Openings; each is played with both colors.
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Random seed of the openings.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Threads; the result does not depend on their number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Plays the match and prints its result.
///
/// # Errors
/// If a file cannot be read, a name is unknown, weights or a parameter are for another rule, the
/// players are equal, or stdout cannot be written.
pub(super) fn run(args: &DuelArgs) -> Result<ExitCode> {
    let players = args.compared.read(&UsedRules::of([args.rule]))?;
    let size = BoardSize::square(args.size.into())?;
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let bar = ProgressBar::new(u64::from(args.pairs));
    let setting = duel::DuelSetting { rule: args.rule, size, nodes: args.nodes };
    let drawn = (args.pairs as usize, args.seed);
    let played = || bar.inc(1);
    let results = duel::series(&players, setting, drawn, args.threads as usize, &stop, &played);
    bar.finish_and_clear();
    let (mut counts, mut pairs) = (GameCounts::default(), Pentanomial::default());
    for [first, second] in results {
        counts.add((first + 1) as u32);
        counts.add((second + 1) as u32);
        pairs.add((first + second + 2) as u32);
    }
    let GameCounts { wins, draws, losses } = counts;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} games: {wins} won, {draws} drawn, {losses} lost", counts.games())?;
    if let Some(estimate) = elo::difference(&pairs.scores()) {
        let los = 100.0 * elo::superiority(&pairs.scores());
        writeln!(out, "Elo {}, likelihood of superiority {los:.1} %", estimate.text(1))?;
    }
    Ok(interrupt::status(!stop.is_set()))
}
