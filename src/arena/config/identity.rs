//! What makes a match this match: everything that its results depend on, as keys and values that can
//! be written beside the results and compared when the match is resumed or merged.

use serde::{Deserialize, Serialize};

use super::Counting;
use super::text::Numbers;
use crate::arena::game::Setting;
use crate::arena::player::commands::millis;
use crate::arena::player::{ManagerOptions, Order, PlayerSpec};
use crate::arena::schedule::{Format, Plan, Shard};
use crate::arena::sprt::{Scale, Sprt};

/// The key of the sequential test.
const SPRT_KEY: &str = "sprt";

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
        if let Some(most) = setting.rules.max_stones {
            add("max-stones", most.to_string());
        }
        add("schedule", plan.format.to_string());
        if plan.format == Format::Swiss {
            add("rounds", plan.rounds().to_string());
        }
        add("openings", fingerprint(plan));
        add("swap2", setting.swap2.to_string());
        add("reuse", setting.reuses_processes.to_string());
        if let Some((sprt, counting)) = sprt {
            add(SPRT_KEY, describe_test(sprt, *counting));
        }
        if let Some(win) = setting.adjudication.win {
            add("adjudicate-win", format!("{},{}", win.value, win.moves));
        }
        if let Some(draw) = setting.adjudication.draw {
            add("adjudicate-draw", format!("{},{},{}", draw.value, draw.moves, draw.from));
        }
        add("manners", describe_manager(&setting.manager));
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

    /// The sequential test that was made, if any.
    pub fn test(&self) -> Option<(Sprt, Counting)> {
        let (_, text) = self.settings.iter().find(|(key, _)| key == SPRT_KEY)?;
        read_test(text)
    }

    /// The first key in which two matches differ, with both values; the number of games and the shard
    /// are not looked at.
    pub fn difference(&self, other: &Identity) -> Option<(String, String, String)> {
        if self.players != other.players {
            let names = |identity: &Identity| identity.players.join(", ");
            return Some(("engine".to_owned(), names(self), names(other)));
        }
        let value = |identity: &Identity, key: &str| {
            let entry = identity.settings.iter().find(|(other, _)| other == key);
            entry.map_or_else(|| "none".to_owned(), |(_, value)| value.clone())
        };
        self.settings.iter().chain(&other.settings).find_map(|(key, _)| {
            let (a, b) = (value(self, key), value(other, key));
            (a != b).then(|| (key.clone(), a, b))
        })
    }

    /// Time for a move of the first player in milliseconds, if it is limited.
    pub fn turn_ms(&self) -> Option<u64> {
        let (_, player) = self.settings.iter().find(|(key, _)| key.starts_with("engine "))?;
        // Limits stand behind the program and its arguments.
        player.rsplit(' ').find_map(|word| word.strip_prefix("turn-ms=")?.parse().ok())
    }
}

/// `0,10,0.05,0.05 pairs`.
fn describe_test(sprt: &Sprt, counting: Counting) -> String {
    let ((elo0, elo1), (alpha, beta)) = (sprt.hypotheses(), sprt.errors());
    let counted = match counting {
        Counting::Pairs => "pairs",
        Counting::Games => "games",
    };
    format!("{elo0},{elo1},{alpha},{beta} {counted}")
}

fn read_test(text: &str) -> Option<(Sprt, Counting)> {
    let (numbers, counted) = text.split_once(' ')?;
    let Numbers(numbers) = numbers.parse().ok()?;
    let [elo0, elo1, alpha, beta] = numbers[..] else { return None };
    let counting = if counted == "games" { Counting::Games } else { Counting::Pairs };
    Some((Sprt::new(elo0, elo1, alpha, beta, Scale::Logistic).ok()?, counting))
}

fn describe_manager(manager: &ManagerOptions) -> String {
    let ManagerOptions { order, line_end, game_type, start_limit, end_grace, .. } = manager;
    let order = match order {
        Order::Gui => "gui",
        Order::Judge => "judge",
    };
    let line_end = if *line_end == "\n" { "lf" } else { "crlf" };
    let (start, end) = (millis(*start_limit), millis(*end_grace));
    let mut text = format!(
        "order {order}, line-end {line_end}, game-type {game_type}, start-ms {start}, end-ms {end}"
    );
    let flags = [
        ("strict", manager.is_strict),
        ("suspend", manager.suspends),
        ("bill-start", manager.bills_start),
    ];
    for (name, _) in flags.into_iter().filter(|(_, is_set)| *is_set) {
        text.push_str(", ");
        text.push_str(name);
    }
    text
}

/// The program and everything that it is given, as one line.
fn describe(player: &PlayerSpec) -> String {
    let PlayerSpec { name: _, program, arguments, folder: _, info, limits, settle } = player;
    // The folder of the program may differ from machine to machine, its name may not.
    let mut words = vec![program.file_name().unwrap_or_default().to_string_lossy().into_owned()];
    words.extend(arguments.iter().map(|word| format!("'{}'", word.to_string_lossy())));
    words.extend(info.iter().map(|(key, value)| format!("info.{key}={value}")));
    let numbers = [
        ("turn-ms", limits.turn.map(millis)),
        ("match-ms", limits.game.map(millis)),
        ("increment-ms", Some(millis(limits.increment)).filter(|&ms| ms > 0)),
        ("tolerance-ms", Some(millis(limits.tolerance))),
        ("nodes", limits.nodes),
        ("depth", limits.depth.map(u64::from)),
        ("max-memory-mb", limits.memory.map(|bytes| bytes >> 20)),
        ("settle-ms", Some(millis(*settle)).filter(|&ms| ms > 0)),
    ];
    let given = numbers.into_iter().filter_map(|(key, value)| Some(format!("{key}={}", value?)));
    words.extend(given);
    words.join(" ")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_read_back() {
        let sprt = Sprt::new(-2.5, 10.0, 0.05, 0.1, Scale::Logistic).unwrap();
        for counting in [Counting::Pairs, Counting::Games] {
            let text = describe_test(&sprt, counting);
            assert_eq!(read_test(&text), Some((sprt, counting)), "{text}");
        }
        assert_eq!(read_test("0,10"), None);
    }
}
