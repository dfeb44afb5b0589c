//! `tengen check`: would the Gomocup judge accept this brain or zip? With `--hostile`: does it
//! survive a broken manager?
//!
//! Exit status: 0 every league passes, with `--hostile` no fault was found; 1 a league fails, or a
//! fault was found; 2 bad input; 130 ended by Ctrl-C.

mod entrant;
mod hostile;
mod scratch;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use self::entrant::Entrant;
use self::scratch::Scratch;
use super::json_lines::write_line;
use tengen_arena::check::league::League;
use tengen_arena::check::{Examination, LeagueReport};
use tengen_arena::player::{LaunchOptions, Launcher, PlayerSpec};

/// Arguments of `tengen check`.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 every league passes, with --hostile no fault was found; 1 a league fails, or a \
        fault was found; 2 bad input; 130 ended by Ctrl-C."
)]
pub(super) struct CheckArgs {
    /// A brain, or the zip that would be sent to Gomocup
    #[arg(value_name = "ENGINE|ZIP")]
    entrant: PathBuf,
    /// Argument for the brain (repeatable)
    #[arg(long = "arg", value_name = "A", allow_hyphen_values = true)]
    arguments: Vec<String>,
    /// League (repeatable) [default: all]
    #[arg(long = "league", value_name = "WORD", value_parser = crate::values::league())]
    leagues: Vec<League>,
    /// Time for one move in milliseconds instead of the league's, for a quick look
    #[arg(long, value_name = "N", visible_alias = "time-ms")]
    turn_ms: Option<u64>,
    /// Time for a game in milliseconds instead of the league's, for a quick look
    #[arg(long, value_name = "N")]
    match_ms: Option<u64>,
    /// Print one JSON object per league, or per finding, instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    hostile: hostile::HostileArgs,
}

/// Examines the entrant.
///
/// # Errors
/// If it cannot be read or unpacked.
pub(super) fn run(args: &CheckArgs) -> Result<ExitCode> {
    if let Some(lines) = args.hostile.lines {
        // Not by clap, for which a conflict would lift what the other options require.
        let is_league = !args.leagues.is_empty();
        if is_league || args.turn_ms.is_some() || args.match_ms.is_some() {
            bail!("--hostile cannot be used with --league, --turn-ms or --match-ms");
        }
        return hostile::run(&args.hostile, &args.entrant, &args.arguments, args.json, lines);
    }
    let scratch = Scratch::new()?;
    scratch.remove_on_interrupt()?;
    let entrant = Entrant::open(&args.entrant, &scratch.path)?;
    let launch = LaunchOptions { launcher: Launcher::of_this_program(), core: None };
    let leagues = if args.leagues.is_empty() { &League::ALL[..] } else { &args.leagues };
    let mut is_passed = true;
    for league in leagues {
        let mut league = *league;
        league.turn = args.turn_ms.map_or(league.turn, Duration::from_millis);
        league.game = args.match_ms.map_or(league.game, Duration::from_millis);
        let player = entrant.player(&league, &args.arguments)?;
        let folder = scratch.path.join(format!("data-{league}"));
        std::fs::create_dir_all(&folder)?;
        let report = Examination::new(league, &player, &launch, &folder).run();
        scratch.wait_if_interrupted();
        is_passed &= report.is_passed();
        let mut out = std::io::stdout().lock();
        if args.json {
            write_line(&ReportLine::new(&league, &player, &report), &mut out)?;
        } else {
            print(&league, &player, &report, &mut out)?;
        }
        out.flush()?;
    }
    Ok(if is_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The report of a league as JSON.
#[derive(Serialize)]
struct ReportLine<'a> {
    league: &'static str,
    player: &'a str,
    passed: bool,
    steps: usize,
    failures: Vec<FailureLine<'a>>,
    longest_move_ms: u64,
    /// Missing where the system does not report it.
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_kib: Option<u64>,
}

/// A step that the player did not pass.
#[derive(Serialize)]
struct FailureLine<'a> {
    step: &'a str,
    problem: &'a str,
    /// The last lines of the dialogue.
    dialogue: Vec<&'a str>,
}

impl<'a> ReportLine<'a> {
    fn new(league: &League, player: &'a PlayerSpec, report: &'a LeagueReport) -> Self {
        let failures = report.failures.iter().map(|failure| FailureLine {
            step: &failure.step,
            problem: &failure.problem,
            dialogue: failure.dialogue.lines().collect(),
        });
        Self {
            league: league.name,
            player: &player.name,
            passed: report.is_passed(),
            steps: report.steps,
            failures: failures.collect(),
            longest_move_ms: report.longest_ms,
            peak_kib: (report.peak_kib > 0).then_some(report.peak_kib),
        }
    }
}

fn print(
    league: &League,
    player: &PlayerSpec,
    report: &LeagueReport,
    out: &mut impl Write,
) -> Result<()> {
    let word = if report.is_passed() { "pass" } else { "FAIL" };
    let (steps, failed) = (report.steps, report.failures.len());
    write!(out, "{:12} {word}  {}: {} of {steps} steps", league.name, player.name, steps - failed)?;
    write!(out, ", longest move {} ms", report.longest_ms)?;
    match report.peak_kib {
        0 => writeln!(out)?,
        kib => writeln!(out, ", at most {} MiB", kib / 1024)?,
    }
    for failure in &report.failures {
        writeln!(out, "  {}: {}", failure.step, failure.problem)?;
        for line in failure.dialogue.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}
