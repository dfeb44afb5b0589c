//! `tengen solve`: is there a forced win, and how?

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::json_lines::{Source, for_each_position, write_line};
use crate::board::Position;
use crate::rules::legality;
use crate::threats::verify::verify;
use crate::threats::{Answer, Budget, Kind, Watch, WinTree, solve};
use crate::types::Coord;

/// Arguments of `tengen solve`. Without a limit each position gets ten seconds.
#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    source: Source,
    /// Threats to use: vcf (fours) or vct (fours and threes) [default: vcf, then vct].
    #[arg(long)]
    kind: Option<KindArg>,
    /// Time for each position, in milliseconds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// Most stones placed for each position.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory for the tables in MiB.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory_mb: u64,
    /// Find the shortest win by fours.
    #[arg(long)]
    shortest: bool,
}

/// A kind of threats as an argument.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum KindArg {
    Vcf,
    Vct,
}

impl From<KindArg> for Kind {
    fn from(kind: KindArg) -> Self {
        match kind {
            KindArg::Vcf => Kind::Vcf,
            KindArg::Vct => Kind::Vct,
        }
    }
}

/// Time for a position when no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// One line of output.
#[derive(Serialize)]
struct Line {
    result: &'static str,
    kind: &'static str,
    plies: usize,
    line: Vec<[u8; 2]>,
    nodes: u64,
    time_ms: u64,
}

/// Solves every position of the source.
///
/// # Errors
/// If the source cannot be read or stdout cannot be written.
pub fn run(args: &SolveArgs) -> Result<ExitCode> {
    let unlimited = args.time_ms.is_none() && args.nodes.is_none();
    let budget = Budget {
        nodes: args.nodes,
        time: args.time_ms.map(Duration::from_millis).or(unlimited.then_some(DEFAULT_TIME)),
        memory_mb: args.memory_mb,
        shortest: args.shortest,
    };
    let kinds = match args.kind {
        Some(kind) => vec![kind.into()],
        None => vec![Kind::Vcf, Kind::Vct],
    };
    for_each_position(&args.source, |position, output| answer(position, &kinds, &budget, output))
}

fn answer(
    position: &Position,
    kinds: &[Kind],
    budget: &Budget,
    output: &mut dyn Write,
) -> io::Result<()> {
    let start = Instant::now();
    let watch = Watch::default();
    let mut line = Line {
        result: "unknown",
        kind: kinds[0].name(),
        plies: 0,
        line: Vec::new(),
        nodes: 0,
        time_ms: 0,
    };
    for &kind in kinds {
        let solution = solve(position, kind, budget, &watch);
        line.kind = kind.name();
        line.nodes += solution.nodes;
        line.result = match solution.answer {
            Answer::None => "none",
            Answer::Unknown => "unknown",
            Answer::Win(tree) => {
                line.time_ms = start.elapsed().as_millis() as u64;
                match verify(position, &tree, None) {
                    Ok(_) => {
                        line.plies = tree.plies();
                        line.line = moves(position, &tree);
                        "win"
                    }
                    Err(error) => {
                        log::error!("a claimed win is none: {error}");
                        "unknown"
                    }
                }
            }
        };
        if line.result == "win" {
            break;
        }
    }
    line.time_ms = start.elapsed().as_millis() as u64;
    write_line(&line, output)
}

/// The longest line of a win.
fn moves(position: &Position, tree: &WinTree) -> Vec<[u8; 2]> {
    let line = tree.line(|played, node| {
        let mut position = position.clone();
        for &coord in played {
            position.play(coord).ok()?;
        }
        let listed = |coord: Coord| node.replies.iter().any(|&(reply, _)| reply == coord);
        let legal = legality::legal_moves(&position);
        legal.into_iter().find(|&coord| !listed(coord))
    });
    line.into_iter().map(|coord| [coord.x, coord.y]).collect()
}
