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
use tengen_lab::duel::{self, Contestant, DuelSetting, NodeClock, Pace};

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
    /// Nodes per move of the second player: a handicap [default: those of the first].
    #[arg(long, value_name = "N", conflicts_with = "match_ms", value_parser = clap::value_parser!(u64).range(1..))]
    other_nodes: Option<u64>,
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
    /// The same for the second player, as on a faster or slower machine [default: as the first].
    #[arg(long, value_name = "N", requires = "match_ms", value_parser = clap::value_parser!(u32).range(1..))]
    other_nodes_per_ms: Option<u32>,
}

impl DuelArgs {
    /// What each player may spend.
    fn paces(&self) -> [Pace; 2] {
        let nodes = [self.nodes, self.other_nodes.unwrap_or(self.nodes)].map(Pace::Nodes);
        self.clock.clocks().map_or(nodes, |clocks| clocks.map(Pace::Clock))
    }
}

impl ClockArgs {
    /// The clocks of both players; `None` without `--match-ms`.
    fn clocks(&self) -> Option<[NodeClock; 2]> {
        let rates = [self.nodes_per_ms, self.other_nodes_per_ms.unwrap_or(self.nodes_per_ms)];
        let game = Duration::from_millis(self.match_ms?);
        let turn = self.turn_ms.map(Duration::from_millis);
        let increment = Duration::from_millis(self.increment_ms);
        Some(rates.map(|nodes_per_ms| NodeClock { game, turn, increment, nodes_per_ms }))
    }
}

/// Plays the match and prints its result.
///
/// # Errors
/// If a file cannot be read, a name is unknown, weights or a parameter are for another rule, the
/// players are equal and may spend the same, or stdout cannot be written.
pub(super) fn run(args: &DuelArgs) -> Result<ExitCode> {
    let paces = args.paces();
    let players = args.compared.read(&UsedRules::of([args.rule]), paces[0] == paces[1])?;
    let size = BoardSize::square(args.size.into())?;
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let bar = ProgressBar::new(u64::from(args.pairs));
    let setting = DuelSetting { rule: args.rule, size, paces };
    let drawn = (args.pairs as usize, args.seed);
    let played = || bar.inc(1);
    let players = players.each_ref().map(|player| player as &dyn Contestant);
    let results = duel::series(players, setting, drawn, args.threads as usize, &stop, &played);
    bar.finish_and_clear();
    let (mut counts, mut pairs) = (GameCounts::default(), Pentanomial::default());
    let (mut nodes, mut allowed_nodes) = ([0; 2], [0; 2]);
    for pair in results {
        let [first, second] = pair.games;
        counts.add((first + 1) as u32);
        counts.add((second + 1) as u32);
        pairs.add((first + second + 2) as u32);
        nodes = [0, 1].map(|player| nodes[player] + pair.nodes[player]);
        allowed_nodes = [0, 1].map(|player| allowed_nodes[player] + pair.allowed_nodes[player]);
    }
    let GameCounts { wins, draws, losses } = counts;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} games: {wins} won, {draws} drawn, {losses} lost", counts.games())?;
    if let Some(estimate) = elo::difference(&pairs.scores()) {
        let los = 100.0 * elo::superiority(&pairs.scores());
        writeln!(out, "Elo {}, likelihood of superiority {los:.1} %", estimate.text(1))?;
    }
    if allowed_nodes.iter().all(|&allowed| allowed > 0) {
        let [first, second] =
            [0, 1].map(|player| 100.0 * nodes[player] as f64 / allowed_nodes[player] as f64);
        writeln!(out, "The first player used {first:.0} % of its time, the second {second:.0} %.")?;
    }
    Ok(interrupt::status(!stop.is_set()))
}
