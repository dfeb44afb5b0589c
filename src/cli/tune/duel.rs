//! `tengen tune duel`: a match between two sets of weights or parameters, within this process.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

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
use tengen_lab::duel::{self, DuelSetting, NodeClock, Pace};

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
    #[command(flatten)]
    clock: ClockArgs,
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

/// A clock that counts nodes.
#[derive(Debug, Args)]
struct ClockArgs {
    /// Play by a clock of so many milliseconds for a game, which counts nodes.
    #[arg(long, value_name = "N", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..))]
    match_ms: Option<u64>,
    /// Longest time for a move, by that clock.
    #[arg(long, value_name = "N", requires = "match_ms", value_parser = clap::value_parser!(u64).range(1..))]
    turn_ms: Option<u64>,
    /// Added after every move.
    #[arg(long, value_name = "N", requires = "match_ms", default_value_t = 0)]
    increment_ms: u64,
    /// Nodes that make a millisecond of that clock.
    #[arg(long, value_name = "N", requires = "match_ms", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    nodes_per_ms: u32,
}

impl ClockArgs {
    /// The clock; `None` without `--match-ms`.
    fn clock(&self) -> Option<NodeClock> {
        self.match_ms.map(|game| NodeClock {
            game: Duration::from_millis(game),
            turn: self.turn_ms.map(Duration::from_millis),
            increment: Duration::from_millis(self.increment_ms),
            nodes_per_ms: self.nodes_per_ms,
        })
    }
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
    let clock = args.clock.clock();
    let pace = clock.map_or(Pace::Nodes(args.nodes), Pace::Clock);
    let setting = DuelSetting { rule: args.rule, size, pace };
    let drawn = (args.pairs as usize, args.seed);
    let played = || bar.inc(1);
    let results = duel::series(&players, setting, drawn, args.threads as usize, &stop, &played);
    bar.finish_and_clear();
    let (mut counts, mut pairs) = (GameCounts::default(), Pentanomial::default());
    let mut nodes = [0; 2];
    for pair in results {
        let [first, second] = pair.games;
        counts.add((first + 1) as u32);
        counts.add((second + 1) as u32);
        pairs.add((first + second + 2) as u32);
        nodes = [0, 1].map(|player| nodes[player] + pair.nodes[player]);
    }
    let GameCounts { wins, draws, losses } = counts;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} games: {wins} won, {draws} drawn, {losses} lost", counts.games())?;
    if let Some(estimate) = elo::difference(&pairs.scores()) {
        let los = 100.0 * elo::superiority(&pairs.scores());
        writeln!(out, "Elo {}, likelihood of superiority {los:.1} %", estimate.text(1))?;
    }
    if let Some(clock) = clock.filter(|_| counts.games() > 0) {
        let per_game = clock.game.as_millis() as f64 * f64::from(clock.nodes_per_ms);
        let share = |nodes: u64| 100.0 * nodes as f64 / (counts.games() as f64 * per_game);
        let [first, second] = nodes.map(share);
        writeln!(out, "of the time for a game {first:.0} % and {second:.0} % were used")?;
    }
    Ok(interrupt::status(!stop.is_set()))
}
