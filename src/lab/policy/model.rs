//! The policy in real numbers: the scores of all cells of a position, and the slope of the
//! cross-entropy of the chosen one.
//!
//! The parameters of a color in one list: the rows of windows and pairs of classes, their
//! [coarse rows](crate::network::coarse), the weights of the features, the offsets by
//! age, a constant. Scores are logits: the softmax makes them probabilities.

use super::samples::{NO_OFFSET, PolicyCell};
use crate::network::coarse::COARSE_ROWS;
use crate::network::samples::{PAIR_ROWS, ROWS, frozen_rows};
use tengen_engine::eval::MOVE_SCALE;
use tengen_engine::eval::policy::weights::{
    ColorPolicy, FEATURES, LAST_MOVES, MOST_FEATURE, OFFSETS, OUTPUT_SHIFT, PolicyRow, ROW_ONE,
};
use tengen_engine::util::rng::Rng;

const COARSE: usize = ROWS * FEATURES;
const WEIGHTS: usize = COARSE + COARSE_ROWS * FEATURES;
const OFFSET: usize = WEIGHTS + FEATURES;
const BIAS: usize = OFFSET + LAST_MOVES * OFFSETS;
pub(crate) const PARAMETERS: usize = BIAS + 1;

/// The largest feature.
const FEATURE_TOP: f32 = MOST_FEATURE as f32 / ROW_ONE as f32;
/// 1 in a weight of a feature, as an integer: what makes 1 in a score.
const WEIGHT_ONE: f32 = MOVE_SCALE / ROW_ONE as f32 * (1 << OUTPUT_SHIFT) as f32;

/// What [`scores`] computed, for [`backward`].
#[derive(Clone, Debug, Default)]
pub struct PolicyTrace {
    /// The features of each cell before they are clipped; zero where it is not refined.
    features: Vec<[f32; FEATURES]>,
    /// The score of each cell.
    pub scores: Vec<f32>,
    /// The probability of each cell.
    chances: Vec<f32>,
}

/// The scores of the cells of a position.
pub fn scores(parameters: &[f32], cells: &[PolicyCell], trace: &mut PolicyTrace) {
    let weights: &[f32; FEATURES] = row(parameters, WEIGHTS);
    trace.features.clear();
    trace.scores.clear();
    for cell in cells {
        let mut score = cell.tables;
        let mut features = [0.0; FEATURES];
        if cell.is_refined {
            for &index in &cell.rows {
                let numbers: &[f32; FEATURES] = row(parameters, usize::from(index) * FEATURES);
                features.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
            }
            let products = features.iter().zip(weights);
            score += products.map(|(f, w)| f.clamp(0.0, FEATURE_TOP) * w).sum::<f32>();
            score += offsets_of(cell).map(|index| parameters[index]).sum::<f32>();
            score += parameters[BIAS];
        }
        trace.features.push(features);
        trace.scores.push(score);
    }
}

/// The cross-entropy of the chosen cell after [`scores`].
pub fn loss(trace: &mut PolicyTrace, chosen: usize) -> f32 {
    let top = trace.scores.iter().fold(f32::MIN, |top, &score| top.max(score));
    trace.chances.clear();
    trace.chances.extend(trace.scores.iter().map(|score| libm::expf(score - top)));
    let sum: f32 = trace.chances.iter().sum();
    trace.chances.iter_mut().for_each(|chance| *chance /= sum);
    libm::logf(sum) + top - trace.scores[chosen]
}

/// Adds `share` times the slope of the loss to the gradient, after [`loss`].
pub(crate) fn backward(
    parameters: &[f32],
    cells: &[PolicyCell],
    (trace, chosen): (&PolicyTrace, usize),
    share: f32,
    gradient: &mut [f32],
) {
    let weights: [f32; FEATURES] = *row(parameters, WEIGHTS);
    let mut weight_slopes = [0.0; FEATURES];
    for (index, (cell, features)) in cells.iter().zip(&trace.features).enumerate() {
        let goal = if index == chosen { 1.0 } else { 0.0 };
        let slope = (trace.chances[index] - goal) * share;
        if !cell.is_refined {
            continue;
        }
        gradient[BIAS] += slope;
        offsets_of(cell).for_each(|index| gradient[index] += slope);
        let mut row_slopes = [0.0; FEATURES];
        for (unit, &feature) in features.iter().enumerate() {
            weight_slopes[unit] += slope * feature.clamp(0.0, FEATURE_TOP);
            let is_inside = feature > 0.0 && feature < FEATURE_TOP;
            row_slopes[unit] = if is_inside { slope * weights[unit] } else { 0.0 };
        }
        for &index in &cell.rows {
            let start = usize::from(index) * FEATURES;
            let sums = &mut gradient[start..start + FEATURES];
            sums.iter_mut().zip(row_slopes).for_each(|(sum, slope)| *sum += slope);
        }
    }
    let sums = &mut gradient[WEIGHTS..WEIGHTS + FEATURES];
    sums.iter_mut().zip(weight_slopes).for_each(|(sum, slope)| *sum += slope);
}

