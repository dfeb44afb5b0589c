//! `tengen tune reference`: labels positions of games with the values of a deep search.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::ProgressBar;

use super::super::args::DrawnArgs;
use super::super::outputs::{check_not_read, check_writable, replace};
use super::super::statuses;
use super::super::used_rules::UsedRules;
use super::training::read_file;
use super::values::read;
use crate::interrupt;
use tengen_engine::board::Position;
use tengen_lab::game_file::SelfGame;
use tengen_lab::values::{self, ValuedPosition};
use tengen_records::jsonl;

/// Positions searched between two writes: a minute of work, lost if the process is killed.
const PART: usize = 100;

/// Arguments of `tengen tune reference`.
#[derive(Debug, Args)]
#[command(after_help = statuses::INTERRUPTIBLE)]
pub(super) struct ReferenceArgs {
    /// Files of `tengen selfplay`, or `games.jsonl` of matches.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Output file: one position per line, as `tengen analyze` reads them, with its value.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions.
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// At most this many positions of one game.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    per_game: u32,
    /// Nodes per position: many times as many as for `tune values`.
    #[arg(long, default_value_t = 1_000_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Continue the output file of the same command.
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    drawn: DrawnArgs,
}

/// Draws positions and searches them. Ctrl-C keeps the positions searched so far.
///
/// # Errors
/// If a file cannot be read or written, the games have no position to draw, weights or a parameter
/// are for another rule than those of the positions, or the file to continue has other positions.
pub(super) fn run(args: &ReferenceArgs) -> Result<ExitCode> {
    check_not_read(&args.out, &args.games)?;
    check_writable(&args.out)?;
    let mut games = Vec::new();
    for path in &args.games {
        games.append(&mut games_of(path)?);
    }
    let DrawnArgs { seed, threads, trained } = &args.drawn;
    let positions = values::draw(&games, args.positions as usize, args.per_game as usize, *seed);
    if positions.is_empty() {
        bail!("no position to search, expected games with moves that are not proved");
    }
    UsedRules::of(positions.iter().map(Position::rule)).check(trained)?;
    let (mut text, done) =
        if args.resume { earlier(&args.out, &positions)? } else { Default::default() };
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let bar = ProgressBar::new(positions.len() as u64).with_position(done as u64);
    let searcher = [trained.read()?];
    for part in positions[done..].chunks(PART) {
        let searched = || bar.inc(1);
        let found =
            values::values(&searcher, part, args.nodes, *threads as usize, &stop, &searched);
        for (position, [value]) in part.iter().cloned().zip(found) {
            text += &ValuedPosition { position, value }.write();
            text.push('\n');
        }
        replace(&args.out, text.as_bytes())?;
        if stop.is_set() {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(interrupt::status(!stop.is_set()))
}

/// The games of a file of self-play or of a match, those on boards too large for the engine left
/// out.
fn games_of(path: &Path) -> Result<Vec<SelfGame>> {
    if path.extension().is_none_or(|extension| extension != "jsonl") {
        return Ok(read_file(path)?.games);
    }
    let name = || format!("cannot read '{}'", path.display());
    let games = jsonl::read(&fs::read_to_string(path).with_context(name)?);
    let games = games.with_context(|| format!("'{}'", path.display()))?;
    Ok(games.iter().filter_map(SelfGame::of_match).collect())
}

/// What an interrupted run has written, and how many of these positions that are; nothing if it had
/// not begun.
///
/// # Errors
/// If it cannot be read, or begins with other positions.
fn earlier(path: &Path, positions: &[Position]) -> Result<(String, usize)> {
    if fs::metadata(path).map_or(true, |data| data.len() == 0) {
        return Ok(Default::default());
    }
    let found = read(path)?;
    let differs = |(found, position): (&ValuedPosition, &Position)| found.position != *position;
    if found.len() > positions.len() || found.iter().zip(positions).any(differs) {
        bail!(
            "--resume: '{}' has other positions, expected those that the same files and options draw",
            path.display()
        );
    }
    Ok((found.iter().map(|it| it.write() + "\n").collect(), found.len()))
}
