//! Which games are played: who against whom, from which opening, with which color. Everything
//! follows from the plan and its seed, so that a match can be resumed and split over machines.
//!
//! Each opening is played twice by the same two players, with the colors swapped: that is a *pair*.
//! A *round* has one such pair for every pairing of the schedule, so that a match that is stopped
//! early is still fair.

pub(crate) mod openings;
pub(crate) mod swiss;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use self::openings::MatchOpenings;
use super::game::Pairing;
use tengen_util::shard::Shard;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A round robin; with two players a plain match.
    #[default]
    #[value(alias = "pair")]
    RoundRobin,
    /// The first player against each of the others.
    Gauntlet,
    /// Players with similar results meet; each round depends on those before.
    Swiss,
}

/// The parameters of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Number of players.
    pub players: usize,
    /// Who meets whom.
    pub format: Format,
    /// Games of each pairing.
    pub games: u64,
    /// The openings.
    pub book: MatchOpenings,
}

impl Plan {
    /// The pairings of one round, players by number; the first one begins with black.
    pub(crate) fn meetings(&self) -> Vec<(usize, usize)> {
        let all = 0..self.players;
        match self.format {
            Format::RoundRobin => {
                all.clone().flat_map(|a| all.clone().skip(a + 1).map(move |b| (a, b))).collect()
            }
            Format::Gauntlet => all.skip(1).map(|b| (0, b)).collect(),
            Format::Swiss => Vec::new(),
        }
    }

    /// Number of rounds.
    pub fn rounds(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// Number of games in all, unless stopped early.
    pub fn total_games(&self) -> u64 {
        self.meetings_of_a_round().saturating_mul(self.games)
    }

    /// Number of games in a part of the match, unless stopped early.
    pub fn games_in(&self, shard: Shard) -> u64 {
        let pairs = |rounds: u64| {
            let all = self.meetings_of_a_round().saturating_mul(rounds);
            all / shard.count + u64::from(all % shard.count >= shard.index)
        };
        // Of a half round, each pair has only its first game.
        pairs(self.rounds()).saturating_add(pairs(self.games / 2))
    }

    fn meetings_of_a_round(&self) -> u64 {
        let meetings = match self.format {
            Format::Swiss => self.players / 2,
            _ => self.meetings().len(),
        };
        u64::try_from(meetings).unwrap_or(u64::MAX)
    }

    /// All games in playing order. Empty for a Swiss tournament: its rounds are made one by one,
    /// see [`swiss::round`].
    pub fn games(&self) -> impl Iterator<Item = Pairing> + '_ {
        let meetings = self.meetings();
        let rounds = 1..=self.rounds();
        rounds.flat_map(move |round| self.games_of_round(round, &meetings))
    }

    /// The games of one round between the given players.
    pub(crate) fn games_of_round(&self, round: u64, meetings: &[(usize, usize)]) -> Vec<Pairing> {
        let opening = self.book.opening(round - 1);
        let pairs_before = (round - 1).saturating_mul(meetings.len() as u64);
        let is_half = round == self.rounds() && !self.games.is_multiple_of(2);
        let mut games = Vec::new();
        for (index, &(first, second)) in meetings.iter().enumerate() {
            let pair = pairs_before + index as u64 + 1;
            for (black, white, number) in [(first, second, 1), (second, first, 2)] {
                if number == 2 && is_half {
                    continue;
                }
                let game = (pair - 1) * 2 + number;
                let opening = opening.clone();
                games.push(Pairing { game, round, pair, black, white, opening });
            }
        }
        games
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use tengen_engine::types::BoardSize;
    use tengen_records::Opening;

    fn plan(players: usize, format: Format, games: u64) -> Plan {
        let list = (1..=3u8).map(|n| Opening { name: n.to_string(), moves: Vec::new() }).collect();
        let book = MatchOpenings::new(list, BoardSize::square(15).unwrap(), 7, true);
        Plan { players, format, games, book }
    }

    #[test]
    fn a_schedule_has_one_name_in_options_and_files() {
        let names = Format::value_variants().iter().map(|format| {
            let name = format.to_possible_value().unwrap().get_name().to_owned();
            assert_eq!(serde_json::to_value(format).unwrap(), name);
            name
        });
        assert_eq!(names.collect::<Vec<_>>(), ["round-robin", "gauntlet", "swiss"]);
    }

    #[test]
    fn every_opening_is_played_with_both_colors() {
        let plan = plan(4, Format::RoundRobin, 4);
        let games: Vec<_> = plan.games().collect();
        assert_eq!(games.len() as u64, plan.total_games());
        assert_eq!(games.len(), 6 * 4);
        let mut pairs: HashMap<u64, Vec<&Pairing>> = HashMap::new();
        for (index, game) in games.iter().enumerate() {
            assert_eq!(game.game, index as u64 + 1);
            pairs.entry(game.pair).or_default().push(game);
        }
        for pair in pairs.values() {
            let [first, second] = pair[..] else { panic!("a pair has two games") };
            assert_eq!((first.black, first.white), (second.white, second.black));
            assert_eq!(first.opening, second.opening);
        }
    }

    #[test]
    fn an_odd_number_of_games_leaves_the_last_pair_half() {
        let games: Vec<_> = plan(2, Format::RoundRobin, 5).games().collect();
        assert_eq!(games.iter().map(|game| game.pair).collect::<Vec<_>>(), [1, 1, 2, 2, 3]);
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first_player() {
        let games: Vec<_> = plan(4, Format::Gauntlet, 2).games().collect();
        assert_eq!(games.len(), 6);
        assert!(games.iter().all(|game| game.black == 0 || game.white == 0));
    }

    #[test]
    fn shards_share_the_pairs_and_lose_none() {
        for (games, count) in [(10, 4), (9, 4), (1, 2), (2, 7), (5, 1)] {
            let plan = plan(3, Format::RoundRobin, games);
            let mut numbers: Vec<u64> = Vec::new();
            for index in 1..=count {
                let shard = Shard { index, count };
                let own = plan.games().filter(|game| shard.has(game.pair - 1));
                let own: Vec<_> = own.map(|game| game.game).collect();
                assert_eq!(plan.games_in(shard), own.len() as u64, "{games} games, part {shard}");
                numbers.extend(own);
            }
            let all = plan.games().map(|game| game.game);
            numbers.sort_unstable();
            assert_eq!(numbers, all.collect::<Vec<_>>());
        }
        let endless = plan(2, Format::RoundRobin, u64::MAX);
        assert!(endless.games_in(Shard { index: 1, count: 2 }) > u64::MAX / 2);
        assert_eq!(plan(5, Format::Swiss, 6).games_in(Shard::WHOLE), 12);
    }
}
