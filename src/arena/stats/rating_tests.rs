//! The ratings against published analyses and against an independent optimizer.

use proptest::prelude::*;

use super::*;

fn close(value: f64, expected: f64) {
    assert!((value - expected).abs() < 0.0051, "{value}, expected {expected}");
}

fn meetings(rows: &[(usize, usize, u64, u64, u64)]) -> Vec<Meeting> {
    rows.iter()
        .map(|&(black, white, wins, draws, losses)| Meeting {
            black,
            white,
            counts: GameCounts::new(wins, draws, losses),
        })
        .collect()
}

/// Logarithm of a player's worth against the anchor, and its standard error.
fn logit(ratings: &Ratings, player: usize) -> (f64, f64) {
    let Estimate { value, error } = ratings.players[player];
    (value / ratings.elo_per_logit, error / Z95 / ratings.elo_per_logit)
}

/// Agresti, "Categorical Data Analysis", 2nd edition, table 10.10: the American League East of
/// 1987. Baltimore 0, Boston 1, Cleveland 2, Detroit 3, Milwaukee 4, New York 5, Toronto 6; home
/// team first, home wins, no draws, away wins.
#[rustfmt::skip]
const BASEBALL: [(usize, usize, u64, u64, u64); 42] = [
    (4, 3, 4, 0, 3), (4, 6, 4, 0, 2), (4, 5, 4, 0, 3), (4, 1, 6, 0, 1), (4, 2, 4, 0, 2), (4, 0, 6, 0, 0),
    (3, 4, 3, 0, 3), (3, 6, 4, 0, 2), (3, 5, 4, 0, 3), (3, 1, 6, 0, 0), (3, 2, 6, 0, 1), (3, 0, 4, 0, 3),
    (6, 4, 2, 0, 5), (6, 3, 4, 0, 3), (6, 5, 2, 0, 4), (6, 1, 4, 0, 3), (6, 2, 4, 0, 2), (6, 0, 6, 0, 0),
    (5, 4, 3, 0, 3), (5, 3, 5, 0, 1), (5, 6, 2, 0, 5), (5, 1, 4, 0, 3), (5, 2, 4, 0, 2), (5, 0, 6, 0, 1),
    (1, 4, 5, 0, 1), (1, 3, 2, 0, 5), (1, 6, 3, 0, 3), (1, 5, 4, 0, 2), (1, 2, 5, 0, 2), (1, 0, 6, 0, 0),
    (2, 4, 2, 0, 5), (2, 3, 3, 0, 3), (2, 6, 3, 0, 4), (2, 5, 4, 0, 3), (2, 1, 4, 0, 2), (2, 0, 2, 0, 4),
    (0, 4, 2, 0, 5), (0, 3, 1, 0, 5), (0, 6, 1, 0, 6), (0, 5, 2, 0, 4), (0, 1, 1, 0, 6), (0, 2, 3, 0, 4),
];

/// Davidson 1970, table 1: six brands of chocolate pudding tasted in pairs; preferred the first, no
/// preference, preferred the second.
#[rustfmt::skip]
const PUDDING: [(usize, usize, u64, u64, u64); 15] = [
    (0, 1, 19, 16, 22), (0, 2, 16, 12, 19), (1, 2, 19, 10, 19), (0, 3, 18, 13, 23), (1, 3, 23, 9, 19),
    (2, 3, 19, 15, 20), (0, 4, 13, 18, 19), (1, 4, 16, 12, 20), (2, 4, 16, 17, 15), (3, 4, 17, 16, 14),
    (0, 5, 18, 12, 21), (1, 5, 22, 12, 20), (2, 5, 13, 10, 18), (3, 5, 14, 18, 19), (4, 5, 11, 12, 21),
];

