//! From settings as users write them to a match that can be played.
//!
//! [`GivenSettings`] has every flag and key, [`mod@file`] reads them from TOML, and [`check`] checks
//! them as a whole: a match that passes can be played. An error names the key, its place, what was
//! seen and what was expected.

pub mod engine;
pub mod file;
mod identity;
mod player;
pub(crate) mod settings;
pub(crate) mod text;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use self::file::SettingsFile;
pub(crate) use self::identity::{Identity, UNSEALED_VERSION, VERSION};
pub use self::player::player;
use self::player::{NOT_MEASURED, PlayerError};
pub use self::settings::GivenSettings;
use self::text::CommaNumbers;
use super::game::adjudication::{Adjudication, DrawBelief, WinBelief};
use super::game::{GameRules, MatchGames, Referee};
use super::player::{ManagerOptions, Order, PlayerSpec, process_group};
use super::schedule::openings::MatchOpenings;
use super::schedule::{Format, Plan};
use super::stats::sprt::{Counting, Sprt};
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::Opening;
use tengen_records::openings::parse_list;
use tengen_util::count::counted;
use tengen_util::files;
use tengen_util::shard::Shard;

/// Games of a match that ends by its test, unless another number is given.
const GAMES_OF_A_TEST: u64 = 100_000;
/// Why a setting of the test is refused.
const NO_TEST: &str = "given without sprt, expected sprt as well";
/// Most games at the same time; each has a thread and two processes.
const MAX_CONCURRENCY: usize = 1024;

/// A match that can be played.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// Players, rules and the behavior of the manager.
    pub setup: MatchGames,
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
    pub fn has_openings(&self) -> bool {
        self.plan.book.len() > 0 || self.setup.swap2
    }
}

/// An invalid setting.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {problem}", located(place, key, *player))]
pub struct ConfigError {
    /// `file:line: `, `file: ` without a line, or empty for the command line.
    pub place: String,
    /// The key, which is also the flag, unless it is one of a player.
    pub key: &'static str,
    /// The player whose key it is, counted from 1, unless the place says so.
    pub player: Option<usize>,
    /// What was seen and what was expected.
    pub problem: String,
}

/// The key of a file with its place, or the option of the command line.
fn located(place: &str, key: &str, player: Option<usize>) -> String {
    match player {
        None if place.is_empty() => format!("--{key}"),
        None => format!("{place}key '{key}'"),
        Some(number) if place.is_empty() => format!("--engine: player {number}, key '{key}'"),
        Some(number) => format!("{place}player {number}, key '{key}'"),
    }
}

impl ConfigError {
    fn new(key: &'static str, problem: impl Into<String>) -> Self {
        Self { place: String::new(), key, player: None, problem: problem.into() }
    }

    fn of_player(number: usize, PlayerError { key, problem }: PlayerError) -> Self {
        Self { player: Some(number), ..Self::new(key, problem) }
    }

    /// Adds its place in the file, unless the setting is one of the command line.
    fn placed_in(mut self, source: &SettingsFile, line: &GivenSettings) -> Self {
        let setting = if self.player.is_some() { "engine" } else { self.key };
        if line.has(setting) {
            return self;
        }
        let place = match self.player {
            None => source.place_of(self.key),
            Some(number) => match source.place_of_player(self.key, number) {
                Ok(place) => {
                    self.player = None;
                    place
                }
                Err(table) => table,
            },
        };
        Self { place: format!("{place}: "), ..self }
    }
}

/// Checks the settings of the command line, with those of a file where it has none.
///
/// # Errors
/// With the first setting that is missing, impossible or contradicts another.
pub fn check(
    line: &GivenSettings,
    file: Option<(GivenSettings, SettingsFile)>,
) -> Result<MatchConfig, ConfigError> {
    let (from_file, source) = file.unzip();
    let settings = line.clone().over(from_file.unwrap_or_default());
    check_all(&settings).map_err(|error| match source {
        Some(source) => error.placed_in(&source, line),
        None => error,
    })
}

