//! `tengen book grow`.

use std::collections::HashSet;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use super::super::args::TrainedArgs;
use super::super::outputs::{check_not_read, check_writable, replace};
use super::place::{PlaceArgs, check_swap2};
use super::steps_file::StepsFile;
use super::target::fill;
use crate::interrupt;
use tengen_engine::board::{Position, notation};
use tengen_engine::engine::{Level, Trained};
use tengen_engine::search::StopFlag;
use tengen_lab::growth::picture::{GrowthPicture, GrowthPoint, svg};
use tengen_lab::growth::swap2::{self, Swap2Report};
use tengen_lab::growth::{GrowthReport, GrowthSettings, grow, shown};
use tengen_records::book::key::Key;
use tengen_records::book::overwrite::Overwrite;
use tengen_records::book::store::{PATIENCE, Snapshot, Store};
use tengen_util::shard::Shard;
use tengen_util::stderr;

/// Progress is printed this often.
const EVERY: Duration = Duration::from_secs(10);

/// Arguments of `tengen book grow`.
#[derive(Debug, Args)]
#[command(after_help = "Boards up to 22x22 only.\n\n\
                  Exit status: 0 success, 2 bad input, 130 ended by a signal; what was found is stored.")]
pub(super) struct GrowArgs {
    /// The store; it is created if there is none
    #[arg(value_name = "STORE")]
    store: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
    /// Nodes of each search; with --time-ms as well, the limit reached first ends it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time of each search, in milliseconds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// Searches at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Grow the knowledge about swap2: even openings of three stones, and two more stones after
    /// them; with --moves, after these three stones
    #[arg(long, conflicts_with = "svg")]
    swap2: bool,
    /// Do only this part of the work; the other parts run elsewhere and are merged later
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Continue this store, which is only read: the parts divide its positions
    #[arg(long, value_name = "STORE", requires = "shard")]
    base: Option<PathBuf>,
    /// Random seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1, requires = "swap2")]
    seed: u64,
    /// Positions to search [default: until Ctrl-C, or everything is proved]
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Count the steps of all runs in this file: --steps is then what they do together, so that a
    /// run that was ended and is repeated does only the rest
    #[arg(long, value_name = "FILE", requires = "steps")]
    steps_file: Option<PathBuf>,
    /// Transposition table of each search, in MiB
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    hash_mb: u64,
    /// Draw growth and main lines into this SVG file at the end
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    trained: TrainedArgs,
}

/// Grows a book until the steps are done, all is proved, or Ctrl-C.
pub(super) fn run(args: &GrowArgs) -> Result<ExitCode> {
    let root = args.root()?;
    let trained = args.trained.read_for(Level::Full)?;
    if let Some(path) = &args.svg {
        let inputs: Vec<_> = std::iter::once(&args.store).chain(&args.base).cloned().collect();
        check_not_read(path, &inputs).context("--svg")?;
        check_writable(path).context("--svg")?;
    }
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    fill(&args.store, |store| {
        let base = args.base.as_deref().map(|base| continued(base, store)).transpose()?;
        let mut settings = args.settings(root, base.unwrap_or_default());
        let counter = args.steps_file.as_deref().map(|path| StepsFile::open(path, stop.clone()));
        let counter = counter.transpose().context("--steps-file")?;
        if let Some(counter) = &counter {
            settings.steps = settings.steps.map(|steps| steps.saturating_sub(counter.before));
        }
        match args.swap2 {
            true => grow_swap2(&settings, store, &trained, &stop, counter.as_ref())?,
            false => grow_lines(args, &settings, store, &trained, &stop, counter.as_ref())?,
        }
        counter.map_or(Ok(()), StepsFile::finish).context("--steps-file")
    })?;
    let status = if stop.is_set() { interrupt::EXIT_STATUS } else { 0 };
    Ok(ExitCode::from(status))
}

impl GrowArgs {
    fn settings(&self, root: Position, base: HashSet<Key>) -> GrowthSettings {
        GrowthSettings {
            root,
            nodes: self.nodes,
            time: self.time_ms.map(Duration::from_millis),
            threads: self.threads as usize,
            steps: self.steps,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            base,
            seed: self.seed,
            hash_kib: self.hash_mb << 10,
        }
    }

