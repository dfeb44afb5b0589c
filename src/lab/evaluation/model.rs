//! The trainable evaluation: tables of real numbers in log-odds.

use std::ops::{Index, IndexMut};

use super::data::{Pair, Samples, TrainingSample};
use super::table::LearnedTable;
use tengen_engine::board::tables::code_of;
use tengen_engine::board::{LineClass, Tables};
use tengen_engine::eval::shape::{SHAPES, Shapes};
use tengen_engine::eval::threat_mask::{COUNTS_PER_CLASS, MASKS, THREAT_COUNTS, classes_in};
use tengen_engine::eval::weights::{ColorWeights, PAIRS, Weights};
use tengen_engine::eval::{MOVE_SCALE, PREVIOUS_SHARE};
use tengen_engine::types::{ByColor, Color, Rule};

/// The score of log-odds 1, see [`tengen_engine::types::Score`].
pub(crate) const VALUE_SCALE: f32 = 200.0;
/// The largest value of a cell. Keeps cells within 16 bits and the sum over a board well within 32.
const MOST: f32 = 4000.0;

/// How often an entry of each table must be seen to get half of its own value beyond what it shares
/// with others. A position has a hundred cells and one mask, and dozens of positions share one
/// result.
const HALF_CELLS: f32 = 5000.0;
const HALF_MASKS: f32 = 200.0;
const HALF_MOVES: f32 = 500.0;
const HALF_PAIRS: f32 = 5000.0;
const HALF_THREAT_COUNTS: f32 = 500.0;

/// The tables of a color, see [`ColorWeights`].
#[derive(Clone, Copy, Debug)]
enum WeightTable {
    Cells,
    Masks,
    OwnMoves,
    OpponentMoves,
    Pairs,
    ThreatCounts,
}

impl WeightTable {
    const ALL: [WeightTable; 6] = [
        WeightTable::Cells,
        WeightTable::Masks,
        WeightTable::OwnMoves,
        WeightTable::OpponentMoves,
        WeightTable::Pairs,
        WeightTable::ThreatCounts,
    ];

    fn length(self) -> usize {
        match self {
            WeightTable::Cells | WeightTable::OwnMoves | WeightTable::OpponentMoves => SHAPES,
            WeightTable::Masks => MASKS,
            WeightTable::Pairs => PAIRS,
            WeightTable::ThreatCounts => THREAT_COUNTS,
        }
    }

    /// The unit of the weights, from that of the values.
    fn scale(self, value_scale: f32) -> f32 {
        match self {
            WeightTable::OwnMoves | WeightTable::OpponentMoves => MOVE_SCALE,
            WeightTable::Cells
            | WeightTable::Masks
            | WeightTable::Pairs
            | WeightTable::ThreatCounts => value_scale,
        }
    }

    /// The numbers in the weights.
    fn of(self, weights: &ColorWeights) -> Vec<f32> {
        let numbers = match self {
            WeightTable::Cells => &weights.cells,
            WeightTable::Masks => &weights.masks,
            WeightTable::OwnMoves => &weights.own_moves,
            WeightTable::OpponentMoves => &weights.opponent_moves,
            WeightTable::Pairs => &weights.pairs,
            WeightTable::ThreatCounts => &weights.threat_counts,
        };
        numbers.iter().map(|&number| f32::from(number) / self.scale(VALUE_SCALE)).collect()
    }
}

/// One item per table.
#[derive(Clone, Debug)]
struct Parts<T>([T; WeightTable::ALL.len()]);

impl<T> Index<WeightTable> for Parts<T> {
    type Output = T;

    fn index(&self, part: WeightTable) -> &T {
        &self.0[part as usize]
    }
}

impl<T> IndexMut<WeightTable> for Parts<T> {
    fn index_mut(&mut self, part: WeightTable) -> &mut T {
        &mut self.0[part as usize]
    }
}

/// The tables of one rule.
#[derive(Clone, Debug)]
pub(crate) struct LearnedTables {
    rule: Rule,
    /// One for both players, or one for each.
    players: Vec<Parts<LearnedTable>>,
    /// The combined class of every shape, for black and for white.
    classes: [Vec<u8>; 2],
}

