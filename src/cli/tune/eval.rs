//! `tengen tune eval`: trains the evaluation and the move ordering on games.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;

use super::super::outputs::replace;
use super::super::statuses;
use super::training::{
    TrainingArgs, check_learned, rate, read_base, read_games, share, train, write_report,
};
use crate::interrupt;
use tengen_engine::eval::weights::Weights;
use tengen_engine::types::Rule;
use tengen_lab::evaluation::data::Samples;
use tengen_lab::evaluation::fit::{BATCH, EvaluationGoal, EvaluationLoss, EvaluationModel, RATE};
use tengen_lab::trainer::{EpochLoss, Trainer};
use tengen_util::count::counted;

/// Arguments of `tengen tune eval`.
#[derive(Debug, Args)]
#[command(after_help = statuses::INTERRUPTIBLE)]
pub(super) struct EvalArgs {
    #[command(flatten)]
    training: TrainingArgs,
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
    /// Plot of the losses by epoch (SVG).
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// Trains. Ctrl-C ends the training after the current epoch and writes what it has learned.
///
/// # Errors
/// If a file of games cannot be read, rules are mixed, no position can be learned from, or the
/// weights cannot be written.
pub(super) fn run(args: &EvalArgs) -> Result<ExitCode> {
    let EvalArgs { training, from, report, .. } = args;
    training.check_outputs(from.as_slice(), &[("--report", report.as_deref())])?;
    let base = read_base(from.as_deref(), Weights::read)?;
    let mut out = std::io::stdout().lock();
    let (rule, samples, games) = read(args)?;
    if let Some(base) = base.as_ref().filter(|base| base.rule != rule) {
        bail!("--from: seen weights of {}, expected those of {rule} like the games", base.rule);
    }
    let provenance = provenance(args, &games, base.as_ref());
    let quiet = samples.samples.iter().filter(|sample| sample.is_quiet).count();
    let judged = counted(samples.judged as u64, "position");
    writeln!(out, "{provenance}: {judged}, {quiet} quiet")?;
    let goal = EvaluationGoal { moves: !args.values_only, result_share: args.result_share };
    let model = EvaluationModel::new(rule, &samples, base.as_ref(), goal, training.seed);
    let mut trainer = Trainer::new(model, training.plan(args.rate, args.epochs, BATCH));
    writeln!(out, "epoch   value: learned held out   result: held out   moves: held out  first")?;
    let is_whole = train(&mut trainer, &mut out, |_, losses| Ok(row(losses)))?;
    replace(&training.out, &trainer.weights(provenance).write())?;
    if let Some(path) = report {
        let names = ["loss on training games", "loss on games held out"];
        let value = |loss: &EvaluationLoss| (loss.count, loss.value);
        write_report(path, &trainer.progress.history, names, value, 100.0)?;
    }
    Ok(interrupt::status(is_whole))
}

/// The row of an epoch in the table on stdout.
fn row(EpochLoss { epoch, learned, held_out }: EpochLoss<EvaluationLoss>) -> String {
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

/// Reads the games. Returns their rule, their positions and a description of their origin.
fn read(args: &EvalArgs) -> Result<(Rule, Samples, String)> {
    let mut samples = Samples::default();
    let (rule, provenance) = read_games(&args.training.games, |games| {
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
    let EvalArgs { epochs, result_share, rate, training, .. } = args;
    let seed = training.seed;
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

    #[test]
    fn a_row_says_if_nothing_is_held_out() {
        let losses = |count| EvaluationLoss { count, value: 0.5, ..EvaluationLoss::default() };
        let of = |count| row(EpochLoss { epoch: 3, learned: losses(90), held_out: losses(count) });
        assert_eq!(of(0), "    3         0.50000  none");
        assert!(of(2).starts_with("    3         0.50000  0.50000  "), "{}", of(2));
    }
}
