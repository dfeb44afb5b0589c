//! How far a predicted win chance is from the wanted one. By `libm`, the same on every machine.

use tengen_engine::types::Score;

/// Chances nearer to 0 or 1 count as this near, so that a wrong certainty costs a finite amount.
const LEAST: f64 = 1e-6;
/// The unit of values: log-odds 1.
pub(crate) const VALUE_ONE: f32 = 200.0;

/// The win chance of a logit.
pub(crate) fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-logit))
}

/// The win chance that a search saw: that of its value, or 1 and 0 for known wins and losses.
pub(crate) fn chance_of(score: Score) -> f32 {
    match score.mate_plies() {
        Some(_) => f32::from(score.0 > 0),
        None => chance(score.0 as f32 / VALUE_ONE),
    }
}

/// The cross-entropy of a prediction, as a logit, and the chance that it should be; in nats.
pub(crate) fn cross_entropy(target: f32, logit: f32) -> f64 {
    let chance = f64::from(chance(logit)).clamp(LEAST, 1.0 - LEAST);
    let target = f64::from(target);
    -(target * libm::log(chance) + (1.0 - target) * libm::log(1.0 - chance))
}

/// The least cross-entropy that a chance allows: what is left if it is predicted exactly.
pub(crate) fn entropy(chance: f32) -> f64 {
    let part = |share: f64| if share > 0.0 { -share * libm::log(share) } else { 0.0 };
    part(f64::from(chance)) + part(1.0 - f64::from(chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loss_is_least_at_the_wanted_chance() {
        for wanted in [0.0f32, 0.3, 0.5, 1.0] {
            let losses = (-20..=20).map(|logit| cross_entropy(wanted, logit as f32));
            let least = losses.fold(f64::INFINITY, f64::min);
            assert!(least >= entropy(wanted) - 1e-9, "{wanted}");
            assert!(least <= entropy(wanted) + 0.02, "{wanted}");
        }
        assert_eq!(entropy(1.0), 0.0);
        assert!(cross_entropy(1.0, -1000.0).is_finite());
    }

    #[test]
    fn the_chance_of_a_value_is_its_win_rate() {
        for value in [-6_000, -731, -1, 0, 40, 200, 6_000] {
            let (seen, expected) = (chance_of(Score(value)), Score(value).win_rate());
            assert!((f64::from(seen) - expected).abs() < 1e-6, "{value}: {seen}, {expected}");
        }
        assert_eq!(chance_of(Score(Score::win_in(3))), 1.0);
        assert_eq!(chance_of(Score(Score::loss_in(4))), 0.0);
    }
}
