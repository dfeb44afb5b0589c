//! `tengen tune effects`: estimates the effects of many search parameters in one experiment.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use indicatif::ProgressBar;

use super::super::args::DrawnArgs;
use super::super::statuses;
use super::super::used_rules::UsedRules;
use super::values::read;
use crate::interrupt;
use tengen_engine::engine::Trained;
use tengen_engine::types::Rule;
use tengen_lab::effects::{self, Effect, Factor, Trial};
use tengen_lab::values::ValuedPosition;
use tengen_util::count::counted;

/// Arguments of `tengen tune effects`.
#[derive(Debug, Args)]
#[command(after_help = statuses::INTERRUPTIBLE)]
pub(super) struct EffectsArgs {
    /// File of `tengen tune reference`, or any positions with a `value`, one per line.
    file: PathBuf,
    /// A parameter and its two values (repeatable) [default: all, each 25 % lower and higher].
    #[arg(long, value_name = "[RULE.]NAME=LOW..HIGH")]
    vary: Vec<String>,
    /// Settings; start with three times the number of parameters.
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    settings: u32,
    /// Positions searched per setting, drawn separately for each.
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Nodes per position.
    #[arg(long, default_value_t = 60_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    drawn: DrawnArgs,
}

/// Searches positions in every setting and prints the effect of each parameter, the largest first.
/// After Ctrl-C, prints the effects by the settings searched so far.
///
/// # Errors
/// If a file cannot be read, a name is unknown, weights or a parameter are for another rule than
/// those of the positions, there are too few settings for the parameters, or stdout cannot be
/// written.
pub(super) fn run(args: &EffectsArgs) -> Result<ExitCode> {
    let base = args.drawn.trained.read()?;
    let valued = read(&args.file)?;
    let factors = factors(args, &base, &valued)?;
    let (count, least) = (args.settings as usize, effects::fewest_settings(factors.len()));
    ensure!(
        count >= least,
        "--settings {count}, expected at least {least} for {}",
        counted(factors.len() as u64, "varied parameter")
    );
    let settings = effects::settings(factors.len(), count, args.drawn.seed);
    let applied = settings.iter().map(|setting| effects::apply(&base, &factors, setting));
    let players = settings.iter().zip(applied.collect::<Result<Vec<_>, _>>()?);
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let bar = ProgressBar::new(args.settings.into());
    let (sample, effort) = (args.positions as usize, (args.nodes, args.drawn.threads as usize));
    let search = |(number, applied)| {
        let drawn = (sample, number, args.drawn.seed);
        let trial = effects::trial(applied, &valued, drawn, effort, &stop);
        bar.inc(1);
        trial
    };
    let trials: Vec<Trial> = players.enumerate().map_while(search).collect();
    bar.finish_and_clear();
    print(&factors, &trials)?;
    Ok(interrupt::status(!stop.is_set()))
}

/// The parameters that are varied.
fn factors(args: &EffectsArgs, base: &Trained, valued: &[ValuedPosition]) -> Result<Vec<Factor>> {
    let rules = UsedRules::of(valued.iter().map(|valued| valued.position.rule()));
    rules.check(&args.drawn.trained)?;
    if args.vary.is_empty() {
        return Ok(Factor::all(base.params.of(only_rule(valued)?)));
    }
    let mut factors: Vec<Factor> = Vec::new();
    for text in &args.vary {
        let factor = Factor::parse(text).with_context(|| format!("--vary {text}"))?;
        rules.check_param("--vary", text)?;
        if let Some(other) = factors.iter().find(|other| other.overlaps(&factor)) {
            bail!("--vary {text}: {} is varied already, expected each parameter once", other.name);
        }
        factors.push(factor);
    }
    Ok(factors)
}

/// The rule of all positions: the default parameters depend on it.
fn only_rule(valued: &[ValuedPosition]) -> Result<Rule> {
    let mut rules = valued.iter().map(|valued| valued.position.rule());
    let first = rules.next().unwrap_or(Rule::Freestyle);
    if let Some(other) = rules.find(|&rule| rule != first) {
        bail!("positions of {first} and {other}, expected those of one rule, or --vary");
    }
    Ok(first)
}

fn print(factors: &[Factor], trials: &[Trial]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let settings = counted(trials.len() as u64, "setting");
    let Some((mean, effects)) = effects::effects(trials) else {
        writeln!(out, "{settings}, too few to estimate effects")?;
        return Ok(());
    };
    // Thousandths: squared differences of win chances are small.
    let mean = mean * 1000.0;
    writeln!(out, "{settings}, mean squared error of win chances in thousandths {mean:.2}")?;
    let mut rows: Vec<(&Factor, Effect)> = factors.iter().zip(effects).collect();
    rows.sort_by(|(_, a), (_, b)| b.distance.abs().total_cmp(&a.distance.abs()));
    for (Factor { name, values: [low, high] }, Effect { distance, error, time }) in rows {
        let (distance, error, time) = (distance * 1000.0, error * 1000.0, time * 100.0);
        writeln!(
            out,
            "{name:<28} {low:>6} to {high:>6}  {distance:>+7.2} ± {error:.2}  time {time:>+6.1} %"
        )?;
    }
    Ok(())
}
