//! `tengen tune search`: tunes search parameters by games.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::ProgressBar;

use super::super::args::TrainedArgs;
use super::super::outputs::{check_folder, replace};
use super::super::statuses;
use super::super::used_rules::UsedRules;
use crate::interrupt;
use tengen_engine::search::Params;
use tengen_engine::types::Rule;
use tengen_lab::spsa::Tuning;
use tengen_util::count::counted;

/// The files of the folder.
const STATE: &str = "state.json";
const PARAMS: &str = "params.txt";

/// Arguments of `tengen tune search`.
#[derive(Debug, Args)]
#[command(after_help = statuses::RESUMABLE)]
pub(super) struct SearchArgs {
    /// Output folder: state.json and params.txt (the tuned values as options of `tengen brain`).
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Rule of the games.
    #[arg(long, default_value_t = Rule::Freestyle, value_parser = crate::values::rule())]
    rule: Rule,
    /// Board size.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=22))]
    size: u8,
    /// Nodes per move.
    #[arg(long, default_value_t = 3000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Steps, of eight games each.
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Random seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Threads, of which at most 4 are used; the result does not depend on their number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Parameters to tune, separated by commas [default: all].
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    names: Vec<String>,
    #[command(flatten)]
    trained: TrainedArgs,
    /// Continue the tuning in the folder.
    #[arg(long)]
    resume: bool,
}

/// Tunes.
///
/// # Errors
/// If the folder contains another tuning, cannot be read or written, a name is unknown, or weights
/// or a parameter are for another rule.
pub(super) fn run(args: &SearchArgs) -> Result<ExitCode> {
    UsedRules::of([args.rule]).check(&args.trained)?;
    let base = args.trained.read()?;
    let state = args.out.join(STATE);
    let params = base.params.of(args.rule);
    let mut tuning = open(args, &state, params)?;
    check_folder(&args.out, &[STATE, PARAMS])?;
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let bar = ProgressBar::new(u64::from(tuning.steps));
    while !tuning.is_done() && !stop.is_set() {
        if tuning.step(&base, args.threads as usize, &stop).is_none() && !stop.is_set() {
            bail!("'{}' is not the state of a tuning that can continue", state.display());
        }
        bar.set_position(u64::from(tuning.done));
        if tuning.done.is_multiple_of(10) || tuning.is_done() || stop.is_set() {
            replace(&state, serde_json::to_string(&tuning)?.as_bytes())?;
            replace(&args.out.join(PARAMS), options(&tuning, params).as_bytes())?;
        }
    }
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    for ((name, value), (_, start)) in tuning.values.iter().zip(&tuning.start) {
        writeln!(out, "{name:<28} {start:>7} -> {value:>8.1}")?;
    }
    if tuning.is_done() {
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "stopped after {}; --resume continues", counted(tuning.done.into(), "step"))?;
    Ok(ExitCode::from(interrupt::EXIT_STATUS))
}

/// The parameters as options of the brain, one per line.
fn options(tuning: &Tuning, base: &Params) -> String {
    let params = tuning.params(base);
    let line = |(name, value)| format!("--param {}.{name}={value}\n", tuning.rule);
    params.entries().into_iter().map(line).collect()
}

fn open(args: &SearchArgs, state: &Path, base: &Params) -> Result<Tuning> {
    let name = state.display();
    let setting = (args.rule, args.size, args.nodes);
    let Some(mut fresh) = Tuning::new(setting, args.steps, args.seed, &args.names, base) else {
        let names: Vec<&str> = base.entries().into_iter().map(|(name, _)| name).collect();
        bail!("--names {}, expected some of {}", args.names.join(","), names.join(", "));
    };
    fresh.with = args.trained.described(args.rule)?;
    if !args.resume {
        if state.exists() {
            bail!("'{name}' exists, expected --resume or another folder");
        }
        return Ok(fresh);
    }
    let text = fs::read_to_string(state).with_context(|| format!("cannot read '{name}'"))?;
    let saved: Tuning = serde_json::from_str(&text)
        .with_context(|| format!("'{name}' is not the state of a tuning"))?;
    if let Some((option, expected, seen)) = saved.difference(&fresh) {
        bail!("'{name}' was written with another {option}: seen {seen}, expected {expected}");
    }
    Ok(saved)
}