/// Gradients of a model's tables, per color.
#[derive(Clone, Debug)]
pub struct Gradient(Vec<Parts<Vec<f32>>>);

impl LearnedTables {
    /// A model to be trained on the positions with these indices, from `base` or from zero.
    pub(crate) fn new(
        rule: Rule,
        samples: &Samples,
        indices: &[u32],
        base: Option<&Weights>,
    ) -> Self {
        let colors = if rule.forbids(Color::Black) { &Color::BOTH[..] } else { &[Color::Black] };
        let classes = Color::BOTH.map(|color| classes_of_shapes(rule, color));
        let seen = seen(samples, indices, &classes, colors.len());
        let tables = |(&color, seen): (&Color, &Parts<Vec<u32>>)| {
            let table = |part| {
                let (shared, half) = match part {
                    WeightTable::Cells => (shared_by_shapes(rule, color), HALF_CELLS),
                    WeightTable::Masks => (shared_by_masks(), HALF_MASKS),
                    WeightTable::OwnMoves => (shared_by_shapes(rule, color), HALF_MOVES),
                    WeightTable::OpponentMoves => (shared_by_shapes(rule, !color), HALF_MOVES),
                    WeightTable::Pairs => (shared_by_pairs(), HALF_PAIRS),
                    WeightTable::ThreatCounts => (shared_by_threat_counts(), HALF_THREAT_COUNTS),
                };
                let table = LearnedTable::new(shared, &seen[part], half);
                match base {
                    Some(weights) => table.on(part.of(&weights.colors[color])),
                    None => table,
                }
            };
            Parts(WeightTable::ALL.map(table))
        };
        let players = colors.iter().zip(&seen).map(tables).collect();
        Self { rule, players, classes }
    }

    fn player(&self, color: Color) -> usize {
        color.index() % self.players.len()
    }

    fn entries(&self, color: Color, part: WeightTable) -> &[f32] {
        &self.players[self.player(color)][part].entries
    }

    /// The log-odds of the side to move.
    pub(crate) fn logit(&self, samples: &Samples, index: u32) -> f32 {
        let sample = &samples.samples[index as usize];
        let now = self.cells(samples, sample);
        let before = previous(samples, index).map_or(now, |before| -self.cells(samples, before));
        let mask = self.entries(sample.color, WeightTable::Masks)[usize::from(sample.mask)];
        let threat_counts = self.entries(sample.color, WeightTable::ThreatCounts);
        let threat_counts: f32 =
            sample.threat_counts.iter().map(|&index| threat_counts[usize::from(index)]).sum();
        let pairs = self.entries(sample.color, WeightTable::Pairs);
        let pair = |cell: &Pair| pairs[pair_of(&self.classes, sample.color, cell)];
        let pairs: f32 = samples.cells[sample.cells.clone()].iter().map(pair).sum();
        now + (before - now) * PREVIOUS_SHARE + mask + threat_counts + pairs
    }

    /// The sum of the cells' values for the side to move.
    fn cells(&self, samples: &Samples, sample: &TrainingSample) -> f32 {
        let own = self.entries(sample.color, WeightTable::Cells);
        let other = self.entries(!sample.color, WeightTable::Cells);
        let value = |&(a, b): &Pair| own[usize::from(a)] - other[usize::from(b)];
        samples.cells[sample.cells.clone()].iter().map(value).sum()
    }

    /// Adds the gradient of a loss whose derivative with respect to [`LearnedTables::logit`] is
    /// `slope`.
    pub(crate) fn trace(&self, samples: &Samples, index: u32, slope: f32, into: &mut Gradient) {
        let sample = &samples.samples[index as usize];
        let before = previous(samples, index);
        let share = if before.is_some() { PREVIOUS_SHARE } else { 0.0 };
        self.trace_cells(samples, sample, slope * (1.0 - share), into);
        if let Some(before) = before {
            self.trace_cells(samples, before, -slope * share, into);
        }
        let into = &mut into.0[self.player(sample.color)];
        into[WeightTable::Masks][usize::from(sample.mask)] += slope;
        for &index in &sample.threat_counts {
            into[WeightTable::ThreatCounts][usize::from(index)] += slope;
        }
        for cell in &samples.cells[sample.cells.clone()] {
            into[WeightTable::Pairs][pair_of(&self.classes, sample.color, cell)] += slope;
        }
    }

