//! `tengen tune leaves`: positions at the ends of principal variations, to learn from.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use indicatif::ProgressBar;
use serde_json::json;

use super::super::args::{DrawnArgs, stop_on_ctrl_c};
use super::super::outputs::check_not_read;
use crate::training::game_file::{self, GameFileWriter};
use crate::training::leaves::{self, LeavesPlan};
use crate::types::Score;

/// So many positions are searched, then written: seconds of work, which is all that is lost if the process is killed.
const PART: usize = 1000;

/// Arguments of `tengen tune leaves`.
#[derive(Debug, Args)]
pub struct LeavesArgs {
    /// Files of `tengen selfplay`, all of one rule.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// File to write, of the same kind: each position a game of one move whose opening leads to it.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions of games to search from; those that prove won or lost give none.
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Nodes of the search whose principal variation is followed.
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Nodes of the search that judges the position at its end.
    #[arg(long, default_value_t = 8000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    value_nodes: u64,
    #[command(flatten)]
    drawn: DrawnArgs,
}

/// Draws, searches and judges. Stopped by Ctrl-C it writes the positions found so far.
///
/// # Errors
/// If a file cannot be read or written, rules are mixed, or the games have no position to draw.
pub fn run(args: &LeavesArgs) -> Result<ExitCode> {
    check_not_read(&args.out, &args.games)?;
    let DrawnArgs { seed, threads, trained } = &args.drawn;
    let trained_with = trained.read()?;
    let (mut games, mut settings) = (Vec::new(), Vec::new());
    for path in &args.games {
        let mut file = game_file::read(path)?;
        games.append(&mut file.games);
        settings.push(file.setting);
    }
    let roots = leaves::draw(&games, args.positions as usize, *seed);
    let Some(first) = roots.first() else {
        bail!("seen no position, expected games that were won and not proved from the start");
    };
    let rule = first.game.rule;
    if let Some(other) = games.iter().find(|game| game.rule != rule) {
        bail!("seen games of {rule} and of {}, expected one rule", other.rule);
    }
    let setting = json!({
        "leaves": args.positions,
        "nodes": args.nodes,
        "value_nodes": args.value_nodes,
        "seed": seed,
        "version": env!("CARGO_PKG_VERSION"),
        "with": trained.described(rule)?,
        "games": settings,
    });
    let mut writer = GameFileWriter::create(&args.out, &setting.to_string())?;
    let stop = stop_on_ctrl_c()?;
    let bar = ProgressBar::new(roots.len() as u64);
    let plan = LeavesPlan { nodes: args.nodes, value_nodes: args.value_nodes };
    let threads = *threads as usize;
    let (mut found, mut won, mut lost) = (0, 0, 0);
    for part in roots.chunks(PART) {
        for leaf in leaves::gather(part, plan, &trained_with, threads, &stop, &|| bar.inc(1)) {
            let value = leaf.values.first().map_or(Score(0), |&value| Score(value.into()));
            let is_proved = value.mate_plies().is_some();
            found += 1;
            won += usize::from(is_proved && value.0 > 0);
            lost += usize::from(is_proved && value.0 < 0);
            writer.write(&leaf)?;
        }
        if stop.is_set() {
            break;
        }
    }
    bar.finish_and_clear();
    let searched = bar.position();
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{searched} searched, {found} leaves: won for the side to move {won}, lost {lost}"
    )?;
    Ok(if stop.is_set() { ExitCode::from(130) } else { ExitCode::SUCCESS })
}
