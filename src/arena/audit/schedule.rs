//! Who had to play whom: the schedule of a match from its definition, and for a Swiss tournament
//! from the results of its earlier rounds.

use std::collections::{HashMap, HashSet};

use crate::config::Identity;
use crate::game::Pairing;
use crate::schedule::{Format, Plan, swiss};
use tengen_engine::types::Color;
use tengen_records::{GameRecord, Swap2};
use tengen_util::shard::Shard;

/// The games of the schedule that are in a journal.
pub(super) struct Schedule<'a> {
    identity: &'a Identity,
    shard: Shard,
    /// The scheduled games of all rounds that are needed, by number. Their openings are not known.
    games: HashMap<u64, Pairing>,
}

impl<'a> Schedule<'a> {
    pub(super) fn new(identity: &'a Identity, games: &[GameRecord]) -> Self {
        let plan = identity.schedule();
        let scheduled = match plan.format {
            Format::Swiss => swiss_games(&plan, games),
            Format::RoundRobin | Format::Gauntlet => fixed_games(&plan, games),
        };
        let by_number = scheduled.into_iter().map(|pairing| (pairing.game, pairing));
        Self { identity, shard: identity.shard, games: by_number.collect() }
    }

    /// The game with a number.
    pub(super) fn pairing(&self, number: u64) -> Result<&Pairing, String> {
        let all = self.identity.total_games;
        let pairing = self.games.get(&number);
        let pairing = pairing.ok_or_else(|| match number {
            1.. if number <= all => "before the rounds that decide who plays it".to_owned(),
            _ => format!("not in the schedule, expected a number from 1 to {all}"),
        })?;
        if !self.shard.has(pairing.pair - 1) {
            return Err(format!("in the part {} of the match, expected another one", self.shard));
        }
        Ok(pairing)
    }

    /// Compares round, pair and players of a game with those of the schedule.
    pub(super) fn check(&self, pairing: &Pairing, game: &GameRecord) -> Result<(), String> {
        let same = |what: &str, seen: u64, expected: u64| match seen == expected {
            true => Ok(()),
            false => Err(format!("{what} {seen}, expected {expected}")),
        };
        same("round", game.round, pairing.round)?;
        same("pair", game.pair, pairing.pair)?;
        let scheduled = (pairing.black, pairing.white);
        let expected = match &game.swap2 {
            None => scheduled,
            Some(swap2) if self.identity.swap2() => colors_chosen(swap2, game, scheduled)?,
            Some(_) => return Err("swap2, expected a match without it".to_owned()),
        };
        for (color, number) in Color::BOTH.into_iter().zip([expected.0, expected.1]) {
            let side = game.side(color);
            let name = self.identity.players.get(number).map_or("", String::as_str);
            if side.player != number || side.name != name {
                let (seen, seen_name) = (side.player, &side.name);
                return Err(format!(
                    "{color} is player {seen} ({seen_name}), expected player {number} ({name})"
                ));
            }
        }
        Ok(())
    }
}

/// The games of the rounds that occur in the journal.
fn fixed_games(plan: &Plan, games: &[GameRecord]) -> Vec<Pairing> {
    let meetings = plan.meetings();
    let Some(size @ 1..) = u64::try_from(meetings.len()).ok() else { return Vec::new() };
    let round = |game: &GameRecord| game.game.checked_sub(1).map(|number| number / 2 / size + 1);
    let rounds: HashSet<u64> = games.iter().filter_map(round).collect();
    let rounds = rounds.into_iter().filter(|&round| round <= plan.rounds());
    let numbers: HashSet<u64> = games.iter().map(|game| game.game).collect();
    rounds
        .flat_map(|round| plan.games_of_round(round, &meetings))
        .filter(|pairing| numbers.contains(&pairing.game))
        .collect()
}

/// The games of a Swiss tournament up to the first round that is not finished.
fn swiss_games(plan: &Plan, games: &[GameRecord]) -> Vec<Pairing> {
    let finished: HashSet<u64> = games.iter().map(|game| game.game).collect();
    let mut scheduled = Vec::new();
    for round in 1..=plan.rounds() {
        let meetings = swiss::round(plan.players, round, 2, games);
        let of_round = plan.games_of_round(round, &meetings);
        let is_finished = of_round.iter().all(|game| finished.contains(&game.game));
        let is_empty = of_round.is_empty();
        scheduled.extend(of_round);
        if is_empty || !is_finished {
            break;
        }
    }
    scheduled
}

/// The players of black and white after a swap2 opening, which begins with the `scheduled` ones.
fn colors_chosen(
    swap2: &Swap2,
    game: &GameRecord,
    (proposer, other): (usize, usize),
) -> Result<(usize, usize), String> {
    if swap2.proposer != proposer {
        let seen = swap2.proposer;
        return Err(format!("player {seen} proposes the opening, expected player {proposer}"));
    }
    let chooser_is_other = !swap2.put_two;
    let swaps = match (chooser_is_other, swap2.swapped) {
        // Until the choice, the proposer has black.
        (true, swapped) => swapped,
        (false, true) => false,
        // The proposer takes white with its stone. Without one it has made a mistake, before or
        // after it took white.
        (false, false) => !game.moves.is_empty() || game.black.player == other,
    };
    Ok(if swaps { (other, proposer) } else { (proposer, other) })
}
