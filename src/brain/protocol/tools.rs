//! What a front end asks of the engine beside searches: its transposition table as a file, other
//! weights, what it thinks of a position at once, how fast it is. Only regular files are read; a file
//! is replaced only by one of its kind.

use std::fmt::Display;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::guarded_engine::GuardedEngine;
use crate::wire::Reply;
use tengen_engine::bench::{self, BenchPlan};
use tengen_engine::board::{Position, notation};
use tengen_engine::engine::{Options, Trained};
use tengen_engine::rules::legality;
use tengen_engine::search::{Limits, NullListener, StopFlag};
use tengen_util::files;

/// The depth of the searches of `BENCH`: it must end before anybody waits for it.
const BENCH_DEPTH: u32 = 4;
/// Ten times the largest weights that are trained.
const MOST_WEIGHTS: u64 = 256 << 20;
/// How a file of a table begins.
const TABLE: &[u8; 4] = b"TGTT";
/// How many moves a trace names.
const TRACED: usize = 8;

/// A request and what the engine may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolRequest {
    pub tool: Tool,
    pub options: Options,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    /// How full the transposition table is.
    Usage,
    /// To write the table for such a game.
    Dump(Position, PathBuf),
    /// To read one.
    Load(Position, PathBuf),
    /// To read weights.
    Weights(PathBuf),
    /// What is thought of the position without a search.
    Trace(Position),
    /// How fast fixed positions are searched.
    Bench,
}

/// Does it; the lines to send.
pub(crate) fn obey(request: &ToolRequest, engine: &mut GuardedEngine) -> Vec<Reply> {
    let ToolRequest { tool, options } = request;
    let done = match tool {
        Tool::Usage => {
            let usage = engine.with_options(options).table_usage();
            Ok(format!("Transposition table full: {}.{}%", usage / 10, usage % 10))
        }
        Tool::Dump(position, path) => dump(engine, options, position, path)
            .map(|count| format!("{count} entries written to {}", path.display())),
        Tool::Load(position, path) => load(engine, options, position, path)
            .map(|count| format!("{count} entries taken from {}", path.display())),
        Tool::Weights(path) => weights(engine, options, path),
        Tool::Trace(position) => return trace(engine, options, position),
        Tool::Bench => return measured(),
    };
    vec![done.map_or_else(Reply::Error, Reply::Message)]
}

fn named(path: &Path) -> impl Fn(&dyn Display) -> String + '_ {
    move |error| format!("{}: {error}", path.display())
}

/// Boards over 22×22 are played without a transposition table.
fn check_table(position: &Position) -> Result<(), &'static str> {
    position.size().is_fast().then_some(()).ok_or("boards over 22x22 have no table")
}

fn dump(
    engine: &mut GuardedEngine,
    options: &Options,
    position: &Position,
    path: &Path,
) -> Result<u64, String> {
    let failed = named(path);
    check_table(position).map_err(|error| failed(&error))?;
    if (path.exists() || files::is_special(path)) && !is_table(path) {
        return Err(failed(&"the file is there and is no table, expected another name"));
    }
    let mut count = 0;
    let written = files::make_whole(path, |file| {
        let mut out = BufWriter::new(file);
        count = engine.with_options(options).write_table(position, &mut out)?;
        out.flush()
    });
    written.map(|()| count).map_err(|error| failed(&error))
}

/// Whether a file is a table that was written before.
fn is_table(path: &Path) -> bool {
    let mut first = [0; TABLE.len()];
    let read = files::open_regular(path).and_then(|mut file| file.read_exact(&mut first));
    read.is_ok() && first == *TABLE
}

fn load(
    engine: &mut GuardedEngine,
    options: &Options,
    position: &Position,
    path: &Path,
) -> Result<u64, String> {
    let failed = named(path);
    check_table(position).map_err(|error| failed(&error))?;
    let mut input = BufReader::new(files::open_regular(path).map_err(|error| failed(&error))?);
    let read = engine.with_options(options).read_table(position, &mut input);
    read.map_err(|error| failed(&error))
}

fn weights(engine: &mut GuardedEngine, options: &Options, path: &Path) -> Result<String, String> {
    let failed = named(path);
    let bytes = files::read_within(path, MOST_WEIGHTS).map_err(|error| failed(&error))?;
    let added = engine.with_options(options).add_weights(&bytes);
    added.map_err(|error| failed(&error))?;
    let what = match Trained::rule_of(&bytes) {
        Some(rule) => format!("weights for {rule}"),
        None => "weights of the classic player".to_owned(),
    };
    Ok(format!("{what} read from {}", path.display()))
}

/// The likeliest moves and the value at the least depth.
fn trace(engine: &mut GuardedEngine, options: &Options, position: &Position) -> Vec<Reply> {
    let legal = legality::legal_moves(position).len();
    let mut lines = vec![format!("{} has {legal} legal moves", position.to_move())];
    if legal > 0 && position.size().is_fast() {
        let chances = engine.move_chances(options, position);
        let name = |at| notation::name(at, position.size());
        let chances = chances.iter().take(TRACED);
        let moves = chances.map(|one| format!("{} {:.1}%", name(one.at), one.chance * 100.0));
        lines.push(format!("before a search: {}", moves.collect::<Vec<_>>().join(", ")));
        let limits = Limits {
            depth: Some(1),
            turn: Some(Duration::from_secs(1)),
            analysis: true,
            ..Limits::default()
        };
        let stop = StopFlag::new();
        // What it shows is the search; and so little a search teaches the book nothing.
        let options = &Options { book: None, book_learning: false, ..options.clone() };
        let choice = engine.think(options, position, &limits, &stop, &mut NullListener);
        let percent = choice.score.win_rate() * 100.0;
        let best = choice.moves.first().map_or_else(String::new, |&at| name(at));
        lines.push(format!("at depth 1: value {}, win {percent:.1}%, best {best}", choice.score));
    }
    lines.into_iter().map(Reply::Message).collect()
}

fn measured() -> Vec<Reply> {
    let plan = BenchPlan { depth: BENCH_DEPTH, threads: 1, evaluation: None };
    let heard = |_: &bench::BenchLine| Ok::<(), std::convert::Infallible>(());
    let report = match bench::run(&plan, &Trained::default(), heard) {
        Ok(report) => report,
        Err(never) => match never {},
    };
    let (nodes, speed, signature) = (report.nodes, report.speed, report.signature);
    let time = report.time.as_millis();
    let text = format!(
        "bench of depth {BENCH_DEPTH}: {nodes} nodes, {time} ms, {speed} nodes/s, signature {signature}"
    );
    vec![Reply::Message(text)]
}