/// The parameters of a cell's offsets.
fn offsets_of(cell: &PolicyCell) -> impl Iterator<Item = usize> {
    let known = |(_, offset): &(usize, u8)| *offset != NO_OFFSET;
    let aged = cell.offsets.into_iter().enumerate().filter(known);
    aged.map(|(age, offset)| OFFSET + age * OFFSETS + usize::from(offset))
}

fn row<const N: usize>(parameters: &[f32], start: usize) -> &[f32; N] {
    parameters[start..].first_chunk().expect("it is within the parameters")
}

/// Parameters to start from: the tables alone, random rows, and coarse rows of
/// zero.
pub fn random(rng: &mut Rng) -> Vec<f32> {
    let mut parameters = vec![0.0; PARAMETERS];
    let mut draw = |range: f32| ((rng.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * range;
    parameters[..COARSE].fill_with(|| draw(0.08) + 0.02);
    parameters[WEIGHTS..OFFSET].fill_with(|| draw(0.3));
    // Windows without a stone and cells without a class say nothing.
    for (row, frozen) in parameters[..COARSE].chunks_exact_mut(FEATURES).zip(frozen_rows()) {
        row.iter_mut().filter(|_| frozen).for_each(|number| *number = 0.0);
    }
    parameters
}

fn rounded(number: f32, one: f32, top: f32) -> f32 {
    (number * one).round().clamp(-top, top)
}

/// The parameters, [summed](crate::network::coarse::CoarseRows::summed), as the integers
/// of the engine give them.
pub(crate) fn quantized(parameters: &[f32]) -> Vec<f32> {
    let one = |index: usize| match index {
        _ if index < WEIGHTS => (ROW_ONE as f32, f32::from(i8::MAX)),
        _ if index < OFFSET => (WEIGHT_ONE, f32::from(i16::MAX)),
        _ => (MOVE_SCALE, f32::from(i16::MAX)),
    };
    let used = |(index, &number): (usize, &f32)| {
        let (one, top) = one(index);
        rounded(number, one, top) / one
    };
    parameters.iter().enumerate().map(used).collect()
}

/// The integers of the engine, of
/// [summed](crate::network::coarse::CoarseRows::summed) parameters.
pub fn to_integers(parameters: &[f32]) -> ColorPolicy {
    let mut policy = ColorPolicy::zero();
    let top = f32::from(i16::MAX);
    let integer = |number: f32, one: f32| rounded(number, one, top) as i16;
    let rows = |from: usize, to: usize| {
        let rows = parameters[from * FEATURES..to * FEATURES].as_chunks::<FEATURES>().0.iter();
        let byte = |number: f32| rounded(number, ROW_ONE as f32, f32::from(i8::MAX)) as i8;
        rows.map(|row| PolicyRow(row.map(byte))).collect()
    };
    (policy.windows, policy.pairs) = (rows(0, PAIR_ROWS), rows(PAIR_ROWS, ROWS));
    policy.weights = row::<FEATURES>(parameters, WEIGHTS).map(|w| integer(w, WEIGHT_ONE));
    let offsets = policy.offsets.as_flattened_mut().iter_mut().zip(&parameters[OFFSET..]);
    offsets.for_each(|(offset, &number)| *offset = integer(number, MOVE_SCALE));
    policy.bias = integer(parameters[BIAS], MOVE_SCALE);
    policy
}

/// The parameters of integers, to train further.
pub fn from_integers(policy: &ColorPolicy) -> Vec<f32> {
    let rows = policy.windows.iter().chain(&policy.pairs).flat_map(|row| row.0);
    let mut parameters: Vec<f32> = rows.map(|number| f32::from(number) / ROW_ONE as f32).collect();
    parameters.resize(WEIGHTS, 0.0);
    parameters.extend(policy.weights.map(|weight| f32::from(weight) / WEIGHT_ONE));
    let offsets = policy.offsets.as_flattened().iter();
    parameters.extend(offsets.map(|&offset| f32::from(offset) / MOVE_SCALE));
    parameters.push(f32::from(policy.bias) / MOVE_SCALE);
    parameters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_file::SelfGame;
    use crate::policy::samples::PolicySamples;
    use tengen_engine::board::Board;
    use tengen_engine::eval::policy::scorer::CellScores;
    use tengen_engine::eval::{Classical, Evaluator, Policy, PolicyWeights};
    use tengen_engine::threats::Danger;
    use tengen_engine::threats::danger::replies;
    use tengen_engine::types::rule::Freestyle;
    use tengen_engine::types::{BoardSize, ByColor, Coord, Point, Rule};

    /// Parameters with every part but the coarse rows alive.
    fn parameters(seed: u64) -> Vec<f32> {
        let mut rng = Rng::new(seed);
        let mut parameters = random(&mut rng);
        let mut draw = || rng.below(1000) as f32 / 500.0 - 1.0;
        parameters[OFFSET..].fill_with(&mut draw);
        parameters
    }

    /// A game of moves near the center, all of them chosen by a search.
    fn game(seed: u64) -> SelfGame {
        let size = BoardSize::square(15).unwrap();
        let near = |coord: &Coord| coord.x.abs_diff(7).max(coord.y.abs_diff(7)) < 4;
        let mut moves: Vec<Coord> = size.coords().filter(near).collect();
        Rng::new(seed).shuffle(&mut moves);
        moves.truncate(20);
        let values = vec![0; moves.len()];
        SelfGame { rule: Rule::Freestyle, size, winner: None, moves, opening: 0, values }
    }

    #[test]
    fn the_engine_scores_as_the_trainer_does() {
        let mut compared = 0;
        for seed in 0..10 {
            let color = to_integers(&parameters(seed));
            let weights = PolicyWeights {
                rule: Rule::Freestyle,
                provenance: String::new(),
                colors: ByColor::new(color.clone(), color),
            };
            let (policy, rounded) = (Policy::new(&weights), quantized(&parameters(seed)));
            let game = game(seed);
            let mut samples = PolicySamples::default();
            samples.add(std::slice::from_ref(&game), 1);
            let mut seen = samples.samples.iter();
            let mut next = seen.next();
            let mut classical = Classical::of(Rule::Freestyle);
            let values = Evaluator::<Freestyle>::values(&classical);
            let mut board = Board::<Freestyle, _>::with_values(game.size, values);
            for &coord in &game.moves {
                let moves = replies(&board, Danger::of(&board));
                let mut scores = CellScores::new();
                classical.score_moves(&board, &moves, |point, score| scores.push((point, score)));
                let sample = next.filter(|sample| {
                    let chosen = scores.get(sample.chosen).map(|&(point, _)| point);
                    sample.count == scores.len() && chosen == Some(Point::from_coord(coord))
                });
                if let Some(sample) = sample {
                    policy.correct(&board, &mut scores);
                    let mut trace = PolicyTrace::default();
                    super::scores(&rounded, samples.cells_of(sample), &mut trace);
                    for (&real, (_, integer)) in trace.scores.iter().zip(&scores) {
                        let real = real * MOVE_SCALE;
                        assert!((real - *integer as f32).abs() < 2.0, "{real} {integer}");
                        compared += 1;
                    }
                    next = seen.next();
                }
                board.place(Point::from_coord(coord));
            }
        }
        assert!(compared > 1000, "{compared} cells");
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut samples = PolicySamples::default();
        samples.add(&[game(3)], 1);
        let sample = samples.samples[8];
        let cells = samples.cells_of(&sample);
        let mut parameters = parameters(1);
        let mut trace = PolicyTrace::default();
        let loss_of = |parameters: &[f32], trace: &mut PolicyTrace| {
            scores(parameters, cells, trace);
            loss(trace, sample.chosen)
        };
        let mut gradient = vec![0.0; PARAMETERS];
        loss_of(&parameters, &mut trace);
        backward(&parameters, cells, (&trace, sample.chosen), 1.0, &mut gradient);
        let refined = cells.iter().find(|cell| cell.is_refined).unwrap();
        let row = usize::from(refined.rows[0]) * FEATURES;
        let offset = offsets_of(refined).next().unwrap();
        for place in [row, row + 5, row + 9, WEIGHTS + 2, WEIGHTS + 11, offset, BIAS] {
            let step = 1e-2;
            parameters[place] += step;
            let above = loss_of(&parameters, &mut trace);
            parameters[place] -= 2.0 * step;
            let below = loss_of(&parameters, &mut trace);
            parameters[place] += step;
            let slope = (above - below) / (2.0 * step);
            let expected = gradient[place];
            assert!(
                (slope - expected).abs() < 0.01 + 0.05 * expected.abs(),
                "{place}: {slope} {expected}"
            );
        }
        assert!(gradient.iter().filter(|&&slope| slope != 0.0).count() > 300);
    }

    #[test]
    fn integers_come_back_as_parameters() {
        let policy = to_integers(&parameters(3));
        assert_eq!(to_integers(&from_integers(&policy)), policy);
    }
}
