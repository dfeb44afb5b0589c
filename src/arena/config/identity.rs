//! What defines a match: everything that its results depend on. It is written beside the results,
//! and compared field by field when the match is resumed or merged.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_with::{DisplayFromStr, serde_as};

use crate::game::adjudication::{DrawBelief, WinBelief};
use crate::game::{Adjudication, GameRules, MatchGames};
use crate::player::commands::millis;
use crate::player::{ManagerOptions, Order, PlayerSpec};
use crate::schedule::openings::MatchOpenings;
use crate::schedule::{Format, Plan};
use crate::stats::sprt::{Counting, EloScale, Sprt};
use tengen_engine::types::{BoardSize, Rule};
use tengen_engine::util::fnv::Fnv1a;
use tengen_util::shard::Shard;

/// The version of the format of `match.json`: its matches have checksums.
pub(crate) const VERSION: u32 = 3;
/// The version before, without checksums.
pub(crate) const UNSEALED_VERSION: u32 = 2;

/// The definition of a match.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The version of the format: 3, or 2 for a match without checksums. Others are refused.
    #[serde(deserialize_with = "this_version")]
    pub version: u32,
    /// The players' names, by number.
    pub players: Vec<String>,
    /// The part of the match.
    #[serde_as(as = "DisplayFromStr")]
    pub shard: Shard,
    /// Games per pairing. A resumed match may have more.
    pub games: u64,
    /// Games of all pairings and parts together.
    pub total_games: u64,
    /// Memory in MiB at which players without a limit were ended where the match began. It follows
    /// from the machine, so that parts and resumed matches may differ in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_cap_mb: Option<u64>,
    /// Everything else.
    pub settings: MatchSettings,
}

