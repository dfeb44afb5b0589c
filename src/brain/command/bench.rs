//! `tengen bench`: speed, and a signature of the search. See [`tengen_engine::bench`].

use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use tengen_engine::bench::{BenchLine, BenchPlan, micro, run};
use tengen_engine::rules::agreement::{self, Agreement};
use tengen_engine::threats::brute;

use super::args::TrainedArgs;

/// Arguments of `tengen bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
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

impl BenchArgs {
    /// Runs the bench and prints its figures.
    ///
    /// # Errors
    /// If a file of weights cannot be read, or stdout cannot be written.
    pub fn run(&self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        if self.micro {
            return micro::report(|line| writeln!(out, "{line}").context("stdout"));
        }
        if let Some(cells) = self.forbidden {
            return compare_forbidden(cells, self.seed, &mut out);
        }
        if let Some(positions) = self.vcf {
            let (compared, wins) =
                brute::compare(positions, self.seed).map_err(anyhow::Error::msg)?;
            writeln!(
                out,
                "{compared} positions agree with brute force, {wins} of them wins by fours"
            )?;
            return Ok(());
        }
        self.search_all(&mut out)
    }

    fn search_all(&self, out: &mut impl Write) -> Result<()> {
        let (depth, threads) = (self.depth, self.threads);
        let plan = BenchPlan { depth, threads, evaluation: self.trained.evaluation };
        let report = run(&plan, &self.trained.read()?, |line| match self.json {
            true => Ok(()),
            false => print_line(line, out),
        })?;
        let (nodes, speed, signature) = (report.nodes, report.speed, report.signature);
        let time_ms = report.time.as_millis();
        if self.json {
            writeln!(
                out,
                r#"{{"depth":{depth},"threads":{threads},"nodes":{nodes},"time_ms":{time_ms},"nps":{speed},"signature":"{signature}"}}"#
            )?;
        } else {
            writeln!(out, "nodes: {nodes}\ntime: {time_ms} ms\nnodes per second: {speed}")?;
            writeln!(out, "signature: {signature}")?;
        }
        Ok(())
    }
}

fn print_line(line: &BenchLine, out: &mut impl Write) -> Result<()> {
    let BenchLine { evaluation, rule, side, moves, value, nodes, speed } = line;
    let thousands = speed / 1000;
    writeln!(
        out,
        "{evaluation:<9} {rule:<10} {side:>2} {moves:<22} value {value:>6} {nodes:>9} nodes {thousands:>5} k/s"
    )?;
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
