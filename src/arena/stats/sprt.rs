//! The sequential probability ratio test: play until it is known whether the first player is `elo0`
//! or `elo1` stronger, at the price of being wrong with probabilities `alpha` and `beta`.
//!
//! It is the *generalized* test: the frequencies of results are not modeled but estimated, once
//! under each hypothesis, by maximum likelihood; the test follows the logarithm of the ratio of
//! both likelihoods (LLR). With single games there are three results, with color-swapped pairs
//! five. CITE: M. Van den Bergh, "A practical introduction to the GSPRT", 2019, and "Normalized
//! Elo", 2020.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::{self, ELO_PER_LOGIT};
use super::tally::Scores;

/// What a sequential test counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Counting {
    /// Pairs of games with swapped colors: five results.
    #[default]
    Pairs,
    /// Single games: three results.
    Games,
}

/// What the bounds of a test measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum EloScale {
    /// Elo of the mean result.
    #[default]
    Logistic,
    /// Normalized Elo: the mean result in standard deviations of a game.
    Normalized,
}

/// A test: two hypotheses and how often each may be rejected wrongly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    scale: EloScale,
}

/// The largest hypothesis: 99.7 % of the points. Far beyond it no results are likely.
const MAX_ELO: f64 = 1000.0;

/// Why a test is invalid.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SprtError {
    /// The hypotheses are the same, in the wrong order or too far apart.
    #[error(
        "the bounds of a test are {elo0},{elo1}, expected two numbers from -{MAX_ELO} to {MAX_ELO}, the smaller first"
    )]
    Bounds {
        /// The lower bound.
        elo0: f64,
        /// The upper bound.
        elo1: f64,
    },
    /// An invalid error probability.
    #[error("the error probability {name} is {seen}, expected more than 0 and less than 0.5")]
    Probability {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What was given.
        seen: f64,
    },
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The difference is `elo0` or less: the change failed.
    AcceptH0,
    /// The difference is `elo1` or more: the change passed.
    AcceptH1,
    /// Not decided yet: play on.
    Continue,
}

