//! `tengen tune policy`: trains the policy on the moves that searches chose.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;

use super::super::outputs::replace;
use super::super::statuses;
use super::training::{
    TrainingArgs, by_color, check_learned, rate, read_base, read_games, sizes, train,
};
use crate::interrupt;
use tengen_engine::eval::PolicyWeights;
use tengen_engine::eval::color_file::colors_of;
use tengen_lab::policy::fit::{PolicyModel, Prediction};
use tengen_lab::policy::model;
use tengen_lab::policy::samples::PolicySamples;
use tengen_lab::trainer::Trainer;

/// Arguments of `tengen tune policy`.
#[derive(Debug, Args)]
#[command(after_help = statuses::INTERRUPTIBLE)]
pub(super) struct PolicyArgs {
    #[command(flatten)]
    training: TrainingArgs,
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
}

/// Trains. Ctrl-C ends the training after the current epoch and writes what it has learned.
///
/// # Errors
/// If a file cannot be read, rules are mixed, no position can be learned from, or the policy cannot
/// be written.
pub(super) fn run(args: &PolicyArgs) -> Result<ExitCode> {
    let PolicyArgs { training, from, .. } = args;
    training.check_outputs(from.as_slice(), &[])?;
    let base = read_base(from.as_deref(), PolicyWeights::read)?;
    let mut samples = PolicySamples::default();
    let (rule, games) =
        read_games(&training.games, |games| samples.add(games, training.threads as usize))?;
    check_learned(samples.samples.iter().map(|sample| sample.is_held_out))?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", sizes(samples.samples.len(), samples.cells.len()))?;
    let provenance = provenance(args, &games, base.as_ref());
    let sets = colors_of(rule);
    let base =
        base.map(|weights| weights.colors.0[..sets].iter().map(model::from_integers).collect());
    let model = PolicyModel::new(&samples, (sets, training.seed), base);
    let plan = training.plan(args.rate, args.epochs, args.batch as usize);
    let mut trainer = Trainer::new(model, plan);
    writeln!(out, "chosen moves of positions held out: cross-entropy, share first, among five")?;
    writeln!(out, "epoch  learned  held out   first  in five")?;
    writeln!(out, "tables             {}", row(trainer.of_tables()))?;
    let is_whole = train(&mut trainer, &mut out, |_, losses| {
        let learned = losses.learned.loss;
        Ok(format!("{:>5}   {learned:.4}    {}", losses.epoch, row(losses.held_out)))
    })?;
    let colors = by_color(&trainer.model.integers()).context("the training has no policy")?;
    replace(&training.out, &PolicyWeights { rule, provenance, colors }.write())?;
    Ok(interrupt::status(is_whole))
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
    let PolicyArgs { epochs, rate, batch, training, .. } = args;
    let seed = training.seed;
    let base = base.map_or(String::new(), |base| format!(", from: {}", base.provenance));
    format!(
        "tengen {} tune policy --epochs {epochs} --batch {batch} --rate {rate} --seed {seed} on {games}{base}",
        env!("CARGO_PKG_VERSION"),
    )
}