fn check_all(settings: &GivenSettings) -> Result<MatchConfig, ConfigError> {
    let settings = &timed(settings)?;
    let rules = rules(settings)?;
    check_limits(settings)?;
    let concurrency = concurrency(settings)?;
    let players = players(settings, concurrency)?;
    let sprt = sprt(settings, players.len())?;
    let plan = plan(settings, players.len(), &rules, sprt.is_some())?;
    let shard = settings.shard.unwrap_or(Shard::WHOLE);
    check_shard(shard, &plan, sprt.is_some())?;
    let setup = MatchGames {
        players,
        manager: manager(settings)?,
        rules,
        swap2: settings.swap2.unwrap_or(false),
        adjudication: adjudication(settings)?,
        seed: Some(settings.seed.unwrap_or(1)),
        reuses_processes: settings.reuse.unwrap_or(false),
        keeps_dialogues: settings.dialogues.unwrap_or(false),
    };
    if setup.keeps_dialogues && settings.out.is_none() {
        return Err(ConfigError::new("dialogues", "is set without a folder, expected 'out' too"));
    }
    let identity = Identity::of(&setup, &plan, sprt.as_ref(), shard);
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
fn timed(settings: &GivenSettings) -> Result<GivenSettings, ConfigError> {
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
        Format::Swiss => "a swiss tournament, whose rounds depend on each other",
        _ if has_test => "a match with sprt, which ends by its results",
        _ => return Ok(()),
    };
    let problem = format!("seen {shard} for {what}, expected the whole match: no shard, or 1/1");
    Err(ConfigError::new("shard", problem))
}

fn rules(settings: &GivenSettings) -> Result<GameRules, ConfigError> {
    let rule = settings.rule.unwrap_or(Rule::Freestyle);
    let standard = BoardSize::new(15, 15).ok();
    let size = settings.size.map(|size| size.0).or(standard);
    let mut rules = GameRules::new(rule, size.unwrap_or_else(|| unreachable!("15 is a size")));
    rules.draw_at_empty = settings.draw_at_empty.unwrap_or(rules.draw_at_empty);
    rules.max_stones = settings.max_stones;
    if rules.max_stones == Some(0) {
        return Err(ConfigError::new("max-stones", "seen 0, expected at least 1"));
    }
    let points = rules.size.area();
    if rules.draw_at_empty > points {
        let problem = format!(
            "seen {}, expected at most the {points} points of the board",
            rules.draw_at_empty
        );
        return Err(ConfigError::new("draw-at-empty", problem));
    }
    Ok(rules)
}

/// Checks the limits of all players; those of one are checked with it.
fn check_limits(settings: &GivenSettings) -> Result<(), ConfigError> {
    let limits = [
        ("match-ms", settings.match_ms),
        ("nodes", settings.nodes),
        ("depth", settings.depth.map(u64::from)),
        ("start-ms", settings.start_ms),
    ];
    if let Some((key, _)) = limits.into_iter().find(|(_, limit)| *limit == Some(0)) {
        return Err(ConfigError::new(key, "seen 0, expected at least 1"));
    }
    if settings.max_memory_mb.is_some_and(|mb| mb > 0) && !process_group::CAN_MEASURE {
        return Err(ConfigError::new("max-memory-mb", NOT_MEASURED));
    }
    if settings.match_ms.is_some() || settings.increment_ms.unwrap_or(0) == 0 {
        return Ok(());
    }
    let mut own = settings.engines.iter().map(|engine| engine.increment_ms.or(engine.match_ms));
    let Some(index) = own.position(|own| own.is_none()) else { return Ok(()) };
    let number = index + 1;
    let problem = format!(
        "given without match-ms for player {number}, expected match-ms, or increment-ms 0 for this player"
    );
    Err(ConfigError::new("increment-ms", problem))
}

/// The memory in bytes at which a player without a limit is ended: half of the machine's for all
/// players at once, but what Gomocup allows and half as much again at least.
fn memory_cap(concurrency: usize) -> Option<u64> {
    const LEAST: u64 = 525 << 20;
    let half = process_group::half_of_memory()?;
    Some((half / (2 * concurrency as u64)).max(LEAST))
}

fn players(settings: &GivenSettings, concurrency: usize) -> Result<Vec<PlayerSpec>, ConfigError> {
    let count = settings.engines.len();
    if count < 2 {
        let problem = format!("seen {}, expected at least 2", counted(count as u64, "player"));
        return Err(ConfigError::new("engine", problem));
    }
    let mut names = HashSet::new();
    let mut players = Vec::new();
    for (index, engine) in settings.engines.iter().enumerate() {
        let wrong = |error| ConfigError::of_player(index + 1, error);
        let mut player = player(engine, settings).map_err(wrong)?;
        // A limit of 0 is the user's wish to have none.
        if engine.max_memory_mb.or(settings.max_memory_mb).is_none() {
            player.limits.memory_cap = memory_cap(concurrency);
        }
        let given = player.name.clone();
        let mut number = 2;
        while !names.insert(player.name.clone()) {
            if engine.name.is_some() {
                let problem = format!("'{given}' given twice, expected different names");
                return Err(wrong(PlayerError { key: "name", problem }));
            }
            player.name = format!("{given} {number}");
            number += 1;
        }
        players.push(player);
    }
    Ok(players)
}