impl Sprt {
    /// A test of `elo0` against `elo1`.
    ///
    /// # Errors
    /// Unless `elo0 < elo1`, both within ±1000, and the probabilities are between 0 and 0.5.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        scale: EloScale,
    ) -> Result<Self, SprtError> {
        let is_likely = |elo: f64| (-MAX_ELO..=MAX_ELO).contains(&elo);
        if !(is_likely(elo0) && is_likely(elo1) && elo0 < elo1) {
            return Err(SprtError::Bounds { elo0, elo1 });
        }
        for (name, seen) in [("alpha", alpha), ("beta", beta)] {
            if !(seen > 0.0 && seen < 0.5) {
                return Err(SprtError::Probability { name, seen });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta, scale })
    }

    /// The hypotheses in Elo, the lower first.
    pub const fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// How often each hypothesis may be rejected wrongly: alpha (H0) and beta (H1).
    pub const fn errors(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// What the hypotheses measure.
    pub const fn scale(&self) -> EloScale {
        self.scale
    }

    /// The values of the LLR at which the test ends (Wald's bounds): H0 at or below the first, H1
    /// at or above the second.
    pub fn limits(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio of `elo1` to `elo0`; 0 without games.
    pub(crate) fn llr(&self, scores: &Scores) -> f64 {
        if scores.total() == 0.0 {
            return 0.0;
        }
        let seen = scores.without_zeros();
        let likely = |elo: f64| match self.scale {
            EloScale::Logistic => likely_with_mean(&seen, elo::to_score(elo)),
            EloScale::Normalized => likely_with_ratio(&seen, elo / (2.0 * ELO_PER_LOGIT)),
        };
        let (under0, under1) = (likely(self.elo0), likely(self.elo1));
        seen.iter()
            .zip(under0.iter().zip(under1))
            .map(|((_, n), (p0, p1))| n * (p1 / p0).ln())
            .sum()
    }

    /// The decision of the test at this LLR.
    pub fn decide(&self, llr: f64) -> Decision {
        let (low, high) = self.limits();
        if llr >= high {
            Decision::AcceptH1
        } else if llr <= low {
            Decision::AcceptH0
        } else {
            Decision::Continue
        }
    }
}

/// The most likely probabilities of the results if their mean is `mean`.
fn likely_with_mean(seen: &Scores, mean: f64) -> [f64; 5] {
    likely_under(seen, |score| score - mean)
}

/// The most likely probabilities of the results if the mean lies `per_game` standard deviations of
/// a game above ½.
///
/// The condition bends with the probabilities, so it is replaced by its tangent and solved again
/// until nothing changes. With mean m and deviation d of the probabilities reached so far, the
/// tangent of `m - ½ - r·d = 0` weighs a result s with `s - ½ - r·d·(1 + ((s - m) / d)²) / 2`.
fn likely_with_ratio(seen: &Scores, per_game: f64) -> [f64; 5] {
    let ratio = per_game * seen.games_each().sqrt();
    let total = seen.total();
    let mut likely = [0.0; 5];
    for (p, (_, n)) in likely.iter_mut().zip(seen.iter()) {
        *p = n / total;
    }
    for _ in 0..200 {
        let mean: f64 = seen.iter().zip(likely).map(|((s, _), p)| s * p).sum();
        let variance: f64 = seen.iter().zip(likely).map(|((s, _), p)| p * (s - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let next = likely_under(seen, |score| {
            score - 0.5 - ratio * deviation * (1.0 + ((score - mean) / deviation).powi(2)) / 2.0
        });
        let change = next.iter().zip(likely).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        likely = next;
        if change < 1e-13 {
            break;
        }
    }
    likely
}

/// The most likely probabilities under which the mean of `weight` is zero: by Lagrange's method
/// `p = seen / (1 + x · weight)`, with `x` the one root that leaves all of them positive.
fn likely_under(seen: &Scores, weight: impl Fn(f64) -> f64) -> [f64; 5] {
    let total = seen.total();
    let lowest = seen.iter().map(|(s, _)| weight(s)).fold(f64::INFINITY, f64::min);
    let highest = seen.iter().map(|(s, _)| weight(s)).fold(f64::NEG_INFINITY, f64::max);
    // The sum below falls from +∞ to -∞ between these poles: halving the interval finds the root.
    // If all weights had the same sign, no distribution would exist; the hypotheses in use are far
    // from that.
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    let slope =
        |x: f64| -> f64 { seen.iter().map(|(s, n)| n * weight(s) / (1.0 + x * weight(s))).sum() };
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let root = (low + high) / 2.0;
    let mut likely = [0.0; 5];
    for (p, (s, n)) in likely.iter_mut().zip(seen.iter()) {
        *p = n / total / (1.0 + root * weight(s));
    }
    likely
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::tally::{GameCounts, Pentanomial};

    fn test(elo0: f64, elo1: f64, scale: EloScale) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, scale).unwrap()
    }

    fn close(value: f64, expected: f64, what: impl std::fmt::Debug) {
        assert!((value - expected).abs() < 0.0051, "{value}, expected {expected}: {what:?}");
    }

    #[test]
    fn published_tests_of_fishtest_on_pairs_come_out() {
        // Stockfish pull requests 3209, 3098, 2971, 2493, 2950: "Ptnml(0-2)", bounds in logistic
        // Elo, and the LLR at which Fishtest stopped.
        for (pairs, elo0, elo1, llr) in [
            ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94),
            ([58, 3302, 33130, 3518, 84], 0.25, 1.25, 2.97),
            ([491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96),
            ([53, 2220, 21459, 2445, 47], 0.25, 1.25, 2.97),
            ([17, 253, 1042, 337, 39], -0.50, 1.50, 2.96),
            ([11, 407, 3238, 513, 11], 0.25, 1.75, 2.93),
            ([424, 2948, 5832, 3045, 460], -1.00, 3.00, 2.94),
            ([1284, 17437, 55536, 18085, 1292], 0.00, 2.00, 2.94),
            ([133, 1751, 5094, 1849, 165], -0.50, 1.50, 2.94),
        ] {
            let sprt = test(elo0, elo1, EloScale::Logistic);
            close(sprt.llr(&Pentanomial(pairs).scores()), llr, pairs);
        }
    }

    #[test]
    fn published_tests_of_fishtest_in_normalized_elo_come_out() {
        // Stockfish pull requests 6019, 3514, 3679, 4194.
        for (pairs, elo0, elo1, llr) in [
            ([320, 12431, 27275, 12858, 316], 0.00, 2.00, 2.95),
            ([197, 45541, 117_722, 46579, 228], 0.50, 2.50, 2.96),
            ([264, 5737, 31270, 5964, 269], -0.50, 2.50, 2.97),
            ([29, 2205, 35000, 2392, 34], 0.50, 3.50, 2.94),
            ([117, 4287, 9664, 4481, 135], -0.50, 2.50, 2.95),
            ([11, 1383, 3682, 1571, 17], 0.50, 3.50, 2.94),
            ([371, 10263, 24989, 10642, 379], 0.00, 2.00, 2.95),
            ([47, 8181, 25234, 8575, 47], 0.50, 2.50, 2.94),
        ] {
            let sprt = test(elo0, elo1, EloScale::Normalized);
            close(sprt.llr(&Pentanomial(pairs).scores()), llr, pairs);
        }
    }

    #[test]
    fn published_test_values_of_fastchess_come_out() {
        // The unit tests of fastchess (sprt_test.cpp): trinomial, then pentanomial with "won one,
        // lost one" and "drew both" taken together.
        use EloScale::{Logistic, Normalized};
        for (wins, losses, draws, elo0, elo1, scale, llr) in [
            (21404, 21184, 40708, 0.5, 2.5, Logistic, -1.57),
            (57433, 57030, 106_593, 0.0, 2.0, Logistic, -2.59),
            (36433, 36027, 68692, 0.0, 2.0, Normalized, 0.92),
            (10871, 10650, 20431, -1.75, 0.25, Normalized, 2.30),
        ] {
            let scores = GameCounts::new(wins, draws, losses).scores();
            close(test(elo0, elo1, scale).llr(&scores), llr, (wins, losses, draws));
        }
        for (pairs, elo0, elo1, scale, llr) in [
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalized, 2.25),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalized, 3.01),
        ] {
            close(test(elo0, elo1, scale).llr(&Pentanomial(pairs).scores()), llr, pairs);
        }
    }

    #[test]
    fn independent_results_for_few_games_come_out() {
        // scipy.optimize.brentq on the Lagrange condition, unseen results counted as 1e-3; the last
        // by constrained maximization with SLSQP.
        for (wins, losses, draws, elo0, elo1, scale, llr) in [
            (449, 276, 275, 0.0, 10.0, EloScale::Logistic, 6.30),
            (30, 10, 20, 0.0, 5.0, EloScale::Logistic, 0.42),
            (9, 5, 0, 0.0, 20.0, EloScale::Logistic, 0.21),
            (12, 0, 0, 0.0, 20.0, EloScale::Logistic, 0.67),
            (4250, 0, 0, 0.0, 10.0, EloScale::Normalized, 120.55),
        ] {
            let scores = GameCounts::new(wins, draws, losses).scores();
            close(test(elo0, elo1, scale).llr(&scores), llr, (wins, losses, draws));
        }
    }

    #[test]
    fn the_limits_are_walds() {
        let sprt = test(0.0, 5.0, EloScale::Logistic);
        let (low, high) = sprt.limits();
        close(low, -2.94, "low");
        close(high, 2.94, "high");
        assert_eq!(sprt.decide(2.95), Decision::AcceptH1);
        assert_eq!(sprt.decide(-2.95), Decision::AcceptH0);
        assert_eq!(sprt.decide(2.9), Decision::Continue);
        assert_eq!(sprt.llr(&GameCounts::default().scores()), 0.0);
        assert_eq!(sprt.decide(0.0), Decision::Continue);
    }

    #[test]
    fn both_players_see_the_same_test() {
        let here = test(-3.0, 7.0, EloScale::Logistic).llr(&GameCounts::new(50, 30, 41).scores());
        let there = test(-7.0, 3.0, EloScale::Logistic).llr(&GameCounts::new(41, 30, 50).scores());
        assert!((here + there).abs() < 1e-9);
    }

    #[test]
    fn impossible_tests_are_refused() {
        let new = |a, b, alpha| Sprt::new(a, b, alpha, 0.05, EloScale::Logistic);
        assert!(matches!(new(5.0, 5.0, 0.05), Err(SprtError::Bounds { .. })));
        assert!(matches!(new(f64::NAN, 5.0, 0.05), Err(SprtError::Bounds { .. })));
        assert!(matches!(new(0.0, f64::INFINITY, 0.05), Err(SprtError::Bounds { .. })));
        let error = new(0.0, 1e4, 0.05).unwrap_err().to_string();
        let expected = "0,10000, expected two numbers from -1000 to 1000, the smaller first";
        assert!(error.ends_with(expected), "{error}");
        assert!(new(-1000.0, 1000.0, 0.05).is_ok());
        assert!(matches!(new(0.0, 5.0, 0.0), Err(SprtError::Probability { name: "alpha", .. })));
        assert!(matches!(new(0.0, 5.0, f64::NAN), Err(SprtError::Probability { .. })));
    }
}
