//! `tengen tune leaves`: collects positions at the ends of principal variations as training data.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::ProgressBar;
use serde_json::json;

use super::super::args::DrawnArgs;
use super::super::outputs::check_not_read;
use super::super::statuses;
use super::super::used_rules::UsedRules;
use super::training::read_file;
use crate::interrupt;
use tengen_engine::types::{Rule, Score};
use tengen_lab::game_file::{GameFileWriter, SelfGame};
use tengen_lab::leaves::{self, LeavesPlan, Root};
use tengen_util::stderr;

/// Positions searched between two writes: seconds of work, lost if the process is killed.
const PART: usize = 1000;

/// Arguments of `tengen tune leaves`.
#[derive(Debug, Args)]
#[command(after_help = statuses::INTERRUPTIBLE)]
pub(super) struct LeavesArgs {
    /// Files of `tengen selfplay`, all of one rule.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Output file in the format of `tengen selfplay`: each position is a game of one move whose
    /// opening leads to it.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions to search from: those of games up to where the result was proved; a win or loss
    /// that the search proves yields no leaf.
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Nodes of the search whose principal variation is followed.
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Nodes of the search that evaluates the position at its end.
    #[arg(long, default_value_t = 8000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    value_nodes: u64,
    /// Stones of a search by fours and threes after the one that evaluates: a win that it proves
    /// replaces the value. 2000 find half of the wins that 8,000 nodes miss, in 0.4 ms. 0: none.
    #[arg(long, default_value_t = 2000, value_name = "N")]
    threat_stones: u64,
    #[command(flatten)]
    drawn: DrawnArgs,
}

/// Draws positions, searches them and writes the leaves. Ctrl-C keeps the leaves written so far.
///
/// # Errors
/// If a file cannot be read or written, rules are mixed, the games have no position to draw, or
/// weights or a parameter are for another rule.
pub(super) fn run(args: &LeavesArgs) -> Result<ExitCode> {
    check_not_read(&args.out, &args.games)?;
    let DrawnArgs { seed, threads, trained } = &args.drawn;
    let trained_with = trained.read()?;
    let (games, settings) = read_games(&args.games)?;
    let roots = draw(&games, args.positions as usize, *seed);
    let rule = rule_of(&games, &roots)?;
    UsedRules::of([rule]).check(trained)?;
    let setting = json!({
        "leaves": args.positions,
        "nodes": args.nodes,
        "value_nodes": args.value_nodes,
        "threat_stones": args.threat_stones,
        "seed": seed,
        "version": env!("CARGO_PKG_VERSION"),
        "with": trained.described(rule)?,
        "games": settings,
    });
    let mut writer = GameFileWriter::create(&args.out, &setting.to_string())?;
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let bar = ProgressBar::new(roots.len() as u64);
    let LeavesArgs { nodes, value_nodes, threat_stones, .. } = *args;
    let plan = LeavesPlan { nodes, value_nodes, threat_stones };
    let mut count = LeafCount::default();
    for part in roots.chunks(PART) {
        let done = || bar.inc(1);
        for leaf in leaves::gather(part, plan, &trained_with, *threads as usize, &stop, &done) {
            count.add(&leaf);
            writer.write(&leaf)?;
        }
        if stop.is_set() {
            break;
        }
    }
    bar.finish_and_clear();
    writeln!(std::io::stdout(), "{} searched, {}", bar.position(), count.text())?;
    Ok(interrupt::status(!stop.is_set()))
}

/// Draws the positions to search; says so if there are fewer.
fn draw(games: &[SelfGame], count: usize, seed: u64) -> Vec<Root<'_>> {
    let roots = leaves::draw(games, count, seed);
    if roots.len() < count {
        let found = roots.len();
        stderr::say(format_args!(
            "only {found} of {count} positions: the games have no more undecided positions"
        ));
    }
    roots
}

/// Leaves, and those among them whose result is proved.
#[derive(Default)]
struct LeafCount {
    leaves: usize,
    won: usize,
    lost: usize,
}

impl LeafCount {
    fn add(&mut self, leaf: &SelfGame) {
        let value = leaf.values.first().map_or(Score(0), |&value| Score(value.into()));
        let is_proved = value.mate_plies().is_some();
        self.leaves += 1;
        self.won += usize::from(is_proved && value.0 > 0);
        self.lost += usize::from(is_proved && value.0 < 0);
    }

    fn text(&self) -> String {
        let Self { leaves, won, lost } = self;
        let found = match leaves {
            1 => "1 leaf".to_owned(),
            leaves => format!("{leaves} leaves"),
        };
        format!("{found}, of which proved: {won} won and {lost} lost for the side to move")
    }
}

/// The games of all files, and the setting that each file was played with.
fn read_games(paths: &[PathBuf]) -> Result<(Vec<SelfGame>, Vec<String>)> {
    let (mut games, mut settings) = (Vec::new(), Vec::new());
    for path in paths {
        let mut file = read_file(path)?;
        games.append(&mut file.games);
        settings.push(file.setting);
    }
    Ok((games, settings))
}

/// The rule of all games.
fn rule_of(games: &[SelfGame], roots: &[Root<'_>]) -> Result<Rule> {
    let Some(first) = roots.first() else {
        bail!("no position to search, expected games with moves that are not proved");
    };
    let rule = first.game.rule;
    if let Some(other) = games.iter().find(|game| game.rule != rule) {
        bail!("games of {rule} and of {}, expected one rule", other.rule);
    }
    Ok(rule)
}
