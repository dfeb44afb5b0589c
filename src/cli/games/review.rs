//! `tengen games review`: goes through a finished game.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::super::columns;
use super::super::game_file::{GameArgs, ReadGame, format};
use super::super::outputs::{
    check_distinct, check_not_read, check_output, explained, open_lines, replace,
};
use super::super::review_bar::ReviewBar;
use super::super::statuses::after_reading;
use super::library::chosen;
use crate::interrupt;
use tengen_engine::engine::{Engine, Options};
use tengen_records::game_format::{GameFormat, tree_of};
use tengen_records::game_tree::GameTree;
use tengen_study::review::{
    self, Effort, KnownSearches, Review, ReviewOptions, ReviewProgress, ReviewedGame,
};
use tengen_util::journal_file::JournalFile;

const AFTER_HELP: &str = "\
Signs: ?! inaccuracy, 8 % of win chance lost; ? mistake, 15 %; ?? blunder, 30 %; ✗ missed win, a \
proved win given up for 15 % or more; ↝ detour, for less. Where the game is lost for certain after \
the move, 8 % are a mistake and 20 % a blunder.

Every position is searched, again with eight times the nodes where a move seems to be a mistake, and \
with 32 times the nodes before it is called one. Without --time-ms and with one thread the same game \
has the same review on every machine.

Exit status: 0 success, 1 a part of the file cannot be read, 2 bad input, 130 ended by Ctrl-C, with what \
was reviewed until then.";

/// Arguments of `tengen games review`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct ReviewArgs {
    #[arg(
        value_name = "FILE|N",
        help = format!("A number in the library (see --file), or a file: {}", GameFormat::endings("or"))
    )]
    game: String,
    /// Number of the game in the file [default: the last]
    #[arg(value_name = "N")]
    number: Option<u64>,
    /// Seconds for a game: the default
    #[arg(long)]
    quick: bool,
    /// Minutes for a game
    #[arg(long, conflicts_with = "quick")]
    thorough: bool,
    /// Time per position instead of nodes, in milliseconds; the review depends on the machine then
    #[arg(long, value_name = "N", conflicts_with_all = ["quick", "thorough"], visible_alias = "turn-ms", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// Nodes per position, for the search and for each kind of forced win
    #[arg(long, value_name = "N", conflicts_with_all = ["quick", "thorough"], value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search threads; with more than one, the review is another one each time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Size of the transposition table in MiB, on which the review depends [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash_mb: Option<u64>,
    /// Keep the searches in this file, and continue with those that it has
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
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
    #[command(flatten)]
    reading: GameArgs,
}

/// Reviews a game, one of `library` if it is named by its number, and shows the result. If the
/// library was given on the command line (`is_named`), it must be used.
///
/// # Errors
/// If there is no such game, it cannot be reviewed, or a file cannot be written.
pub(super) fn run(args: &ReviewArgs, library: &Path, is_named: bool) -> Result<ExitCode> {
    let ReadGame { game: tree, is_damaged } = game(args, library, is_named)?;
    let game = ReviewedGame::of_tree(&tree);
    let outputs = [("--sgf", &args.sgf), ("--html", &args.html), ("--resume", &args.resume)];
    check_distinct(&outputs.map(|(option, path)| (option, path.as_deref())))?;
    let inputs = [PathBuf::from(&args.game), library.to_owned()];
    for (option, path) in [("--sgf", &args.sgf), ("--html", &args.html)] {
        if let Some(path) = path {
            check_output(path, &inputs, args.force).context(option)?;
        }
    }
    let effort = if args.thorough { Effort::Thorough } else { Effort::Quick };
    let time = args.time_ms.map(Duration::from_millis);
    let options = ReviewOptions::of_limits(args.nodes, time, effort);
    let mut engine = Engine::new();
    engine.set_options(Options {
        threads: usize::try_from(args.threads).unwrap_or(1),
        hash_kib: Some(hash_kib(args)),
        ..Options::default()
    });
    let mut searches = Searches::open(args, &options, &inputs, &mut engine)?;
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let (bar, mut written) = (ReviewBar::new(), Ok(()));
    let Searches { known, file } = &mut searches;
    let reviewed = review::review(&game, &mut engine, &options, known, &stop, &mut |progress| {
        bar.show(progress);
        if let (ReviewProgress::Searched(searched), Some(file), Ok(())) =
            (progress, file.as_mut(), &written)
        {
            written = file.append(&searched.line());
        }
    });
    bar.finish();
    let reviewed = reviewed?;
    show(args, &reviewed, tree)?;
    written.map_err(explained).context("--resume")?;
    let is_stopped = !reviewed.is_complete;
    let stopped = ExitCode::from(interrupt::EXIT_STATUS);
    Ok(if is_stopped { stopped } else { after_reading(is_damaged) })
}

/// The searches of earlier reviews, and the file that they are in.
struct Searches {
    known: KnownSearches,
    file: Option<JournalFile>,
}

impl Searches {
    /// Reads the file if there is one; without `--resume` nothing is known.
    fn open(
        args: &ReviewArgs,
        options: &ReviewOptions,
        inputs: &[PathBuf],
        engine: &mut Engine,
    ) -> Result<Self> {
        let Some(path) = &args.resume else {
            return Ok(Self { known: KnownSearches::default(), file: None });
        };
        if !options.is_reproducible() || args.threads > 1 {
            bail!(
                "--resume with --time-ms or --threads, expected a review limited by nodes, with one thread"
            );
        }
        check_not_read(path, inputs).context("--resume")?;
        let fingerprint = review::fingerprint(engine);
        let hash_mb = hash_kib(args) >> 10;
        let mut known =
            KnownSearches::new(&format!("engine {fingerprint} with --hash-mb {hash_mb}"));
        let opened = open_lines(path, |text| Ok(((), known.read(text)?)));
        let ((), file) = opened.with_context(|| format!("--resume {}", path.display()))?;
        Ok(Self { known, file: Some(file) })
    }
}

/// Size of the transposition table.
fn hash_kib(args: &ReviewArgs) -> u64 {
    args.hash_mb.map_or(ReviewOptions::HASH_KIB, |mb| mb << 10)
}

fn show(args: &ReviewArgs, reviewed: &Review, tree: GameTree) -> Result<()> {
    let text = match args.json {
        true => review::json(reviewed),
        false => review::text(reviewed, columns::of_stdout()),
    };
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
fn game(args: &ReviewArgs, library: &Path, is_named: bool) -> Result<ReadGame> {
    let path = Path::new(&args.game);
    let number: Option<u64> = args.game.parse().ok().filter(|_| !path.exists());
    if let Some(number) = number {
        if args.number.is_some() {
            bail!("two game numbers, expected one");
        }
        let (games, is_damaged) = chosen(library, &[number], args.reading)?;
        let game = games.into_iter().next().context("no game")?;
        let game = tree_of(&game.record).with_context(|| format!("game {number}"))?;
        return Ok(ReadGame { game, is_damaged });
    }
    if !path.exists() {
        format(None, path, "a number of the library")?;
    }
    if is_named {
        bail!("--file with the file {}, expected --file with the number of a game", path.display());
    }
    args.reading.read_one(path, args.number)
}
