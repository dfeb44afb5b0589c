//! `tengen match`: plays engines against each other.
//!
//! Exit status: 0 all games played, or the test of `--sprt` accepts H1; 1 the results cannot be
//! written; 2 bad input; 3 the test accepts H0; 4 all games played and the test undecided; 5
//! `--fail-on-fault` and a player lost by a fault of its program; 130 ended by Ctrl-C.

use std::ffi::OsStr;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::outputs::check_library;
use crate::interrupt;
use tengen_arena::config::{self, GivenSettings, MatchConfig, file::SettingsFile};
use tengen_arena::journal::{GamePlace, MatchFolder};
use tengen_arena::pool::MatchEnd;
use tengen_arena::schedule::Format;
use tengen_arena::standings::Standings;
use tengen_arena::stats::sprt::Decision;
use tengen_arena::summary::Repeats;
use tengen_arena::{
    self as arena, Complaints, MatchOutcome, MatchWatcher, RunError, exports, journal, merge,
    summary,
};
use tengen_records::library::store::{self, StoreError};
use tengen_records::{GameRecord, Verdict};
use tengen_util::count::counted;
use tengen_util::shard::Shard;
use tengen_util::stderr;

/// Games that `--dry-run` prints: a test has up to a hundred thousand.
const SHOWN_GAMES: u64 = 20;

const EXIT_STATUSES: &str = "\
Exit status: 0 all games played, or the test of --sprt accepts H1; 1 the results cannot be written; \
2 bad input; 3 the test accepts H0; 4 all games played and the test undecided; 5 --fail-on-fault and \
a player lost by a fault of its program; 130 ended by Ctrl-C.";

/// Arguments of `tengen match`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = EXIT_STATUSES)]
pub(super) struct MatchArgs {
    #[command(subcommand)]
    command: Option<MatchCommand>,
    /// Settings in TOML
    ///
    /// Every setting is a key, every player a table `[[engine]]`. Command-line options take precedence
    #[arg(value_name = "FILE.toml", help_heading = "Players")]
    file: Option<PathBuf>,
    #[command(flatten)]
    settings: GivenSettings,
    /// Continue the match in the folder --out
    ///
    /// Also starts the match if there is none
    #[arg(long, help_heading = "Results")]
    resume: bool,
    /// Check and print everything, start no player
    ///
    /// Settings, openings, players, limits and the first games of the schedule
    #[arg(long, help_heading = "Results")]
    dry_run: bool,
    /// Print only the final score
    #[arg(long, short, help_heading = "Results")]
    quiet: bool,
    /// Add every game to this CSV file, too
    ///
    /// See `tengen games`
    #[arg(long, help_heading = "Results", value_name = "FILE")]
    record: Option<PathBuf>,
    /// Exit with status 5 if a player lost by a fault
    ///
    /// By timeout, crash, memory, an illegal move or a refusal
    #[arg(long, help_heading = "Results")]
    fail_on_fault: bool,
}

