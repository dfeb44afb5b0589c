//! What makes a match this match: everything that its results depend on, as keys and values that can
//! be written beside the results and compared when the match is resumed or merged.

use serde::{Deserialize, Serialize};

use super::Counting;
use crate::arena::game::Setting;
use crate::arena::player::PlayerSpec;
use crate::arena::schedule::{Format, Plan, Shard};
use crate::arena::sprt::Sprt;

/// Keys and values in a fixed order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The players' names, by number.
    pub players: Vec<String>,
    /// The part of the match.
    pub shard: String,
    /// Games of each pairing. A resumed match may have more.
    pub games: u64,
    /// Games of all pairings and parts together.
    pub total_games: u64,
    /// Everything else.
    pub settings: Vec<(String, String)>,
}

impl Identity {
    pub(super) fn of(
        setting: &Setting,
        plan: &Plan,
        sprt: Option<&(Sprt, Counting)>,
        shard: Shard,
    ) -> Self {
        let mut settings = Vec::new();
        let mut add = |key: &str, value: String| settings.push((key.to_owned(), value));
        add("rule", setting.rules.rule.to_string());
        add("size", setting.rules.size.to_string());
        add("draw-at-empty", setting.rules.draw_at_empty.to_string());
        add("max-stones", format!("{:?}", setting.rules.max_stones));
        add("schedule", plan.format.to_string());
        if plan.format == Format::Swiss {
            add("rounds", plan.rounds().to_string());
        }
        add("openings", fingerprint(plan));
        add("swap2", setting.swap2.to_string());
        add("reuse", setting.reuses_processes.to_string());
        add("sprt", format!("{sprt:?}"));
        add("adjudication", format!("{:?}", setting.adjudication));
        add("manners", format!("{:?}", setting.manners));
        for player in &setting.players {
            add(&format!("engine {}", player.name), describe(player));
        }
        let players = setting.players.iter().map(|player| player.name.clone()).collect();
        Self {
            players,
            shard: shard.to_string(),
            games: plan.games,
            total_games: plan.total_games(),
            settings,
        }
    }

    /// The first key in which two matches differ, with both values; the number of games and the shard
    /// are not looked at.
    pub fn difference(&self, other: &Identity) -> Option<(String, String, String)> {
        if self.players != other.players {
            let names = |identity: &Identity| identity.players.join(", ");
            return Some(("engine".to_owned(), names(self), names(other)));
        }
        let mut pairs = self.settings.iter().zip(&other.settings);
        if let Some((a, b)) = pairs.find(|(a, b)| a != b) {
            return Some((a.0.clone(), a.1.clone(), b.1.clone()));
        }
        let (a, b) = (self.settings.len(), other.settings.len());
        (a != b).then(|| ("settings".to_owned(), a.to_string(), b.to_string()))
    }
}

fn describe(player: &PlayerSpec) -> String {
    let PlayerSpec { name: _, program, arguments, folder: _, info, limits, settle } = player;
    // The folder of the program may differ from machine to machine, its name may not.
    let program = program.file_name().unwrap_or_default();
    format!("{program:?} {arguments:?} {info:?} {limits:?} {settle:?}")
}

/// The openings in the order in which they are played, as a number (64-bit FNV-1a).
fn fingerprint(plan: &Plan) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut mix = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    // Eight passes show every opening under every symmetry.
    let count = u64::try_from(plan.book.len()).unwrap_or(0);
    for round in 0..count.saturating_mul(8) {
        for coord in plan.book.opening(round).moves {
            mix(coord.x);
            mix(coord.y);
        }
        mix(255);
    }
    format!("{count} openings {hash:016x}")
}
