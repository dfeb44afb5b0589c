//! From settings as users write them to a match that can be played.
//!
//! [`Settings`] has every flag and key, [`mod@file`] reads them from TOML, and [`check`] checks
//! them as a whole: a match that passes can be played. An error names the key, its place, what was
//! seen and what was expected.

pub(crate) mod engine;
pub(crate) mod file;
mod identity;
pub(crate) mod settings;
pub(crate) mod text;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use self::engine::Engine;
use self::file::Source;
pub(crate) use self::identity::Identity;
pub(crate) use self::settings::Settings;
use self::text::Numbers;
use super::game::adjudication::{Adjudication, DrawBelief, WinBelief};
use super::game::{GameRules, GameSetup, Referee};
use super::player::{ManagerOptions, Order, PlayLimits, PlayerSpec, process_group};
use super::schedule::openings::OpeningBook;
use super::schedule::{Format, Plan};
use super::sprt::{Counting, Sprt};
use crate::records::Opening;
use crate::records::openings::parse_list;
use crate::types::{BoardSize, Rule};
use crate::util::shard::Shard;

/// Games of a match that ends by its test, unless another number is given.
const GAMES_OF_A_TEST: u64 = 100_000;

/// A match that can be played.
#[derive(Clone, Debug)]
pub(crate) struct MatchConfig {
    /// Players, rules and the behavior of the manager.
    pub setup: GameSetup,
    /// The schedule.
    pub plan: Plan,
    /// The part of the match to play here.
    pub shard: Shard,
    /// Games at the same time.
    pub concurrency: usize,
    /// Whether running games have cores of their own.
    pub is_pinned: bool,
    /// The test, if there is one.
    pub sprt: Option<(Sprt, Counting)>,
    /// The folder of the results.
    pub out: Option<PathBuf>,
    /// The definition of the match, for resuming and merging.
    pub identity: Identity,
}

impl MatchConfig {
    /// Whether the games begin with openings, of a list or of the players.
    pub(crate) fn has_openings(&self) -> bool {
        self.plan.book.len() > 0 || self.setup.swap2
    }
}

/// An invalid setting.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {problem}", located(place, key))]
pub(crate) struct ConfigError {
    /// `file:line: `, or empty for the command line.
    pub place: String,
    /// The key, which is also the flag.
    pub key: &'static str,
    /// What was seen and what was expected.
    pub problem: String,
}

/// The key of a file with its place, or the option of the command line.
fn located(place: &str, key: &str) -> String {
    if place.is_empty() { format!("--{key}") } else { format!("{place}key '{key}'") }
}

impl ConfigError {
    fn new(key: &'static str, problem: impl Into<String>) -> Self {
        Self { place: String::new(), key, problem: problem.into() }
    }
}

/// Checks the settings of the command line, with those of a file where it has none.
///
/// # Errors
/// With the first setting that is missing, impossible or contradicts another.
pub(crate) fn check(
    line: &Settings,
    file: Option<(Settings, Source)>,
) -> Result<MatchConfig, ConfigError> {
    let (from_file, source) = file.unzip();
    let settings = line.clone().over(from_file.unwrap_or_default());
    check_all(&settings).map_err(|mut error| {
        let source = source.filter(|_| !line.has(error.key));
        if let Some(place) = source.and_then(|source| source.place_of(error.key)) {
            error.place = format!("{place}: ");
        }
        error
    })
}

