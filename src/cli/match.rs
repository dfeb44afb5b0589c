//! `tengen match`: plays engines against each other.
//!
//! Exit status: 0 all games played, or the test of `--sprt` accepts H1; 1 the results cannot be
//! written; 2 bad input; 3 the test accepts H0; 4 all games played and the test undecided; 5
//! `--fail-on-fault` and a player lost by a fault of its program; 130 ended by Ctrl-C.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::outputs::check_writable;
use crate::arena::config::{self, MatchConfig, Settings, file::Source};
use crate::arena::journal::{self, Journal};
use crate::arena::player::{LaunchOptions, Launcher, Order, PlayerClient};
use crate::arena::pool::{Match, Outcome, StopSwitch, Watcher};
use crate::arena::sprt::Decision;
use crate::arena::standings::Standings;
use crate::arena::{exports, merge, words};
use crate::records::GameRecord;
use crate::records::library::store::{self, StoreError};

/// How long a player may take to tell about itself.
const ABOUT_PATIENCE: Duration = Duration::from_secs(2);

/// Arguments of `tengen match`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct MatchArgs {
    #[command(subcommand)]
    command: Option<MatchCommand>,
    /// Settings in TOML: every setting is a key, every player a table [[engine]]. Flags go first
    #[arg(value_name = "FILE.toml")]
    file: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
    /// Go on with the match in the folder --out, or begin it if none is there
    #[arg(long)]
    resume: bool,
    /// Check settings and openings and print the schedule; start nobody
    #[arg(long)]
    dry_run: bool,
    /// Print only the final score
    #[arg(long, short)]
    quiet: bool,
    /// Add every game to this CSV file as well, see `tengen games`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Exit with status 5 if a player lost by timeout, crash, memory, an illegal move or a refusal
    #[arg(long)]
    fail_on_fault: bool,
}