#[test]
fn agrestis_baseball_league_comes_out() {
    let anchor = Anchor::Player { player: 0, elo: 0.0 };
    let ratings = rate(7, &meetings(&BASEBALL), anchor).unwrap();
    // BradleyTerry2 (R), model 2 of its baseball example, which reproduces Agresti's section 10.6:
    // estimates, standard errors and the advantage of playing at home.
    let expected = [
        (0.0, 0.0),
        (1.1438, 0.3378),
        (0.7047, 0.3350),
        (1.4754, 0.3446),
        (1.6196, 0.3474),
        (1.2813, 0.3404),
        (1.3271, 0.3403),
    ];
    for (player, (estimate, error)) in expected.into_iter().enumerate() {
        close(logit(&ratings, player).0, estimate);
        close(logit(&ratings, player).1, error);
    }
    close(ratings.first_move.value / ELO_PER_LOGIT, 0.3023);
    close(ratings.first_move.error / Z95 / ELO_PER_LOGIT, 0.1309);
    assert_eq!(ratings.draw_rate, 0.0);
    assert!(!ratings.is_held);
    assert_eq!(ratings.order(), [4, 3, 6, 5, 1, 2, 0]);
}

#[test]
fn davidsons_puddings_come_out() {
    // Each tasting is counted half from either side, so that there is no first move.
    let mut rows = meetings(&PUDDING);
    let mirrored: Vec<Meeting> = rows
        .iter()
        .map(|m| Meeting { black: m.white, white: m.black, counts: m.counts.flipped() })
        .collect();
    rows.extend(mirrored);
    let ratings = rate(6, &rows, Anchor::Mean(0.0)).unwrap();
    // The worths and ν of Davidson's maximum likelihood solution, printed by PlackettLuce (R).
    let worths: Vec<f64> = (0..6).map(|player| logit(&ratings, player).0.exp()).collect();
    let sum: f64 = worths.iter().sum();
    for (worth, expected) in worths.iter().zip([0.1388, 0.1730, 0.1617, 0.1654, 0.1587, 0.2024]) {
        assert!((worth / sum - expected).abs() < 0.000_06, "{}", worth / sum);
    }
    close(ratings.first_move.value, 0.0);
    close(2.0 * ratings.draw_rate / (1.0 - ratings.draw_rate), 0.7468);
}

#[test]
fn draws_and_the_first_move_together_agree_with_another_optimizer() {
    // scipy.optimize.minimize (BFGS) on the likelihood, errors from the numerical Hessian.
    let games = meetings(&[
        (0, 1, 30, 12, 18),
        (1, 0, 25, 11, 24),
        (0, 2, 41, 6, 13),
        (2, 0, 22, 9, 29),
        (1, 2, 33, 10, 17),
        (2, 1, 26, 14, 20),
    ]);
    let ratings = rate(3, &games, Anchor::Mean(1500.0)).unwrap();
    for (player, (value, error)) in
        [(1546.47, 27.67), (1498.99, 27.18), (1454.54, 27.65)].into_iter().enumerate()
    {
        close(ratings.players[player].value, value);
        close(ratings.players[player].error, error);
    }
    close(ratings.first_move.value, 56.57);
    close(ratings.first_move.error, 33.75);
    close(100.0 * ratings.draw_rate, 17.85);
    close(100.0 * ratings.superiority(0, 1), 97.53);
    close(100.0 * (ratings.superiority(0, 1) + ratings.superiority(1, 0)), 100.0);
    assert_eq!(ratings.superiority(2, 2), 0.5);
}

#[test]
fn the_anchor_moves_ratings_but_no_difference() {
    let games = meetings(&[(0, 1, 30, 12, 18), (1, 0, 25, 11, 24)]);
    let mean = rate(2, &games, Anchor::Mean(0.0)).unwrap();
    let fixed = rate(2, &games, Anchor::Player { player: 1, elo: 2000.0 }).unwrap();
    close(mean.players[0].value + mean.players[1].value, 0.0);
    close(fixed.players[1].value, 2000.0);
    close(fixed.players[1].error, 0.0);
    close(fixed.players[0].value - 2000.0, mean.players[0].value - mean.players[1].value);
}

