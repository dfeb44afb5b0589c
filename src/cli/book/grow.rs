//! `tengen book grow`.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;

use super::super::args::TrainedArgs;
use super::super::outputs::{check_writable, replace};
use super::copy::open_or_create;
use super::place::PlaceArgs;
use crate::board::notation;
use crate::engine::Level;
use crate::training::growth::picture::{GrowthPicture, GrowthPoint, svg};
use crate::training::growth::{GrowthReport, GrowthSettings, grow, shown};
use crate::util::{interrupt, stderr};

/// Progress is printed this often.
const EVERY: Duration = Duration::from_secs(10);

/// Arguments of `tengen book grow`.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 success, 2 bad input, 130 ended by a signal; what was found is stored."
)]
pub(super) struct GrowArgs {
    /// The store; it is created if there is none
    #[arg(value_name = "STORE")]
    store: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
    /// Nodes of each search
    #[arg(long, value_name = "N", required_unless_present = "time_ms", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time of each search, in milliseconds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// Searches at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Positions to look at [default: until Ctrl-C, or all is proved]
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
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
    let settings = GrowthSettings {
        root: args.place.position()?,
        nodes: args.nodes,
        time: args.time_ms.map(Duration::from_millis),
        threads: args.threads as usize,
        steps: args.steps,
        hash_kib: args.hash_mb << 10,
    };
    let trained = args.trained.read_for(Level::Full)?;
    if let Some(path) = &args.svg {
        check_writable(path).context("--svg")?;
    }
    let store = open_or_create(&args.store)?;
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let progress = Progress::new();
    let report =
        grow(&settings, &store, &trained, &stop, &|report| progress.note(report, &settings))?;
    writeln!(io::stdout(), "{}", described(&report, &settings))?;
    if let Some(path) = &args.svg {
        let shown = shown(&store, &settings.root)?;
        let (rule, size) = (settings.root.rule(), settings.root.size());
        let picture = GrowthPicture {
            title: &format!("{rule} {size}"),
            size,
            history: &progress.history(),
            by_stones: &shown.by_stones,
            lines: &shown.lines,
        };
        replace(path, svg(&picture).as_bytes())?;
    }
    let status = if stop.is_set() { interrupt::EXIT_STATUS } else { 0 };
    Ok(ExitCode::from(status))
}

/// What the workers report.
struct Progress(Mutex<(Instant, Vec<GrowthPoint>)>);

impl Progress {
    fn new() -> Self {
        Self(Mutex::new((Instant::now(), Vec::new())))
    }

    /// Prints a line from time to time where a person reads it.
    fn note(&self, report: &GrowthReport, settings: &GrowthSettings) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let GrowthReport { steps, positions, proved, .. } = *report;
        state.1.push(GrowthPoint { steps, positions, proved });
        if io::stderr().is_terminal() && state.0.elapsed() >= EVERY {
            state.0 = Instant::now();
            stderr::say(format_args!("{}", described(report, settings)));
        }
    }

    fn history(&self) -> Vec<GrowthPoint> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.clone()
    }
}

fn described(report: &GrowthReport, settings: &GrowthSettings) -> String {
    let size = settings.root.size();
    let line: Vec<String> =
        report.line.iter().take(12).map(|&coord| notation::name(coord, size)).collect();
    format!("{}, line {}", report.text(), line.join(" "))
}
