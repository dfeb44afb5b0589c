//! `tengen games review`: goes through a finished game.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::super::args::HashArgs;
use super::super::game_file::{ReadArgs, ReadGame, format, line_of, read_one};
use super::super::outputs::{check_distinct, check_output, replace};
use super::super::statuses::after_reading;
use super::library::chosen;
use crate::interrupt;
use tengen_engine::engine::{Engine, Options};
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::GameRecord;
use tengen_records::game_format::{GameFormat, tree_of};
use tengen_records::game_tree::GameTree;
use tengen_study::review::{self, Review, ReviewOptions, ReviewProgress};

const EXIT_STATUSES: &str = "\
Exit status: 0 success, 1 a part of the file cannot be read, 2 bad input, 130 ended by Ctrl-C, with what was reviewed until then.";

/// Arguments of `tengen games review`.
#[derive(Debug, Args)]
#[command(after_help = EXIT_STATUSES)]
pub(super) struct ReviewArgs {
    #[arg(
        value_name = "FILE|N",
        help = format!("A number in the library (see --file), or a file: {}", GameFormat::endings("or"))
    )]
    game: String,
    /// Number of the game in the file [default: the last]
    #[arg(value_name = "N")]
    number: Option<u64>,
    /// Time per position, in milliseconds [default: 500 without --nodes]
    #[arg(long, value_name = "N", visible_alias = "turn-ms", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// Nodes per position, for the search and for each kind of forced win
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    #[command(flatten)]
    hash: HashArgs,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
    /// Write the game with comments and better lines to this SGF file
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Write a page with boards and curve to this HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// The rule, if the file names none or one that is unknown [default: freestyle for games
    /// that name none]
    #[arg(long, value_parser = crate::values::rule())]
    rule: Option<Rule>,
    /// The board of lists of moves
    #[arg(long, value_name = "N|WxH", default_value = "15")]
    size: BoardSize,
    #[command(flatten)]
    reading: ReadArgs,
}

/// Time per position if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_millis(500);

/// Reviews a game, one of `library` if it is named by its number, and shows the result. If the
/// library was given on the command line (`is_named`), it must be used.
///
/// # Errors
/// If there is no such game, it cannot be reviewed, or a file cannot be written.
pub(super) fn run(args: &ReviewArgs, library: &Path, is_named: bool) -> Result<ExitCode> {
    let Reviewed { game, tree, is_damaged } = game(args, library, is_named)?;
    check_distinct(&[("--sgf", args.sgf.as_deref()), ("--html", args.html.as_deref())])?;
    let inputs = [PathBuf::from(&args.game), library.to_owned()];
    for (option, path) in [("--sgf", &args.sgf), ("--html", &args.html)] {
        if let Some(path) = path {
            check_output(path, &inputs, args.force).context(option)?;
        }
    }
    let unlimited = args.time_ms.is_none() && args.nodes.is_none();
    let options = ReviewOptions {
        time: args.time_ms.map(Duration::from_millis).or(unlimited.then_some(DEFAULT_TIME)),
        nodes: args.nodes,
        solver_mb: ReviewOptions::SOLVER_MB,
    };
    let mut engine = Engine::new();
    engine.set_options(Options {
        threads: usize::try_from(args.threads).unwrap_or(1),
        hash_kib: args.hash.kib(),
        ..Options::default()
    });
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let bar = progress_bar()?;
    let reviewed = review::review(&game, &mut engine, &options, &stop, &mut |progress| {
        if let ReviewProgress::Position(done, all) = progress {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        }
    });
    bar.finish_and_clear();
    let reviewed = reviewed?;
    show(args, &reviewed, tree)?;
    let is_stopped = !reviewed.is_complete;
    let stopped = ExitCode::from(interrupt::EXIT_STATUS);
    Ok(if is_stopped { stopped } else { after_reading(is_damaged) })
}

/// A bar on stderr, if that is a terminal.
fn progress_bar() -> Result<ProgressBar> {
    let is_shown = io::stderr().is_terminal();
    let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} positions, {eta} left")?;
    Ok(ProgressBar::with_draw_target(Some(0), target).with_style(style))
}

fn show(args: &ReviewArgs, reviewed: &Review, tree: GameTree) -> Result<()> {
    let text = if args.json { review::json(reviewed) } else { review::text(reviewed) };
    // The files are written even if stdout is closed.
    let mut out = io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Some(path) = &args.sgf {
        replace(path, review::sgf(reviewed, tree).as_bytes())?;
    }
    if let Some(path) = &args.html {
        replace(path, review::page(reviewed).as_bytes())?;
    }
    Ok(printed?)
}

/// The game that is named.
struct Reviewed {
    /// Its main line.
    game: GameRecord,
    tree: GameTree,
    /// Whether a part of its file cannot be read.
    is_damaged: bool,
}

fn game(args: &ReviewArgs, library: &Path, is_named: bool) -> Result<Reviewed> {
    let path = Path::new(&args.game);
    let number: Option<u64> = args.game.parse().ok().filter(|_| !path.exists());
    if let Some(number) = number {
        if args.number.is_some() {
            bail!("two game numbers, expected one");
        }
        let (games, is_damaged) = chosen(library, &[number])?;
        let game = games.into_iter().next().context("no game")?;
        let tree = tree_of(&game).with_context(|| format!("game {number}"))?;
        return Ok(Reviewed { game, tree, is_damaged });
    }
    if !path.exists() {
        format(None, path, "a number of the library")?;
    }
    if is_named {
        bail!("--file with the file {}, expected --file with the number of a game", path.display());
    }
    let read = read_one(path, args.number, args.rule, args.size, args.reading)?;
    let ReadGame { game: tree, is_damaged } = read;
    Ok(Reviewed { game: line_of(path, &tree)?, tree, is_damaged })
}