fn check_all(settings: &Settings) -> Result<MatchConfig, ConfigError> {
    let settings = &timed(settings)?;
    let rules = rules(settings)?;
    let players = players(settings)?;
    let sprt = sprt(settings, players.len())?;
    let plan = plan(settings, players.len(), &rules, sprt.is_some())?;
    let shard = settings.shard.unwrap_or(Shard::WHOLE);
    check_shard(shard, &plan, sprt.is_some())?;
    let setup = GameSetup {
        players,
        manager: manager(settings)?,
        rules,
        swap2: settings.swap2.unwrap_or(false),
        adjudication: adjudication(settings)?,
        reuses_processes: settings.reuse.unwrap_or(false),
        keeps_dialogues: settings.dialogues.unwrap_or(false),
    };
    if setup.keeps_dialogues && settings.out.is_none() {
        return Err(ConfigError::new("dialogues", "is set without a folder, expected 'out' too"));
    }
    let identity = Identity::of(&setup, &plan, sprt.as_ref(), shard);
    let concurrency = concurrency(settings)?;
    Ok(MatchConfig {
        setup,
        plan,
        shard,
        concurrency,
        is_pinned: pinned(settings, concurrency)?,
        sprt,
        out: settings.out.clone(),
        identity,
    })
}

/// The settings with the times of their time control.
fn timed(settings: &Settings) -> Result<Settings, ConfigError> {
    if settings.tc.is_some() && settings.has_times() {
        let problem =
            "given together with match-ms, turn-ms or increment-ms, expected either tc or these";
        return Err(ConfigError::new("tc", problem));
    }
    Ok(settings.clone().with_times())
}

/// A part of a match must not depend on the results of the others.
fn check_shard(shard: Shard, plan: &Plan, has_test: bool) -> Result<(), ConfigError> {
    let what = match plan.format {
        _ if shard.count <= 1 => return Ok(()),
        Format::Swiss => "a swiss tournament, whose rounds depend on each other,",
        _ if has_test => "a match with sprt, which ends by its results,",
        _ => return Ok(()),
    };
    Err(ConfigError::new("shard", format!("{shard} of {what} cannot be divided")))
}

fn rules(settings: &Settings) -> Result<GameRules, ConfigError> {
    let rule = settings.rule.unwrap_or(Rule::Freestyle);
    let standard = BoardSize::new(15, 15).ok();
    let size = settings.size.map(|size| size.0).or(standard);
    let mut rules = GameRules::new(rule, size.unwrap_or_else(|| unreachable!("15 is a size")));
    rules.draw_at_empty = settings.draw_at_empty.unwrap_or(rules.draw_at_empty);
    rules.max_stones = settings.max_stones;
    let points = rules.size.area();
    if rules.draw_at_empty > points {
        let problem = format!(
            "{} given, expected at most the {points} points of the board",
            rules.draw_at_empty
        );
        return Err(ConfigError::new("draw-at-empty", problem));
    }
    Ok(rules)
}

fn players(settings: &Settings) -> Result<Vec<PlayerSpec>, ConfigError> {
    let count = settings.engines.len();
    if count < 2 {
        let problem = format!("{count} given, expected at least 2 players");
        return Err(ConfigError::new("engine", problem));
    }
    let mut names = HashSet::new();
    let mut players = Vec::new();
    for engine in &settings.engines {
        let mut player = player(engine, settings)?;
        let given = player.name.clone();
        let mut number = 2;
        while !names.insert(player.name.clone()) {
            if engine.name.is_some() {
                let problem =
                    format!("two players have the name '{given}', expected different ones");
                return Err(ConfigError::new("engine", problem));
            }
            player.name = format!("{given} {number}");
            number += 1;
        }
        players.push(player);
    }
    Ok(players)
}

