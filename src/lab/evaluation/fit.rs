//! The tables as a [`Model`] of the trainer.
//!
//! The value head learns a mix of the result of the game and the win chance of the search
//! (cross-entropy), the policy head the move played (cross-entropy of the softmax over the
//! candidates).

use super::super::loss::{chance, cross_entropy};
use super::super::trainer::{Model, Trainer, numbers};
use super::data::{Samples, TrainingSample};
use super::model::{Gradient, LearnedTables, VALUE_SCALE};
use tengen_engine::eval::weights::Weights;
use tengen_engine::types::Rule;
use tengen_engine::util::rng::Rng;

/// Positions in a batch.
pub const BATCH: usize = 8192;

/// The default initial learning rate.
pub const RATE: f32 = 0.01;

/// Log-odds are clipped here when the unit of values is computed, so that decided positions do not
/// dominate it.
const MOST_ODDS: f32 = 4.0;

/// What the tables learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluationGoal {
    /// Whether the policy is learned as well.
    pub moves: bool,
    /// Weight of the game's result, 0 to 1; the value of the search has the rest.
    pub result_share: f32,
}

/// Losses: cross-entropies, smaller is better.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EvaluationLoss {
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

/// The tables of a rule and the positions that they learn from.
#[derive(Debug)]
pub struct EvaluationModel<'a> {
    samples: &'a Samples,
    goal: EvaluationGoal,
    tables: LearnedTables,
    /// The mean log-odds before the training, if its unit is kept.
    unit: Option<f32>,
    rng: Rng,
}

impl<'a> EvaluationModel<'a> {
    /// Starts from `base` if given. Then the values keep its unit, so that the margins of the
    /// search remain valid; values that are all 0 have no unit.
    pub fn new(
        rule: Rule,
        samples: &'a Samples,
        base: Option<&Weights>,
        goal: EvaluationGoal,
        seed: u64,
    ) -> Self {
        let learned = quiet(samples, false);
        let tables = LearnedTables::new(rule, samples, &learned, base);
        let unit = base.map(|_| magnitude(&tables, samples, &learned));
        Self { samples, goal, tables, unit, rng: Rng::new(seed) }
    }

    fn target(&self, sample: &TrainingSample) -> f32 {
        let share = self.goal.result_share;
        share * sample.result + (1.0 - share) * sample.chance
    }

    /// The score of log-odds 1 that keeps the unit of the base.
    fn value_scale(&self, learned: &[u32]) -> f32 {
        let scale = VALUE_SCALE;
        let new = magnitude(&self.tables, self.samples, learned);
        match self.unit {
            Some(usual) if usual > 0.0 && new > 0.0 => scale * (usual / new),
            _ => scale,
        }
    }
}

impl Trainer<EvaluationModel<'_>> {
    /// The weights rounded to integers.
    pub fn weights(&self, provenance: String) -> Weights {
        let value_scale = self.model.value_scale(self.order());
        self.model.tables.weights(value_scale, provenance)
    }
}

impl Model for EvaluationModel<'_> {
    type Parameters = ();
    type Gradient = Gradient;
    type Loss = EvaluationLoss;

    fn positions(&self, held_out: bool) -> Vec<u32> {
        quiet(self.samples, held_out)
    }

    // One stream and one order through all epochs: the built-in tables can be trained again.
    fn shuffle(&mut self, order: &mut [u32], _seed: u64, _epoch: usize) {
        self.rng.shuffle(order);
    }

    fn rate(first: f32, done: f32) -> f32 {
        first * (1.0 - done)
    }

    fn parameters(&self, _done: f32) {}

    fn gradient(&self, (): &(), part: &[u32], size: usize) -> Gradient {
        let (samples, tables) = (self.samples, &self.tables);
        let mut gradient = tables.gradient();
        let mut chances = Vec::new();
        let weight = 1.0 / size as f32;
        for &index in part {
            let sample = &samples.samples[index as usize];
            let slope = chance(tables.logit(samples, index)) - self.target(sample);
            tables.trace(samples, index, weight * slope, &mut gradient);
            if self.goal.moves && sample.best.is_some() {
                tables.move_chances(samples, sample, &mut chances);
                tables.trace_moves(samples, sample, &chances, weight, &mut gradient);
            }
        }
        gradient
    }

    fn step(&mut self, gradients: &[Gradient], rate: f32, number: usize) {
        let mut sum = self.tables.gradient();
        gradients.iter().for_each(|gradient| sum.add(gradient));
        self.tables.step(&sum, rate, number);
    }

    fn loss(&self, positions: &[u32]) -> EvaluationLoss {
        let mut sum = EvaluationLoss::default();
        let (mut moves, mut chances) = (0usize, Vec::new());
        for &index in positions {
            let sample = &self.samples.samples[index as usize];
            let logit = self.tables.logit(self.samples, index);
            sum.value += cross_entropy(self.target(sample), logit);
            sum.result += cross_entropy(sample.result, logit);
            if let Some(best) = sample.best {
                moves += 1;
                self.tables.move_chances(self.samples, sample, &mut chances);
                sum.moves -= f64::from(chances[best].max(1e-9)).ln();
                sum.first += f64::from(u8::from(chances.iter().all(|&c| c <= chances[best])));
            }
        }
        let (count, moves) = (positions.len().max(1) as f64, moves.max(1) as f64);
        EvaluationLoss {
            count: positions.len(),
            value: sum.value / count,
            result: sum.result / count,
            moves: sum.moves / moves,
            first: sum.first / moves,
        }
    }
}

