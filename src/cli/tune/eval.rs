//! `tengen tune eval`: trains the evaluation and the move ordering on games.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;

use super::super::outputs::{check_distinct, check_not_read, check_writable, replace};
use super::plot::{Curve, plot_losses};
use super::training::{check_learned, rate, read_base, read_games, share};
use tengen_engine::eval::weights::Weights;
use tengen_engine::types::Rule;
use tengen_lab::evaluation::data::Samples;
use tengen_lab::evaluation::fit::{Epoch, FitPlan, RATE, fit};
use tengen_util::count::counted;

/// Arguments of `tengen tune eval`.
#[derive(Debug, Args)]
pub(super) struct EvalArgs {
    /// Files of `tengen selfplay` or `tengen tune leaves`, all of one rule.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Weights file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Weights file to start from [default: train from scratch].
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Train only the evaluation; the move ordering stays that of --from.
    #[arg(long, requires = "from")]
    values_only: bool,
    /// Initial learning rate; it decreases to zero.
    #[arg(long, default_value_t = RATE, value_name = "RATE", value_parser = rate)]
    rate: f32,
    /// Passes over all positions.
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Weight of the game result, 0 to 1; the rest is the value of the search.
    #[arg(long, default_value_t = 0.1, value_name = "SHARE", value_parser = share)]
    result_share: f32,
    /// Random seed for the order of positions.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Threads, of which at most 4 are used; the weights do not depend on their number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Plot of the losses by epoch (SVG).
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// Trains.
///
/// # Errors
/// If a file of games cannot be read, rules are mixed, no position can be learned from, or the
/// weights cannot be written.
pub(super) fn run(args: &EvalArgs) -> Result<ExitCode> {
    for path in std::iter::once(&args.out).chain(&args.report) {
        check_not_read(path, &args.games)?;
        check_not_read(path, args.from.as_slice())?;
        check_writable(path)?;
    }
    check_distinct(&[("--out", Some(args.out.as_path())), ("--report", args.report.as_deref())])?;
    let base = read_base(args.from.as_deref(), Weights::read)?;
    let mut out = std::io::stdout().lock();
    let (rule, samples, games) = read(args)?;
    if let Some(base) = base.as_ref().filter(|base| base.rule != rule) {
        bail!("--from: seen weights of {}, expected those of {rule} like the games", base.rule);
    }
    let provenance = provenance(args, &games, base.as_ref());
    let quiet = samples.samples.iter().filter(|sample| sample.is_quiet).count();
    let judged = counted(samples.judged as u64, "position");
    writeln!(out, "{provenance}: {judged}, {quiet} quiet")?;
    let plan = FitPlan {
        rate: args.rate,
        moves: !args.values_only,
        epochs: args.epochs as usize,
        result_share: args.result_share,
        seed: args.seed,
        threads: args.threads as usize,
    };
    let mut epochs: Vec<Epoch> = Vec::new();
    writeln!(out, "epoch   value: learned held out   result: held out   moves: held out  first")?;
    let model = fit(rule, &samples, base.as_ref(), plan, |epoch| {
        let _ = writeln!(out, "{}", row(epoch));
        epochs.push(epoch);
    });
    replace(&args.out, &model.weights(provenance).write())?;
    if let Some(path) = &args.report {
        replace(path, losses(&epochs).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The row of an epoch in the table on stdout.
fn row(Epoch { epoch, learned, held_out }: Epoch) -> String {
    if held_out.count == 0 {
        return format!("{epoch:>5}         {:.5}  none", learned.value);
    }
    format!(
        "{epoch:>5}         {:.5}  {:.5}            {:.5}           {:.4} {:>5.1} %",
        learned.value,
        held_out.value,
        held_out.result,
        held_out.moves,
        held_out.first * 100.0
    )
}

/// The plot for `--report`.
fn losses(epochs: &[Epoch]) -> String {
    let learned: Vec<f64> = epochs.iter().map(|epoch| epoch.learned.value).collect();
    let held_out = epochs.iter().filter(|epoch| epoch.held_out.count > 0);
    let held_out: Vec<f64> = held_out.map(|epoch| epoch.held_out.value).collect();
    let learned = Curve { name: "loss on training games", values: &learned };
    let held_out = Curve { name: "loss on games held out", values: &held_out };
    plot_losses(1, learned, held_out, 100.0)
}

/// Reads the games. Returns their rule, their positions and a description of their origin.
fn read(args: &EvalArgs) -> Result<(Rule, Samples, String)> {
    let mut samples = Samples::default();
    let (rule, provenance) = read_games(&args.games, |games| {
        for game in games {
            samples.add(game);
        }
    })?;
    let usable = samples.samples.iter().filter(|sample| sample.is_quiet);
    check_learned(usable.map(|sample| sample.is_held_out))?;
    Ok((rule, samples, provenance))
}

/// A description of how the weights were trained.
fn provenance(args: &EvalArgs, games: &str, base: Option<&Weights>) -> String {
    let EvalArgs { epochs, result_share, seed, rate, .. } = args;
    let values_only = if args.values_only { " --values-only" } else { "" };
    let rate = if *rate != RATE { format!(" --rate {rate}") } else { String::new() };
    let base = base.map_or(String::new(), |base| format!(", from: {}", base.provenance));
    format!(
        "tengen {} tune eval --epochs {epochs} --result-share {result_share} --seed {seed}{rate}{values_only} on {games}{base}",
        env!("CARGO_PKG_VERSION"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_lab::evaluation::fit::Losses;

    #[test]
    fn a_row_says_if_nothing_is_held_out() {
        let losses = |count| Losses { count, value: 0.5, ..Losses::default() };
        let of = |count| row(Epoch { epoch: 3, learned: losses(90), held_out: losses(count) });
        assert_eq!(of(0), "    3         0.50000  none");
        assert!(of(2).starts_with("    3         0.50000  0.50000  "), "{}", of(2));
    }
}
