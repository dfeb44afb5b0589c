//! The network as a [`Model`] of the trainer: Adam, with rows that share [coarse rows](super::coarse)
//! and the rounding of the integers in the last third.

use super::super::adam::ParameterSet;
use super::super::loss::{chance, cross_entropy, entropy};
use super::super::row_sets::{RowSets, SetGradients, is_rounded, set_of};
use super::super::trainer::{Model, Trainer, TrainingProgress, numbers};
use super::coarse::CoarseRows;
use super::model::{self, PARAMETERS, Trace};
use super::samples::{NetworkCell, NetworkSample, NetworkSamples, ROWS, frozen_rows};
use tengen_engine::eval::network::weights::{CHANNELS, ColorNetwork};
use tengen_engine::util::rng::Rng;

/// The largest output that counts, in log-odds: the engine clips the correction there.
const MOST_OUTPUT: f32 = 3.0;
/// A row seen in this many positions starts with half its random numbers.
const HALF_SEEN: f32 = 200.0;

/// The state of a training between two epochs.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkCheckpoint {
    /// How far it has come.
    pub progress: TrainingProgress<Excess>,
    /// Steps of the trainings before, whose moments this one began with.
    pub earlier: usize,
    /// The parameters, and Adam's moments; one set, or under renju black's and white's.
    pub sets: Vec<ParameterSet>,
}

/// What a training starts from.
#[derive(Clone, Debug)]
pub enum Base {
    /// The parameters of finished networks, one set or two. What their rows have in common is
    /// [factored](CoarseRows::factor) out again.
    Merged(Vec<Vec<f32>>),
    /// Another training, with its moments.
    Checkpoint(NetworkCheckpoint),
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

/// A network and the positions that it learns from.
#[derive(Debug)]
pub struct NetworkModel<'a> {
    samples: &'a NetworkSamples,
    /// Weight of the game's result, 0 to 1; the value of the search has the rest.
    result_share: f32,
    earlier: usize,
    rows: RowSets<CHANNELS>,
}

impl<'a> NetworkModel<'a> {
    /// Starts from random numbers, or from `base`; `sets`, one or two, as the rule has. Of a base
    /// with one set both begin with that, of one with two the first of one set.
    pub fn new(
        samples: &'a NetworkSamples,
        result_share: f32,
        (sets, seed): (usize, u64),
        base: Option<Base>,
    ) -> Self {
        let mut rng = Rng::new(seed);
        let (mut start, earlier) = match base {
            None => {
                let trust = trust(samples);
                let random = (0..sets).map(|_| model::random(&mut rng, &trust));
                (random.map(ParameterSet::new).collect(), 0)
            }
            Some(Base::Merged(mut merged)) => {
                let (coarse, _) = CoarseRows::<CHANNELS>::with_layout();
                merged.iter_mut().for_each(|parameters| coarse.factor(parameters));
                (merged.into_iter().map(ParameterSet::new).collect(), 0)
            }
            Some(Base::Checkpoint(NetworkCheckpoint { progress, earlier, sets })) => {
                (sets, earlier + progress.step)
            }
        };
        if let Some(last) = start.last().cloned() {
            start.resize(sets, last);
        }
        for set in start.iter_mut().filter(|set| !model::has_convolution(&set.values)) {
            model::start_convolution(&mut rng, &mut set.values);
        }
        Self { samples, result_share, earlier, rows: RowSets::new(start) }
    }

    /// The integers of the engine, by set.
    pub fn integers(&self) -> Vec<ColorNetwork> {
        self.rows.summed().iter().map(|set| model::to_integers(set)).collect()
    }

    fn target(&self, sample: &NetworkSample) -> f32 {
        self.result_share * sample.result + (1.0 - self.result_share) * sample.chance
    }

    /// The excess on the positions that `wanted` selects, with the integers' rounding.
    fn excess(&self, positions: &[u32], wanted: impl Fn(&NetworkSample) -> bool) -> Excess {
        let parameters = self.parameters(1.0);
        let mut excess = Excess::default();
        let mut trace = Trace::new();
        let samples = positions.iter().map(|&index| &self.samples.samples[index as usize]);
        for sample in samples.filter(|sample| wanted(sample)) {
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

impl Trainer<NetworkModel<'_>> {
    /// The state.
    pub fn checkpoint(&self) -> NetworkCheckpoint {
        let NetworkModel { earlier, rows, .. } = &self.model;
        let progress = self.progress.clone();
        NetworkCheckpoint { progress, earlier: *earlier, sets: rows.sets.clone() }
    }

    /// Continues from a state of this training.
    pub fn resume(&mut self, NetworkCheckpoint { progress, earlier, sets }: NetworkCheckpoint) {
        self.progress = progress;
        (self.model.earlier, self.model.rows.sets) = (earlier, sets);
    }

    /// The excess on held-out positions that `wanted` selects.
    pub fn excess(&self, wanted: impl Fn(&NetworkSample) -> bool) -> Excess {
        self.model.excess(self.held_out(), wanted)
    }
}

impl Model for NetworkModel<'_> {
    type Parameters = Vec<Vec<f32>>;
    type Gradient = SetGradients;
    type Loss = Excess;

    fn positions(&self, held_out: bool) -> Vec<u32> {
        numbers(&self.samples.samples, |sample| sample.is_held_out == held_out)
    }

    fn parameters(&self, done: f32) -> Vec<Vec<f32>> {
        let mut sets = self.rows.summed();
        if is_rounded(done) {
            sets.iter_mut().for_each(|values| model::round(values));
        }
        sets
    }

    fn gradient(&self, parameters: &Vec<Vec<f32>>, part: &[u32], size: usize) -> SetGradients {
        let mut gradients = vec![None; parameters.len()];
        let mut trace = Trace::new();
        for &index in part {
            let sample = &self.samples.samples[index as usize];
            let set = set_of(sample.color, parameters.len());
            let cells = self.samples.cells_of(sample);
            let output = model::forward(&parameters[set], cells, &mut trace);
            let logit = sample.classical + output.clamp(-MOST_OUTPUT, MOST_OUTPUT);
            let slope = (chance(logit) - self.target(sample)) / size as f32;
            // An output beyond the clip may come back, but not grow.
            if output.abs() < MOST_OUTPUT || slope * output > 0.0 {
                let gradient = gradients[set].get_or_insert_with(|| vec![0.0; PARAMETERS]);
                model::backward(&parameters[set], cells, &mut trace, slope, gradient);
            }
        }
        gradients
    }

    fn step(&mut self, gradients: &[SetGradients], rate: f32, number: usize) {
        self.rows.step(gradients.iter(), rate, self.earlier + number);
        self.rows.sets.iter_mut().for_each(|set| model::limit(&mut set.values));
    }

    fn loss(&self, positions: &[u32]) -> Excess {
        self.excess(positions, |_| true)
    }
}

impl NetworkSamples {
    fn cells_of(&self, sample: &NetworkSample) -> &[NetworkCell] {
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
