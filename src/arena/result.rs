//! The result of a match for scripts: `result.json`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::config::Identity;
use super::cross_table::RatingLimit;
use super::standings::Standings;
use super::stats::rating::{Anchor, Ratings};
use super::stats::sprt::Decision;
use super::stats::tally::GameCounts;

/// The result of a match, as far as it was played.
///
/// Elo values have error bars of 95 %; both are `null` where they are infinite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct MatchResult {
    /// Games of the schedule.
    total_games: u64,
    /// Games that count.
    games: u64,
    /// The players in the order of the match.
    players: Vec<PlayerResult>,
    /// Whether the differences of the ratings are at least as large as shown, because there are too
    /// few results to rate all, see [`RatingLimit::Bounds`].
    ratings_at_least: bool,
    /// The results of every pair of players that have met.
    pairings: Vec<PairingResult>,
    /// The Elo difference of the first two players, if there are just two.
    difference: Option<DifferenceResult>,
    /// The sequential test, if there is one.
    sprt: Option<TestResult>,
    /// Games by verdict.
    verdicts: BTreeMap<&'static str, u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct PlayerResult {
    name: String,
    #[serde(flatten)]
    score: Score,
    /// Rating; the mean of all players is 0.
    elo: Option<f64>,
    elo_error: Option<f64>,
    /// Lost games by verdict.
    lost_by: BTreeMap<&'static str, u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct PairingResult {
    first: String,
    second: String,
    /// From the view of the first.
    #[serde(flatten)]
    score: Score,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Score {
    wins: u64,
    draws: u64,
    losses: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct DifferenceResult {
    elo: Option<f64>,
    elo_error: Option<f64>,
    /// Likelihood in 0..=1 that the first player is the stronger one.
    superiority: f64,
    /// Pairs of games in which the first player made 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct TestResult {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower_limit: f64,
    upper_limit: f64,
    /// `H0`, `H1` or `undecided`.
    decision: &'static str,
}

impl From<GameCounts> for Score {
    fn from(GameCounts { wins, draws, losses }: GameCounts) -> Self {
        Self { wins, draws, losses }
    }
}

impl MatchResult {
    /// The result of a match.
    pub(crate) fn of(identity: &Identity, standings: &Standings) -> Self {
        let table = standings.table();
        let ratings = table.ratings(Anchor::Mean(0.0)).ok();
        let limit = ratings.as_ref().and_then(|ratings| table.limit(ratings));
        Self {
            total_games: identity.total_games,
            games: standings.games(),
            players: players(standings, ratings.as_ref()),
            ratings_at_least: limit == Some(RatingLimit::Bounds),
            pairings: pairings(standings),
            difference: difference(standings),
            sprt: test(standings),
            verdicts: table.verdicts().clone(),
        }
    }
}

fn players(standings: &Standings, ratings: Option<&Ratings>) -> Vec<PlayerResult> {
    let table = standings.table();
    let result = |(player, name): (usize, &String)| {
        let rating = ratings.and_then(|ratings| ratings.players.get(player));
        PlayerResult {
            name: name.clone(),
            score: table.total(player).into(),
            elo: rating.and_then(|rating| finite(rating.value)),
            elo_error: rating.and_then(|rating| finite(rating.error)),
            lost_by: table.losses(player).clone(),
        }
    };
    table.names().iter().enumerate().map(result).collect()
}

fn pairings(standings: &Standings) -> Vec<PairingResult> {
    let table = standings.table();
    let names = table.names();
    let pairs = (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| (a, b)));
    pairs
        .map(|(a, b)| (a, b, table.pairing(a, b)))
        .filter(|(_, _, counts)| counts.games() > 0)
        .map(|(a, b, counts)| PairingResult {
            first: names[a].clone(),
            second: names[b].clone(),
            score: counts.into(),
        })
        .collect()
}

