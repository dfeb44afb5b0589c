//! Fits a [`EvaluationModel`] to samples, batch by batch.
//!
//! The value head learns a mix of the result of the game and the win chance of the search
//! (cross-entropy), the policy head the move played (cross-entropy of the softmax over the
//! candidates).

use super::super::loss::{chance, cross_entropy};
use super::super::schedule::of_parts;
use super::data::{Samples, TrainingSample};
use super::model::{EvaluationModel, Gradient};
use tengen_engine::eval::weights::Weights;
use tengen_engine::types::Rule;
use tengen_engine::util::rng::Rng;

/// Positions in a batch.
const BATCH: usize = 8192;

/// The default initial learning rate.
pub const RATE: f32 = 0.01;

/// The settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitPlan {
    /// The initial learning rate; it decays to zero.
    pub rate: f32,
    /// Whether the policy is learned as well.
    pub moves: bool,
    /// Passes over all positions.
    pub epochs: usize,
    /// Weight of the game's result, 0 to 1; the value of the search has the rest.
    pub result_share: f32,
    /// Seed of the order.
    pub seed: u64,
    /// Threads; more than four do not help.
    pub threads: usize,
}

/// Losses: cross-entropies, smaller is better.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Positions.
    pub count: usize,
    /// Of the mixed target.
    pub value: f64,
    /// Of the game's result.
    pub result: f64,
    /// Of the move played.
    pub moves: f64,
    /// Share of positions in which the move played has the highest score.
    pub first: f64,
}

/// The losses after an epoch, on a sample of the training positions and on the held-out ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Counted from 1.
    pub epoch: usize,
    /// On training positions.
    pub learned: Losses,
    /// On positions of held-out games.
    pub held_out: Losses,
}

/// Log-odds are clipped here when the unit of values is computed, so that decided positions do not
/// dominate it.
const MOST_ODDS: f32 = 4.0;

/// Training positions in the reported training loss.
const MEASURED: usize = 40_000;

/// Fits a model, starting from `base` if given. Then the values keep its unit, so that the margins
/// of the search remain valid; values that are all 0 have no unit. `on_epoch` receives the losses
/// after every epoch.
pub fn fit(
    rule: Rule,
    samples: &Samples,
    base: Option<&Weights>,
    plan: FitPlan,
    mut on_epoch: impl FnMut(Epoch),
) -> EvaluationModel {
    let quiet = |held_out: bool| -> Vec<usize> {
        let wanted = |sample: &TrainingSample| sample.is_quiet && sample.is_held_out == held_out;
        (0..samples.samples.len()).filter(|&index| wanted(&samples.samples[index])).collect()
    };
    let (mut learned, held_out) = (quiet(false), quiet(true));
    let mut model = EvaluationModel::new(rule, samples, &learned, base);
    let usual = magnitude(&model, samples, &learned);
    let mut rng = Rng::new(plan.seed);
    let steps = plan.epochs * learned.len().div_ceil(BATCH);
    let mut step = 0;
    for epoch in 1..=plan.epochs {
        rng.shuffle(&mut learned);
        for batch in learned.chunks(BATCH) {
            let rate = plan.rate * (1.0 - step as f32 / steps as f32);
            step += 1;
            let gradient = gradient(&model, samples, batch, plan);
            model.step(&gradient, rate, step);
        }
        let measured = &learned[..learned.len().min(MEASURED)];
        on_epoch(Epoch {
            epoch,
            learned: losses(&model, samples, measured, plan),
            held_out: losses(&model, samples, &held_out, plan),
        });
    }
    let new = magnitude(&model, samples, &learned);
    if base.is_some() && usual > 0.0 && new > 0.0 {
        model.value_scale *= usual / new;
    }
    model
}

/// The mean absolute log-odds of the positions.
fn magnitude(model: &EvaluationModel, samples: &Samples, indices: &[usize]) -> f32 {
    let logits = indices.iter().map(|&index| model.logit(samples, index).abs().min(MOST_ODDS));
    logits.sum::<f32>() / indices.len().max(1) as f32
}

fn gradient(
    model: &EvaluationModel,
    samples: &Samples,
    batch: &[usize],
    plan: FitPlan,
) -> Gradient {
    let part = |part: &[usize]| {
        let mut gradient = model.gradient();
        let mut chances = Vec::new();
        let weight = 1.0 / batch.len() as f32;
        for &index in part {
            let sample = &samples.samples[index];
            let slope = chance(model.logit(samples, index)) - target(sample, plan);
            model.trace(samples, index, weight * slope, &mut gradient);
            if plan.moves && sample.best.is_some() {
                model.move_chances(samples, sample, &mut chances);
                model.trace_moves(samples, sample, &chances, weight, &mut gradient);
            }
        }
        gradient
    };
    let mut sum = model.gradient();
    of_parts(batch, plan.threads, part).iter().for_each(|gradient| sum.add(gradient));
    sum
}

