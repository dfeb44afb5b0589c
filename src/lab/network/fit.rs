//! Fitting the network to positions, by Adam on batches, with a rate that falls as a cosine.
//!
//! The result depends neither on the number of threads nor on the machine: every batch is cut into
//! the same parts, whose gradients are added in order.

use super::super::adam::{ParameterSet, RowLayout};
use super::super::loss::{chance, cross_entropy, entropy};
use super::super::schedule::{falling_rate, is_rounded, of_parts, set_of};
use super::coarse::CoarseRows;
use super::model::{self, PARAMETERS, Trace};
use super::samples::{Cell, NetworkSample, NetworkSamples, ROWS, frozen_rows};
use tengen_engine::eval::network::weights::CHANNELS;
use tengen_engine::util::rng::Rng;

/// The largest output that counts, in log-odds: the engine clips the correction there.
const MOST_OUTPUT: f32 = 3.0;
/// A row seen in this many positions starts with half its random numbers.
const HALF_SEEN: f32 = 200.0;
/// Training positions in the reported training loss.
const MEASURED: usize = 40_000;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkPlan {
    /// The initial rate; it falls to zero.
    pub rate: f32,
    /// Passes over all positions.
    pub epochs: usize,
    /// Positions per step.
    pub batch: usize,
    /// Weight of the game's result, 0 to 1; the value of the search has the rest.
    pub result_share: f32,
    /// Seed of the first numbers and of the order.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// The state between two epochs.
#[derive(Clone, Debug, PartialEq)]
pub struct FitState {
    /// Epochs done.
    pub epoch: usize,
    /// Steps done.
    pub step: usize,
    /// Steps of the trainings before, whose moments this one began with.
    pub earlier: usize,
    /// The losses after each epoch.
    pub history: Vec<NetworkEpoch>,
    /// The parameters, and Adam's moments; one set, or under renju black's and white's.
    pub sets: Vec<ParameterSet>,
}

/// What a training starts from.
#[derive(Clone, Debug)]
pub enum Base {
    /// The parameters of finished networks, one set or two. What their rows have in common is
    /// [factored](CoarseRows::factor) out again.
    Merged(Vec<Vec<f32>>),
    /// The state of another training, with its moments.
    State(FitState),
}

/// Excess cross-entropies: over the entropy of the search's win chances, so that zero is perfect.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Excess {
    /// Positions.
    pub count: usize,
    /// Of the tables alone.
    pub classical: f64,
    /// Of tables and network.
    pub network: f64,
}

impl Excess {
    /// The network's as a share of the tables'.
    pub fn ratio(&self) -> f64 {
        self.network / self.classical.max(1e-9)
    }
}

/// The losses after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkEpoch {
    /// Counted from 1.
    pub epoch: usize,
    /// On training positions.
    pub learned: Excess,
    /// On positions held out.
    pub held_out: Excess,
}

/// A network being fitted.
#[derive(Debug)]
pub struct Fit<'a> {
    samples: &'a NetworkSamples,
    plan: NetworkPlan,
    learned: Vec<u32>,
    held_out: Vec<u32>,
    layout: RowLayout,
    coarse: CoarseRows<CHANNELS>,
    /// The state.
    pub state: FitState,
}

impl<'a> Fit<'a> {
    /// Starts from random numbers, or from `base`; `sets`, one or two, as the rule has. Of a base
    /// with one set both begin with that, of one with two the first of one set.
    pub fn new(
        samples: &'a NetworkSamples,
        plan: NetworkPlan,
        sets: usize,
        base: Option<Base>,
    ) -> Self {
        let mut rng = Rng::new(plan.seed);
        let (coarse, layout) = CoarseRows::with_layout();
        let (mut start, earlier) = match base {
            None => {
                let trust = trust(samples);
                let random = (0..sets).map(|_| model::random(&mut rng, &trust));
                (random.map(ParameterSet::new).collect(), 0)
            }
            Some(Base::Merged(mut merged)) => {
                merged.iter_mut().for_each(|parameters| coarse.factor(parameters));
                (merged.into_iter().map(ParameterSet::new).collect(), 0)
            }
            Some(Base::State(state)) => (state.sets, state.earlier + state.step),
        };
        if let Some(last) = start.last().cloned() {
            start.resize(sets, last);
        }
        for set in start.iter_mut().filter(|set| !model::has_convolution(&set.values)) {
            model::start_convolution(&mut rng, &mut set.values);
        }
        let state = FitState { epoch: 0, step: 0, earlier, history: Vec::new(), sets: start };
        let numbers = |held_out: bool| {
            let wanted = |&index: &u32| samples.samples[index as usize].is_held_out == held_out;
            (0..samples.samples.len() as u32).filter(wanted).collect()
        };
        let (learned, held_out) = (numbers(false), numbers(true));
        Self { samples, plan, learned, held_out, layout, coarse, state }
    }

    /// Whether all epochs are done.
    pub fn is_done(&self) -> bool {
        self.state.epoch >= self.plan.epochs
    }