fn difference(standings: &Standings) -> Option<DifferenceResult> {
    let elo = standings.elo().filter(|_| standings.table().names().len() == 2)?;
    Some(DifferenceResult {
        elo: finite(elo.value),
        elo_error: finite(elo.error),
        superiority: standings.superiority(),
        pairs: standings.pairs().0,
    })
}

fn test(standings: &Standings) -> Option<TestResult> {
    let ((sprt, decision), llr) = (standings.test()?, standings.llr()?);
    let ((elo0, elo1), (lower_limit, upper_limit)) = (sprt.hypotheses(), sprt.limits());
    let decision = match decision {
        Decision::AcceptH0 => "H0",
        Decision::AcceptH1 => "H1",
        Decision::Continue => "undecided",
    };
    Some(TestResult { elo0, elo1, llr, lower_limit, upper_limit, decision })
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample;
    use crate::stats::sprt::Counting;
    use crate::stats::sprt::{EloScale, Sprt};
    use tengen_engine::types::Color;
    use tengen_records::verdict::DrawReason;
    use tengen_records::{GameRecord, Verdict};

    fn result(names: &[String], sprt: Option<(Sprt, Counting)>) -> serde_json::Value {
        result_of(names, sprt, sample::games())
    }

    /// The result of those games that are between the players.
    fn result_of(
        names: &[String],
        sprt: Option<(Sprt, Counting)>,
        games: Vec<GameRecord>,
    ) -> serde_json::Value {
        let mut standings = Standings::new(names, sprt).unwrap();
        let is_known = |player: usize| player < names.len();
        let is_between =
            |game: &GameRecord| is_known(game.black.player) && is_known(game.white.player);
        games.into_iter().filter(is_between).for_each(|game| standings.add(game).unwrap());
        serde_json::to_value(MatchResult::of(&sample::identity(), &standings)).unwrap()
    }

    #[test]
    fn match_result_has_every_player_and_pairing() {
        let result = result(&sample::names(), None);
        assert_eq!(result["games"], 6);
        assert_eq!(result["players"].as_array().unwrap().len(), 3);
        assert_eq!(result["players"][0]["wins"], 3);
        assert_eq!(result["players"][0]["draws"], 1);
        assert_eq!(result["players"][1]["lost_by"]["timeout"], 1);
        assert_eq!(result["pairings"].as_array().unwrap().len(), 3);
        assert_eq!(result["verdicts"]["five"], 3);
        assert_eq!(result["difference"], json!(null));
        assert_eq!(result["sprt"], json!(null));
    }

    #[test]
    fn match_result_of_two_players_has_their_difference_and_the_test() {
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloScale::Logistic).unwrap();
        let result = result(&sample::names()[..2], Some((sprt, Counting::Games)));
        assert_eq!(result["difference"]["pairs"], json!([0, 0, 0, 0, 1]));
        // Two games won: infinite.
        assert_eq!(result["difference"]["elo"], json!(null));
        assert_eq!(result["ratings_at_least"], json!(true));
        assert_eq!(result["sprt"]["decision"], "undecided");
        assert_eq!(result["sprt"]["elo1"], 10.0);
    }

    #[test]
    fn match_result_says_whether_its_ratings_are_only_bounds() {
        use Color::{Black, White};
        let games = [([0, 1], Black), ([0, 1], White), ([1, 0], Black), ([1, 0], White)];
        let game = |(number, (players, winner)): (u64, ([usize; 2], Color))| {
            sample::game(number, 1, players, "h8h9", Verdict::Timeout, Some(winner))
        };
        let games: Vec<GameRecord> = (1..).zip(games).map(game).collect();
        let at_least =
            |games| result_of(&sample::names()[..2], None, games)["ratings_at_least"].clone();
        assert_eq!(at_least(games[..1].to_vec()), json!(true));
        assert_eq!(at_least(games), json!(false));
        let draw = Verdict::Draw(DrawReason::MoveLimit);
        let drawn = |number, players| sample::game(number, 1, players, "h8h9", draw, None);
        assert_eq!(at_least(vec![drawn(1, [0, 1]), drawn(2, [1, 0])]), json!(false));
    }
}