fn plan(
    settings: &GivenSettings,
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
            return Err(ConfigError::new("rounds", "seen 0, expected at least 1"));
        }
        (Format::RoundRobin | Format::Gauntlet, _) if settings.rounds.is_some() => {
            return Err(ConfigError::new("rounds", "given without schedule swiss, expected games"));
        }
        (Format::Swiss, None) => swiss_rounds(settings, players).saturating_mul(2),
        (_, games) => games.unwrap_or(default),
    };
    if games == 0 {
        return Err(ConfigError::new("games", "seen 0, expected at least 1"));
    }
    let openings = match &settings.openings {
        Some(_) if settings.swap2 == Some(true) => {
            let problem = "given together with swap2, where the players make them, expected only one of the two";
            return Err(ConfigError::new("openings", problem));
        }
        Some(path) => openings(path, rules)?,
        None => Vec::new(),
    };
    let (seed, shuffle) = (settings.seed.unwrap_or(1), settings.shuffle.unwrap_or(true));
    let book = MatchOpenings::new(openings, rules.size, seed, shuffle);
    Ok(Plan { players, format, games, book })
}

fn openings(path: &Path, rules: &GameRules) -> Result<Vec<Opening>, ConfigError> {
    let wrong =
        |problem: String| ConfigError::new("openings", format!("{}: {problem}", path.display()));
    let text = files::read_regular_text(path).map_err(|error| wrong(error.to_string()))?;
    let list =
        parse_list(&text, rules.rule, rules.size).map_err(|error| wrong(error.to_string()))?;
    if list.is_empty() {
        return Err(wrong("no opening in it, expected at least one".to_owned()));
    }
    for (line, opening) in &list {
        Referee::new(rules, &opening.moves)
            .map_err(|error| wrong(format!("line {line}: {error}")))?;
    }
    Ok(list.into_iter().map(|(_, opening)| opening).collect())
}