    fn trace_cells(
        &self,
        samples: &Samples,
        sample: &TrainingSample,
        slope: f32,
        into: &mut Gradient,
    ) {
        let [own, other] = [sample.color, !sample.color].map(|color| self.player(color));
        for &(a, b) in &samples.cells[sample.cells.clone()] {
            into.0[own][WeightTable::Cells][usize::from(a)] += slope;
            into.0[other][WeightTable::Cells][usize::from(b)] -= slope;
        }
    }

    /// Writes the softmax of the move scores into `chances`.
    pub(crate) fn move_chances(
        &self,
        samples: &Samples,
        sample: &TrainingSample,
        chances: &mut Vec<f32>,
    ) {
        let own = self.entries(sample.color, WeightTable::OwnMoves);
        let opponent = self.entries(sample.color, WeightTable::OpponentMoves);
        let candidates = &samples.cells[sample.cells.clone()][..sample.candidates];
        let score = |&(a, b): &Pair| own[usize::from(a)] + opponent[usize::from(b)];
        chances.clear();
        chances.extend(candidates.iter().map(score));
        let most = chances.iter().copied().fold(f32::MIN, f32::max);
        chances.iter_mut().for_each(|score| *score = (*score - most).exp());
        let sum: f32 = chances.iter().sum();
        chances.iter_mut().for_each(|score| *score /= sum);
    }

    /// Adds the gradient of the cross-entropy of the move played, times `weight`.
    pub(crate) fn trace_moves(
        &self,
        samples: &Samples,
        sample: &TrainingSample,
        chances: &[f32],
        weight: f32,
        into: &mut Gradient,
    ) {
        let into = &mut into.0[self.player(sample.color)];
        let candidates = &samples.cells[sample.cells.clone()][..sample.candidates];
        for (index, (&(a, b), &chance)) in candidates.iter().zip(chances).enumerate() {
            let wanted = if sample.best == Some(index) { 1.0 } else { 0.0 };
            into[WeightTable::OwnMoves][usize::from(a)] += weight * (chance - wanted);
            into[WeightTable::OpponentMoves][usize::from(b)] += weight * (chance - wanted);
        }
    }

    /// A gradient of zeros.
    pub(crate) fn gradient(&self) -> Gradient {
        let zeros = Parts(WeightTable::ALL.map(|part| vec![0.0; part.length()]));
        Gradient(vec![zeros; self.players.len()])
    }

    /// One optimizer step; `count` is its number, from 1.
    pub(crate) fn step(&mut self, gradient: &Gradient, rate: f32, count: usize) {
        for (tables, gradient) in self.players.iter_mut().zip(&gradient.0) {
            for part in WeightTable::ALL {
                tables[part].step(&gradient[part], rate, count);
            }
        }
    }

    /// The weights rounded to integers; `value_scale` is the score of log-odds 1.
    pub(crate) fn weights(&self, value_scale: f32, provenance: String) -> Weights {
        let color = |color: Color| {
            let round = |part: WeightTable| -> Vec<i16> {
                let scale = part.scale(value_scale);
                let number = |&entry: &f32| (entry * scale).round().clamp(-MOST, MOST) as i16;
                self.entries(color, part).iter().map(number).collect()
            };
            ColorWeights {
                cells: round(WeightTable::Cells),
                masks: round(WeightTable::Masks),
                own_moves: round(WeightTable::OwnMoves),
                opponent_moves: round(WeightTable::OpponentMoves),
                pairs: round(WeightTable::Pairs),
                threat_counts: round(WeightTable::ThreatCounts),
            }
        };
        Weights { rule: self.rule, provenance, colors: ByColor::from_fn(color) }
    }
}

impl Gradient {
    /// Adds another one.
    pub(crate) fn add(&mut self, other: &Gradient) {
        let parts = |gradient: &mut Vec<f32>, other: &Vec<f32>| {
            gradient.iter_mut().zip(other).for_each(|(mine, theirs)| *mine += theirs);
        };
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            WeightTable::ALL.into_iter().for_each(|part| parts(&mut mine[part], &theirs[part]));
        }
    }
}

