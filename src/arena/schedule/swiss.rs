//! One round of a Swiss tournament: players with similar results meet, and repeated meetings are
//! avoided as long as possible.
//!
//! The players are ordered by points (ties by number); backtracking along that order finds the
//! pairing with the fewest repeated meetings. With an odd number of players the lowest one without
//! a bye so far gets the bye, worth the points of a won pair.

use std::collections::{HashMap, HashSet};

use tengen_records::GameRecord;

/// Steps of the search before repeated meetings are allowed; far more than a field of a hundred
/// needs.
const MAX_STEPS: usize = 200_000;

/// The results of the earlier rounds.
#[derive(Clone, Debug, Default)]
struct EarlierRounds {
    half_points: HashMap<usize, u64>,
    met: HashSet<(usize, usize)>,
    byes: HashSet<usize>,
}

impl EarlierRounds {
    fn new(players: usize, round: u64, games_each: u64, games: &[GameRecord]) -> Self {
        let mut earlier = Self::default();
        let mut played: HashMap<u64, HashSet<usize>> = HashMap::new();
        for game in games.iter().filter(|game| game.round < round) {
            let (black, white) = (game.black.player, game.white.player);
            for player in [black, white] {
                let points = u64::from(game.half_points(player).unwrap_or(0));
                *earlier.half_points.entry(player).or_default() += points;
                played.entry(game.round).or_default().insert(player);
            }
            earlier.met.insert((black.min(white), black.max(white)));
        }
        for round in 1..round {
            let active = played.get(&round);
            let idle = (0..players).filter(|p| active.is_none_or(|active| !active.contains(p)));
            for player in idle {
                earlier.byes.insert(player);
                *earlier.half_points.entry(player).or_default() += 2 * games_each;
            }
        }
        earlier
    }

    fn has_met(&self, a: usize, b: usize) -> bool {
        self.met.contains(&(a.min(b), a.max(b)))
    }

    fn points(&self, player: usize) -> u64 {
        self.half_points.get(&player).copied().unwrap_or(0)
    }
}

/// The meetings of a round, counted from 1, after the `games` of all rounds before. `games_each` is
/// the number of games of one meeting. The one with more points comes first.
pub(crate) fn round(
    players: usize,
    round: u64,
    games_each: u64,
    games: &[GameRecord],
) -> Vec<(usize, usize)> {
    let earlier = EarlierRounds::new(players, round, games_each, games);
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by_key(|&player| (std::cmp::Reverse(earlier.points(player)), player));
    if !players.is_multiple_of(2) {
        let resting = order.iter().rposition(|player| !earlier.byes.contains(player));
        order.remove(resting.unwrap_or(order.len() - 1));
    }
    for repeats in 0..=order.len() / 2 {
        let (mut meetings, mut steps) = (Vec::new(), 0);
        if pair_up(&order, &earlier, repeats, &mut meetings, &mut steps) {
            return meetings;
        }
    }
    order.chunks_exact(2).filter_map(|two| Some((*two.first()?, *two.last()?))).collect()
}

/// Pairs the first player of `rest` with the next one below that it has not met, and so on; at most
/// `repeats` meetings may be repeated.
fn pair_up(
    rest: &[usize],
    earlier: &EarlierRounds,
    repeats: usize,
    meetings: &mut Vec<(usize, usize)>,
    steps: &mut usize,
) -> bool {
    let Some((&first, others)) = rest.split_first() else { return true };
    for (index, &second) in others.iter().enumerate() {
        *steps += 1;
        if *steps > MAX_STEPS {
            return false;
        }
        let repeated = usize::from(earlier.has_met(first, second));
        let Some(repeats) = repeats.checked_sub(repeated) else { continue };
        meetings.push((first, second));
        let mut left = others.to_vec();
        left.remove(index);
        if pair_up(&left, earlier, repeats, meetings, steps) {
            return true;
        }
        meetings.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::{BoardSize, Color, Rule};
    use tengen_records::{GameOutcome, GameSide, Opening, Verdict};

    /// A game that the player with the lower number wins.
    fn game(round: u64, a: usize, b: usize) -> GameRecord {
        let side = |player: usize| GameSide { player, name: player.to_string() };
        GameRecord {
            game: 1,
            round,
            pair: 1,
            black: side(a.min(b)),
            white: side(a.max(b)),
            rule: Rule::Freestyle,
            size: BoardSize::square(15).unwrap(),
            opening: Opening::default(),
            swap2: None,
            moves: Vec::new(),
            outcome: GameOutcome::Ended { winner: Some(Color::Black), verdict: Verdict::Five },
            attempt: None,
            note: None,
            started_ms: None,
            dates: None,
            duration_ms: 0,
            memory_kib: None,
        }
    }

    /// Plays a whole tournament and returns its meetings round by round.
    fn tournament(players: usize, rounds: u64) -> Vec<Vec<(usize, usize)>> {
        let mut games = Vec::new();
        (1..=rounds)
            .map(|number| {
                let meetings = round(players, number, 1, &games);
                games.extend(meetings.iter().map(|&(a, b)| game(number, a, b)));
                meetings
            })
            .collect()
    }

    #[test]
    fn winners_meet_winners() {
        let rounds = tournament(4, 2);
        assert_eq!(rounds[0], [(0, 1), (2, 3)]);
        assert_eq!(rounds[1], [(0, 2), (1, 3)]);
    }

    #[test]
    fn nobody_meets_twice_while_that_is_possible() {
        for players in [4, 6, 8, 10] {
            let rounds = tournament(players, players as u64 / 2 + 1);
            let mut met = HashSet::new();
            for &(a, b) in rounds.iter().flatten() {
                assert!(met.insert((a.min(b), a.max(b))), "{players} players: {a} and {b} again");
            }
        }
        assert_eq!(tournament(2, 3), [[(0, 1)], [(0, 1)], [(0, 1)]]);
    }

    #[test]
    fn everybody_rests_once_before_anybody_rests_twice() {
        let rounds = tournament(5, 5);
        let mut rested = HashSet::new();
        for meetings in rounds {
            let playing: HashSet<usize> = meetings.iter().flat_map(|&(a, b)| [a, b]).collect();
            assert_eq!(playing.len(), 4);
            let idle = (0..5).find(|player| !playing.contains(player)).unwrap();
            assert!(rested.insert(idle), "player {idle} rests twice");
        }
    }
}
