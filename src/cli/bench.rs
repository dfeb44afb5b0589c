//! `tengen bench`: fixed positions of all rules, searched to a fixed depth from a fresh state.
//!
//! The positions are searched with the network and with the classical evaluation, unless
//! `--evaluation` names one. The signature is a hash of node counts and values. With one thread it
//! is the same on every machine: a commit that changes it changes play. It is not a complete
//! measure of speed; `--micro` measures the parts.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;

use super::args::TrainedArgs;
use super::micro;
use crate::board::{Position, notation};
use crate::engine::{Engine, EvaluationKind, Options, Trained};
use crate::rules::agreement::{self, Agreement};
use crate::search::{Limits, NullListener, StopFlag};
use crate::threats::brute;
use crate::types::{BoardSize, Rule};
use crate::util::fnv::Fnv1a;

/// Arguments of `tengen bench`.
#[derive(Debug, Args)]
pub(super) struct BenchArgs {
    /// Depth of every search, in plies.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: u32,
    /// Search threads; with more than one the signature differs from run to run.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Print one JSON object instead of text.
    #[arg(long, conflicts_with = "instead")]
    json: bool,
    /// Measure the parts instead: place and undo, forbidden points, tables.
    #[arg(long, group = "instead")]
    micro: bool,
    /// Instead, compare the fast forbidden points with their definition on this many cells of
    /// random and adversarial boards.
    #[arg(long, value_name = "CELLS", group = "instead")]
    forbidden: Option<u64>,
    /// Instead, compare the search of fours with brute force on this many random positions of small
    /// boards.
    #[arg(long, value_name = "N", group = "instead")]
    vcf: Option<u64>,
    /// Seed of the boards of `--forbidden` and `--vcf`.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    trained: TrainedArgs,
}

/// Rule, board side and moves of a position.
type Sample = (Rule, u64, &'static str);

/// Openings, quiet positions and fights, from games of the engine against itself.
const POSITIONS: [Sample; 12] = [
    (Rule::Freestyle, 15, "h8i9i7g9h9h7"),
    (Rule::Freestyle, 15, "h8i8i9h9g7j10g10f8g8g9"),
    (Rule::Freestyle, 20, "j10k11k9i11j11j9i9k10l8"),
    (Rule::Freestyle, 20, "k10l11l9j11k11m11n12k9"),
    (Rule::Standard, 15, "h8g9i9g7g8i8h7f9j10h9"),
    (Rule::Standard, 15, "h8h10j9g8i7i10g10"),
    (Rule::Renju, 15, "h8h9i10h10h11g9f9i9"),
    (Rule::Renju, 15, "h8i9j7h7h9g8i8j9k8"),
    (Rule::Renju, 15, "h8h7j6i7i8g8g9f10"),
    (Rule::Caro, 15, "h8i9i8g8j8h9j10h10k9"),
    (Rule::CaroExact, 15, "h8i7g9i9i8h10j10"),
    (Rule::Freestyle, 9, "e5f6e6e7d5f4"),
];

/// The figures of one run.
#[derive(Serialize)]
struct Report {
    depth: u32,
    threads: u32,
    nodes: u64,
    time_ms: u64,
    nps: u64,
    signature: String,
}

/// Runs the bench and prints its figures.
///
/// # Errors
/// If stdout cannot be written.
pub(super) fn run(args: &BenchArgs) -> Result<()> {
    let mut out = std::io::stdout().lock();
    if args.micro {
        return micro::report(|line| writeln!(out, "{line}").context("stdout"));
    }
    if let Some(cells) = args.forbidden {
        return compare_forbidden(cells, args.seed, &mut out);
    }
    if let Some(positions) = args.vcf {
        let (compared, wins) = brute::compare(positions, args.seed).map_err(anyhow::Error::msg)?;
        writeln!(out, "{compared} positions agree with brute force, {wins} of them wins by fours")?;
        return Ok(());
    }
    let report = search_all(args, &mut out)?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        let Report { nodes, time_ms, nps, signature, .. } = report;
        writeln!(out, "nodes: {nodes}\ntime: {time_ms} ms\nnodes per second: {nps}")?;
        writeln!(out, "signature: {signature}")?;
    }
    Ok(())
}