fn losses(model: &EvaluationModel, samples: &Samples, indices: &[usize], plan: FitPlan) -> Losses {
    let mut sum = Losses::default();
    let (mut moves, mut chances) = (0usize, Vec::new());
    for &index in indices {
        let sample = &samples.samples[index];
        let logit = model.logit(samples, index);
        sum.value += cross_entropy(target(sample, plan), logit);
        sum.result += cross_entropy(sample.result, logit);
        if let Some(best) = sample.best {
            moves += 1;
            model.move_chances(samples, sample, &mut chances);
            sum.moves -= f64::from(chances[best].max(1e-9)).ln();
            sum.first += f64::from(u8::from(chances.iter().all(|&c| c <= chances[best])));
        }
    }
    let (count, moves) = (indices.len().max(1) as f64, moves.max(1) as f64);
    Losses {
        count: indices.len(),
        value: sum.value / count,
        result: sum.result / count,
        moves: sum.moves / moves,
        first: sum.first / moves,
    }
}

fn target(sample: &TrainingSample, plan: FitPlan) -> f32 {
    plan.result_share * sample.result + (1.0 - plan.result_share) * sample.chance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_file::SelfGame;
    use crate::selfplay::{SelfplaySetting, play_games};
    use tengen_engine::engine::Trained;
    use tengen_engine::util::stop::StopFlag;

    const PLAN: FitPlan =
        FitPlan { rate: RATE, moves: true, epochs: 20, result_share: 0.7, seed: 1, threads: 1 };

    fn games(rule: Rule) -> Samples {
        let setting = SelfplaySetting {
            rule: rule.name().into(),
            sizes: vec![(13, 13)],
            nodes: 100,
            stones: (1, 6),
            radius: 4,
            max_value: 400,
            seed: 3,
            version: String::new(),
            shard: None,
            with: Vec::new(),
        };
        let mut samples = Samples::default();
        let take = |game: SelfGame| -> Result<(), ()> {
            samples.add(&game);
            Ok(())
        };
        play_games(&setting, &Trained::default(), 0..60, 2, &StopFlag::new(), take).unwrap();
        samples
    }

    #[test]
    fn learning_makes_positions_better_known_and_does_not_depend_on_threads() {
        let samples = games(Rule::Renju);
        let mut losses = Vec::new();
        let one = fit(Rule::Renju, &samples, None, PLAN, |epoch| losses.push(epoch.learned));
        let two = fit(Rule::Renju, &samples, None, FitPlan { threads: 2, ..PLAN }, |_| ());
        assert_eq!(one.weights(String::new()), two.weights(String::new()));
        let (first, last) = (losses[0], losses[19]);
        assert!(last.value < first.value && last.moves < first.moves, "{first:?} {last:?}");
        let weights = one.weights(String::new());
        assert_ne!(weights.colors.0[0], weights.colors.0[1]);
        assert_eq!(weights.colors.0[0].cells[0], 0);
    }

    #[test]
    fn fit_on_a_base_keeps_its_unit_and_its_move_scores_if_only_values_are_fitted() {
        let samples = games(Rule::Freestyle);
        let base = fit(Rule::Freestyle, &samples, None, PLAN, |_| ()).weights(String::new());
        let mean = |weights: &Weights| {
            let model = EvaluationModel::new(Rule::Freestyle, &samples, &[], Some(weights));
            let all: Vec<usize> = (0..samples.samples.len()).collect();
            magnitude(&model, &samples, &all)
        };
        let still = FitPlan { rate: 0.0, ..PLAN };
        let same = fit(Rule::Freestyle, &samples, Some(&base), still, |_| ());
        assert_eq!(same.weights(String::new()), base);
        // Training on results alone gives larger values; the unit cancels that.
        let plan = FitPlan { result_share: 1.0, moves: false, ..PLAN };
        let more = fit(Rule::Freestyle, &samples, Some(&base), plan, |_| ());
        assert!(more.value_scale < 195.0, "{}", more.value_scale);
        // Without a position to learn from there is no unit to keep.
        let none = fit(Rule::Freestyle, &Samples::default(), Some(&base), plan, |_| ());
        assert_eq!(none.weights(String::new()), base);
        let more = more.weights(String::new());
        assert!((mean(&more) / mean(&base) - 1.0).abs() < 0.1);
        let [more, base] = [&more, &base].map(|weights| &weights.colors.0[0]);
        assert_ne!(more.cells, base.cells);
        assert_eq!(
            (&more.own_moves, &more.opponent_moves),
            (&base.own_moves, &base.opponent_moves)
        );
    }
}
