//! How much stronger: the Elo difference with its error, and the likelihood of superiority.
//!
//! Elo is the logistic measure of the mean result, 400 Elo a factor of ten in the odds.
//! *Normalized* Elo measures the result in standard deviations of a game instead, so that it does
//! not shrink when draws grow frequent. CITE: M. Van den Bergh, "Normalized Elo", 2020 (definition
//! and scale).

use super::tally::Scores;
use tengen_util::decimal::decimal;
use tengen_util::normal::{self, Z95};

/// Elo of one unit of log-odds.
pub(crate) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// A value with the half width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate; infinite if one side won every game.
    pub value: f64,
    /// Half the width of the 95 % interval; infinite if the interval has no end.
    pub error: f64,
}

/// The Elo difference of a mean result in 0..=1; infinite at the ends.
pub(crate) fn from_score(score: f64) -> f64 {
    ELO_PER_LOGIT * (score / (1.0 - score)).ln()
}

/// The expected result of a player who is `elo` stronger.
pub(crate) fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

/// The Elo difference; `None` without games.
pub fn difference(scores: &Scores) -> Option<Estimate> {
    let mean = scores.mean()?;
    let half = Z95 * (scores.variance_about(mean) / scores.total()).sqrt();
    let (low, high) = (mean - half, mean + half);
    // If all results are the same, their spread is unknown.
    let error = if half == 0.0 || low <= 0.0 || high >= 1.0 {
        f64::INFINITY
    } else {
        (from_score(high) - from_score(low)) / 2.0
    };
    Some(Estimate { value: from_score(mean), error })
}

/// The normalized Elo difference; `None` without games or if all results were the same.
pub(crate) fn normalized(scores: &Scores) -> Option<Estimate> {
    let mean = scores.mean()?;
    let deviation = (scores.variance_about(mean) * scores.games_each()).sqrt();
    let games = scores.total() * scores.games_each();
    (deviation > 0.0).then(|| Estimate {
        value: (mean - 0.5) / deviation * 2.0 * ELO_PER_LOGIT,
        error: Z95 * 2.0 * ELO_PER_LOGIT / games.sqrt(),
    })
}

impl Estimate {
    /// The value with its error as text, `+12.3 ± 4.5`; only what is known and finite.
    pub fn text(self, decimals: usize) -> String {
        let Self { value, error } = self;
        if !value.is_finite() {
            return if value > 0.0 { "all won" } else { "all lost" }.to_owned();
        }
        let value = decimal(value, decimals);
        let sign = if value.starts_with('-') { "" } else { "+" };
        if error.is_finite() {
            format!("{sign}{value} ± {error:.decimals$}")
        } else {
            format!("{sign}{value} (error unknown)")
        }
    }
}