/// Checks one player, for a match or on its own.
///
/// # Errors
/// If there is no such executable, or a name, a key or a limit is not valid.
pub(crate) fn player(engine: &Engine, settings: &Settings) -> Result<PlayerSpec, ConfigError> {
    let program = find_program(&engine.cmd)?;
    let stem = program.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = engine.name.clone().or(stem).unwrap_or_default();
    if name.trim().is_empty() || name.contains(char::is_control) {
        return Err(ConfigError::new("engine", format!("'{name}' is not a valid name")));
    }
    let has_folder = engine.cmd.components().count() > 1;
    let own_folder = program.parent().filter(|_| has_folder).map(Path::to_owned);
    if let Some((key, _)) = engine.info.0.iter().find(|(key, value)| {
        key.is_empty() || key.contains(char::is_whitespace) || value.contains(char::is_control)
    }) {
        return Err(ConfigError::new("engine", format!("info key '{key}' cannot be sent")));
    }
    let millis = |own: Option<u64>, all: Option<u64>| own.or(all).map(Duration::from_millis);
    let limits = PlayLimits {
        turn: millis(engine.turn_ms, settings.turn_ms),
        game: millis(engine.match_ms, settings.match_ms),
        increment: millis(engine.increment_ms, settings.increment_ms).unwrap_or_default(),
        tolerance: millis(engine.tolerance_ms, settings.tolerance_ms)
            .unwrap_or(PlayLimits::TOLERANCE),
        nodes: work_limit("nodes", &name, engine.nodes, settings.nodes)?,
        depth: work_limit("depth", &name, engine.depth, settings.depth)?,
        memory: memory_limit(engine, settings)?,
    };
    Ok(PlayerSpec {
        name,
        program,
        arguments: engine.args.iter().map(Into::into).collect(),
        folder: engine.cwd.clone().or(own_folder),
        info: engine.info.0.clone(),
        limits,
        settle: Duration::from_millis(engine.settle_ms.unwrap_or(0)),
    })
}

/// The limit of a search, the player's own or that of all.
///
/// # Errors
/// If it is zero.
fn work_limit<T: Copy + Default + PartialEq>(
    key: &'static str,
    name: &str,
    own: Option<T>,
    all: Option<T>,
) -> Result<Option<T>, ConfigError> {
    let is_zero = |limit: Option<T>| limit == Some(T::default());
    if is_zero(own) {
        return Err(ConfigError::new(
            "engine",
            format!("{key} of '{name}' is 0, expected at least 1"),
        ));
    }
    if is_zero(all) {
        return Err(ConfigError::new(key, "0 given, expected at least 1"));
    }
    Ok(own.or(all))
}

/// The memory limit in bytes.
///
/// # Errors
/// If there is one and this system cannot measure memory.
fn memory_limit(engine: &Engine, settings: &Settings) -> Result<Option<u64>, ConfigError> {
    let limit = engine.max_memory_mb.or(settings.max_memory_mb).filter(|&mb| mb > 0);
    if limit.is_some() && !process_group::CAN_MEASURE {
        let problem = "this system cannot measure the memory of processes; \
                       --engine …,info.max_memory=BYTES sends the limit without enforcing it";
        return Err(ConfigError::new("max-memory-mb", problem));
    }
    Ok(limit.map(|mb| mb.saturating_mul(1 << 20)))
}

