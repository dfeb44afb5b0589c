//! The evaluation as it is learned: tables of real numbers in units of the logarithm of the odds.

use super::data::{Pair, Sample, Samples};
use super::table::Table;
use crate::board::tables::code_of;
use crate::board::{Line, Tables};
use crate::eval::shape::{SHAPES, Shapes};
use crate::eval::threat_mask::{MASKS, classes_in};
use crate::eval::weights::{ColorWeights, Weights};
use crate::eval::{MOVE_SCALE, PREVIOUS_SHARE};
use crate::types::{ByColor, Color, Rule};

/// Value of a logarithm of the odds of 1, see [`crate::types::Score`].
const VALUE_SCALE: f32 = 200.0;
/// The largest value of a cell; the sum over a board must stay well within 32 bits, and a cell's within 16.
const MOST: f32 = 4000.0;

/// Half of what a shape is worth beyond its lines and its class counts when it was seen so often. A
/// position shows a hundred cells, and dozens of positions share one result.
const HALF_CELLS: f32 = 5000.0;
/// The same for masks, of which a position shows one.
const HALF_MASKS: f32 = 200.0;
/// The same for scores of moves.
const HALF_MOVES: f32 = 500.0;

/// What is learned of one player.
#[derive(Clone, Debug)]
struct Tables4 {
    cells: Table,
    masks: Table,
    own_moves: Table,
    opponent_moves: Table,
}

/// The tables of one rule.
#[derive(Clone, Debug)]
pub struct Model {
    rule: Rule,
    /// One for both players, or one for each.
    colors: Vec<Tables4>,
}

/// Derivatives by the entries of a model's tables, in the same order: for each player cells, masks, own
/// moves, opponent's moves.
#[derive(Clone, Debug)]
pub struct Gradient(Vec<Vec<f32>>);

const CELLS: usize = 0;
const MASK: usize = 1;
const OWN: usize = 2;
const OPPONENT: usize = 3;

impl Model {
    /// All zero, to be learned from the positions with these indices.
    pub fn new(rule: Rule, samples: &Samples, indices: &[usize]) -> Self {
        let colors = if rule.forbids(Color::Black) { &Color::BOTH[..] } else { &[Color::Black] };
        let seen = seen(samples, indices, colors.len());
        let tables = |(&color, seen): (&Color, &[Vec<u32>])| Tables4 {
            cells: Table::new(shared_by_shapes(rule, color), &seen[CELLS], HALF_CELLS),
            masks: Table::new(shared_by_masks(), &seen[MASK], HALF_MASKS),
            own_moves: Table::new(shared_by_shapes(rule, color), &seen[OWN], HALF_MOVES),
            opponent_moves: Table::new(shared_by_shapes(rule, !color), &seen[OPPONENT], HALF_MOVES),
        };
        Self { rule, colors: colors.iter().zip(seen.chunks(4)).map(tables).collect() }
    }

    fn group(&self, color: Color) -> usize {
        color.index() % self.colors.len()
    }

    fn of(&self, color: Color) -> &Tables4 {
        &self.colors[self.group(color)]
    }

    /// The logarithm of the odds of the side to move.
    pub fn logit(&self, samples: &Samples, index: usize) -> f32 {
        let sample = &samples.samples[index];
        let now = self.cells(samples, sample);
        let before = previous(samples, index).map_or(now, |before| -self.cells(samples, before));
        let mask = self.of(sample.color).masks.entries[usize::from(sample.mask)];
        now + (before - now) * PREVIOUS_SHARE + mask
    }

    /// The sum of the cells' values for the side to move.
    fn cells(&self, samples: &Samples, sample: &Sample) -> f32 {
        let own = &self.of(sample.color).cells.entries;
        let other = &self.of(!sample.color).cells.entries;
        let value = |&(a, b): &Pair| own[usize::from(a)] - other[usize::from(b)];
        samples.cells[sample.cells.clone()].iter().map(value).sum()
    }

    /// Adds the derivatives of a loss whose derivative by [`Model::logit`] is `slope`.
    pub fn trace(&self, samples: &Samples, index: usize, slope: f32, into: &mut Gradient) {
        let sample = &samples.samples[index];
        let before = previous(samples, index);
        let share = if before.is_some() { PREVIOUS_SHARE } else { 0.0 };
        self.trace_cells(samples, sample, slope * (1.0 - share), into);
        if let Some(before) = before {
            self.trace_cells(samples, before, -slope * share, into);
        }
        into.0[4 * self.group(sample.color) + MASK][usize::from(sample.mask)] += slope;
    }

    fn trace_cells(&self, samples: &Samples, sample: &Sample, slope: f32, into: &mut Gradient) {
        let own = 4 * self.group(sample.color) + CELLS;
        let other = 4 * self.group(!sample.color) + CELLS;
        for &(a, b) in &samples.cells[sample.cells.clone()] {
            into.0[own][usize::from(a)] += slope;
            into.0[other][usize::from(b)] -= slope;
        }
    }

    /// The chance of each candidate to be the move played (a softmax of the scores), into `chances`.
    pub fn move_chances(&self, samples: &Samples, sample: &Sample, chances: &mut Vec<f32>) {
        let tables = self.of(sample.color);
        let candidates = &samples.cells[sample.cells.clone()][..sample.candidates];
        chances.clear();
        chances.extend(candidates.iter().map(|&(a, b)| {
            tables.own_moves.entries[usize::from(a)] + tables.opponent_moves.entries[usize::from(b)]
        }));
        let most = chances.iter().copied().fold(f32::MIN, f32::max);
        chances.iter_mut().for_each(|score| *score = (*score - most).exp());
        let sum: f32 = chances.iter().sum();
        chances.iter_mut().for_each(|score| *score /= sum);
    }