fn manager(settings: &GivenSettings) -> Result<ManagerOptions, ConfigError> {
    let order = settings.order.unwrap_or_default();
    let line_end = settings.line_end.unwrap_or_default().text();
    let suspends = settings.suspend.unwrap_or(false);
    if suspends && !process_group::CAN_SUSPEND {
        let problem = "seen true, expected false: this system cannot suspend processes";
        return Err(ConfigError::new("suspend", problem));
    }
    let is_strict = settings.strict.unwrap_or(false);
    if is_strict && order == Order::Judge {
        let problem =
            "given with order judge, where OK would be the wrong answer, expected order gui";
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

fn sprt(settings: &GivenSettings, players: usize) -> Result<Option<(Sprt, Counting)>, ConfigError> {
    let Some(CommaNumbers(numbers)) = &settings.sprt else {
        return match (&settings.sprt_counts, &settings.sprt_scale) {
            (Some(_), _) => Err(ConfigError::new("sprt-counts", NO_TEST)),
            (_, Some(_)) => Err(ConfigError::new("sprt-scale", NO_TEST)),
            (None, None) => Ok(None),
        };
    };
    let (elo0, elo1, alpha, beta) = match numbers[..] {
        [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
        [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
        _ => {
            let expected = "ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA such as 0,10";
            return Err(wrong_count("sprt", numbers, expected));
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

/// A list that is too short or too long.
fn wrong_count(key: &'static str, numbers: &[f64], expected: &str) -> ConfigError {
    let seen = counted(numbers.len() as u64, "number");
    ConfigError::new(key, format!("seen {seen}, expected {expected}"))
}

fn adjudication(settings: &GivenSettings) -> Result<Adjudication, ConfigError> {
    let win = settings.adjudicate_win.as_ref().map(win_belief).transpose()?;
    let draw = settings.adjudicate_draw.as_ref().map(draw_belief).transpose()?;
    Ok(Adjudication { win, draw })
}

fn win_belief(CommaNumbers(numbers): &CommaNumbers) -> Result<WinBelief, ConfigError> {
    let key = "adjudicate-win";
    let [value, moves] = numbers[..] else {
        return Err(wrong_count(key, numbers, "VALUE,MOVES such as 900,4"));
    };
    // From 0, an even game would be won.
    let value = whole(key, "VALUE", value, 1)?;
    Ok(WinBelief { value, moves: count(key, "MOVES", moves, 1)? })
}

fn draw_belief(CommaNumbers(numbers): &CommaNumbers) -> Result<DrawBelief, ConfigError> {
    let key = "adjudicate-draw";
    let [value, moves, from] = numbers[..] else {
        return Err(wrong_count(key, numbers, "VALUE,MOVES,FROM such as 10,8,60"));
    };
    let value = whole(key, "VALUE", value, 0)?;
    let moves = count(key, "MOVES", moves, 1)?;
    Ok(DrawBelief { value, moves, from: count(key, "FROM", from, 0)? })
}

/// A whole number of a list.
fn whole(key: &'static str, name: &str, number: f64, least: i32) -> Result<i32, ConfigError> {
    const MOST: i32 = 1_000_000;
    if number.fract() != 0.0 || !(f64::from(least)..=f64::from(MOST)).contains(&number) {
        let problem =
            format!("seen {number} for {name}, expected a whole number from {least} to {MOST}");
        return Err(ConfigError::new(key, problem));
    }
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
    Ok(number as i32)
}

fn count(key: &'static str, name: &str, number: f64, least: i32) -> Result<usize, ConfigError> {
    whole(key, name, number, least).map(|number| usize::try_from(number).unwrap_or(0))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn concurrency(settings: &GivenSettings) -> Result<usize, ConfigError> {
    let (wanted, cores) = (settings.concurrency.unwrap_or(1), cores());
    if wanted == 0 {
        return Err(ConfigError::new("concurrency", "seen 0, expected at least 1"));
    }
    if wanted > MAX_CONCURRENCY {
        let problem =
            format!("{wanted} games at the same time, expected at most {MAX_CONCURRENCY}");
        return Err(ConfigError::new("concurrency", problem));
    }
    if wanted > cores && settings.oversubscribe != Some(true) {
        let problem = format!(
            "{wanted} games at the same time on {}, expected at most {cores}, or oversubscribe as well",
            counted(cores as u64, "core")
        );
        return Err(ConfigError::new("concurrency", problem));
    }
    Ok(wanted)
}

fn pinned(settings: &GivenSettings, concurrency: usize) -> Result<bool, ConfigError> {
    let pin = settings.pin.unwrap_or(false);
    if pin && !cfg!(target_os = "linux") {
        let problem = "seen true, expected false: this system binds no process to a core";
        return Err(ConfigError::new("pin", problem));
    }
    let cores = cores();
    if pin && concurrency > cores {
        let problem = format!(
            "{concurrency} games at the same time on {}, expected at most {cores}",
            counted(cores as u64, "core")
        );
        return Err(ConfigError::new("pin", problem));
    }
    Ok(pin)
}

/// As given, or enough rounds to find the best player, plus one.
fn swiss_rounds(settings: &GivenSettings, players: usize) -> u64 {
    let enough = u64::from(players.max(2).next_power_of_two().ilog2()) + 1;
    settings.rounds.unwrap_or(enough)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::engine::EngineSettings;
    use super::*;

    /// What is wrong with the match of the file `m.toml`.
    fn problem_of_file(line: &GivenSettings, text: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.toml");
        std::fs::write(&path, text).unwrap();
        let error = check(line, Some(SettingsFile::read(&path).unwrap())).unwrap_err().to_string();
        error.replace(&format!("{}/", folder.path().display()), "")
    }

    #[test]
    fn a_mistake_of_a_player_names_the_line_of_its_table_and_the_key() {
        let first = "[[engine]]\ncmd = '/bin/sh'\nname = 'a'\n";
        for (second, expected) in [
            ("[[engine]]\ncmd = 'no/x'", "m.toml:5: key 'cmd': no executable 'no/x'"),
            ("[[engine]]\nnodes = 0\ncmd = '/bin/sh'", "m.toml:5: key 'nodes': seen 0, "),
            ("[[engine]]\ncmd = '/bin/sh'\nname = 'a'", "m.toml:6: key 'name': 'a' given twice"),
            (
                "[[engine]]\ncmd = '/bin/sh'\n[engine.info]\n'a b' = 1",
                "m.toml:4: player 2, key 'info': 'a b' cannot be sent",
            ),
            ("", "m.toml: key 'engine': seen 1 player, expected at least 2"),
        ] {
            let seen = problem_of_file(&GivenSettings::default(), &format!("{first}{second}"));
            assert!(seen.starts_with(expected), "{second}: {seen}");
        }
        let inline = "games = 2\nengine = [{ cmd = '/bin/sh' }, { cmd = 'no/x' }]";
        let seen = problem_of_file(&GivenSettings::default(), inline);
        let problem = "key 'cmd': no executable 'no/x', expected a file that may be executed";
        assert_eq!(seen, format!("m.toml:2: player 2, {problem}"));
        // The file is not to blame for players of the command line.
        let engines = ["cmd=/bin/sh", "cmd=no/x"]
            .map(|text| text.parse::<EngineSettings>().unwrap())
            .to_vec();
        let seen = problem_of_file(&GivenSettings { engines, ..GivenSettings::default() }, first);
        assert_eq!(seen, format!("--engine: player 2, {problem}"));
    }

    fn list(text: &str) -> Option<CommaNumbers> {
        text.parse().ok()
    }

    /// Checks a match of two players with the settings that `change` makes.
    fn checked(change: fn(&mut GivenSettings)) -> Result<(), String> {
        let engine: EngineSettings = "cmd=/bin/sh".parse().unwrap();
        let engines = vec![engine.clone(), engine];
        let mut settings = GivenSettings { engines, ..GivenSettings::default() };
        change(&mut settings);
        check(&settings, None).map(drop).map_err(|error| error.to_string())
    }

    #[test]
    fn invalid_settings_are_refused() {
        type Change = fn(&mut GivenSettings);
        let cases: [(Change, &str); 9] = [
            (|of| of.match_ms = Some(0), "match-ms: seen 0, expected at least 1"),
            (|of| of.start_ms = Some(0), "start-ms: seen 0, expected at least 1"),
            (|of| of.max_stones = Some(0), "max-stones: seen 0, expected at least 1"),
            (|of| of.increment_ms = Some(5), "increment-ms: given without match-ms"),
            (|of| of.concurrency = Some(5000), "concurrency: 5000 games at the same time"),
            (|of| of.sprt = list("10"), "sprt: seen 1 number, expected ELO0,ELO1 or ELO0,"),
            (|of| of.adjudicate_win = list("0,4"), "adjudicate-win: seen 0 for VALUE, expected"),
            (|of| of.adjudicate_draw = list("10,8"), "adjudicate-draw: seen 2 numbers, expected"),
            (|of| of.adjudicate_draw = list("1,1,nan"), "adjudicate-draw: seen NaN for FROM"),
        ];
        for (change, expected) in cases {
            let seen = checked(change).unwrap_err();
            assert!(seen.starts_with(&format!("--{expected}")), "{seen}, expected {expected}");
        }
        let many = checked(|of| (of.concurrency, of.oversubscribe) = (Some(5000), Some(true)));
        assert!(many.is_err_and(|error| error.ends_with("expected at most 1024")));
        assert_eq!(checked(|of| (of.match_ms, of.increment_ms) = (Some(9), Some(5))), Ok(()));
        assert_eq!(checked(|of| of.adjudicate_draw = list("0,1,0")), Ok(()));
    }

    #[test]
    fn an_increment_needs_a_clock_of_every_player_who_takes_it() {
        let seen = checked(|of| (of.increment_ms, of.engines[0].match_ms) = (Some(5), Some(9)));
        let expected = "--increment-ms: given without match-ms for player 2, expected match-ms";
        assert!(seen.as_ref().is_err_and(|seen| seen.starts_with(expected)), "{seen:?}");
        let without = checked(|of| {
            (of.increment_ms, of.engines[0].match_ms) = (Some(5), Some(9));
            of.engines[1].increment_ms = Some(0);
        });
        assert_eq!(without, Ok(()));
        let both = checked(|of| {
            of.increment_ms = Some(5);
            of.engines.iter_mut().for_each(|engine| engine.match_ms = Some(9));
        });
        assert_eq!(both, Ok(()));
    }

    #[test]
    fn openings_are_those_of_a_list_or_of_the_players() {
        let list = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&list, "h8i9\n").unwrap();
        let list = Some(list.path().to_owned());
        let engine: EngineSettings = "cmd=/bin/sh".parse().unwrap();
        for schedule in [Format::RoundRobin, Format::Swiss] {
            let has_openings = |openings: Option<PathBuf>, swap2: bool| {
                let settings = GivenSettings {
                    engines: vec![engine.clone(), engine.clone()],
                    schedule: Some(schedule),
                    openings,
                    swap2: Some(swap2),
                    ..GivenSettings::default()
                };
                check(&settings, None).unwrap().has_openings()
            };
            assert!(!has_openings(None, false));
            assert!(has_openings(list.clone(), false) && has_openings(None, true));
        }
    }
}