#[derive(Debug, Subcommand)]
enum MatchCommand {
    /// Join the parts of a match played with --shard
    ///
    /// The parts are verified as report does it
    Merge {
        /// The folders of the parts
        #[arg(required = true, value_name = "DIR")]
        folders: Vec<PathBuf>,
        /// The folder for the whole
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Write the tables and the report of a match again
    ///
    /// Also its records, from its journal, after its checksums, moves, results and schedule were verified
    /// (exit status 2 if they are wrong), and while the match is played
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
pub(super) fn run(args: MatchArgs) -> Result<ExitCode> {
    match &args.command {
        Some(MatchCommand::Merge { folders, out }) => {
            let whole = merge::join(folders)?;
            merge::write(out, &whole)?;
            whole.torn.iter().for_each(say_torn);
            return report(out);
        }
        Some(MatchCommand::Report { folder }) => return report(folder),
        None => {}
    }
    let file = args.file.as_deref().map(SettingsFile::read).transpose()?;
    let config = config::check(&args.settings, file)?;
    if args.resume && config.out.is_none() {
        bail!("--resume without a match to resume, expected --out DIR as well");
    }
    if let Some(record) = &args.record {
        check_library(record).context("--record")?;
    }
    if args.dry_run {
        return print_plan(&config);
    }
    if config.shard != Shard::WHOLE && config.out.is_none() {
        bail!("--shard {} without --out, expected a folder for match merge", config.shard);
    }
    play(&args, &config)
}

/// Writes the exports of a match from its journal.
fn report(folder: &Path) -> Result<ExitCode> {
    let MatchFolder { identity, games, is_unsealed, torn, .. } = journal::read(folder)?;
    let mut standings = Standings::new(&identity.players, identity.test())?;
    for game in &games {
        standings.add(game.clone())?;
    }
    exports::write(folder, &identity, &standings, &games)?;
    print_score(&standings)?;
    say_complaints(&Complaints::of(&games));
    if is_unsealed {
        say_unverified(folder);
    }
    torn.iter().for_each(say_torn);
    let missing = identity.total_games.saturating_sub(standings.games());
    if missing > 0 && !standings.is_decided() {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{missing} of {} games are not played yet", identity.total_games)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Says which players complained about how they were started.
fn say_complaints(complaints: &Complaints) {
    complaints.sentences().for_each(|sentence| stderr::say(format_args!("{sentence}")));
}

/// Says that a journal has no checksums, so that not every change of it can be noticed.
fn say_unverified(folder: &Path) {
    stderr::say(format_args!(
        "unverified: the games in {} have no checksums, as an earlier version wrote them; their moves, results and \
         players were checked, but nothing else",
        folder.display()
    ));
}

/// Says that a game does not count because its line is incomplete.
fn say_torn(place: &GamePlace) {
    stderr::say(format_args!(
        "{}:{}: the last line is incomplete, its game does not count; --resume plays it again",
        place.path.display(),
        place.line
    ));
}

fn play(args: &MatchArgs, config: &MatchConfig) -> Result<ExitCode> {
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let mut screen = Screen::new(args, config);
    let outcome = match arena::run(config, args.resume, &stop, &mut screen) {
        Ok(outcome) => outcome,
        Err(error @ RunError::Start(_)) => return Err(error).context("--out"),
        Err(error) => {
            if let Some(standings) = &screen.last {
                // The original error is more important than a closed stdout.
                let _ = print_score(standings);
            }
            return Ok(failed(&error));
        }
    };
    print_score(&outcome.standings)?;
    say_complaints(&screen.complaints);
    if let Some(warning) = screen.repeats.warning(config.has_openings()) {
        stderr::say(format_args!("{warning}"));
    }
    if let Some(error) = screen.not_recorded {
        return Ok(failed(&error));
    }
    Ok(exit_code(args, config, &outcome))
}

/// Reports that results cannot be written, which is not the user's mistake.
fn failed(error: &dyn std::error::Error) -> ExitCode {
    stderr::say(format_args!("{error}; with --out, the finished games are in the journal"));
    ExitCode::from(1)
}

fn print_score(standings: &Standings) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(summary::full_score(standings).as_bytes())?;
    Ok(out.flush()?)
}

fn print_plan(config: &MatchConfig) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let rules = &config.setup.rules;
    writeln!(out, "{} on {}, {}", rules.rule, rules.size, number_of_games(config))?;
    if let Some((sprt, _)) = &config.sprt {
        let ((elo0, elo1), (low, high)) = (sprt.hypotheses(), sprt.limits());
        writeln!(out, "SPRT [{elo0}, {elo1}]: ends at LLR {low:.2} or {high:.2}")?;
    }
    for player in &config.setup.players {
        let program = player.program.as_os_str();
        let words: Vec<_> =
            std::iter::once(program).chain(player.arguments.iter().map(AsRef::as_ref)).collect();
        let command = words.join(OsStr::new(" "));
        writeln!(out, "player {}: {}", player.name, command.to_string_lossy())?;
        writeln!(out, "  {}", player.limits)?;
        for (key, value) in &player.info {
            writeln!(out, "  INFO {key} {value}")?;
        }
    }
    print_games(config, &mut out)?;
    Ok(ExitCode::SUCCESS)
}

/// `at most 100000 games`, `12 games, of which 3 in part 2/4`.
fn number_of_games(config: &MatchConfig) -> String {
    let at_most = if config.sprt.is_some() { "at most " } else { "" };
    let all = counted(config.plan.total_games(), "game");
    let of_part = match config.shard {
        Shard::WHOLE => String::new(),
        shard => format!(", of which {} in part {shard}", config.plan.games_in(shard)),
    };
    format!("{at_most}{all}{of_part}")
}

/// Prints the beginning of the schedule.
fn print_games(config: &MatchConfig, out: &mut impl Write) -> Result<()> {
    let MatchConfig { plan, shard, setup, .. } = config;
    if plan.format == Format::Swiss {
        let rounds = counted(plan.rounds(), "round");
        writeln!(out, "{rounds}; the results decide who plays whom")?;
        return Ok(());
    }
    let name = |player: usize| setup.players.get(player).map_or("", |p| p.name.as_str());
    // Pairs stay together: they are what the statistics count.
    let games = plan.games().filter(|game| shard.has(game.pair - 1));
    for game in games.take(SHOWN_GAMES as usize) {
        let opening = if game.opening.name.is_empty() { "empty" } else { &game.opening.name };
        let (black, white) = (name(game.black), name(game.white));
        writeln!(
            out,
            "game {}: round {}, pair {}, {black} - {white}, opening {opening}",
            game.game, game.round, game.pair
        )?;
    }
    let more = plan.games_in(*shard).saturating_sub(SHOWN_GAMES);
    if more > 0 {
        writeln!(out, "… and {}", counted(more, "more game"))?;
    }
    Ok(())
}

fn exit_code(args: &MatchArgs, config: &MatchConfig, outcome: &MatchOutcome) -> ExitCode {
    let MatchOutcome { end, standings } = outcome;
    let has_fault = || {
        let mut faults = Verdict::all().filter(|verdict| verdict.is_fault());
        faults.any(|fault| standings.table().verdicts().contains_key(fault.word()))
    };
    let code = match (end, standings.test()) {
        (MatchEnd::Interrupted, _) => {
            say_how_to_resume(config.out.as_deref());
            interrupt::EXIT_STATUS
        }
        _ if args.fail_on_fault && has_fault() => 5,
        (_, Some((_, Decision::AcceptH0))) => 3,
        (_, Some((_, Decision::Continue))) => 4,
        (_, Some((_, Decision::AcceptH1)) | None) => 0,
    };
    ExitCode::from(code)
}

fn say_how_to_resume(folder: Option<&Path>) {
    match folder {
        Some(folder) => {
            let folder = folder.display();
            stderr::say(format_args!(
                "interrupted; the same command with --resume continues the match in {folder}"
            ));
        }
        None => {
            stderr::say(format_args!(
                "interrupted; without --out nothing was saved that could be resumed"
            ));
        }
    }
}

/// The live view: game lines on stdout, a progress bar on stderr if that is a terminal.
struct Screen {
    is_quiet: bool,
    bar: ProgressBar,
    /// Memory in bytes at which players without a limit are ended.
    memory_cap: Option<u64>,
    /// The file of `--record`.
    record: Option<PathBuf>,
    /// The first error of that file.
    not_recorded: Option<StoreError>,
    /// Which games repeat earlier ones.
    repeats: Repeats,
    /// What players said about how they were started, in earlier runs of the match as well.
    complaints: Complaints,
    /// The last known score.
    last: Option<Standings>,
}

impl Screen {
    fn new(args: &MatchArgs, config: &MatchConfig) -> Self {
        let is_quiet = args.quiet;
        let games = config.plan.games_in(config.shard);
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
        Self {
            is_quiet,
            bar,
            memory_cap: config.setup.memory_cap(),
            record: args.record.clone(),
            not_recorded: None,
            repeats: Repeats::default(),
            complaints: Complaints::default(),
            last: None,
        }
    }

    /// Adds the game to the file of `--record`. An error there does not end the match: the journal
    /// has all games.
    fn record(&mut self, game: &GameRecord) {
        let Some(path) = &self.record else { return };
        if let Err(error) = store::append(path, std::slice::from_ref(game)) {
            self.not_recorded.get_or_insert(error);
        }
    }

    /// Prints a line above the bar. The match continues even if stdout is closed.
    fn print(&self, line: &str) {
        if !self.is_quiet {
            self.bar.suspend(|| {
                let _ = writeln!(std::io::stdout(), "{line}");
            });
        }
    }
}

impl MatchWatcher for Screen {
    fn introduced(&mut self, players: &[(String, String)]) {
        for (name, about) in players {
            let about = if about.is_empty() { "no answer to ABOUT" } else { about };
            self.print(&format!("{name}: {about}"));
        }
    }

    fn started(&mut self, finished: &[GameRecord]) {
        if let Some(cap) = self.memory_cap {
            self.print(&format!(
                "memory: players without a limit are ended at {} MiB each (--max-memory-mb sets a limit)",
                cap >> 20
            ));
        }
        self.complaints = Complaints::of(finished);
        self.bar.set_position(u64::try_from(finished.len()).unwrap_or(0));
    }

    fn game(&mut self, game: &GameRecord, standings: &Standings) {
        self.record(game);
        self.repeats.add(game);
        self.complaints.add(game);
        self.bar.inc(1);
        let score = summary::short_score(standings);
        self.bar.set_message(score.clone());
        self.print(&format!("{} | {score}", summary::game_line(game)));
    }

    fn ended(&mut self, standings: &Standings) {
        self.bar.finish_and_clear();
        self.last = Some(standings.clone());
    }
}
