//! The network in real numbers: its value, its gradient, and its integers.

use super::coarse::COARSE_ROWS;
use super::samples::{CellRows, PAIR_ROWS, ROWS};
use crate::eval::network::weights::{
    CHANNELS, ColorNetwork, FIRST_SHIFT, HIDDEN, Layers, MOST_FEATURE, MOST_UNIT, OUTPUT_ONE,
    POOL_DIVISOR, POOL_SHIFT, ROW_ONE, Row, SECOND_SHIFT, UNIT_ONE, WEIGHT_ONE,
};
use crate::util::rng::Rng;

/// Where each part begins in the parameters: rows, [coarse rows](super::coarse), first layer, its
/// biases, second layer, its biases, last layer, its bias.
const COARSE: usize = ROWS * CHANNELS;
pub(crate) const FIRST: usize = COARSE + COARSE_ROWS * CHANNELS;
const FIRST_BIAS: usize = FIRST + HIDDEN * CHANNELS;
const SECOND: usize = FIRST_BIAS + HIDDEN;
const SECOND_BIAS: usize = SECOND + HIDDEN * HIDDEN;
const LAST: usize = SECOND_BIAS + HIDDEN;
const LAST_BIAS: usize = LAST + HIDDEN;
/// Number of parameters.
pub(crate) const PARAMETERS: usize = LAST_BIAS + 1;

/// The largest feature and unit.
const FEATURE_TOP: f32 = MOST_FEATURE as f32 / ROW_ONE as f32;
const UNIT_TOP: f32 = MOST_UNIT as f32 / UNIT_ONE as f32;
/// The largest weight of a layer.
const WEIGHT_TOP: f32 = i16::MAX as f32 / WEIGHT_ONE as f32;

/// Scratch memory of one evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    /// The features of the cells before they are clipped.
    features: Vec<[f32; CHANNELS]>,
    pool: [f32; CHANNELS],
    /// The units before they are clipped.
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
}

impl Trace {
    /// Nothing.
    pub(crate) fn new() -> Self {
        Self {
            features: Vec::new(),
            pool: [0.0; CHANNELS],
            first: [0.0; HIDDEN],
            second: [0.0; HIDDEN],
        }
    }
}

fn clip_unit(unit: f32) -> f32 {
    unit.clamp(0.0, UNIT_TOP)
}

fn is_inside(value: f32, top: f32) -> f32 {
    f32::from(value > 0.0 && value < top)
}

/// A row of a table of rows of `N`.
#[inline(always)]
fn row<const N: usize>(parameters: &[f32], first: usize, row: usize) -> &[f32; N] {
    let start = first + row * N;
    parameters[start..start + N].first_chunk().expect("N entries")
}

#[inline(always)]
fn row_mut<const N: usize>(parameters: &mut [f32], first: usize, row: usize) -> &mut [f32; N] {
    let start = first + row * N;
    parameters[start..start + N].first_chunk_mut().expect("N entries")
}

fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The output of the network for these cells, in log-odds. `trace` keeps what [`backward`] needs.
pub(crate) fn forward(parameters: &[f32], cells: &[CellRows], trace: &mut Trace) -> f32 {
    trace.features.clear();
    let mut pool = [0.0; CHANNELS];
    for rows in cells {
        let mut sum = [0.0f32; CHANNELS];
        for &index in rows {
            let row: &[f32; CHANNELS] = row(parameters, 0, usize::from(index));
            sum.iter_mut().zip(row).for_each(|(sum, &number)| *sum += number);
        }
        for (pool, &feature) in pool.iter_mut().zip(&sum) {
            *pool += feature.clamp(0.0, FEATURE_TOP);
        }
        trace.features.push(sum);
    }
    trace.pool = pool.map(|sum| sum / POOL_DIVISOR as f32);
    for unit in 0..HIDDEN {
        let weights = row(parameters, FIRST, unit);
        trace.first[unit] = dot(weights, &trace.pool) + parameters[FIRST_BIAS + unit];
    }
    let inputs = trace.first.map(clip_unit);
    for unit in 0..HIDDEN {
        let weights = row(parameters, SECOND, unit);
        trace.second[unit] = dot(weights, &inputs) + parameters[SECOND_BIAS + unit];
    }
    dot(row(parameters, LAST, 0), &trace.second.map(clip_unit)) + parameters[LAST_BIAS]
}

