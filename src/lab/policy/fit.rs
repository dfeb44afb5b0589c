//! Fitting the policy, by Adam on batches, with a rate that falls as a cosine.
//!
//! The result depends neither on the number of threads nor on the machine, as that of the network
//! ([`network::fit`](super::super::network::fit)).

use super::super::adam::{ParameterSet, RowLayout};
use super::super::schedule::{falling_rate, is_rounded, of_parts, set_of};
use super::model::{self, PARAMETERS, PolicyTrace};
use super::samples::{PolicySample, PolicySamples};
use crate::network::coarse::CoarseRows;
use tengen_engine::eval::policy::weights::FEATURES;
use tengen_engine::util::rng::Rng;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyPlan {
    /// The initial rate; it falls to zero.
    pub rate: f32,
    /// Passes over all positions.
    pub epochs: usize,
    /// Positions per step.
    pub batch: usize,
    /// Seed of the first numbers and of the order.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

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

/// A policy being fitted.
#[derive(Debug)]
pub struct PolicyFit<'a> {
    samples: &'a PolicySamples,
    plan: PolicyPlan,
    learned: Vec<u32>,
    held_out: Vec<u32>,
    layout: RowLayout,
    coarse: CoarseRows<FEATURES>,
    step: usize,
    epoch: usize,
    /// The parameters; one set, or under renju black's and white's.
    sets: Vec<ParameterSet>,
}

impl<'a> PolicyFit<'a> {
    /// Starts from random numbers, or from `base`, one set or two as `sets` says.
    pub fn new(
        samples: &'a PolicySamples,
        plan: PolicyPlan,
        sets: usize,
        base: Option<Vec<Vec<f32>>>,
    ) -> Self {
        let start = base.unwrap_or_else(|| {
            let mut rng = Rng::new(plan.seed);
            (0..sets).map(|_| model::random(&mut rng)).collect()
        });
        let numbers = |held_out: bool| {
            let wanted = |&index: &u32| samples.samples[index as usize].is_held_out == held_out;
            (0..samples.samples.len() as u32).filter(wanted).collect()
        };
        let (coarse, layout) = CoarseRows::with_layout();
        Self {
            samples,
            plan,
            learned: numbers(false),
            held_out: numbers(true),
            layout,
            coarse,
            step: 0,
            epoch: 0,
            sets: start.into_iter().map(ParameterSet::new).collect(),
        }
    }

    /// Epochs done.
    pub fn epochs(&self) -> usize {
        self.epoch
    }

    /// Whether all epochs are done.
    pub fn is_done(&self) -> bool {
        self.epoch >= self.plan.epochs
    }

    /// One pass over all positions; `on_step` is called with the share of it that is done. Returns
    /// the mean loss of the batches before their steps.
    pub fn epoch(&mut self, on_step: impl Fn(f32)) -> f64 {
        let mut order = self.learned.clone();
        Rng::stream(self.plan.seed, self.epoch as u64 + 1).shuffle(&mut order);
        let batches = order.len().div_ceil(self.plan.batch);
        let steps = (self.plan.epochs * batches).max(1);
        let mut loss = 0.0;
        for (number, batch) in order.chunks(self.plan.batch).enumerate() {
            let done = self.step as f32 / steps as f32;
            loss += self.take_step(batch, done);
            on_step((number + 1) as f32 / batches as f32);
        }
        self.epoch += 1;
        loss / order.len().max(1) as f64
    }

    /// A step; returns the sum of the losses.
    fn take_step(&mut self, batch: &[u32], done: f32) -> f64 {
        let parameters = self.parameters(is_rounded(done));
        let part = |part: &[u32]| self.gradient(&parameters, part, batch.len());
        let gradients = of_parts(batch, self.plan.threads, part);
        let rate = falling_rate(self.plan.rate, done);
        self.step += 1;
        for (number, set) in self.sets.iter_mut().enumerate() {
            let mut sum = vec![0.0; PARAMETERS];
            for (_, gradient) in &gradients {
                let part = gradient[number].iter().flatten();
                sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
            }
            self.coarse.gather(&mut sum);
            set.step(&sum, rate, self.step, &self.layout);
        }
        gradients.iter().map(|(loss, _)| loss).sum()
    }

    /// The parameters as they are used, by set.
    pub fn parameters(&self, is_rounded: bool) -> Vec<Vec<f32>> {
        let used = |set: &ParameterSet| {
            let sums = self.coarse.summed(&set.values);
            if is_rounded { model::quantized(&sums) } else { sums }
        };
        self.sets.iter().map(used).collect()
    }

    /// The loss of a part of a batch of `size`, and its gradient by set; none where no position uses
    /// the set.
    fn gradient(
        &self,
        parameters: &[Vec<f32>],
        part: &[u32],
        size: usize,
    ) -> (f64, Vec<Option<Vec<f32>>>) {
        let mut gradients = vec![None; parameters.len()];
        let mut trace = PolicyTrace::default();
        let mut loss = 0.0;
        for &index in part {
            let sample = &self.samples.samples[index as usize];
            let set = set_of(sample.color, parameters.len());
            let cells = self.samples.cells_of(sample);
            model::scores(&parameters[set], cells, &mut trace);
            loss += f64::from(model::loss(&mut trace, sample.chosen));
            let gradient = gradients[set].get_or_insert_with(|| vec![0.0; PARAMETERS]);
            let at = (&trace, sample.chosen);
            model::backward(&parameters[set], cells, at, 1.0 / size as f32, gradient);
        }
        (loss, gradients)
    }

    /// The prediction on the positions held out, with the rounding of the integers.
    pub fn held_out(&self) -> Prediction {
        let parameters = self.parameters(true);
        self.predict(|sample, trace| {
            let set = &parameters[set_of(sample.color, parameters.len())];
            model::scores(set, self.samples.cells_of(sample), trace);
        })
    }

    /// The prediction of the tables alone on the same positions.
    pub fn of_tables(&self) -> Prediction {
        self.predict(|sample, trace| {
            trace.scores.clear();
            trace.scores.extend(self.samples.cells_of(sample).iter().map(|cell| cell.tables));
        })
    }

    fn predict(&self, score: impl Fn(&PolicySample, &mut PolicyTrace)) -> Prediction {
        let mut sum = Prediction::default();
        let mut trace = PolicyTrace::default();
        for &index in &self.held_out {
            let sample = &self.samples.samples[index as usize];
            score(sample, &mut trace);
            sum.loss += f64::from(model::loss(&mut trace, sample.chosen));
            let own = trace.scores[sample.chosen];
            let better = trace.scores.iter().filter(|&&score| score > own).count();
            sum.count += 1;
            sum.first += if better == 0 { 1.0 } else { 0.0 };
            sum.in_five += if better < 5 { 1.0 } else { 0.0 };
        }
        let count = sum.count.max(1) as f64;
        let Prediction { count: number, loss, first, in_five } = sum;
        Prediction {
            count: number,
            loss: loss / count,
            first: first / count,
            in_five: in_five / count,
        }
    }
}