/// The quiet positions to learn from, or those held out.
fn quiet(samples: &Samples, held_out: bool) -> Vec<u32> {
    numbers(&samples.samples, |sample| sample.is_quiet && sample.is_held_out == held_out)
}

/// The mean absolute log-odds of the positions.
fn magnitude(tables: &LearnedTables, samples: &Samples, indices: &[u32]) -> f32 {
    let logits = indices.iter().map(|&index| tables.logit(samples, index).abs().min(MOST_ODDS));
    logits.sum::<f32>() / indices.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_file::SelfGame;
    use crate::selfplay::{SelfplaySetting, play_games};
    use crate::trainer::TrainingPlan;
    use tengen_engine::engine::Trained;
    use tengen_engine::util::stop::StopFlag;

    const PLAN: TrainingPlan =
        TrainingPlan { rate: RATE, epochs: 20, batch: BATCH, seed: 1, threads: 1 };
    const GOAL: EvaluationGoal = EvaluationGoal { moves: true, result_share: 0.7 };

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

    fn trained<'a>(
        rule: Rule,
        samples: &'a Samples,
        base: Option<&Weights>,
        goal: EvaluationGoal,
        plan: TrainingPlan,
    ) -> Trainer<EvaluationModel<'a>> {
        let mut trainer =
            Trainer::new(EvaluationModel::new(rule, samples, base, goal, plan.seed), plan);
        while !trainer.is_done() {
            trainer.epoch(|_| ());
        }
        trainer
    }

    #[test]
    fn learning_makes_positions_better_known_and_does_not_depend_on_threads() {
        let samples = games(Rule::Renju);
        let one = trained(Rule::Renju, &samples, None, GOAL, PLAN);
        let two = trained(Rule::Renju, &samples, None, GOAL, TrainingPlan { threads: 2, ..PLAN });
        assert_eq!(one.weights(String::new()), two.weights(String::new()));
        let [first, last] = [0, 19].map(|epoch: usize| one.progress.history[epoch].learned);
        assert!(last.value < first.value && last.moves < first.moves, "{first:?} {last:?}");
        let weights = one.weights(String::new());
        assert_ne!(weights.colors.0[0], weights.colors.0[1]);
        assert_eq!(weights.colors.0[0].cells[0], 0);
    }

    #[test]
    fn fit_on_a_base_keeps_its_unit_and_its_move_scores_if_only_values_are_fitted() {
        let rule = Rule::Freestyle;
        let samples = games(rule);
        let base = trained(rule, &samples, None, GOAL, PLAN).weights(String::new());
        let mean = |weights: &Weights| {
            let tables = LearnedTables::new(rule, &samples, &[], Some(weights));
            magnitude(&tables, &samples, &numbers(&samples.samples, |_| true))
        };
        let still = TrainingPlan { rate: 0.0, ..PLAN };
        let same = trained(rule, &samples, Some(&base), GOAL, still);
        assert_eq!(same.weights(String::new()), base);
        // Training on results alone gives larger values; the unit cancels that.
        let goal = EvaluationGoal { result_share: 1.0, moves: false };
        let more = trained(rule, &samples, Some(&base), goal, PLAN);
        let scale = more.model.value_scale(more.order());
        assert!(scale < 195.0, "{scale}");
        // Without a position to learn from there is no unit to keep.
        let empty = Samples::default();
        let none = trained(rule, &empty, Some(&base), goal, PLAN);
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