/// Adds to `gradient` that of the output traced last, times `slope`.
pub(crate) fn backward(
    parameters: &[f32],
    cells: &[CellRows],
    trace: &Trace,
    slope: f32,
    gradient: &mut [f32],
) {
    gradient[LAST_BIAS] += slope;
    let last: &[f32; HIDDEN] = row(parameters, LAST, 0);
    let mut first_slopes = [0.0; HIDDEN];
    let inputs = trace.first.map(clip_unit);
    for unit in 0..HIDDEN {
        let value = trace.second[unit];
        gradient[LAST + unit] += slope * clip_unit(value);
        let slope = slope * last[unit] * is_inside(value, UNIT_TOP);
        if slope == 0.0 {
            continue;
        }
        gradient[SECOND_BIAS + unit] += slope;
        add(row_mut(gradient, SECOND, unit), &inputs, slope);
        add(&mut first_slopes, row(parameters, SECOND, unit), slope);
    }
    let mut pool_slopes = [0.0; CHANNELS];
    for unit in 0..HIDDEN {
        let slope = first_slopes[unit] * is_inside(trace.first[unit], UNIT_TOP);
        if slope == 0.0 {
            continue;
        }
        gradient[FIRST_BIAS + unit] += slope;
        add(row_mut(gradient, FIRST, unit), &trace.pool, slope);
        add(&mut pool_slopes, row(parameters, FIRST, unit), slope);
    }
    let pool_slopes = pool_slopes.map(|slope| slope / POOL_DIVISOR as f32);
    backward_cells(cells, trace, &pool_slopes, gradient);
}

/// The part of [`backward`] below the sums of the features.
fn backward_cells(
    cells: &[CellRows],
    trace: &Trace,
    pool_slopes: &[f32; CHANNELS],
    gradient: &mut [f32],
) {
    for (rows, features) in cells.iter().zip(&trace.features) {
        let mut slopes = [0.0; CHANNELS];
        for ((slope, &feature), &pool) in slopes.iter_mut().zip(features).zip(pool_slopes) {
            *slope = pool * is_inside(feature, FEATURE_TOP);
        }
        for &index in rows {
            add(row_mut(gradient, 0, usize::from(index)), &slopes, 1.0);
        }
    }
}

/// Adds `factor` times the numbers.
#[inline(always)]
fn add<const N: usize>(sum: &mut [f32; N], numbers: &[f32; N], factor: f32) {
    sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += factor * number);
}

