//! `tengen tune network`: trains the network on games.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;

use super::super::outputs::{check_distinct, check_not_read, check_writable, replace};
use super::super::statuses;
use super::plot::{Curve, plot_losses};
use super::training::{by_color, check_learned, epoch_bar, rate, read_games, share, sizes};
use crate::interrupt;
use tengen_engine::eval::NetworkWeights;
use tengen_engine::eval::color_file::colors_of;
use tengen_engine::types::Rule;
use tengen_lab::network::fit::{Base, Excess, Fit, NetworkEpoch, NetworkPlan};
use tengen_lab::network::samples::NetworkSamples;
use tengen_lab::network::{checkpoint, model};
use tengen_util::stderr;

/// Arguments of `tengen tune network`.
#[derive(Debug, Args)]
#[command(after_help = statuses::INTERRUPTIBLE)]
pub(super) struct NetworkArgs {
    /// Files of `tengen selfplay` or `tengen tune leaves`, all of one rule.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Network file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
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
    /// Random seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Threads, of which at most 4 are used; the network does not depend on their number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
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
    check_outputs(args)?;
    let base = args.from.as_deref().map(read_start).transpose()?;
    let (rule, samples, games) = read(args)?;
    let origin = base.as_ref().map(|(origin, _)| origin.as_str());
    let provenance = provenance(args, &games, origin);
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", sizes(samples.samples.len(), samples.cells.len()))?;
    let mut fit = Fit::new(&samples, plan(args), colors_of(rule), base.map(|(_, base)| base));
    if let Some(path) = args.checkpoint.as_ref().filter(|path| path.exists()) {
        fit.state = checkpoint::read(path, &provenance)?;
        writeln!(out, "continued after epoch {}", fit.state.epoch)?;
    }
    let is_whole = train(args, &mut fit, &provenance, &mut out)?;
    let _ = write!(out, "{}", table(&fit, &args.games));
    let parts: Vec<_> = fit.parameters(false).iter().map(|set| model::to_integers(set)).collect();
    let colors = by_color(&parts).context("the training has no network")?;
    replace(&args.out, &NetworkWeights { rule, provenance, colors }.write())?;
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(interrupt::EXIT_STATUS) })
}

/// What to start from, and how that was trained.
fn read_start(path: &Path) -> Result<(String, Base)> {
    let name = || format!("--from {}", path.display());
    let bytes = fs::read(path).with_context(name)?;
    if checkpoint::is_checkpoint(&bytes) {
        let (plan, state) = checkpoint::from_bytes(&bytes, path).context("--from")?;
        return Ok((plan, Base::State(state)));
    }
    let NetworkWeights { rule, provenance, colors } =
        NetworkWeights::read(&bytes).with_context(name)?;
    let sets = &colors.0[..colors_of(rule)];
    Ok((provenance, Base::Merged(sets.iter().map(model::from_integers).collect())))
}

fn check_outputs(args: &NetworkArgs) -> Result<()> {
    for path in std::iter::once(&args.out).chain(&args.report).chain(&args.checkpoint) {
        check_not_read(path, &args.games)?;
        check_not_read(path, args.from.as_slice())?;
        check_writable(path)?;
    }
    check_distinct(&[
        ("--out", Some(args.out.as_path())),
        ("--report", args.report.as_deref()),
        ("--checkpoint", args.checkpoint.as_deref()),
    ])
}

fn plan(args: &NetworkArgs) -> NetworkPlan {
    NetworkPlan {
        rate: args.rate,
        epochs: args.epochs as usize,
        batch: args.batch as usize,
        result_share: args.result_share,
        seed: args.seed,
        threads: args.threads as usize,
    }
}