#[derive(Debug, Subcommand)]
enum MatchCommand {
    /// Join the parts of a match that was played with --shard
    Merge {
        /// The folders of the parts
        #[arg(required = true, value_name = "DIR")]
        folders: Vec<PathBuf>,
        /// The folder for the whole
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Make the tables, records and the report of a match anew from its journal
    Report {
        /// The folder of the match
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// Runs the command.
///
/// # Errors
/// For bad input and results that cannot be written.
pub fn run(args: MatchArgs) -> Result<ExitCode> {
    match &args.command {
        Some(MatchCommand::Merge { folders, out }) => {
            let whole = merge::join(folders)?;
            journal::write_all(out, &whole.identity, &whole.games)?;
            return report(out);
        }
        Some(MatchCommand::Report { folder }) => return report(folder),
        None => {}
    }
    let (from_file, source) = match &args.file {
        Some(path) => {
            let (settings, source) = Source::read(path)?;
            (settings, Some(source))
        }
        None => (Settings::default(), None),
    };
    let settings = args.settings.clone().over(from_file);
    let config = config::check(&settings, source.as_ref())?;
    if let Some(record) = &args.record {
        check_writable(record).context("--record")?;
    }
    if args.dry_run {
        return print_schedule(&config);
    }
    play(&args, &config)
}

/// Makes the files that follow from a journal.
fn report(folder: &Path) -> Result<ExitCode> {
    let (identity, games) = journal::read(folder)?;
    let mut standings = Standings::new(&identity.players, identity.test())?;
    for game in &games {
        standings.add(game.clone())?;
    }
    exports::write(folder, &identity, &standings, &games)?;
    print_score(&standings)?;
    let missing = identity.total_games.saturating_sub(standings.games());
    if missing > 0 && !standings.is_decided() {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{missing} of {} games are not played", identity.total_games)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn play(args: &MatchArgs, config: &MatchConfig) -> Result<ExitCode> {
    let (journal, before) = open_journal(args, config)?;
    let known = before.len();
    let switch = on_interrupt()?;
    let launcher = Launcher::of_this_program();
    introduce(args, config, launcher.as_ref())?;
    let mut game = Match::new(config, launcher, journal, before)?;
    let mut screen = Screen::new(args, config, known);
    let played = game.play(&switch, &mut screen);
    screen.finish();
    let outcome = match played {
        Ok(outcome) => outcome,
        Err(error) => {
            // Why it ended matters more than a reader who has gone.
            let _ = print_score(game.standings());
            return Ok(failed(&error));
        }
    };
    if let Some(folder) = &config.out {
        let (_, games) = journal::read(folder)?;
        if let Err(error) = exports::write(folder, &config.identity, game.standings(), &games) {
            return Ok(failed(&error));
        }
    }
    print_score(game.standings())?;
    if let Some(error) = screen.not_kept {
        return Ok(failed(&error));
    }
    Ok(exit_code(args, config, outcome, game.standings()))
}

/// Asks every player ABOUT in a process of its own, tells the answers and keeps them in `about.txt`.
/// Nobody has to answer; the judge never asks.
fn introduce(args: &MatchArgs, config: &MatchConfig, launcher: Option<&Launcher>) -> Result<()> {
    let setting = &config.setting;
    if setting.manager.order == Order::Judge {
        return Ok(());
    }
    let launch = LaunchOptions { launcher: launcher.cloned(), core: None };
    let mut text = String::new();
    for spec in &setting.players {
        let about = PlayerClient::launch(spec, &setting.manager, &launch, None).ok().and_then(
            |mut player| {
                let about = player.about(ABOUT_PATIENCE);
                player.quit();
                about
            },
        );
        text.push_str(&format!("{}: {}\n", spec.name, about.unwrap_or_default()));
    }
    if !args.quiet {
        std::io::stdout().write_all(text.as_bytes())?;
    }
    if let Some(folder) = &config.out {
        journal::write_whole(&folder.join("about.txt"), text.as_bytes())?;
    }
    Ok(())
}

/// Tells that results cannot be written, which is not the caller's mistake.
#[expect(clippy::print_stderr, reason = "the last word to the user at the terminal")]
fn failed(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("tengen: {error}; what was finished before is in the journal");
    ExitCode::from(1)
}

fn open_journal(
    args: &MatchArgs,
    config: &MatchConfig,
) -> Result<(Option<Journal>, Vec<GameRecord>)> {
    match (&config.out, args.resume) {
        // With nothing there yet a script need not know whether it is the first time.
        (Some(folder), true) if folder.join(journal::MATCH_FILE).exists() => {
            let (journal, games) = Journal::resume(folder, &config.identity)?;
            Ok((Some(journal), games))
        }
        (Some(folder), _) => {
            let journal = Journal::create(folder, &config.identity).context("--out")?;
            Ok((Some(journal), Vec::new()))
        }
        (None, true) => bail!("--resume without a match to resume, expected --out DIR as well"),
        (None, false) => Ok((None, Vec::new())),
    }
}

/// The switch that Ctrl-C sets; a second Ctrl-C ends the program at once.
fn on_interrupt() -> Result<Arc<StopSwitch>> {
    static SWITCH: OnceLock<Arc<StopSwitch>> = OnceLock::new();
    if let Some(switch) = SWITCH.get() {
        return Ok(Arc::clone(switch));
    }
    let switch = Arc::clone(SWITCH.get_or_init(Arc::default));
    let in_handler = Arc::clone(&switch);
    ctrlc::set_handler(move || {
        if in_handler.was_asked() {
            std::process::exit(130);
        }
        in_handler.ask();
    })
    .context("cannot listen to Ctrl-C")?;
    Ok(switch)
}

fn print_score(standings: &Standings) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(words::full_score(standings).as_bytes())?;
    Ok(out.flush()?)
}

fn print_schedule(config: &MatchConfig) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let setting = &config.setting;
    let (rules, plan) = (&setting.rules, &config.plan);
    writeln!(out, "{} on {}, {} games", rules.rule, rules.size, plan.total_games())?;
    for player in &setting.players {
        let arguments: Vec<_> =
            player.arguments.iter().map(|word| word.to_string_lossy()).collect();
        let (name, program) = (&player.name, player.program.display());
        writeln!(out, "player {name}: {program} {}", arguments.join(" "))?;
    }
    let games = plan.games().filter(|game| config.shard.has_pair(game.pair));
    for game in games {
        let name = |player: usize| setting.players.get(player).map_or("", |p| p.name.as_str());
        let opening = if game.opening.name.is_empty() { "empty" } else { &game.opening.name };
        let (black, white) = (name(game.black), name(game.white));
        writeln!(
            out,
            "game {}: round {}, pair {}, {black} - {white}, opening {opening}",
            game.game, game.round, game.pair
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn exit_code(
    args: &MatchArgs,
    config: &MatchConfig,
    outcome: Outcome,
    standings: &Standings,
) -> ExitCode {
    let has_fault = || {
        let words = ["illegal", "timeout", "crash", "memory", "refused"];
        words.iter().any(|&word| standings.table().verdicts().contains_key(word))
    };
    let code = match (outcome, standings.test()) {
        (Outcome::Interrupted, _) => {
            tell_how_to_resume(config.out.as_deref());
            130
        }
        _ if args.fail_on_fault && has_fault() => 5,
        (_, Some((_, Decision::AcceptH0))) => 3,
        (_, Some((_, Decision::Continue))) => 4,
        (_, Some((_, Decision::AcceptH1)) | None) => 0,
    };
    ExitCode::from(code)
}

#[expect(clippy::print_stderr, reason = "the last word to the user at the terminal")]
fn tell_how_to_resume(folder: Option<&Path>) {
    match folder {
        Some(folder) => {
            let folder = folder.display();
            eprintln!("ended; the same command with --resume goes on with the match in {folder}");
        }
        None => eprintln!("ended; without --out nothing was kept that could be resumed"),
    }
}

/// The live view: game lines on stdout, a bar on stderr if that is a terminal.
struct Screen {
    is_quiet: bool,
    bar: ProgressBar,
    /// The file in which games are kept besides the journal.
    record: Option<PathBuf>,
    /// What went wrong with it first.
    not_kept: Option<StoreError>,
}

impl Screen {
    fn new(args: &MatchArgs, config: &MatchConfig, known: usize) -> Self {
        let is_quiet = args.quiet;
        let games = config.plan.total_games() / config.shard.count;
        let is_shown = !is_quiet && std::io::stderr().is_terminal();
        let target = if is_shown {
            ProgressDrawTarget::stderr_with_hz(5)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(games), target);
        if let Ok(style) =
            ProgressStyle::with_template("{bar:20} {pos}/{len} {elapsed}<{eta} {msg}")
        {
            bar.set_style(style);
        }
        bar.set_position(u64::try_from(known).unwrap_or(0));
        Self { is_quiet, bar, record: args.record.clone(), not_kept: None }
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Screen {
    /// Adds the game to the file of `--record`. A match does not end for it: the journal has all games.
    fn keep(&mut self, game: &GameRecord) {
        let Some(path) = &self.record else { return };
        if let Err(error) = store::append(path, std::slice::from_ref(game)) {
            self.not_kept.get_or_insert(error);
        }
    }
}

impl Watcher for Screen {
    fn game(&mut self, game: &GameRecord, standings: &Standings) {
        self.keep(game);
        self.bar.inc(1);
        self.bar.set_message(words::short_score(standings));
        if !self.is_quiet {
            let line = format!("{} | {}", words::game_line(game), words::short_score(standings));
            self.bar.suspend(|| {
                // Nobody may be reading any more; the match goes on all the same.
                let _ = writeln!(std::io::stdout(), "{line}");
            });
        }
    }
}
