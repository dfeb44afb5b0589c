//! The policy as a [`Model`] of the trainer: Adam, with rows that share
//! [coarse rows](crate::network::coarse) and the rounding of the integers in the last third.

use super::super::adam::ParameterSet;
use super::super::row_sets::{RowSets, SetGradients, is_rounded, set_of};
use super::super::trainer::{Model, Trainer, numbers};
use super::model::{self, PARAMETERS, PolicyTrace};
use super::samples::{PolicySample, PolicySamples};
use tengen_engine::eval::policy::weights::{ColorPolicy, FEATURES};
use tengen_engine::util::rng::Rng;

/// How well chosen moves are predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prediction {
    /// Positions.
    pub count: usize,
    /// Mean cross-entropy, in natural units.
    pub loss: f64,
    /// The share of positions in which the chosen move comes first.
    pub first: f64,
    /// The share in which it is among the first five.
    pub in_five: f64,
}

impl Prediction {
    /// Adds another one; sums, not means.
    fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.loss += other.loss;
        self.first += other.first;
        self.in_five += other.in_five;
    }

    /// Adds a position whose scores are in the trace.
    fn add_position(&mut self, trace: &mut PolicyTrace, chosen: usize) {
        self.loss += f64::from(model::loss(trace, chosen));
        let own = trace.scores[chosen];
        let better = trace.scores.iter().filter(|&&score| score > own).count();
        self.count += 1;
        self.first += if better == 0 { 1.0 } else { 0.0 };
        self.in_five += if better < 5 { 1.0 } else { 0.0 };
    }

    /// The means of sums.
    fn mean(self) -> Self {
        let count = self.count.max(1) as f64;
        Self {
            count: self.count,
            loss: self.loss / count,
            first: self.first / count,
            in_five: self.in_five / count,
        }
    }
}

/// A policy and the moves that it learns from.
#[derive(Debug)]
pub struct PolicyModel<'a> {
    samples: &'a PolicySamples,
    rows: RowSets<FEATURES>,
    /// Of the batches of this epoch before their steps; sums.
    learned: Prediction,
}

impl<'a> PolicyModel<'a> {
    /// Starts from random numbers, or from `base`, one set or two as `sets` says.
    pub fn new(
        samples: &'a PolicySamples,
        (sets, seed): (usize, u64),
        base: Option<Vec<Vec<f32>>>,
    ) -> Self {
        let start = base.unwrap_or_else(|| {
            let mut rng = Rng::new(seed);
            (0..sets).map(|_| model::random(&mut rng)).collect()
        });
        let rows = RowSets::new(start.into_iter().map(ParameterSet::new).collect());
        Self { samples, rows, learned: Prediction::default() }
    }

    /// The integers of the engine, by set.
    pub fn integers(&self) -> Vec<ColorPolicy> {
        self.rows.summed().iter().map(|set| model::to_integers(set)).collect()
    }

    fn predict(
        &self,
        positions: &[u32],
        score: impl Fn(&PolicySample, &mut PolicyTrace),
    ) -> Prediction {
        let mut sum = Prediction::default();
        let mut trace = PolicyTrace::default();
        for &index in positions {
            let sample = &self.samples.samples[index as usize];
            score(sample, &mut trace);
            sum.add_position(&mut trace, sample.chosen);
        }
        sum.mean()
    }
}

impl Trainer<PolicyModel<'_>> {
    /// The prediction of the tables alone on the positions held out.
    pub fn of_tables(&self) -> Prediction {
        self.model.predict(self.held_out(), |sample, trace| {
            let cells = self.model.samples.cells_of(sample).iter();
            trace.scores.clear();
            trace.scores.extend(cells.map(|cell| cell.tables));
        })
    }
}

impl Model for PolicyModel<'_> {
    type Parameters = Vec<Vec<f32>>;
    type Gradient = (Prediction, SetGradients);
    type Loss = Prediction;

    fn positions(&self, held_out: bool) -> Vec<u32> {
        numbers(&self.samples.samples, |sample| sample.is_held_out == held_out)
    }

    fn parameters(&self, done: f32) -> Vec<Vec<f32>> {
        let sums = self.rows.summed();
        if is_rounded(done) { sums.iter().map(|set| model::quantized(set)).collect() } else { sums }
    }

    fn gradient(&self, parameters: &Vec<Vec<f32>>, part: &[u32], size: usize) -> Self::Gradient {
        let mut gradients = vec![None; parameters.len()];
        let mut trace = PolicyTrace::default();
        let mut prediction = Prediction::default();
        for &index in part {
            let sample = &self.samples.samples[index as usize];
            let set = set_of(sample.color, parameters.len());
            let cells = self.samples.cells_of(sample);
            model::scores(&parameters[set], cells, &mut trace);
            prediction.add_position(&mut trace, sample.chosen);
            let gradient = gradients[set].get_or_insert_with(|| vec![0.0; PARAMETERS]);
            let at = (&trace, sample.chosen);
            model::backward(&parameters[set], cells, at, 1.0 / size as f32, gradient);
        }
        (prediction, gradients)
    }

    fn step(&mut self, gradients: &[Self::Gradient], rate: f32, number: usize) {
        self.rows.step(gradients.iter().map(|(_, gradient)| gradient), rate, number);
        gradients.iter().for_each(|(prediction, _)| self.learned.add(prediction));
    }

    /// With the rounding of the integers.
    fn loss(&self, positions: &[u32]) -> Prediction {
        let parameters = self.parameters(1.0);
        self.predict(positions, |sample, trace| {
            let set = &parameters[set_of(sample.color, parameters.len())];
            model::scores(set, self.samples.cells_of(sample), trace);
        })
    }

    /// Of all batches, each before its step.
    fn learned(&mut self, _sample: &[u32]) -> Prediction {
        std::mem::take(&mut self.learned).mean()
    }
}