    /// Adds the derivatives of the cross-entropy of the move played, times `weight`.
    pub fn trace_moves(
        &self,
        samples: &Samples,
        sample: &Sample,
        chances: &[f32],
        weight: f32,
        into: &mut Gradient,
    ) {
        let first = 4 * self.group(sample.color);
        let candidates = &samples.cells[sample.cells.clone()][..sample.candidates];
        for (index, (&(a, b), &chance)) in candidates.iter().zip(chances).enumerate() {
            let wanted = if sample.best == Some(index) { 1.0 } else { 0.0 };
            into.0[first + OWN][usize::from(a)] += weight * (chance - wanted);
            into.0[first + OPPONENT][usize::from(b)] += weight * (chance - wanted);
        }
    }

    /// A gradient of zeros.
    pub fn gradient(&self) -> Gradient {
        let lengths = [SHAPES, MASKS, SHAPES, SHAPES];
        let zeros = lengths.into_iter().map(|length| vec![0.0; length]);
        Gradient(zeros.cycle().take(4 * self.colors.len()).collect())
    }

    /// One step against the gradient, the `count`-th from 1 on.
    pub fn step(&mut self, gradient: &Gradient, rate: f32, count: i32) {
        for (tables, gradient) in self.colors.iter_mut().zip(gradient.0.chunks(4)) {
            tables.cells.step(&gradient[CELLS], rate, count);
            tables.masks.step(&gradient[MASK], rate, count);
            tables.own_moves.step(&gradient[OWN], rate, count);
            tables.opponent_moves.step(&gradient[OPPONENT], rate, count);
        }
    }

    /// The weights in whole numbers.
    pub fn weights(&self, provenance: String) -> Weights {
        let round = |table: &Table, scale: f32| -> Vec<i16> {
            let number = |&entry: &f32| (entry * scale).round().clamp(-MOST, MOST) as i16;
            table.entries.iter().map(number).collect()
        };
        let color = |color: Color| {
            let tables = self.of(color);
            ColorWeights {
                cells: round(&tables.cells, VALUE_SCALE),
                masks: round(&tables.masks, VALUE_SCALE),
                own_moves: round(&tables.own_moves, MOVE_SCALE),
                opponent_moves: round(&tables.opponent_moves, MOVE_SCALE),
            }
        };
        Weights { rule: self.rule, provenance, colors: ByColor::from_fn(color) }
    }
}

impl Gradient {
    /// Adds another one.
    pub fn add(&mut self, other: &Gradient) {
        for (mine, theirs) in self.0.iter_mut().flatten().zip(other.0.iter().flatten()) {
            *mine += theirs;
        }
    }
}

/// How often every entry was seen, in the order of [`Gradient`].
fn seen(samples: &Samples, indices: &[usize], colors: usize) -> Vec<Vec<u32>> {
    let lengths = [SHAPES, MASKS, SHAPES, SHAPES];
    let zeros = lengths.into_iter().map(|length| vec![0; length]);
    let mut seen: Vec<Vec<u32>> = zeros.cycle().take(4 * colors).collect();
    for &index in indices {
        let sample = &samples.samples[index];
        let [own, other] = [sample.color, !sample.color].map(|color| 4 * (color.index() % colors));
        seen[own + MASK][usize::from(sample.mask)] += 1;
        for (number, &(a, b)) in samples.cells[sample.cells.clone()].iter().enumerate() {
            seen[own + CELLS][usize::from(a)] += 1;
            seen[other + CELLS][usize::from(b)] += 1;
            if number < sample.candidates {
                seen[own + OWN][usize::from(a)] += 1;
                seen[own + OPPONENT][usize::from(b)] += 1;
            }
        }
    }
    seen
}

/// The position before the last move.
fn previous(samples: &Samples, index: usize) -> Option<&Sample> {
    samples.samples[index].follows.then(|| &samples.samples[index - 1])
}

/// What shapes have in common: their lines, and the class that these make together.
fn shared_by_shapes(rule: Rule, color: Color) -> Vec<Vec<(usize, f32)>> {
    let shapes = Shapes::table();
    let shared = |shape| {
        let lines = shapes.lines(shape);
        let class = Tables::of(rule).combined(color, code_of(lines)) as usize;
        let alive = lines.into_iter().filter(|&line| line != Line::Dead);
        let lines = alive.map(|line| (line as usize, 1.0));
        // A cell on dead lines shares nothing and stays worth nothing, as the board has it.
        let class = (shape > 0).then_some((Line::COUNT + class, 1.0));
        lines.chain(class).collect()
    };
    (0..SHAPES).map(shared).collect()
}

/// What masks have in common: the classes in them, and the right to move.
fn shared_by_masks() -> Vec<Vec<(usize, f32)>> {
    let shared = |mask| {
        let class = |(own, class)| (usize::from(own) * 8 + (class as usize - 8), 1.0);
        classes_in(mask).map(class).chain([(16, 1.0)]).collect()
    };
    (0..MASKS).map(shared).collect()
}
