//! `tengen tune network`: trains the network on games.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;

use super::super::outputs::replace;
use super::super::statuses;
use super::training::{
    TrainingArgs, by_color, check_learned, rate, read_games, share, sizes, train, write_report,
};
use crate::interrupt;
use tengen_engine::eval::NetworkWeights;
use tengen_engine::eval::color_file::colors_of;
use tengen_engine::types::Rule;
use tengen_lab::network::fit::{Base, Excess, NetworkModel};
use tengen_lab::network::samples::NetworkSamples;
use tengen_lab::network::{checkpoint, model};
use tengen_lab::trainer::Trainer;

/// Arguments of `tengen tune network`.
#[derive(Debug, Args)]
#[command(after_help = statuses::INTERRUPTIBLE)]
pub(super) struct NetworkArgs {
    #[command(flatten)]
    training: TrainingArgs,
    /// Network file to start from, of any rule, or better a checkpoint, which has not been rounded
    /// and has the moments of the optimizer [default: random numbers].
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Initial learning rate; it decreases to zero.
    #[arg(long, default_value_t = 0.002, value_name = "RATE", value_parser = rate)]
    rate: f32,
    /// Passes over all positions.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions per step.
    #[arg(long, default_value_t = 4096, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Weight of the game result, 0 to 1; the rest is the value of the search.
    #[arg(long, default_value_t = 0.1, value_name = "SHARE", value_parser = share)]
    result_share: f32,
    /// Plot of the losses by epoch (SVG); a continued training shows the epochs before as well.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Save the state of the training to this file after every epoch, and continue from it if it
    /// exists.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
}

/// Trains. Ctrl-C ends the training after the current epoch; with --checkpoint it can be continued.
///
/// # Errors
/// If a file cannot be read, rules are mixed, no position can be learned from, or the network
/// cannot be written.
pub(super) fn run(args: &NetworkArgs) -> Result<ExitCode> {
    let NetworkArgs { training, from, report, checkpoint, .. } = args;
    let outputs = [("--report", report.as_deref()), ("--checkpoint", checkpoint.as_deref())];
    training.check_outputs(from.as_slice(), &outputs)?;
    let base = from.as_deref().map(read_start).transpose()?;
    let (rule, samples, games) = read(args)?;
    let origin = base.as_ref().map(|(origin, _)| origin.as_str());
    let provenance = provenance(args, &games, origin);
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", sizes(samples.samples.len(), samples.cells.len()))?;
    let (sets, base) = (colors_of(rule), base.map(|(_, base)| base));
    let model = NetworkModel::new(&samples, args.result_share, (sets, training.seed), base);
    let plan = training.plan(args.rate, args.epochs, args.batch as usize);
    let mut trainer = Trainer::new(model, plan);
    if let Some(path) = checkpoint.as_ref().filter(|path| path.exists()) {
        trainer.resume(checkpoint::read(path, &provenance)?);
        writeln!(out, "continued after epoch {}", trainer.progress.epoch)?;
    }
    writeln!(out, "excess cross-entropy, as a share of that of the tables")?;
    writeln!(out, "epoch  learned  held out")?;
    let is_whole = train(&mut trainer, &mut out, |trainer, losses| {
        if let Some(path) = checkpoint {
            replace(path, &checkpoint::to_bytes(&provenance, &trainer.checkpoint()))?;
        }
        let held_out = match losses.held_out.count {
            0 => "none".to_owned(),
            _ => format!("{:.4}", losses.held_out.ratio()),
        };
        Ok(format!("{:>5}    {:.4}    {held_out}", losses.epoch, losses.learned.ratio()))
    })?;
    if let Some(path) = report {
        let names = ["excess on training positions", "excess on positions held out"];
        let ratio = |excess: &Excess| (excess.count, excess.ratio());
        write_report(path, &trainer.progress.history, names, ratio, 20.0)?;
    }
    let _ = write!(out, "{}", table(&trainer, &training.games));
    let colors = by_color(&trainer.model.integers()).context("the training has no network")?;
    replace(&training.out, &NetworkWeights { rule, provenance, colors }.write())?;
    Ok(interrupt::status(is_whole))
}

/// What to start from, and how that was trained.
fn read_start(path: &Path) -> Result<(String, Base)> {
    let name = || format!("--from {}", path.display());
    let bytes = fs::read(path).with_context(name)?;
    if checkpoint::is_checkpoint(&bytes) {
        let (plan, state) = checkpoint::from_bytes(&bytes, path).context("--from")?;
        return Ok((plan, Base::Checkpoint(state)));
    }
    let NetworkWeights { rule, provenance, colors } =
        NetworkWeights::read(&bytes).with_context(name)?;
    let sets = &colors.0[..colors_of(rule)];
    Ok((provenance, Base::Merged(sets.iter().map(model::from_integers).collect())))
}

/// What the held-out positions say, by file, by stones and by board.
fn table(trainer: &Trainer<NetworkModel<'_>>, files: &[PathBuf]) -> String {
    let row = |name: &str, excess: Excess| {
        let Excess { count, classical, network } = excess;
        if count == 0 {
            return String::new();
        }
        let ratio = excess.ratio();
        format!("{name:<24} {count:>8}   {classical:.4}   {network:.4}   {ratio:.3}\n")
    };
    let mut text = format!("{:<24} {:>8}   {}\n", "held out", "", "tables  network  ratio");
    for (number, path) in files.iter().enumerate() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        text += &row(&name, trainer.excess(|sample| usize::from(sample.file) == number));
    }
    for (first, last) in [(0, 9), (10, 19), (20, 29), (30, 49), (50, 99), (100, 999)] {
        let name = format!("{first} to {last} stones");
        text += &row(&name, trainer.excess(|sample| (first..=last).contains(&sample.stones)));
    }
    for (name, areas) in [("smaller than 15x15", 0..225), ("15x15", 225..226), ("larger", 226..485)]
    {
        text += &row(name, trainer.excess(|sample| areas.contains(&sample.area)));
    }
    text + &row("all", trainer.excess(|_| true))
}

/// Reads the games. Returns their rule, their positions and a description of their origin.
fn read(args: &NetworkArgs) -> Result<(Rule, NetworkSamples, String)> {
    let mut samples = NetworkSamples::default();
    let mut number = 0;
    let (rule, provenance) = read_games(&args.training.games, |games| {
        samples.add(number, games, args.training.threads as usize);
        number += 1;
    })?;
    check_learned(samples.samples.iter().map(|sample| sample.is_held_out))?;
    Ok((rule, samples, provenance))
}

/// A description of how the network was trained.
fn provenance(args: &NetworkArgs, games: &str, base: Option<&str>) -> String {
    let NetworkArgs { epochs, result_share, rate, batch, training, .. } = args;
    let seed = training.seed;
    let base = base.map_or(String::new(), |base| format!(", from: {base}"));
    format!(
        "tengen {} tune network --epochs {epochs} --batch {batch} --rate {rate} --result-share {result_share} --seed {seed} on {games}{base}",
        env!("CARGO_PKG_VERSION"),
    )
}
