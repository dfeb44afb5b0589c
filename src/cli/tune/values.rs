//! `tengen tune values`: measures how closely one or two searches approximate the values of a deep
//! search.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::ProgressBar;

use super::super::statuses;
use super::super::used_rules::UsedRules;
use super::compared::ComparedArgs;
use crate::interrupt;
use tengen_engine::engine::Trained;
use tengen_engine::search::StopFlag;
use tengen_engine::types::Score;
use tengen_lab::values::{self, Comparison, ValuedPosition};
use tengen_util::count::counted;

/// Arguments of `tengen tune values`.
#[derive(Debug, Args)]
#[command(after_help = statuses::INTERRUPTIBLE)]
pub(super) struct ValuesArgs {
    /// File of `tengen tune reference`, or any positions with a `value`, one per line.
    file: PathBuf,
    #[command(flatten)]
    compared: ComparedArgs,
    /// Nodes per position.
    #[arg(long, default_value_t = 60_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Threads; the result does not depend on their number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Searches every position with one or both searches and prints their errors.
///
/// # Errors
/// If a file cannot be read, a name is unknown, weights or a parameter are for another rule than
/// those of the positions, the searches are equal, or stdout cannot be written.
pub(super) fn run(args: &ValuesArgs) -> Result<ExitCode> {
    let valued = read(&args.file)?;
    let rules = UsedRules::of(valued.iter().map(|valued| valued.position.rule()));
    let (first, second) = args.compared.read_one_or_two(&rules)?;
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let deep: Vec<Score> = valued.iter().map(|valued| valued.value).collect();
    let measured = match second {
        Some(second) => {
            let found = search(args, &[first, second], &valued, &stop);
            let comparison = values::compare(&found, &deep);
            let [of_first, of_second] =
                [0, 1].map(|it| values::proved(found.iter().map(|found| found[it]), &deep));
            let proved = format!("first {}, second {}", of_first.1, of_second.1);
            comparison.map(|it| (it.positions, errors_of_two(it), of_first.0, proved))
        }
        None => {
            let found = search(args, &[first], &valued, &stop);
            let distance = values::mean_distance(&found, &deep);
            let (all, proved) = values::proved(found.iter().map(|&[score]| score), &deep);
            distance.map(|it| (found.len(), error_of_first(it), all, format!("first {proved}")))
        }
    };
    if let Some((count, errors, all, proved)) = measured {
        let mut out = std::io::stdout().lock();
        let positions = counted(count as u64, "position");
        writeln!(out, "{positions}, mean squared error of win chances in thousandths")?;
        writeln!(out, "{errors}")?;
        writeln!(out, "of {all} results proved by the deep search: {proved}")?;
    }
    Ok(interrupt::status(!stop.is_set()))
}

/// The values of the positions by each searcher.
fn search<const N: usize>(
    args: &ValuesArgs,
    searchers: &[Trained; N],
    valued: &[ValuedPosition],
    stop: &StopFlag,
) -> Vec<[Score; N]> {
    let bar = ProgressBar::new(valued.len() as u64);
    let (threads, searched) = (args.threads as usize, || bar.inc(1));
    let positions = valued.iter().map(|valued| &valued.position);
    let found = values::values(searchers, positions, args.nodes, threads, stop, &searched);
    bar.finish_and_clear();
    found
}

/// In thousandths: squared differences of win chances are small.
fn error_of_first(distance: f64) -> String {
    format!("first {:.2}", distance * 1000.0)
}

/// The errors of two searches, and the difference with its interval.
fn errors_of_two(comparison: Comparison) -> String {
    let Comparison { distances: [first, second], difference, error, .. } = comparison;
    let [second, difference, error] = [second, difference, error].map(|number| number * 1000.0);
    let first = error_of_first(first);
    format!("{first}, second {second:.2}, difference {difference:+.2} ± {error:.2}")
}

/// The positions of a file, with their values.
///
/// # Errors
/// If it cannot be read, is empty, or has an invalid line.
pub(super) fn read(path: &Path) -> Result<Vec<ValuedPosition>> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read '{name}'"))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let valued: Vec<ValuedPosition> = lines
        .map(|(index, line)| {
            ValuedPosition::parse(line).with_context(|| format!("'{name}' line {}", index + 1))
        })
        .collect::<Result<_>>()?;
    if valued.is_empty() {
        bail!("'{name}' is empty, expected positions with values, one per line");
    }
    Ok(valued)
}