/// The settings on which results depend; `None` where a setting does not apply.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatchSettings {
    #[serde_as(as = "DisplayFromStr")]
    rule: Rule,
    #[serde_as(as = "DisplayFromStr")]
    size: BoardSize,
    draw_at_empty: usize,
    max_stones: Option<usize>,
    schedule: Format,
    rounds: Option<u64>,
    openings: OpeningSettings,
    /// What the players' seeds follow from, if they are sent any.
    seed: Option<u64>,
    swap2: bool,
    reuse: bool,
    sprt: Option<TestSettings>,
    adjudicate_win: Option<WinBelief>,
    adjudicate_draw: Option<DrawBelief>,
    manager: ManagerSettings,
    engine: Vec<EngineSettings>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct OpeningSettings {
    count: u64,
    /// A hash of the openings in the order in which they are played.
    fingerprint: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TestSettings {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    scale: EloScale,
    counts: Counting,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ManagerSettings {
    order: Order,
    line_end: String,
    game_type: u32,
    start_ms: u64,
    end_ms: u64,
    strict: bool,
    suspend: bool,
    bill_start: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EngineSettings {
    name: String,
    /// The file name: the folder may differ from machine to machine.
    program: String,
    arguments: Vec<String>,
    info: Vec<(String, String)>,
    turn_ms: Option<u64>,
    match_ms: Option<u64>,
    increment_ms: u64,
    tolerance_ms: u64,
    nodes: Option<u64>,
    depth: Option<u32>,
    max_memory_mb: Option<u64>,
    settle_ms: u64,
}

impl Identity {
    pub(super) fn of(
        setup: &MatchGames,
        plan: &Plan,
        sprt: Option<&(Sprt, Counting)>,
        shard: Shard,
    ) -> Self {
        let rules = &setup.rules;
        let settings = MatchSettings {
            rule: rules.rule,
            size: rules.size,
            draw_at_empty: rules.draw_at_empty,
            max_stones: rules.max_stones,
            schedule: plan.format,
            rounds: (plan.format == Format::Swiss).then(|| plan.rounds()),
            openings: OpeningSettings::of(plan),
            seed: setup.sent_seed(),
            swap2: setup.swap2,
            reuse: setup.reuses_processes,
            sprt: sprt.map(TestSettings::of),
            adjudicate_win: setup.adjudication.win,
            adjudicate_draw: setup.adjudication.draw,
            manager: ManagerSettings::of(&setup.manager),
            engine: setup.players.iter().map(EngineSettings::of).collect(),
        };
        Self {
            version: VERSION,
            players: setup.players.iter().map(|player| player.name.clone()).collect(),
            shard,
            games: plan.games,
            total_games: plan.total_games(),
            memory_cap_mb: setup.memory_cap().map(|bytes| bytes >> 20),
            settings,
        }
    }

    /// The sequential test of the match, if it has one.
    pub fn test(&self) -> Option<(Sprt, Counting)> {
        let test = self.settings.sprt.as_ref()?;
        let sprt = Sprt::new(test.elo0, test.elo1, test.alpha, test.beta, test.scale);
        Some((sprt.ok()?, test.counts))
    }

    /// The first setting in which two matches differ, with both values. Ignores the number of games
    /// and the shard.
    pub fn difference(&self, other: &Identity) -> Option<(String, String, String)> {
        if self.players != other.players {
            let names = |identity: &Identity| identity.players.join(", ");
            return Some(("engine".to_owned(), names(self), names(other)));
        }
        let [a, b] = [self, other].map(Identity::fields);
        let differ = a.into_iter().zip(b).find(|((_, a), (_, b))| a != b);
        differ.map(|((key, a), (_, b))| (key, shown(&a), shown(&b)))
    }

    /// Names and values of all settings, for display. `none` for a setting that does not apply.
    pub fn rows(&self) -> Vec<(String, String)> {
        let cap = self.memory_cap_mb.map(|mb| {
            let text = format!("players without a limit were ended at {mb} MiB each");
            ("memory".to_owned(), text)
        });
        let settings = self.fields().into_iter().map(|(key, value)| (key, shown(&value)));
        settings.chain(cap).collect()
    }

    /// The settings, those of every engine under its name.
    fn fields(&self) -> Vec<(String, Value)> {
        // Plain data: numbers, texts, lists, text keys.
        let value = serde_json::to_value(&self.settings).unwrap_or_default();
        let Value::Object(settings) = value else { return Vec::new() };
        let mut fields = Vec::new();
        for (key, value) in settings {
            match value {
                Value::Array(engines) => {
                    for (name, engine) in self.players.iter().zip(&engines) {
                        fields.push((format!("{key} {name}"), engine.clone()));
                    }
                }
                value => fields.push((key, value)),
            }
        }
        fields
    }

    /// The rules by which its games are judged.
    pub(crate) fn rules(&self) -> GameRules {
        let MatchSettings { rule, size, draw_at_empty, max_stones, .. } = self.settings;
        GameRules { rule, size, draw_at_empty, max_stones }
    }

    /// When its games are ended early.
    pub(crate) fn adjudication(&self) -> Adjudication {
        let MatchSettings { adjudicate_win: win, adjudicate_draw: draw, .. } = self.settings;
        Adjudication { win, draw }
    }

    /// Its schedule, with empty boards instead of the openings, which are not known here.
    pub(crate) fn schedule(&self) -> Plan {
        let book = MatchOpenings::new(Vec::new(), self.settings.size, 0, false);
        let (players, format) = (self.players.len(), self.settings.schedule);
        Plan { players, format, games: self.games, book }
    }

    /// Number of its openings, 0 for the empty board.
    pub(crate) fn openings(&self) -> u64 {
        self.settings.openings.count
    }

    /// Whether its players choose their openings by swap2.
    pub(crate) fn swap2(&self) -> bool {
        self.settings.swap2
    }

    /// Time per move of the first player in milliseconds, if it is limited.
    pub fn turn_ms(&self) -> Option<u64> {
        self.settings.engine.first()?.turn_ms
    }
}

fn this_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let seen = u32::deserialize(deserializer)?;
    if [VERSION, UNSEALED_VERSION].contains(&seen) {
        return Ok(seen);
    }
    Err(D::Error::custom(format!("version {seen} of the match format, expected {VERSION}")))
}

/// A value as text: `key value, key value` for an object, without keys that are absent, empty or
/// false.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            let is_given = |value: &Value| match value {
                Value::Null | Value::Bool(false) => false,
                Value::Array(items) => !items.is_empty(),
                _ => true,
            };
            let fields = fields.iter().filter(|(_, value)| is_given(value));
            let fields = fields.map(|(key, value)| format!("{key} {}", shown(value)));
            fields.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

impl TestSettings {
    fn of((sprt, counts): &(Sprt, Counting)) -> Self {
        let ((elo0, elo1), (alpha, beta)) = (sprt.hypotheses(), sprt.errors());
        Self { elo0, elo1, alpha, beta, scale: sprt.scale(), counts: *counts }
    }
}

impl ManagerSettings {
    fn of(manager: &ManagerOptions) -> Self {
        Self {
            order: manager.order,
            line_end: if manager.line_end == "\n" { "lf" } else { "crlf" }.to_owned(),
            game_type: manager.game_type,
            start_ms: millis(manager.start_limit),
            end_ms: millis(manager.end_grace),
            strict: manager.is_strict,
            suspend: manager.suspends,
            bill_start: manager.bills_start,
        }
    }
}

impl EngineSettings {
    fn of(player: &PlayerSpec) -> Self {
        let PlayerSpec { name, program, arguments, folder: _, info, limits, settle } = player;
        let text = |text: &std::ffi::OsStr| text.to_string_lossy().into_owned();
        Self {
            name: name.clone(),
            program: text(program.file_name().unwrap_or_default()),
            arguments: arguments.iter().map(|word| text(word)).collect(),
            info: info.clone(),
            turn_ms: limits.turn.map(millis),
            match_ms: limits.game.map(millis),
            increment_ms: millis(limits.increment),
            tolerance_ms: millis(limits.tolerance),
            nodes: limits.nodes,
            depth: limits.depth,
            max_memory_mb: limits.memory.map(|bytes| bytes >> 20),
            settle_ms: millis(*settle),
        }
    }
}

impl OpeningSettings {
    fn of(plan: &Plan) -> Self {
        let mut hash = Fnv1a::new();
        // Eight passes play every opening under every symmetry.
        let count = u64::try_from(plan.book.len()).unwrap_or(0);
        for round in 0..count.saturating_mul(8) {
            for coord in plan.book.opening(round).moves {
                hash.add(&[coord.x, coord.y]);
            }
            hash.add(&[255]);
        }
        Self { count, fingerprint: format!("{:016x}", hash.hash()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn identity_comes_back_from_json() {
        let identity = sample::identity();
        let text = serde_json::to_string(&identity).unwrap();
        assert_eq!(serde_json::from_str::<Identity>(&text).unwrap(), identity);
        let older = text.replacen("\"version\":3,", "", 1);
        let error = serde_json::from_str::<Identity>(&older).unwrap_err().to_string();
        assert!(error.contains("version"), "{error}");
        let newer = text.replacen("\"version\":3,", "\"version\":4,", 1);
        let error = serde_json::from_str::<Identity>(&newer).unwrap_err().to_string();
        assert!(error.contains("version 4 of the match format, expected 3"), "{error}");
    }

    #[test]
    fn difference_names_the_first_setting_that_differs() {
        let identity = sample::identity();
        assert_eq!(identity.difference(&identity.clone()), None);
        let mut other = identity.clone();
        other.settings.engine[1].turn_ms = Some(7);
        let (key, a, b) = identity.difference(&other).unwrap();
        assert_eq!(key, format!("engine {}", identity.players[1]));
        assert!(!a.contains("turn-ms 7") && b.contains("turn-ms 7"), "{a} / {b}");
        // Arguments that read the same are not the same.
        let mut joined = identity.clone();
        let mut split = identity.clone();
        joined.settings.engine[0].arguments = vec!["-x 1".to_owned()];
        split.settings.engine[0].arguments = vec!["-x".to_owned(), "1".to_owned()];
        assert!(joined.difference(&split).is_some());
        other.settings.rule = Rule::Renju;
        let (key, a, b) = identity.difference(&other).unwrap();
        assert_eq!((&*key, &*a, &*b), ("rule", "freestyle", "renju"));
        let more = Identity { games: 100, shard: Shard { index: 1, count: 2 }, ..identity.clone() };
        assert_eq!(identity.difference(&more), None);
    }

    #[test]
    fn test_of_an_identity_is_that_of_its_match() {
        let mut identity = sample::identity();
        assert_eq!(identity.test(), None);
        let sprt = Sprt::new(-2.5, 10.0, 0.05, 0.1, EloScale::Logistic).unwrap();
        for counting in [Counting::Pairs, Counting::Games] {
            identity.settings.sprt = Some(TestSettings::of(&(sprt, counting)));
            assert_eq!(identity.test(), Some((sprt, counting)));
        }
    }
}