/// Trains until all epochs are done or the user interrupts. Returns whether all are.
fn train(
    args: &NetworkArgs,
    fit: &mut Fit<'_>,
    provenance: &str,
    out: &mut impl Write,
) -> Result<bool> {
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    writeln!(
        out,
        "excess cross-entropy, as a share of that of the tables\nepoch  learned  held out"
    )?;
    while !fit.is_done() && !stop.is_set() {
        let bar = epoch_bar()?;
        let NetworkEpoch { epoch, learned, held_out } =
            fit.epoch(|done| bar.set_position((done * 1000.0) as u64));
        bar.finish_and_clear();
        let held_out = match held_out.count {
            0 => "none".to_owned(),
            _ => format!("{:.4}", held_out.ratio()),
        };
        if let Some(path) = &args.checkpoint {
            replace(path, &checkpoint::to_bytes(provenance, &fit.state))?;
        }
        // A reader of the table that has gone does not end hours of training.
        let _ = writeln!(out, "{epoch:>5}    {:.4}    {held_out}", learned.ratio());
        let _ = out.flush();
    }
    if let Some(path) = &args.report {
        write_report(path, &fit.state.history)?;
    }
    Ok(fit.is_done())
}

/// Writes the plot for `--report`, if there are losses to plot.
///
/// # Errors
/// If it cannot be written.
fn write_report(path: &Path, history: &[NetworkEpoch]) -> Result<()> {
    if history.is_empty() {
        stderr::say(format_args!("--report: no losses to plot, as no epoch was trained"));
        return Ok(());
    }
    replace(path, losses(history).as_bytes())
}

/// What the held-out positions say, by file, by stones and by board.
fn table(fit: &Fit<'_>, files: &[PathBuf]) -> String {
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
        text += &row(&name, fit.held_out(|sample| usize::from(sample.file) == number));
    }
    for (first, last) in [(0, 9), (10, 19), (20, 29), (30, 49), (50, 99), (100, 999)] {
        let name = format!("{first} to {last} stones");
        text += &row(&name, fit.held_out(|sample| (first..=last).contains(&sample.stones)));
    }
    for (name, areas) in [("smaller than 15x15", 0..225), ("15x15", 225..226), ("larger", 226..485)]
    {
        text += &row(name, fit.held_out(|sample| areas.contains(&sample.area)));
    }
    text + &row("all", fit.held_out(|_| true))
}

/// The plot for `--report`.
fn losses(epochs: &[NetworkEpoch]) -> String {
    let first = epochs.first().map_or(1, |epoch| epoch.epoch);
    let learned: Vec<f64> = epochs.iter().map(|epoch| epoch.learned.ratio()).collect();
    let held_out = epochs.iter().filter(|epoch| epoch.held_out.count > 0);
    let held_out: Vec<f64> = held_out.map(|epoch| epoch.held_out.ratio()).collect();
    let learned = Curve { name: "excess on training positions", values: &learned };
    let held_out = Curve { name: "excess on positions held out", values: &held_out };
    plot_losses(first, learned, held_out, 20.0)
}

/// Reads the games. Returns their rule, their positions and a description of their origin.
fn read(args: &NetworkArgs) -> Result<(Rule, NetworkSamples, String)> {
    let mut samples = NetworkSamples::default();
    let mut number = 0;
    let (rule, provenance) = read_games(&args.games, |games| {
        samples.add(number, games, args.threads as usize);
        number += 1;
    })?;
    check_learned(samples.samples.iter().map(|sample| sample.is_held_out))?;
    Ok((rule, samples, provenance))
}

/// A description of how the network was trained.
fn provenance(args: &NetworkArgs, games: &str, base: Option<&str>) -> String {
    let NetworkArgs { epochs, result_share, seed, rate, batch, .. } = args;
    let base = base.map_or(String::new(), |base| format!(", from: {base}"));
    format!(
        "tengen {} tune network --epochs {epochs} --batch {batch} --rate {rate} --result-share {result_share} --seed {seed} on {games}{base}",
        env!("CARGO_PKG_VERSION"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_written_if_there_are_losses() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("losses.svg");
        write_report(&path, &[]).unwrap();
        assert!(!path.exists());
        let excess = Excess { count: 4, classical: 0.5, network: 0.25 };
        let epoch = NetworkEpoch { epoch: 2, learned: excess, held_out: excess };
        write_report(&path, &[epoch]).unwrap();
        assert!(path.exists());
    }
}