fn compare_forbidden(cells: u64, seed: u64, out: &mut impl Write) -> Result<()> {
    let start = Instant::now();
    let met = agreement::compare(cells, seed).map_err(anyhow::Error::msg)?;
    let Agreement { cells, sieved, forbidden, boards } = met;
    let seconds = start.elapsed().as_secs_f64();
    writeln!(
        out,
        "{cells} cells of {boards} boards agree: {sieved} look forbidden, {forbidden} are ({seconds:.0} s)"
    )?;
    Ok(())
}

/// Searches all positions, printing a line for each unless JSON is requested.
fn search_all(args: &BenchArgs, out: &mut impl Write) -> Result<Report> {
    let mut trained = args.trained.read()?;
    let mut signature = Signature::new();
    let mut total = (0u64, Duration::ZERO);
    let both = [EvaluationKind::Network, EvaluationKind::Classical];
    let kinds =
        both.iter().filter(|&&kind| args.trained.evaluation.is_none_or(|only| only == kind));
    for (&kind, sample) in kinds.flat_map(|kind| POSITIONS.map(|sample| (kind, sample))) {
        trained.evals.kind = kind;
        let (nodes, value, time) = search(sample, &trained, args)?;
        signature.add(nodes);
        signature.add(value as u64);
        total = (total.0 + nodes, total.1 + time);
        if !args.json {
            let (rule, side, moves) = sample;
            let rate = rate(nodes, time) / 1000;
            writeln!(
                out,
                "{kind:<9} {rule:<10} {side:>2} {moves:<22} value {value:>6} {nodes:>9} nodes {rate:>5} k/s"
            )?;
        }
    }
    Ok(Report {
        depth: args.depth,
        threads: args.threads,
        nodes: total.0,
        time_ms: total.1.as_millis() as u64,
        nps: rate(total.0, total.1),
        signature: signature.to_string(),
    })
}

fn rate(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// Nodes, value and time of one position.
fn search(
    (rule, side, moves): Sample,
    trained: &Trained,
    args: &BenchArgs,
) -> Result<(u64, i32, Duration)> {
    let size = BoardSize::square(side)?;
    let mut position = Position::new(rule, size);
    for coord in notation::parse_moves(moves, size)? {
        position.play(coord)?;
    }
    let mut engine = Engine::with_trained(trained.clone());
    engine.set_options(Options {
        hash_kib: Some(16 << 10),
        threads: args.threads as usize,
        ..Options::default()
    });
    let limits = Limits { depth: Some(args.depth), ..Limits::default() };
    let start = Instant::now();
    let choice = engine.think(&position, &limits, &StopFlag::new(), &mut NullListener);
    Ok((choice.nodes, choice.score.0, start.elapsed()))
}

/// FNV-1a over 64-bit numbers, folded to 32 bits.
struct Signature(Fnv1a);

impl Signature {
    fn new() -> Self {
        Self(Fnv1a::new())
    }

    fn add(&mut self, number: u64) {
        self.0.add(&number.to_le_bytes());
    }
}

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hash = self.0.hash();
        write!(f, "{:08x}", (hash ^ hash >> 32) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_a_position() {
        for (rule, side, moves) in POSITIONS {
            let size = BoardSize::square(side).unwrap();
            let mut position = Position::new(rule, size);
            for coord in notation::parse_moves(moves, size).unwrap() {
                position.play(coord).unwrap();
            }
            assert!(crate::rules::reference::winner(&position).is_none(), "{moves}");
        }
    }

    #[test]
    fn the_signature_depends_on_order() {
        let of = |numbers: [u64; 2]| {
            let mut signature = Signature::new();
            numbers.into_iter().for_each(|number| signature.add(number));
            signature.to_string()
        };
        assert_ne!(of([1, 2]), of([2, 1]));
        assert_eq!(of([1, 2]).len(), 8);
    }
}