#[test]
fn close_players_differ_by_the_elo_of_their_score() {
    let games = meetings(&[(0, 1, 300, 400, 260), (1, 0, 260, 400, 300)]);
    let ratings = rate(2, &games, Anchor::Mean(0.0)).unwrap();
    let score = crate::stats::elo::from_score(1000.0 / 1920.0);
    let found = ratings.players[0].value - ratings.players[1].value;
    assert!((found - score).abs() < 0.05, "{found} {score}");
}

#[test]
fn results_without_a_maximum_are_held_and_said_so() {
    for games in [
        meetings(&[(0, 1, 5, 0, 0), (1, 0, 0, 0, 5)]),
        meetings(&[(0, 1, 0, 3, 0)]),
        meetings(&[(0, 1, 4, 0, 3)]),
        meetings(&[(0, 1, 0, 0, 0)]),
        Vec::new(),
    ] {
        let ratings = rate(3, &games, Anchor::Mean(0.0)).unwrap();
        assert!(ratings.is_held);
        for player in &ratings.players {
            assert!(player.value.is_finite() && player.value.abs() < 2000.0, "{player:?}");
            assert!(player.error.is_finite() && player.error > 0.0, "{player:?}");
        }
    }
    let swept = rate(2, &meetings(&[(0, 1, 5, 0, 0), (1, 0, 0, 0, 5)]), Anchor::Mean(0.0)).unwrap();
    assert!(swept.players[0].value > 150.0);
    assert!(swept.superiority(0, 1) > 0.9, "{}", swept.superiority(0, 1));
}

#[test]
fn no_players_and_wrong_numbers_are_refused() {
    assert_eq!(rate(0, &[], Anchor::Mean(0.0)).unwrap().players, []);
    let games = meetings(&[(0, 2, 1, 0, 0)]);
    assert_eq!(
        rate(2, &games, Anchor::Mean(0.0)),
        Err(RatingError::NoPlayer { seen: 2, players: 2 })
    );
    let games = meetings(&[(1, 1, 1, 0, 0)]);
    assert_eq!(rate(2, &games, Anchor::Mean(0.0)), Err(RatingError::Itself(1)));
    let anchor = Anchor::Player { player: 9, elo: 0.0 };
    assert!(rate(2, &[], anchor).is_err());
}

proptest! {
    #[test]
    fn at_the_maximum_everyone_scores_as_expected(
        counts in proptest::collection::vec((1u64..30, 1u64..30, 1u64..30), 12),
    ) {
        // Four players, every ordered pair, every result seen: the maximum exists.
        let pairs = (0..4).flat_map(|b| (0..4).filter(move |&w| w != b).map(move |w| (b, w)));
        let games: Vec<Meeting> = pairs
            .zip(counts)
            .map(|((black, white), (w, d, l))| Meeting { black, white, counts: GameCounts::new(w, d, l) })
            .collect();
        let ratings = rate(4, &games, Anchor::Mean(0.0)).unwrap();
        prop_assert!(!ratings.is_held);
        let model = Model { players: 4, games: &games, has_draws: true, is_held: false };
        let mut surplus = [0.0; 4];
        let (mut draws, mut black) = (0.0, 0.0);
        for meeting in &games {
            let chances = model.chances(&ratings.fit, meeting);
            let games = meeting.counts.games() as f64;
            let more = meeting.counts.points() - games * (chances.black + chances.draw / 2.0);
            surplus[meeting.black] += more;
            surplus[meeting.white] -= more;
            black += more;
            draws += meeting.counts.draws as f64 - games * chances.draw;
        }
        for rest in surplus.into_iter().chain([black, draws]) {
            prop_assert!(rest.abs() < 1e-6, "{}", rest);
        }
        let mut reversed = games.clone();
        reversed.reverse();
        let again = rate(4, &reversed, Anchor::Mean(0.0)).unwrap();
        for (a, b) in ratings.players.iter().zip(again.players) {
            prop_assert!((a.value - b.value).abs() < 1e-6);
        }
    }
}