    /// The position to grow from, if it fits the other arguments.
    fn root(&self) -> Result<Position> {
        ensure!(
            self.nodes.is_some() || self.time_ms.is_some(),
            "no limit of the searches, expected --nodes or --time-ms"
        );
        let root = self.place.open_position()?;
        if self.swap2 {
            check_swap2(&root)?;
        }
        self.place.check_fast(root.size())?;
        if !self.swap2 && self.shard.is_some() && self.base.is_none() {
            bail!("--shard without --base, expected the store that the parts continue");
        }
        Ok(root)
    }
}

/// Copies the records of a store into the growing one; returns the keys of its positions.
fn continued(base: &Path, store: &Store) -> Result<HashSet<Key>> {
    check_not_read(store.path(), &[base.to_owned()])?;
    let mut keys = HashSet::new();
    let source = Snapshot::open(base, PATIENCE)?;
    store.write(|batch| {
        batch.merge(&source, Overwrite::Better, |key, _| {
            keys.insert(key);
        })
    })?;
    Ok(keys)
}

fn grow_lines(
    args: &GrowArgs,
    settings: &GrowthSettings,
    store: &Store,
    trained: &Trained,
    stop: &StopFlag,
    counter: Option<&StepsFile>,
) -> Result<()> {
    let progress = Progress::default();
    let note = |report: &GrowthReport| {
        count(counter, report.steps);
        progress.note(report, settings);
    };
    let report = grow(settings, store, trained, stop, &note)?;
    writeln!(io::stdout(), "{}", described(&report, settings))?;
    let Some(path) = &args.svg else { return Ok(()) };
    let shown = shown(store, &settings.root)?;
    let (rule, size) = (settings.root.rule(), settings.root.size());
    let picture = GrowthPicture {
        title: &format!("{rule} {size}"),
        size,
        history: &progress.history(),
        by_stones: &shown.by_stones,
        lines: &shown.lines,
    };
    replace(path, svg(&picture).as_bytes())
}

fn grow_swap2(
    settings: &GrowthSettings,
    store: &Store,
    trained: &Trained,
    stop: &StopFlag,
    counter: Option<&StepsFile>,
) -> Result<()> {
    let pace = Pace::default();
    let note = |report: &Swap2Report| {
        count(counter, report.steps);
        pace.say(|| report.text());
    };
    let report = swap2::grow(settings, store, trained, stop, &note)?;
    Ok(writeln!(io::stdout(), "{}", report.text())?)
}

fn count(counter: Option<&StepsFile>, steps: u64) {
    if let Some(counter) = counter {
        counter.count(steps);
    }
}

/// Prints a line from time to time, if a person reads it.
struct Pace(Mutex<Instant>);

impl Default for Pace {
    fn default() -> Self {
        Self(Mutex::new(Instant::now()))
    }
}

impl Pace {
    fn say(&self, text: impl FnOnce() -> String) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if io::stderr().is_terminal() && last.elapsed() >= EVERY {
            *last = Instant::now();
            stderr::say(format_args!("{}", text()));
        }
    }
}

/// The reports of the workers.
#[derive(Default)]
struct Progress {
    pace: Pace,
    history: Mutex<Vec<GrowthPoint>>,
}

impl Progress {
    fn note(&self, report: &GrowthReport, settings: &GrowthSettings) {
        let GrowthReport { steps, positions, proved, .. } = *report;
        let point = GrowthPoint { steps, positions, proved };
        self.history.lock().unwrap_or_else(PoisonError::into_inner).push(point);
        self.pace.say(|| described(report, settings));
    }

    fn history(&self) -> Vec<GrowthPoint> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn described(report: &GrowthReport, settings: &GrowthSettings) -> String {
    let size = settings.root.size();
    let line: Vec<String> =
        report.line.iter().take(12).map(|&coord| notation::name(coord, size)).collect();
    format!("{}, line {}", report.text(), line.join(" "))
}