/// Random parameters to start from, coarse rows of zero. `trust`, 0 to 1 for each row, scales its
/// numbers, so that the own part of a row that the data never show is zero.
pub(crate) fn random(rng: &mut Rng, trust: &[f32]) -> Vec<f32> {
    let mut parameters = vec![0.0; PARAMETERS];
    let mut draw = |range: f32| ((rng.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * range;
    for (index, trust) in trust.iter().enumerate() {
        let row: &mut [f32; CHANNELS] = row_mut(&mut parameters, 0, index);
        row.iter_mut().for_each(|number| *number = (draw(0.1) + 0.03) * trust);
    }
    parameters[FIRST..FIRST_BIAS].fill_with(|| draw(0.3));
    parameters[FIRST_BIAS..SECOND].fill(0.1);
    parameters[SECOND..SECOND_BIAS].fill_with(|| draw(0.3));
    parameters[SECOND_BIAS..LAST].fill(0.1);
    parameters[LAST..LAST_BIAS].fill_with(|| draw(0.1));
    parameters
}

/// A number rounded to `1 / one` and clipped to what the integers hold.
fn rounded(number: f32, one: i32, top: f32) -> f32 {
    (number * one as f32).round().clamp(-top * one as f32, top * one as f32) / one as f32
}

/// Rounds [summed](super::coarse::CoarseRows::summed) parameters to what the integers of the engine
/// give.
pub(crate) fn round(parameters: &mut [f32]) {
    let (rows, layers) = parameters.split_at_mut(FIRST);
    rows.iter_mut().for_each(|number| *number = rounded(*number, ROW_ONE, FEATURE_TOP));
    layers.iter_mut().for_each(|number| *number = rounded(*number, WEIGHT_ONE, WEIGHT_TOP));
}

/// The integers of the engine, of [summed](super::coarse::CoarseRows::summed) parameters. Biases
/// are raised by half a unit, because the shifts round down.
pub(crate) fn to_integers(parameters: &[f32]) -> ColorNetwork {
    let mut network = ColorNetwork::zero();
    let integer = |number: f32, one: i32| (number * one as f32).round();
    let row = |index: usize| {
        let numbers = row::<CHANNELS>(parameters, 0, index);
        Row(numbers.map(|number| integer(number, ROW_ONE).clamp(-127.0, 127.0) as i8))
    };
    network.windows = (0..PAIR_ROWS).map(row).collect();
    network.pairs = (PAIR_ROWS..ROWS).map(row).collect();
    let most = f32::from(i16::MAX);
    let weight = |number: &f32| integer(*number, WEIGHT_ONE).clamp(-most, most) as i16;
    let Layers { first, second, last, first_bias, second_bias, last_bias } = &mut network.layers;
    let numbers = |part: usize| parameters[part..].iter();
    first.as_flattened_mut().iter_mut().zip(numbers(FIRST)).for_each(|(w, n)| *w = weight(n));
    second.as_flattened_mut().iter_mut().zip(numbers(SECOND)).for_each(|(w, n)| *w = weight(n));
    last.iter_mut().zip(numbers(LAST)).for_each(|(w, n)| *w = weight(n));
    let bias =
        |number: &f32, shift: u32| integer(*number, UNIT_ONE << shift) as i32 + (1 << shift >> 1);
    first_bias.iter_mut().zip(numbers(FIRST_BIAS)).for_each(|(b, n)| *b = bias(n, FIRST_SHIFT));
    second_bias.iter_mut().zip(numbers(SECOND_BIAS)).for_each(|(b, n)| *b = bias(n, SECOND_SHIFT));
    *last_bias = integer(parameters[LAST_BIAS], OUTPUT_ONE) as i32;
    network
}

/// The parameters of integers, to learn on from.
pub(crate) fn from_integers(network: &ColorNetwork) -> Vec<f32> {
    let rows = network.windows.iter().chain(&network.pairs);
    let mut parameters: Vec<f32> =
        rows.flat_map(|row| row.0).map(|number| f32::from(number) / ROW_ONE as f32).collect();
    parameters.resize(FIRST, 0.0);
    let Layers { first, second, last, first_bias, second_bias, last_bias } = &network.layers;
    let weight = |&weight: &i16| f32::from(weight) / WEIGHT_ONE as f32;
    let bias =
        |bias: i32, shift: u32| (bias - (1 << shift >> 1)) as f32 / (UNIT_ONE << shift) as f32;
    parameters.extend(first.as_flattened().iter().map(weight));
    parameters.extend(first_bias.map(|b| bias(b, FIRST_SHIFT)));
    parameters.extend(second.as_flattened().iter().map(weight));
    parameters.extend(second_bias.map(|b| bias(b, SECOND_SHIFT)));
    parameters.extend(last.iter().map(weight));
    parameters.push(*last_bias as f32 / OUTPUT_ONE as f32);
    parameters
}

const _: () = assert!(
    (ROW_ONE * POOL_DIVISOR) >> POOL_SHIFT == (UNIT_ONE << FIRST_SHIFT) / WEIGHT_ONE,
    "the first layer's shift fits its inputs"
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bare, Board, Tables};
    use crate::eval::network::NetworkState;
    use crate::eval::{Network, NetworkWeights};
    use crate::training::game_file::SelfGame;
    use crate::training::network::coarse::CoarseRows;
    use crate::training::network::samples::{NetworkSamples, frozen_rows};
    use crate::types::rule::Freestyle;
    use crate::types::{BoardSize, ByColor, Coord, Point, Rule};

    /// Parameters with every part but the coarse rows alive.
    fn parameters(seed: u64) -> Vec<f32> {
        let frozen = frozen_rows();
        let trust: Vec<f32> = frozen.iter().map(|&frozen| if frozen { 0.0 } else { 4.0 }).collect();
        let mut parameters = random(&mut Rng::new(seed), &trust);
        parameters[LAST..LAST_BIAS].iter_mut().for_each(|weight| *weight *= 5.0);
        parameters
    }

    /// A game of random moves, all of them searched and worth nothing.
    fn game(rng: &mut Rng, size: BoardSize) -> SelfGame {
        let mut moves: Vec<Coord> = size.coords().collect();
        rng.shuffle(&mut moves);
        moves.truncate(24);
        let values = vec![0; moves.len()];
        SelfGame { rule: Rule::Freestyle, size, winner: None, moves, opening: 0, values }
    }

    /// The cells of one quiet position of a random game.
    fn cells(rng: &mut Rng, number: usize) -> Vec<CellRows> {
        let mut samples = NetworkSamples::default();
        samples.add(0, &[game(rng, BoardSize::square(15).unwrap())], 1);
        let sample = samples.samples[number];
        samples.cells[sample.first..sample.first + sample.count].to_vec()
    }

    #[test]
    fn the_engine_computes_what_the_trainer_computes() {
        let mut rng = Rng::new(2);
        let (mut compared, mut largest) = (0, 0.0f32);
        for round in 0..40 {
            let network = to_integers(&parameters(round));
            let mut rounded = parameters(round);
            super::round(&mut rounded);
            let colors = ByColor::new(network.clone(), network);
            let weights =
                NetworkWeights { rule: Rule::Freestyle, provenance: String::new(), colors };
            let engine = Network::new(&weights);
            let size = BoardSize::square(9 + round % 14).unwrap();
            let game = game(&mut rng, size);
            let mut samples = NetworkSamples::default();
            samples.add(0, std::slice::from_ref(&game), 1);
            let mut trace = Trace::new();
            let mut board =
                Board::<Freestyle>::with_values(size, Bare::of(Tables::of(Rule::Freestyle)));
            let mut seen = samples.samples.iter();
            let mut next = seen.next();
            for (ply, &coord) in game.moves.iter().enumerate() {
                if let Some(sample) = next.filter(|sample| usize::from(sample.stones) == ply) {
                    let cells = &samples.cells[sample.first..sample.first + sample.count];
                    let real = forward(&rounded, cells, &mut trace) * 200.0;
                    let integer = NetworkState::new().value(&engine, &board) as f32;
                    largest = largest.max(real.abs());
                    // The integers drop the fractions below 1/256 of a sum and 1/128 of a unit.
                    assert!((real - integer).abs() < 4.0 + 0.02 * real.abs(), "{real} {integer}");
                    compared += 1;
                    next = seen.next();
                }
                board.place(Point::from_coord(coord));
            }
        }
        assert!(compared > 500 && largest > 100.0, "{compared} positions up to {largest}");
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_output() {
        let mut rng = Rng::new(4);
        let cells = &cells(&mut rng, 10);
        let mut parameters = parameters(1);
        let mut trace = Trace::new();
        let mut gradient = vec![0.0; PARAMETERS];
        let here = forward(&parameters, cells, &mut trace);
        backward(&parameters, cells, &trace, 1.0, &mut gradient);
        let row = usize::from(cells[5][0]);
        let places =
            [row * CHANNELS, FIRST + 7, FIRST_BIAS + 3, SECOND + 40, SECOND_BIAS, LAST, LAST_BIAS];
        for place in places {
            let step = 1e-3;
            parameters[place] += step;
            let slope = (forward(&parameters, cells, &mut trace) - here) / step;
            parameters[place] -= step;
            let expected = gradient[place];
            assert!(
                (slope - expected).abs() < 0.02 + 0.05 * expected.abs(),
                "{place}: {slope} {expected}"
            );
        }
        assert!(gradient.iter().filter(|&&slope| slope != 0.0).count() > 1000);
    }

    #[test]
    fn coarse_rows_count_in_every_row_that_has_them() {
        let mut rng = Rng::new(5);
        let cells = &cells(&mut rng, 12);
        let (coarse, _) = CoarseRows::<CHANNELS>::with_layout();
        let mut parameters = parameters(2);
        for number in &mut parameters[COARSE..FIRST] {
            *number = rng.below(1000) as f32 / 10_000.0 - 0.05;
        }
        let sums = coarse.summed(&parameters);
        assert_eq!(sums[FIRST..], parameters[FIRST..]);
        let mut trace = Trace::new();
        let mut gradient = vec![0.0; PARAMETERS];
        let here = forward(&sums, cells, &mut trace);
        backward(&sums, cells, &trace, 1.0, &mut gradient);
        coarse.gather(&mut gradient);
        let places = (COARSE..FIRST).filter(|&place| gradient[place].abs() > 0.02).step_by(50);
        let mut compared = 0;
        for place in places.take(40) {
            let step = 1e-3;
            parameters[place] += step;
            let there = forward(&coarse.summed(&parameters), cells, &mut trace);
            parameters[place] -= step;
            let (slope, expected) = ((there - here) / step, gradient[place]);
            assert!((slope - expected).abs() < 0.02 + 0.1 * expected.abs(), "{slope} {expected}");
            compared += 1;
        }
        assert!(compared > 5, "{compared} places");
    }

    #[test]
    fn integers_come_back_as_parameters() {
        let network = to_integers(&parameters(3));
        assert_eq!(to_integers(&from_integers(&network)), network);
    }
}