/// The executable behind a path, or behind a name in the folders of `PATH`.
fn find_program(cmd: &Path) -> Result<PathBuf, ConfigError> {
    let missing = |problem: String| ConfigError::new("engine", problem);
    if cmd.components().count() > 1 {
        return cmd
            .canonicalize()
            .ok()
            .filter(|path| is_executable(path))
            .ok_or_else(|| missing(format!("no executable '{}'", cmd.display())));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let suffix = std::env::consts::EXE_SUFFIX;
    let names = [cmd.to_owned(), PathBuf::from(format!("{}{suffix}", cmd.display()))];
    std::env::split_paths(&path)
        .flat_map(|folder| names.clone().map(|name| folder.join(name)))
        .find(|file| is_executable(file))
        .ok_or_else(|| {
            let cmd = cmd.display();
            missing(format!("no program '{cmd}' in PATH (write ./{cmd} for a file)"))
        })
}

/// Whether a path is a file that somebody may execute.
fn is_executable(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    path.is_file()
}

fn plan(
    settings: &Settings,
    players: usize,
    rules: &GameRules,
    has_test: bool,
) -> Result<Plan, ConfigError> {
    let format = settings.schedule.unwrap_or_default();
    let default = if has_test { GAMES_OF_A_TEST } else { 2 };
    let games = match (format, settings.games) {
        (Format::Swiss, Some(_)) => {
            let problem = "given for a swiss tournament, expected rounds (of two games each)";
            return Err(ConfigError::new("games", problem));
        }
        _ if settings.rounds == Some(0) => {
            return Err(ConfigError::new("rounds", "0 given, expected at least 1"));
        }
        (Format::RoundRobin | Format::Gauntlet, _) if settings.rounds.is_some() => {
            return Err(ConfigError::new("rounds", "given without schedule swiss, expected games"));
        }
        (Format::Swiss, None) => swiss_rounds(settings, players).saturating_mul(2),
        (_, games) => games.unwrap_or(default),
    };
    if games == 0 {
        return Err(ConfigError::new("games", "0 given, expected at least 1"));
    }
    let openings = match &settings.openings {
        Some(_) if settings.swap2 == Some(true) => {
            let problem = "given together with swap2, where the players make the openings";
            return Err(ConfigError::new("openings", problem));
        }
        Some(path) => openings(path, rules)?,
        None => Vec::new(),
    };
    let (seed, shuffle) = (settings.seed.unwrap_or(1), settings.shuffle.unwrap_or(true));
    let book = OpeningBook::new(openings, rules.size, seed, shuffle);
    Ok(Plan { players, format, games, book })
}

fn openings(path: &Path, rules: &GameRules) -> Result<Vec<Opening>, ConfigError> {
    let wrong =
        |problem: String| ConfigError::new("openings", format!("{}: {problem}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let list =
        parse_list(&text, rules.rule, rules.size).map_err(|error| wrong(error.to_string()))?;
    if list.is_empty() {
        return Err(wrong("no opening in it".to_owned()));
    }
    for (line, opening) in &list {
        Referee::new(rules, &opening.moves)
            .map_err(|error| wrong(format!("line {line}: {error}")))?;
    }
    Ok(list.into_iter().map(|(_, opening)| opening).collect())
}

fn manager(settings: &Settings) -> Result<ManagerOptions, ConfigError> {
    let order = settings.order.unwrap_or_default();
    let line_end = settings.line_end.unwrap_or_default().text();
    let suspends = settings.suspend.unwrap_or(false);
    if suspends && !process_group::CAN_SUSPEND {
        return Err(ConfigError::new("suspend", "this system cannot suspend processes"));
    }
    let is_strict = settings.strict.unwrap_or(false);
    if is_strict && order == Order::Judge {
        let problem =
            "given with order judge, which does not wait for OK: it would be the wrong answer";
        return Err(ConfigError::new("strict", problem));
    }
    let default = ManagerOptions::default();
    let millis = |ms: Option<u64>, default| ms.map_or(default, Duration::from_millis);
    Ok(ManagerOptions {
        order,
        is_strict,
        suspends,
        freezes_start: Duration::ZERO,
        bills_start: settings.bill_start.unwrap_or(false),
        line_end,
        game_type: settings.game_type.unwrap_or(default.game_type),
        start_limit: millis(settings.start_ms, default.start_limit),
        end_grace: millis(settings.end_ms, default.end_grace),
    })
}

fn sprt(settings: &Settings, players: usize) -> Result<Option<(Sprt, Counting)>, ConfigError> {
    let Some(Numbers(numbers)) = &settings.sprt else {
        return match (&settings.sprt_counts, &settings.sprt_scale) {
            (Some(_), _) => Err(ConfigError::new("sprt-counts", "given without sprt")),
            (_, Some(_)) => Err(ConfigError::new("sprt-scale", "given without sprt")),
            (None, None) => Ok(None),
        };
    };
    let (elo0, elo1, alpha, beta) = match numbers[..] {
        [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
        [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
        _ => {
            let seen = numbers.len();
            let problem = format!("{seen} numbers, expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA");
            return Err(ConfigError::new("sprt", problem));
        }
    };
    if players != 2 {
        let problem = format!("a test between {players} players, expected 2");
        return Err(ConfigError::new("sprt", problem));
    }
    let test = Sprt::new(elo0, elo1, alpha, beta, settings.sprt_scale.unwrap_or_default())
        .map_err(|error| ConfigError::new("sprt", error.to_string()))?;
    Ok(Some((test, settings.sprt_counts.unwrap_or_default())))
}

fn adjudication(settings: &Settings) -> Result<Adjudication, ConfigError> {
    let whole = |key, number: f64| {
        let range = 0.0..=1e6;
        #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
        Some(number as i32).filter(|_| number.fract() == 0.0 && range.contains(&number)).ok_or_else(
            || ConfigError::new(key, format!("{number}, expected whole numbers of at least 0")),
        )
    };
    let count = |key, number| whole(key, number).map(|n| usize::try_from(n).unwrap_or(0));
    let moves_of = |key, number| match count(key, number)? {
        0 => Err(ConfigError::new(key, "0 given for MOVES, expected at least 1")),
        moves => Ok(moves),
    };
    let win = match settings.adjudicate_win.as_ref().map(|numbers| &numbers.0[..]) {
        None => None,
        Some(&[value, moves]) => {
            let key = "adjudicate-win";
            Some(WinBelief { value: whole(key, value)?, moves: moves_of(key, moves)? })
        }
        Some(other) => {
            let problem = format!("{} numbers, expected VALUE,MOVES", other.len());
            return Err(ConfigError::new("adjudicate-win", problem));
        }
    };
    let draw = match settings.adjudicate_draw.as_ref().map(|numbers| &numbers.0[..]) {
        None => None,
        Some(&[value, moves, from]) => {
            let key = "adjudicate-draw";
            let (value, moves) = (whole(key, value)?, moves_of(key, moves)?);
            Some(DrawBelief { value, moves, from: count(key, from)? })
        }
        Some(other) => {
            let problem = format!("{} numbers, expected VALUE,MOVES,FROM", other.len());
            return Err(ConfigError::new("adjudicate-draw", problem));
        }
    };
    Ok(Adjudication { win, draw })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn concurrency(settings: &Settings) -> Result<usize, ConfigError> {
    let (wanted, cores) = (settings.concurrency.unwrap_or(1), cores());
    if wanted == 0 {
        return Err(ConfigError::new("concurrency", "0 given, expected at least 1"));
    }
    if wanted > cores && settings.oversubscribe != Some(true) {
        let problem = format!(
            "{wanted} games at the same time on {cores} cores, expected at most {cores}, or --oversubscribe"
        );
        return Err(ConfigError::new("concurrency", problem));
    }
    Ok(wanted)
}

fn pinned(settings: &Settings, concurrency: usize) -> Result<bool, ConfigError> {
    let pin = settings.pin.unwrap_or(false);
    if pin && !cfg!(target_os = "linux") {
        return Err(ConfigError::new("pin", "this system binds no process to a core"));
    }
    let cores = cores();
    if pin && concurrency > cores {
        let problem = format!("{concurrency} games at the same time on {cores} cores");
        return Err(ConfigError::new("pin", problem));
    }
    Ok(pin)
}

/// As given, or enough rounds to find the best player, plus one.
fn swiss_rounds(settings: &Settings, players: usize) -> u64 {
    let enough = u64::from(players.max(2).next_power_of_two().ilog2()) + 1;
    settings.rounds.unwrap_or(enough)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_those_of_a_list_or_of_the_players() {
        let list = tempfile::NamedTempFile::new().unwrap();
        fs::write(&list, "h8i9\n").unwrap();
        let list = Some(list.path().to_owned());
        let engine: Engine = "cmd=/bin/sh".parse().unwrap();
        for schedule in [Format::RoundRobin, Format::Swiss] {
            let has_openings = |openings: Option<PathBuf>, swap2: bool| {
                let settings = Settings {
                    engines: vec![engine.clone(), engine.clone()],
                    schedule: Some(schedule),
                    openings,
                    swap2: Some(swap2),
                    ..Settings::default()
                };
                check(&settings, None).unwrap().has_openings()
            };
            assert!(!has_openings(None, false));
            assert!(has_openings(list.clone(), false) && has_openings(None, true));
        }
    }
}
