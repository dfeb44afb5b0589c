//! `tengen tune reference`: labels positions of games with the values of a deep search.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::ProgressBar;

use super::super::args::DrawnArgs;
use super::super::outputs::{check_not_read, check_writable, replace};
use super::super::statuses;
use super::super::used_rules::UsedRules;
use super::training::read_file;
use crate::interrupt;
use tengen_engine::board::Position;
use tengen_lab::values::{self, ValuedPosition};

/// Arguments of `tengen tune reference`.
#[derive(Debug, Args)]
#[command(after_help = statuses::INTERRUPTIBLE)]
pub(super) struct ReferenceArgs {
    /// Files of `tengen selfplay`.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Output file: one position per line, as `tengen analyze` reads them, with its value.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions, each from a different game.
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Nodes per position: many times as many as for `tune values`.
    #[arg(long, default_value_t = 1_000_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    drawn: DrawnArgs,
}

/// Draws positions and searches them. After Ctrl-C, writes the positions searched so far.
///
/// # Errors
/// If a file cannot be read or written, the games have no position to draw, or weights or a
/// parameter are for another rule than those of the positions.
pub(super) fn run(args: &ReferenceArgs) -> Result<ExitCode> {
    check_not_read(&args.out, &args.games)?;
    check_writable(&args.out)?;
    let mut games = Vec::new();
    for path in &args.games {
        games.append(&mut read_file(path)?.games);
    }
    let positions = values::draw(&games, args.positions as usize, args.drawn.seed);
    if positions.is_empty() {
        bail!("no position to search, expected games with moves that are not proved");
    }
    UsedRules::of(positions.iter().map(Position::rule)).check(&args.drawn.trained)?;
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let bar = ProgressBar::new(positions.len() as u64);
    let (threads, searched) = (args.drawn.threads as usize, || bar.inc(1));
    let searcher = [args.drawn.trained.read()?];
    let found = values::values(&searcher, &positions, args.nodes, threads, &stop, &searched);
    bar.finish_and_clear();
    let mut text = String::new();
    for (position, [value]) in positions.into_iter().zip(found) {
        text += &ValuedPosition { position, value }.write();
        text.push('\n');
    }
    replace(&args.out, text.as_bytes())?;
    Ok(if stop.is_set() { ExitCode::from(interrupt::EXIT_STATUS) } else { ExitCode::SUCCESS })
}