/// The likelihood of superiority: how likely it is that the player is the stronger one, in 0..=1,
/// by the normal approximation with the variance that equal players would show. Without any
/// decision it is ½.
///
/// For single games this is `Φ((wins - losses) / √(wins + losses))`: draws do not matter.
pub fn superiority(scores: &Scores) -> f64 {
    let deviation = (scores.variance_about(0.5) / scores.total().max(1.0)).sqrt();
    match scores.mean() {
        Some(mean) if deviation > 0.0 => normal::cumulative((mean - 0.5) / deviation),
        _ => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::tally::{GameCounts, Pentanomial};

    fn close(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value}, expected {expected}");
    }

    #[test]
    fn published_results_of_cutechess_come_out() {
        // Printed by cutechess-cli: the change log of the Midnight chess engine (first three) and
        // the v16 results of OopsMate. Wins, losses, draws; Elo ± error with one decimal; LOS in
        // percent.
        for (wins, losses, draws, elo, error, los) in [
            (449, 276, 275, 60.7, 18.5, 100.0),
            (382, 320, 298, 21.6, 18.1, 99.0),
            (372, 322, 306, 17.4, 17.9, 97.1),
            (99, 97, 104, 2.3, 31.8, 55.7),
            (45, 37, 18, 27.9, 62.4, 81.2),
        ] {
            let scores = GameCounts::new(wins, draws, losses).scores();
            let found = difference(&scores).unwrap();
            close(found.value, elo, 0.06);
            close(found.error, error, 0.11);
            close(100.0 * superiority(&scores), los, 0.05);
        }
    }

    #[test]
    fn independent_results_for_single_games_come_out() {
        // Computed with numpy and scipy.stats.norm from the definitions.
        for (wins, losses, draws, elo, error, los) in [
            (449, 276, 275, 60.72, 18.53, 100.00),
            (382, 320, 298, 21.57, 18.08, 99.04),
            (99, 97, 104, 2.32, 31.87, 55.68),
            (45, 37, 18, 27.85, 62.50, 81.15),
        ] {
            let scores = GameCounts::new(wins, draws, losses).scores();
            let found = difference(&scores).unwrap();
            close(found.value, elo, 0.005);
            close(found.error, error, 0.005);
            close(100.0 * superiority(&scores), los, 0.005);
        }
    }

    #[test]
    fn published_results_of_fastchess_pairs_come_out() {
        // Printed by fastchess: release 0.3.2 of the Dual engine; progress page of Reckless.
        for (pairs, elo, error, nelo, nerror) in [
            ([16, 82, 222, 150, 61], 52.08, 14.57, 75.87, 20.90),
            ([49, 48, 154, 49, 60], 11.10, 21.86, 12.92, 25.38),
            ([59, 1751, 4800, 3267, 169], 30.09, 2.56, 56.71, 4.80),
            ([5, 782, 2540, 1655, 19], 31.38, 3.34, 64.29, 6.81),
        ] {
            let scores = Pentanomial(pairs).scores();
            let (plain, normalized) = (difference(&scores).unwrap(), normalized(&scores).unwrap());
            close(plain.value, elo, 0.005);
            close(plain.error, error, 0.005);
            close(normalized.value, nelo, 0.005);
            close(normalized.error, nerror, 0.005);
        }
        // Dual prints a LOS of 84.08 %, from the variance about the mean instead of about ½.
        let scores = Pentanomial([49, 48, 154, 49, 60]).scores();
        close(100.0 * superiority(&scores), 84.08, 0.1);
    }

    #[test]
    fn extreme_results_stay_numbers() {
        let won = GameCounts::new(3, 0, 0).scores();
        let found = difference(&won).unwrap();
        assert_eq!((found.value, found.error), (f64::INFINITY, f64::INFINITY));
        close(superiority(&won), 0.958_368, 1e-6);
        assert_eq!(
            difference(&GameCounts::new(0, 0, 3).scores()).unwrap().value,
            f64::NEG_INFINITY
        );
        assert_eq!(difference(&GameCounts::default().scores()), None);
        assert_eq!(normalized(&won), None);
        assert_eq!(superiority(&GameCounts::default().scores()), 0.5);
        assert_eq!(superiority(&GameCounts::new(0, 9, 0).scores()), 0.5);
    }

    #[test]
    fn superiority_of_games_never_falls_after_a_win_nor_rises_after_a_loss() {
        let of = |wins, draws, losses| superiority(&GameCounts::new(wins, draws, losses).scores());
        for (wins, draws, losses) in
            (0..12).flat_map(|w| (0..12).flat_map(move |d| (0..12).map(move |l| (w, d, l))))
        {
            let now = of(wins, draws, losses);
            assert!(of(wins + 1, draws, losses) >= now, "{wins} {draws} {losses}");
            assert!(of(wins, draws, losses + 1) <= now, "{wins} {draws} {losses}");
        }
    }

    #[test]
    fn estimates_show_only_what_is_known() {
        let of = |counts: GameCounts| difference(&counts.scores()).unwrap().text(1);
        assert_eq!(of(GameCounts::new(3, 0, 0)), "all won");
        assert_eq!(of(GameCounts::new(0, 0, 3)), "all lost");
        assert_eq!(of(GameCounts::new(0, 4, 0)), "+0.0 (error unknown)");
        assert_eq!(of(GameCounts::new(1, 0, 1)), "+0.0 (error unknown)");
        assert_eq!(of(GameCounts::new(45, 18, 37)), "+27.9 ± 62.5");
        assert_eq!(of(GameCounts::new(37, 18, 45)), "-27.9 ± 62.5");
        assert_eq!(Estimate { value: -0.04, error: 2.0 }.text(1), "+0.0 ± 2.0");
        let pair = Pentanomial([0, 0, 1, 0, 0]);
        assert_eq!(difference(&pair.scores()).unwrap().text(1), "+0.0 (error unknown)");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        close(to_score(100.0), 0.640_065, 1e-6);
        close(from_score(to_score(-250.0)), -250.0, 1e-9);
    }
}