    /// One pass over all positions; `on_step` is called with the share of it that is done.
    pub fn epoch(&mut self, on_step: impl Fn(f32)) -> NetworkEpoch {
        let mut order = self.learned.clone();
        Rng::stream(self.plan.seed, self.state.epoch as u64 + 1).shuffle(&mut order);
        let batches = order.len().div_ceil(self.plan.batch);
        let steps = (self.plan.epochs * batches).max(1);
        for (number, batch) in order.chunks(self.plan.batch).enumerate() {
            let done = self.state.step as f32 / steps as f32;
            self.step(batch, done);
            on_step((number + 1) as f32 / batches as f32);
        }
        self.state.epoch += 1;
        order.truncate(MEASURED);
        let losses = NetworkEpoch {
            epoch: self.state.epoch,
            learned: self.excess(&order, |_| true),
            held_out: self.held_out(|_| true),
        };
        self.state.history.push(losses);
        losses
    }

    fn step(&mut self, batch: &[u32], done: f32) {
        let parameters: Vec<Vec<f32>> = self.parameters(is_rounded(done));
        let part = |part: &[u32]| self.gradient(&parameters, part, batch.len());
        let gradients = of_parts(batch, self.plan.threads, part);
        let rate = falling_rate(self.plan.rate, done);
        self.state.step += 1;
        for (number, set) in self.state.sets.iter_mut().enumerate() {
            let mut sum = vec![0.0; PARAMETERS];
            for gradient in gradients.iter().filter_map(|gradient| gradient[number].as_ref()) {
                sum.iter_mut().zip(gradient).for_each(|(sum, part)| *sum += part);
            }
            self.coarse.gather(&mut sum);
            set.step(&sum, rate, self.state.earlier + self.state.step, &self.layout);
            model::limit(&mut set.values);
        }
    }

    /// The parameters as they are used, by set.
    pub fn parameters(&self, is_rounded: bool) -> Vec<Vec<f32>> {
        let used = |set: &ParameterSet| {
            let mut values = self.coarse.summed(&set.values);
            if is_rounded {
                model::round(&mut values);
            }
            values
        };
        self.state.sets.iter().map(used).collect()
    }

    /// The gradient of a part of a batch of `size`, by set; none where no position uses the set.
    fn gradient(
        &self,
        parameters: &[Vec<f32>],
        part: &[u32],
        size: usize,
    ) -> Vec<Option<Vec<f32>>> {
        let mut gradients = vec![None; parameters.len()];
        let mut trace = Trace::new();
        for &index in part {
            let sample = &self.samples.samples[index as usize];
            let set = set_of(sample.color, parameters.len());
            let cells = self.samples.cells_of(sample);
            let output = model::forward(&parameters[set], cells, &mut trace);
            let logit = sample.classical + output.clamp(-MOST_OUTPUT, MOST_OUTPUT);
            let slope = (chance(logit) - self.target(sample)) / size as f32;
            // An output beyond the clip may come back, but not go on.
            if output.abs() < MOST_OUTPUT || slope * output > 0.0 {
                let gradient = gradients[set].get_or_insert_with(|| vec![0.0; PARAMETERS]);
                model::backward(&parameters[set], cells, &mut trace, slope, gradient);
            }
        }
        gradients
    }

    fn target(&self, sample: &NetworkSample) -> f32 {
        let share = self.plan.result_share;
        share * sample.result + (1.0 - share) * sample.chance
    }

    /// The excess on held-out positions that `wanted` selects, with the integers' rounding.
    pub fn held_out(&self, wanted: impl Fn(&NetworkSample) -> bool) -> Excess {
        self.excess(&self.held_out, wanted)
    }

    fn excess(&self, indices: &[u32], wanted: impl Fn(&NetworkSample) -> bool) -> Excess {
        let parameters = self.parameters(true);
        let mut excess = Excess::default();
        let mut trace = Trace::new();
        for &index in indices {
            let sample = &self.samples.samples[index as usize];
            if !wanted(sample) {
                continue;
            }
            let set = &parameters[set_of(sample.color, parameters.len())];
            let output = model::forward(set, self.samples.cells_of(sample), &mut trace);
            let logit = sample.classical + output.clamp(-MOST_OUTPUT, MOST_OUTPUT);
            let least = entropy(sample.chance);
            excess.count += 1;
            excess.classical += cross_entropy(sample.chance, sample.classical) - least;
            excess.network += cross_entropy(sample.chance, logit) - least;
        }
        let count = excess.count.max(1) as f64;
        Excess {
            count: excess.count,
            classical: excess.classical / count,
            network: excess.network / count,
        }
    }
}

impl NetworkSamples {
    fn cells_of(&self, sample: &NetworkSample) -> &[Cell] {
        &self.cells[sample.first..sample.first + sample.count]
    }
}

/// For each row how much of its random numbers it gets.
fn trust(samples: &NetworkSamples) -> Vec<f32> {
    let mut seen = vec![0u32; ROWS];
    let rows = samples.cells.iter().filter(|cell| cell.is_active()).flat_map(|cell| &cell.rows);
    rows.for_each(|&row| seen[usize::from(row)] = seen[usize::from(row)].saturating_add(1));
    let frozen = frozen_rows();
    let trust = |(&seen, &frozen): (&u32, &bool)| {
        if frozen { 0.0 } else { seen as f32 / (seen as f32 + HALF_SEEN) }
    };
    seen.iter().zip(&frozen).map(trust).collect()
}
