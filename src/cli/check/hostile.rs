//! `tengen check ENGINE --hostile N`: hostile conversations with a brain.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;

use super::super::outputs::check_folder;
use super::entrant::Entrant;
use super::scratch::Scratch;
use crate::interrupt;
use tengen_arena::check::archive::how_to_run;
use tengen_arena::hostile::{Finding, Hunt, HuntSettings, HuntTerms, HuntTotals};
use tengen_arena::player::Launcher;
use tengen_arena::player::process::PlayerCommand;
use tengen_engine::types::Rule;
use tengen_util::stderr;

/// Interval between printed totals while nothing is found.
const PROGRESS: Duration = Duration::from_secs(30);

/// Arguments of hostile conversations.
#[derive(Debug, Args)]
#[command(next_help_heading = "Hostile conversations")]
pub(super) struct HostileArgs {
    /// Send N lines in damaged dialogues with games in between, and judge every reply
    #[arg(long = "hostile", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) lines: Option<u64>,
    /// Seed of the conversations; the same seed sends the same ones
    #[arg(long, value_name = "S", default_value_t = 1, requires = "lines")]
    seed: u64,
    /// Rule of the games (repeatable) [default: all five]
    #[arg(long = "rule", value_name = "RULE", requires = "lines", value_parser = crate::values::rule())]
    rules: Vec<Rule>,
    /// Number of conversations at a time
    #[arg(long, value_name = "N", default_value_t = 1, requires = "lines", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Time that a move may take beyond its limit, in milliseconds
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "lines")]
    tolerance_ms: u64,
    /// The brain may write to stderr
    #[arg(long, requires = "lines")]
    allow_stderr: bool,
    /// Send BOARD in an open game without RESTART before it, as some managers do
    #[arg(long, requires = "lines")]
    boards_in_games: bool,
    /// Reduce only the first N faults of each kind [default: all]
    #[arg(long, value_name = "N", requires = "lines")]
    reduce: Option<usize>,
    /// End after N faults
    #[arg(long, value_name = "N", default_value_t = 10, requires = "lines")]
    most: usize,
    /// Folder for the transcripts of faults
    #[arg(long, value_name = "DIR", requires = "lines")]
    out: Option<PathBuf>,
}

/// Searches for faults and prints them.
pub(super) fn run(
    args: &HostileArgs,
    entrant: &Path,
    arguments: &[String],
    json: bool,
    lines: u64,
) -> Result<ExitCode> {
    let scratch = Scratch::new()?;
    let Entrant::Program(program) = Entrant::open(entrant, &scratch.path)? else {
        bail!("--hostile: '{}' is an archive, expected a brain", entrant.display());
    };
    let out = args.out.as_deref();
    if let Some(folder) = out {
        // Their names follow from the faults.
        check_folder(folder, &["transcript.txt"])?;
    }
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let hunt = Hunt::new(settings(args, program, arguments, &scratch.path, lines)?, stop.clone());
    let began = Instant::now();
    let mut problem = None;
    let mut said = Instant::now();
    let totals = hunt.run(
        |finding| problem = report(finding, out, json).err().or(problem.take()),
        |totals| {
            if said.elapsed() >= PROGRESS {
                said = Instant::now();
                stderr::say(format_args!("{}", summary(totals, began.elapsed())));
            }
        },
    );
    let totals = totals.with_context(|| format!("cannot start '{}'", entrant.display()))?;
    problem.map_or(Ok(()), Err)?;
    conclude(&totals, began.elapsed(), args.seed, json)?;
    Ok(match (totals.findings, stop.is_set()) {
        (1.., _) => ExitCode::FAILURE,
        (0, true) => ExitCode::from(interrupt::EXIT_STATUS),
        (0, false) => ExitCode::SUCCESS,
    })
}

fn settings(
    args: &HostileArgs,
    program: PathBuf,
    given: &[String],
    folder: &Path,
    lines: u64,
) -> Result<HuntSettings> {
    let shown = program.display().to_string();
    let HostileArgs { rules, seed, concurrency, tolerance_ms, allow_stderr, most, .. } = args;
    let Some((program, mut arguments)) = how_to_run(&program) else {
        bail!("'{shown}' is not a program that runs here");
    };
    arguments.extend(given.iter().map(Into::into));
    let command = PlayerCommand {
        program,
        arguments,
        // Files that it writes there are removed.
        folder: Some(folder.to_owned()),
        launcher: Launcher::of_this_program(),
        core: None,
    };
    let terms = HuntTerms {
        command,
        tolerance: Duration::from_millis(*tolerance_ms),
        allows_stderr: *allow_stderr,
        boards_in_games: args.boards_in_games,
    };
    let rules = if rules.is_empty() { Rule::ALL.to_vec() } else { rules.clone() };
    Ok(HuntSettings {
        terms,
        rules,
        seed: *seed,
        lines,
        concurrency: usize::from(*concurrency),
        most_findings: (*most).max(1),
        most_reduced: args.reduce.unwrap_or(usize::MAX),
    })
}

fn report(finding: &Finding, folder: Option<&Path>, as_json: bool) -> Result<()> {
    let Finding { number, fault, steps, is_repeatable, transcript } = finding;
    let file = folder.map(|folder| folder.join(format!("{}-{number}.txt", fault.kind)));
    if let Some(file) = &file {
        std::fs::write(file, transcript)
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    let mut out = std::io::stdout().lock();
    if as_json {
        let line = json!({
            "conversation": number, "fault": fault.kind.name(), "seen": fault.seen, "expected": fault.expected,
            "steps": steps, "repeatable": is_repeatable, "transcript": transcript,
        });
        writeln!(out, "{line}")?;
    } else {
        let again = match is_repeatable {
            Some(true) => "",
            Some(false) => ", not seen again",
            None => ", not reduced",
        };
        writeln!(out, "conversation {number}: {fault} ({steps} steps{again})")?;
        match file {
            Some(file) => writeln!(out, "  {}", file.display())?,
            None => transcript.lines().try_for_each(|line| writeln!(out, "    {line}"))?,
        }
    }
    Ok(out.flush()?)
}

fn summary(totals: &HuntTotals, took: Duration) -> String {
    let HuntTotals { conversations, findings, tally } = totals;
    format!(
        "{} lines in {conversations} conversations with {} processes, {} moves judged, {} after their limit (at most {} ms), {findings} faults, {:.0} s",
        tally.lines,
        tally.processes,
        tally.moves,
        tally.over_limit,
        tally.most_over_ms,
        took.as_secs_f64()
    )
}

fn conclude(totals: &HuntTotals, took: Duration, seed: u64, json: bool) -> Result<()> {
    let mut out = std::io::stdout().lock();
    if json {
        let tally = &totals.tally;
        let line = json!({
            "seed": seed, "lines": tally.lines, "conversations": totals.conversations, "processes": tally.processes,
            "moves": tally.moves, "late_moves": tally.over_limit, "most_late_ms": tally.most_over_ms,
            "faults": totals.findings, "time_ms": took.as_millis() as u64,
        });
        writeln!(out, "{line}")?;
    } else {
        writeln!(out, "{}", summary(totals, took))?;
    }
    Ok(out.flush()?)
}
