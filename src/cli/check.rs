//! `tengen check`: would the Gomocup judge accept this brain or zip?
//!
//! Exit status: 0 every league passes, 1 one fails, 2 bad input.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::arena::check::archive::{self, how_to_run};
use crate::arena::check::league::League;
use crate::arena::check::{Examination, Report};
use crate::arena::config::{self, Settings, engine::Engine};
use crate::arena::player::{LaunchOptions, Launcher, PlayerSpec};

/// Arguments of `tengen check`.
#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// A brain, or the zip that would be sent to Gomocup
    #[arg(value_name = "ENGINE|ZIP")]
    entrant: PathBuf,
    /// Argument for the brain; may be given several times
    #[arg(long = "arg", value_name = "A", allow_hyphen_values = true)]
    arguments: Vec<String>,
    /// League: freestyle20, fastgame, freestyle15, standard15, renju15, caro15; may be given
    /// several times [default: all]
    #[arg(long = "league", value_name = "WORD")]
    leagues: Vec<League>,
    /// Time for one move instead of the league's, for a quick look
    #[arg(long, value_name = "N")]
    turn_ms: Option<u64>,
    /// Time for a game instead of the league's, for a quick look
    #[arg(long, value_name = "N")]
    match_ms: Option<u64>,
}

/// Examines the entrant.
///
/// # Errors
/// If it cannot be read or unpacked.
pub(super) fn run(args: &CheckArgs) -> Result<ExitCode> {
    let scratch = Scratch::new()?;
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
        print(&league, &player, &report)?;
    }
    Ok(if is_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(league: &League, player: &PlayerSpec, report: &Report) -> Result<()> {
    let mut out = std::io::stdout().lock();
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
    Ok(out.flush()?)
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

/// A folder of our own that is gone afterwards.
struct Scratch {
    path: PathBuf,
}

impl Scratch {
    fn new() -> Result<Self> {
        let path = std::env::temp_dir().join(format!("tengen-check-{}", std::process::id()));
        std::fs::create_dir_all(&path)
            .with_context(|| format!("cannot make the folder {}", path.display()))?;
        Ok(Self { path })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.path) {
            log::warn!("{} is left behind: {error}", self.path.display());
        }
    }
}
