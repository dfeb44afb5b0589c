//! `tengen tune policy`: trains the policy on the moves that searches chose.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;

use super::super::outputs::{check_not_read, check_writable, replace};
use super::super::statuses;
use super::training::{by_color, check_learned, epoch_bar, rate, read_base, read_games, sizes};
use crate::interrupt;
use tengen_engine::eval::PolicyWeights;
use tengen_engine::eval::color_file::colors_of;
use tengen_lab::policy::fit::{PolicyFit, PolicyPlan, Prediction};
use tengen_lab::policy::model;
use tengen_lab::policy::samples::PolicySamples;

/// Arguments of `tengen tune policy`.
#[derive(Debug, Args)]
#[command(after_help = statuses::INTERRUPTIBLE)]
pub(super) struct PolicyArgs {
    /// Files of `tengen selfplay` or `tengen tune leaves`, all of one rule.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Policy file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Policy file to start from, of any rule [default: random numbers].
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Initial learning rate; it decreases to zero.
    #[arg(long, default_value_t = 0.005, value_name = "RATE", value_parser = rate)]
    rate: f32,
    /// Passes over all positions.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions per step.
    #[arg(long, default_value_t = 1024, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Random seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Threads, of which at most 4 are used; the policy does not depend on their number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Trains. Ctrl-C ends the training after the current epoch and writes what it has learned.
///
/// # Errors
/// If a file cannot be read, rules are mixed, no position can be learned from, or the policy cannot
/// be written.
pub(super) fn run(args: &PolicyArgs) -> Result<ExitCode> {
    check_not_read(&args.out, &args.games)?;
    check_not_read(&args.out, args.from.as_slice())?;
    check_writable(&args.out)?;
    let base = read_base(args.from.as_deref(), PolicyWeights::read)?;
    let mut samples = PolicySamples::default();
    let (rule, games) = read_games(&args.games, |games| samples.add(games, args.threads as usize))?;
    check_learned(samples.samples.iter().map(|sample| sample.is_held_out))?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", sizes(samples.samples.len(), samples.cells.len()))?;
    let provenance = provenance(args, &games, base.as_ref());
    let sets = colors_of(rule);
    let base =
        base.map(|weights| weights.colors.0[..sets].iter().map(model::from_integers).collect());
    let mut fit = PolicyFit::new(&samples, plan(args), sets, base);
    let is_whole = train(&mut fit, &mut out)?;
    let parts: Vec<_> = fit.parameters(false).iter().map(|set| model::to_integers(set)).collect();
    let colors = by_color(&parts).context("the training has no policy")?;
    replace(&args.out, &PolicyWeights { rule, provenance, colors }.write())?;
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(interrupt::EXIT_STATUS) })
}

fn plan(args: &PolicyArgs) -> PolicyPlan {
    PolicyPlan {
        rate: args.rate,
        epochs: args.epochs as usize,
        batch: args.batch as usize,
        seed: args.seed,
        threads: args.threads as usize,
    }
}

/// Trains until all epochs are done or the user interrupts. Returns whether all are.
fn train(fit: &mut PolicyFit<'_>, out: &mut impl Write) -> Result<bool> {
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    writeln!(out, "chosen moves of positions held out: cross-entropy, share first, among five")?;
    writeln!(out, "epoch  learned  held out   first  in five")?;
    writeln!(out, "tables             {}", row(fit.of_tables()))?;
    while !fit.is_done() && !stop.is_set() {
        let bar = epoch_bar()?;
        let learned = fit.epoch(|done| bar.set_position((done * 1000.0) as u64));
        bar.finish_and_clear();
        // A reader of the table that has gone does not end the training.
        let _ = writeln!(out, "{:>5}   {learned:.4}    {}", fit.epochs(), row(fit.held_out()));
        let _ = out.flush();
    }
    Ok(fit.is_done())
}

fn row(prediction: Prediction) -> String {
    let Prediction { count, loss, first, in_five } = prediction;
    if count == 0 {
        return "none".to_owned();
    }
    format!("{loss:.4}   {first:.4}   {in_five:.4}")
}

/// A description of how the policy was trained.
fn provenance(args: &PolicyArgs, games: &str, base: Option<&PolicyWeights>) -> String {
    let PolicyArgs { epochs, seed, rate, batch, .. } = args;
    let base = base.map_or(String::new(), |base| format!(", from: {}", base.provenance));
    format!(
        "tengen {} tune policy --epochs {epochs} --batch {batch} --rate {rate} --seed {seed} on {games}{base}",
        env!("CARGO_PKG_VERSION"),
    )
}
