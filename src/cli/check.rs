//! `tengen check`: would the Gomocup judge accept this brain or zip? With `--hostile`: does it
//! survive a manager that is broken?
//!
//! Exit status: 0 every league passes, 1 one fails, 2 bad input, 130 ended by Ctrl-C.

mod hostile;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;

use crate::arena::check::archive::{self, how_to_run};
use crate::arena::check::league::League;
use crate::arena::check::{Examination, Report};
use crate::arena::config::{self, Settings, engine::Engine};
use crate::arena::player::{LaunchOptions, Launcher, PlayerSpec};
use crate::util::{interrupt, stderr};

/// Arguments of `tengen check`.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 every league passes, 1 one fails, 2 bad input, 130 ended by Ctrl-C."
)]
pub(super) struct CheckArgs {
    /// A brain, or the zip that would be sent to Gomocup
    #[arg(value_name = "ENGINE|ZIP")]
    entrant: PathBuf,
    /// Argument for the brain; may be given several times
    #[arg(long = "arg", value_name = "A", allow_hyphen_values = true)]
    arguments: Vec<String>,
    /// League; may be given several times [default: all]
    #[arg(long = "league", value_name = "WORD")]
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
        return hostile::run(args, lines);
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
        is_passed &= report.is_passed();
        let mut out = std::io::stdout().lock();
        if args.json {
            serde_json::to_writer(&mut out, &ReportLine::new(&league, &player, &report))?;
            writeln!(out)?;
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
    fn new(league: &League, player: &'a PlayerSpec, report: &'a Report) -> Self {
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
    report: &Report,
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

/// What is examined: a program, or an unpacked archive with a program for each league.
enum Entrant {
    Program(PathBuf),
    Archive { file: PathBuf, folder: PathBuf },
}

impl Entrant {
    fn open(path: &Path, scratch: &Path) -> Result<Self> {
        let shown = path.display();
        let path = path.canonicalize().with_context(|| format!("cannot open '{shown}'"))?;
        let is_zip = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
        if is_zip {
            let folder = scratch.join("entrant");
            std::fs::create_dir_all(&folder)?;
            archive::unpack(&path, &folder)?;
            return Ok(Entrant::Archive { file: path, folder });
        }
        if how_to_run(&path).is_none() {
            bail!("'{shown}' is not a program that runs here, expected a brain or a zip");
        }
        Ok(Entrant::Program(path))
    }

    fn player(&self, league: &League, arguments: &[String]) -> Result<PlayerSpec> {
        let file = match self {
            Entrant::Program(path) => path.clone(),
            Entrant::Archive { file, folder } => archive::choose(folder, file, league)?,
        };
        // Its own name also where another program, wine, runs it.
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        let Some((program, mut before)) = how_to_run(&file) else {
            bail!("'{}' is not a program that runs here", file.display());
        };
        let engine = Engine { cmd: program, name, ..Engine::default() };
        let mut player = config::player(&engine, &Settings::default())?;
        player.folder = file.parent().map(Path::to_owned);
        before.extend(arguments.iter().map(Into::into));
        player.arguments = before;
        Ok(player)
    }
}

/// A folder of our own that is gone afterwards, also when Ctrl-C ends the program.
struct Scratch {
    path: PathBuf,
}

impl Scratch {
    fn new() -> Result<Self> {
        // A name that nobody can guess, and a folder that was not there before.
        let name = format!("tengen-check-{:016x}", rand::random::<u64>());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path)
            .with_context(|| format!("cannot make the folder {}", path.display()))?;
        Ok(Self { path })
    }

    /// Ctrl-C removes the folder and ends the program.
    fn remove_on_interrupt(&self) -> Result<()> {
        let folder = self.path.clone();
        interrupt::on_interrupt(move || {
            // The system kills the players with this process; until then one may add a file.
            let _ = std::fs::remove_dir_all(&folder).or_else(|_| std::fs::remove_dir_all(&folder));
            stderr::say(format_args!("interrupted"));
            std::process::exit(i32::from(interrupt::EXIT_STATUS));
        })
        .context("Ctrl-C")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.path) {
            log::warn!("{} is left behind: {error}", self.path.display());
        }
    }
}
