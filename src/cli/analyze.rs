//! `tengen analyze`: the best lines of positions, reported depth by depth.

mod shown;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use super::args::{HashArgs, PlayedBookArgs, TrainedArgs};
use super::json_lines::{PositionSource, for_each_line, write_line};
use super::statuses;
use tengen_engine::board::Position;
use tengen_engine::engine::Level;
use tengen_engine::engine::{Engine, Options};
use tengen_engine::search::{Event, Limits, Listener, StopFlag};
use tengen_engine::types::{Coord, Rule};
use tengen_records::GameOutcome;
use tengen_util::stderr;

/// Arguments of `tengen analyze`. Without a limit each position gets five seconds.
#[derive(Debug, Args)]
#[command(after_help = statuses::READING_INTERRUPTIBLE)]
pub(super) struct AnalyzeArgs {
    #[command(flatten)]
    source: PositionSource,
    /// Time per position, in milliseconds [default: 5000 without another limit].
    #[arg(long, value_name = "N", visible_alias = "turn-ms")]
    time_ms: Option<u64>,
    /// Deepest iteration, in plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: Option<u32>,
    /// Maximum number of nodes per position.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of best moves to report.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=484))]
    multipv: u32,
    /// Search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Print the board with the best line numbered, and the lines in words, instead of JSON.
    #[arg(long)]
    board: bool,
    #[command(flatten)]
    hash: HashArgs,
    #[command(flatten)]
    trained: TrainedArgs,
    #[command(flatten)]
    book: PlayedBookArgs,
}

/// Time per position if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// One line of output.
#[derive(Serialize)]
struct AnalysisLine {
    position: usize,
    depth: u32,
    selective_depth: u32,
    multipv: usize,
    value: i32,
    /// Plies to a proved end: positive for a win, negative for a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    win_chance: f64,
    nodes: u64,
    time_ms: u64,
    best: Option<[u8; 2]>,
    pv: Vec<[u8; 2]>,
}

/// The line of a game that is over.
#[derive(Serialize)]
struct Over {
    position: usize,
    /// The winner, or `draw`.
    over: String,
}

/// Analyzes every position of the source.
///
/// # Errors
/// If the source or the weights cannot be read, there is no such parameter, or stdout cannot be
/// written.
pub(super) fn run(args: &AnalyzeArgs) -> Result<ExitCode> {
    let mut engine = Engine::with_trained(args.trained.read_for(Level::Full)?);
    let mut options =
        Options { threads: args.threads as usize, hash_kib: args.hash.kib(), ..Options::default() };
    args.book.apply(&mut options)?;
    engine.set_options(options);
    let unlimited = args.time_ms.is_none() && args.depth.is_none() && args.nodes.is_none();
    let limits = Limits {
        turn: args.time_ms.map(Duration::from_millis).or(unlimited.then_some(DEFAULT_TIME)),
        depth: args.depth,
        nodes: args.nodes,
        multi_pv: args.multipv as usize,
        reserve: Duration::ZERO,
        analysis: true,
        ..Limits::default()
    };
    // Each file that some position has no use for, until that is said.
    let mut unused = args.trained.rules()?;
    let mut number = 0;
    for_each_line(&args.source, |line, output| {
        let position = &line.position;
        number += 1;
        unused.retain(|&(path, rule)| is_used(path, rule, position.rule(), number));
        let outcome = line.end().outcome;
        if let GameOutcome::Ended { winner, .. } = outcome {
            if args.board {
                return output.write_all(shown::over(position, &outcome).as_bytes());
            }
            let over = winner.map_or("draw".to_owned(), |winner| winner.to_string());
            return write_line(&Over { position: number, over }, output);
        }
        engine.forget();
        match args.board {
            true => output.write_all(shown::analysis(&mut engine, position, &limits).as_bytes()),
            false => analyze(&mut engine, position, number, &limits, output),
        }
    })
}

/// Whether weights for `rule` are used for the position with this number; says so if not.
fn is_used(weights: &Path, rule: Rule, used: Rule, number: usize) -> bool {
    if rule != used {
        let path = weights.display();
        stderr::say(format_args!(
            "--weights {path}: for {rule}, without effect on position {number}, which is {used}"
        ));
    }
    rule == used
}

/// Writes a line per iteration; a single line where no search was needed.
fn analyze(
    engine: &mut Engine,
    position: &Position,
    number: usize,
    limits: &Limits,
    output: &mut dyn Write,
) -> io::Result<()> {
    let stop = StopFlag::new();
    let mut writer = Writer { output, number, stop: stop.clone(), result: Ok(()), lines: 0 };
    let choice = engine.think(position, limits, &stop, &mut writer);
    if writer.lines == 0 {
        writer.hear(&Event::Iteration(choice.as_line()));
    }
    writer.result
}

/// Writes iterations as they arrive, until the first error, which stops the search.
struct Writer<'a> {
    output: &'a mut dyn Write,
    number: usize,
    stop: StopFlag,
    result: io::Result<()>,
    lines: usize,
}

impl Listener for Writer<'_> {
    fn hear(&mut self, event: &Event) {
        let (Event::Iteration(iteration) | Event::Proved(iteration)) = event else { return };
        if self.result.is_err() {
            return;
        }
        self.lines += 1;
        let point = |coord: Coord| [coord.x, coord.y];
        let line = AnalysisLine {
            position: self.number,
            depth: iteration.depth,
            selective_depth: iteration.selective_depth,
            multipv: iteration.pv_index + 1,
            value: iteration.score.0,
            mate: iteration.score.mate_plies(),
            win_chance: (iteration.score.win_rate() * 1000.0).round() / 1000.0,
            nodes: iteration.nodes,
            time_ms: iteration.elapsed.as_millis() as u64,
            best: iteration.pv.first().copied().map(point),
            pv: iteration.pv.iter().copied().map(point).collect(),
        };
        self.result = write_line(&line, self.output).and_then(|()| self.output.flush());
        if self.result.is_err() {
            self.stop.set();
        }
    }
}