/// The pair of combined classes of a cell, seen by the side to move, see [`ColorWeights::pairs`].
fn pair_of(classes: &[Vec<u8>; 2], own: Color, &(a, b): &Pair) -> usize {
    let [own, opponent] = [(own, a), (!own, b)]
        .map(|(color, shape)| usize::from(classes[color.index()][usize::from(shape)]));
    own * 16 + opponent
}

/// The combined class of every shape.
fn classes_of_shapes(rule: Rule, color: Color) -> Vec<u8> {
    let shapes = Shapes::table();
    let class = |shape| Tables::of(rule).combined(color, code_of(shapes.lines(shape))) as u8;
    (0..SHAPES).map(class).collect()
}

/// How often every entry was seen, per color.
fn seen(
    samples: &Samples,
    indices: &[u32],
    classes: &[Vec<u8>; 2],
    players: usize,
) -> Vec<Parts<Vec<u32>>> {
    let mut seen = vec![Parts(WeightTable::ALL.map(|part| vec![0; part.length()])); players];
    for &index in indices {
        let sample = &samples.samples[index as usize];
        let [own, other] = [sample.color, !sample.color].map(|color| color.index() % players);
        seen[own][WeightTable::Masks][usize::from(sample.mask)] += 1;
        for &index in &sample.threat_counts {
            seen[own][WeightTable::ThreatCounts][usize::from(index)] += 1;
        }
        for (number, cell) in samples.cells[sample.cells.clone()].iter().enumerate() {
            let (a, b) = (usize::from(cell.0), usize::from(cell.1));
            seen[own][WeightTable::Cells][a] += 1;
            seen[other][WeightTable::Cells][b] += 1;
            seen[own][WeightTable::Pairs][pair_of(classes, sample.color, cell)] += 1;
            if number < sample.candidates {
                seen[own][WeightTable::OwnMoves][a] += 1;
                seen[own][WeightTable::OpponentMoves][b] += 1;
            }
        }
    }
    seen
}

/// The position before the last move.
fn previous(samples: &Samples, index: u32) -> Option<&TrainingSample> {
    let index = index as usize;
    samples.samples[index].follows.then(|| &samples.samples[index - 1])
}

/// The shared parts of shapes: their lines and their combined class.
fn shared_by_shapes(rule: Rule, color: Color) -> Vec<Vec<(usize, f32)>> {
    let shapes = Shapes::table();
    let shared = |shape| {
        let lines = shapes.lines(shape);
        let class = Tables::of(rule).combined(color, code_of(lines)) as usize;
        let alive = lines.into_iter().filter(|&line| line != LineClass::Dead);
        let lines = alive.map(|line| (line as usize, 1.0));
        // A cell on dead lines has no shared part and keeps the value 0, as on the board.
        let class = (shape > 0).then_some((LineClass::COUNT + class, 1.0));
        lines.chain(class).collect()
    };
    (0..SHAPES).map(shared).collect()
}

/// The shared parts of pairs: the own class and the opponent's.
fn shared_by_pairs() -> Vec<Vec<(usize, f32)>> {
    let classes = |pair: usize| vec![(pair / 16, 1.0), (16 + pair % 16, 1.0)];
    (0..PAIRS).map(|pair| if pair == 0 { Vec::new() } else { classes(pair) }).collect()
}

/// The shared part of numbers of threats: every cell of the class has the same value.
fn shared_by_threat_counts() -> Vec<Vec<(usize, f32)>> {
    (0..THREAT_COUNTS)
        .map(|index| vec![(index / COUNTS_PER_CLASS, (index % COUNTS_PER_CLASS) as f32)])
        .collect()
}

/// The shared parts of masks: their classes and the right to move.
fn shared_by_masks() -> Vec<Vec<(usize, f32)>> {
    let shared = |mask| {
        let class = |(own, class)| (usize::from(own) * 8 + (class as usize - 8), 1.0);
        classes_in(mask).map(class).chain([(16, 1.0)]).collect()
    };
    (0..MASKS).map(shared).collect()
}
