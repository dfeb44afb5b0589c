//! The network in real numbers: its value, its gradient, and its integers.

use super::coarse::COARSE_ROWS;
use super::samples::{NetworkCell, PAIR_ROWS, ROWS};
use tengen_engine::eval::network::weights::{
    CHANNELS, CONVOLUTION_SHIFT, CONVOLVED, ColorNetwork, Convolution, FIRST_SHIFT, HIDDEN, INPUTS,
    Layers, MOST_FEATURE, MOST_UNIT, OUTPUT_ONE, POOL_DIVISOR, POOL_SHIFT, ROW_ONE, Row,
    SECOND_SHIFT, UNIT_ONE, WEIGHT_ONE,
};
use tengen_engine::types::Point;
use tengen_engine::util::rng::Rng;

/// Where each part begins in the parameters: rows, [coarse rows](super::coarse), convolution (the
/// weights of the cell, of its sides, of its corners, and the biases), first layer, its biases,
/// second layer, its biases, last layer, its bias.
const COARSE: usize = ROWS * CHANNELS;
const CONVOLUTION: usize = COARSE + COARSE_ROWS * CHANNELS;
const CONVOLUTION_BIAS: usize = CONVOLUTION + 3 * CONVOLVED;
const FIRST: usize = CONVOLUTION_BIAS + CONVOLVED;
const FIRST_BIAS: usize = FIRST + HIDDEN * INPUTS;
const SECOND: usize = FIRST_BIAS + HIDDEN;
const SECOND_BIAS: usize = SECOND + HIDDEN * HIDDEN;
const LAST: usize = SECOND_BIAS + HIDDEN;
const LAST_BIAS: usize = LAST + HIDDEN;
pub(crate) const PARAMETERS: usize = LAST_BIAS + 1;

/// The largest feature and unit.
const FEATURE_TOP: f32 = MOST_FEATURE as f32 / ROW_ONE as f32;
const UNIT_TOP: f32 = MOST_UNIT as f32 / UNIT_ONE as f32;
/// The most that the weights of the nine cells of a channel sum up to in absolute value: 16 bits /
/// (64 * 127) = 4.03, less what rounding and the bias need. And the lowest bias, without its sign.
const MOST_CONVOLUTION: f32 = 3.7;
const DEEPEST_BIAS: f32 = 0.5;
/// 1 in a weight of the convolution.
const CONVOLUTION_ONE: i32 = 1 << CONVOLUTION_SHIFT;
/// The largest weight of a layer.
const WEIGHT_TOP: f32 = i16::MAX as f32 / WEIGHT_ONE as f32;

/// Numbers of the convolved channels.
type Convolved = [f32; CONVOLVED];

/// What the convolution saw and computed at a cell.
#[derive(Clone, Copy, Debug)]
struct Sight {
    /// The clipped features of the cell, and their sums over its sides and its corners.
    seen: [Convolved; 3],
    /// Before it is clipped.
    sum: Convolved,
}

/// Scratch memory of one evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    /// The features of the cells before they are clipped.
    features: Vec<[f32; CHANNELS]>,
    sights: Vec<Sight>,
    /// Numbers of cells by [`Point::index`], all zero between two uses.
    board: Box<[Convolved]>,
    pool: [f32; INPUTS],
    /// The units before they are clipped.
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
}

impl Trace {
    /// Nothing.
    pub(crate) fn new() -> Self {
        Self {
            features: Vec::new(),
            sights: Vec::new(),
            board: vec![[0.0; CONVOLVED]; Point::COUNT].into(),
            pool: [0.0; INPUTS],
            first: [0.0; HIDDEN],
            second: [0.0; HIDDEN],
        }
    }

    /// Sets the numbers of these cells to zero.
    fn clear_board(&mut self, cells: &[NetworkCell]) {
        cells.iter().for_each(|cell| self.board[usize::from(cell.point)] = [0.0; CONVOLVED]);
    }
}

/// The numbers of a cell, and their sums over its sides and its corners.
#[inline(always)]
fn around(board: &[Convolved], cell: &NetworkCell) -> [Convolved; 3] {
    const ROW: usize = Point::STRIDE;
    let at = usize::from(cell.point);
    let sum = |[a, b, c, d]: [usize; 4]| {
        let (a, b, c, d) = (&board[a], &board[b], &board[c], &board[d]);
        std::array::from_fn(|channel| a[channel] + b[channel] + (c[channel] + d[channel]))
    };
    let sides = sum([at - 1, at + 1, at - ROW, at + ROW]);
    let corners = sum([at - ROW - 1, at - ROW + 1, at + ROW - 1, at + ROW + 1]);
    [board[at], sides, corners]
}

/// The convolution at a cell.
#[inline(always)]
fn convolved(parameters: &[f32], seen: &[Convolved; 3]) -> Convolved {
    let mut sum: Convolved = *row(parameters, CONVOLUTION_BIAS, 0);
    for (part, seen) in seen.iter().enumerate() {
        let weights: &Convolved = row(parameters, CONVOLUTION, part);
        for ((sum, seen), weight) in sum.iter_mut().zip(seen).zip(weights) {
            *sum += weight * seen;
        }
    }
    sum
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
pub(crate) fn forward(parameters: &[f32], cells: &[NetworkCell], trace: &mut Trace) -> f32 {
    trace.features.clear();
    let mut pool = [0.0; CHANNELS];
    for cell in cells {
        let mut sum = [0.0f32; CHANNELS];
        if cell.is_active() {
            for &index in &cell.rows {
                let row: &[f32; CHANNELS] = row(parameters, 0, usize::from(index));
                sum.iter_mut().zip(row).for_each(|(sum, &number)| *sum += number);
            }
            let clipped = sum.map(|feature| feature.clamp(0.0, FEATURE_TOP));
            pool.iter_mut().zip(&clipped).for_each(|(pool, feature)| *pool += feature);
            trace.board[usize::from(cell.point)] = *clipped.first_chunk().expect("fewer");
        }
        trace.features.push(sum);
    }
    let convolved = convolve(parameters, cells, trace);
    trace.pool[..CHANNELS].copy_from_slice(&pool);
    trace.pool[CHANNELS..].copy_from_slice(&convolved);
    trace.pool = trace.pool.map(|sum| sum / POOL_DIVISOR as f32);
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

/// The sums of the convolved features, from the clipped ones on the board of the trace.
fn convolve(parameters: &[f32], cells: &[NetworkCell], trace: &mut Trace) -> Convolved {
    trace.sights.clear();
    let mut pool = [0.0; CONVOLVED];
    for cell in cells.iter().filter(|cell| cell.is_near) {
        let seen = around(&trace.board, cell);
        let sum = convolved(parameters, &seen);
        for (pool, &sum) in pool.iter_mut().zip(&sum) {
            *pool += sum.clamp(0.0, FEATURE_TOP);
        }
        trace.sights.push(Sight { seen, sum });
    }
    trace.clear_board(cells);
    pool
}

/// Adds to `gradient` that of the output traced last, times `slope`.
pub(crate) fn backward(
    parameters: &[f32],
    cells: &[NetworkCell],
    trace: &mut Trace,
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
    let mut pool_slopes = [0.0; INPUTS];
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
    let (features, convolved) = pool_slopes.split_first_chunk().expect("more");
    let convolved = convolved.first_chunk().expect("as many");
    backward_convolution(cells, trace, convolved, gradient);
    backward_cells(parameters, cells, trace, features, gradient);
}

/// The part of [`backward`] for the weights of the convolution. Leaves the slopes of its sums, by
/// cell, on the board of the trace.
fn backward_convolution(
    cells: &[NetworkCell],
    trace: &mut Trace,
    pool_slopes: &Convolved,
    gradient: &mut [f32],
) {
    let mut weights = [[0.0; CONVOLVED]; 4];
    let [of_cell, of_sides, of_corners, biases] = &mut weights;
    let near = cells.iter().filter(|cell| cell.is_near);
    for (cell, Sight { seen, sum }) in near.zip(&trace.sights) {
        let slopes: Convolved = std::array::from_fn(|channel| {
            pool_slopes[channel] * is_inside(sum[channel], FEATURE_TOP)
        });
        for (weights, seen) in [&mut *of_cell, of_sides, of_corners].into_iter().zip(seen) {
            for ((weight, seen), slope) in weights.iter_mut().zip(seen).zip(&slopes) {
                *weight += seen * slope;
            }
        }
        add(biases, &slopes, 1.0);
        trace.board[usize::from(cell.point)] = slopes;
    }
    for (part, slopes) in weights.iter().enumerate() {
        add(row_mut(gradient, CONVOLUTION, part), slopes, 1.0);
    }
}

/// The part of [`backward`] below the features. The kernel is symmetric, so the slopes of the
/// features are the same convolution of those slopes.
fn backward_cells(
    parameters: &[f32],
    cells: &[NetworkCell],
    trace: &mut Trace,
    pool_slopes: &[f32; CHANNELS],
    gradient: &mut [f32],
) {
    let weights: [&Convolved; 3] = std::array::from_fn(|part| row(parameters, CONVOLUTION, part));
    for (cell, features) in cells.iter().zip(&trace.features) {
        if !cell.is_active() {
            continue;
        }
        let mut slopes = *pool_slopes;
        for (weights, seen) in weights.iter().zip(&around(&trace.board, cell)) {
            for ((slope, weight), seen) in slopes.iter_mut().zip(*weights).zip(seen) {
                *slope += weight * seen;
            }
        }
        for (slope, &feature) in slopes.iter_mut().zip(features) {
            *slope *= is_inside(feature, FEATURE_TOP);
        }
        for &index in &cell.rows {
            add(row_mut(gradient, 0, usize::from(index)), &slopes, 1.0);
        }
    }
    trace.clear_board(cells);
}

/// Adds `factor` times the numbers.
#[inline(always)]
fn add<const N: usize>(sum: &mut [f32; N], numbers: &[f32; N], factor: f32) {
    sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += factor * number);
}

/// A random number, at most `range` in absolute value.
fn draw(rng: &mut Rng, range: f32) -> f32 {
    ((rng.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * range
}

/// Random parameters to start from, coarse rows of zero. `trust`, 0 to 1 for each row, scales its
/// numbers, so that the own part of a row that the data never show is zero.
pub fn random(rng: &mut Rng, trust: &[f32]) -> Vec<f32> {
    let mut parameters = vec![0.0; PARAMETERS];
    for (index, trust) in trust.iter().enumerate() {
        let row: &mut [f32; CHANNELS] = row_mut(&mut parameters, 0, index);
        row.iter_mut().for_each(|number| *number = (draw(rng, 0.1) + 0.03) * trust);
    }
    parameters[FIRST..FIRST_BIAS].fill_with(|| draw(rng, 0.3));
    start_convolution(rng, &mut parameters);
    let mut draw = |range: f32| draw(rng, range);
    parameters[FIRST_BIAS..SECOND].fill(0.1);
    parameters[SECOND..SECOND_BIAS].fill_with(|| draw(0.3));
    parameters[SECOND_BIAS..LAST].fill(0.1);
    parameters[LAST..LAST_BIAS].fill_with(|| draw(0.1));
    parameters
}

/// Whether any weight of the convolution is not zero.
pub(crate) fn has_convolution(parameters: &[f32]) -> bool {
    parameters[CONVOLUTION..CONVOLUTION_BIAS].iter().any(|&weight| weight != 0.0)
}

/// Gives a network without a convolution a random one. It changes no output as long as
/// the first layer does not use it.
pub(crate) fn start_convolution(rng: &mut Rng, parameters: &mut [f32]) {
    let [cell, sides, corners] = [(0.3, 0.2), (0.0, 0.15), (0.0, 0.15)];
    for (part, (mean, range)) in [cell, sides, corners].into_iter().enumerate() {
        let weights: &mut Convolved = row_mut(parameters, CONVOLUTION, part);
        weights.fill_with(|| mean + draw(rng, range));
    }
}

/// Keeps the convolution within what the integers hold: its sums within 16 bits, no positive bias.
pub fn limit(parameters: &mut [f32]) {
    for channel in CONVOLUTION..CONVOLUTION + CONVOLVED {
        let [sides, corners, bias] = [1, 2, 3].map(|part| channel + part * CONVOLVED);
        let around = parameters[sides].abs() + parameters[corners].abs();
        let factor = (MOST_CONVOLUTION / (parameters[channel].abs() + 4.0 * around)).min(1.0);
        for place in [channel, sides, corners] {
            parameters[place] *= factor;
        }
        parameters[bias] = parameters[bias].clamp(-DEEPEST_BIAS, 0.0);
    }
}

/// A number rounded to `1 / one` and clipped to what the integers hold.
fn rounded(number: f32, one: i32, top: f32) -> f32 {
    (number * one as f32).round().clamp(-top * one as f32, top * one as f32) / one as f32
}

/// Rounds [summed](super::coarse::CoarseRows::summed) parameters to what the integers of the engine
/// give.
pub fn round(parameters: &mut [f32]) {
    let (rows, rest) = parameters.split_at_mut(CONVOLUTION);
    let (convolution, layers) = rest.split_at_mut(FIRST - CONVOLUTION);
    let (weights, biases) = convolution.split_at_mut(CONVOLUTION_BIAS - CONVOLUTION);
    rows.iter_mut().for_each(|number| *number = rounded(*number, ROW_ONE, FEATURE_TOP));
    let one = CONVOLUTION_ONE;
    weights.iter_mut().for_each(|number| *number = rounded(*number, one, MOST_CONVOLUTION));
    biases.iter_mut().for_each(|number| *number = rounded(*number, one * ROW_ONE, DEEPEST_BIAS));
    layers.iter_mut().for_each(|number| *number = rounded(*number, WEIGHT_ONE, WEIGHT_TOP));
}

/// The integers of the engine, of [summed](super::coarse::CoarseRows::summed) parameters. Biases
/// are raised by half a unit, because the shifts round down.
pub fn to_integers(parameters: &[f32]) -> ColorNetwork {
    let mut network = ColorNetwork::zero();
    let integer = |number: f32, one: i32| (number * one as f32).round();
    let row = |index: usize| {
        let numbers = row::<CHANNELS>(parameters, 0, index);
        Row(numbers.map(|number| integer(number, ROW_ONE).clamp(-127.0, 127.0) as i8))
    };
    network.windows = (0..PAIR_ROWS).map(row).collect();
    network.pairs = (PAIR_ROWS..ROWS).map(row).collect();
    *network.convolution = convolution_to_integers(parameters);
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

fn convolution_to_integers(parameters: &[f32]) -> Convolution {
    let weights = |part: usize| {
        row(parameters, CONVOLUTION, part)
            .map(|number: f32| (number * CONVOLUTION_ONE as f32).round() as i16)
    };
    let bias = |number: f32| {
        (number * (CONVOLUTION_ONE * ROW_ONE) as f32).round() as i16 + (CONVOLUTION_ONE / 2) as i16
    };
    Convolution {
        cell: weights(0),
        sides: weights(1),
        corners: weights(2),
        biases: row(parameters, CONVOLUTION_BIAS, 0).map(bias),
    }
}

/// The parameters that the integers stand for, to train further.
pub fn from_integers(network: &ColorNetwork) -> Vec<f32> {
    let rows = network.windows.iter().chain(&network.pairs);
    let mut parameters: Vec<f32> =
        rows.flat_map(|row| row.0).map(|number| f32::from(number) / ROW_ONE as f32).collect();
    parameters.resize(CONVOLUTION, 0.0);
    let Convolution { cell, sides, corners, biases } = &*network.convolution;
    let weights = [cell, sides, corners].into_iter().flatten();
    parameters.extend(weights.map(|&weight| f32::from(weight) / CONVOLUTION_ONE as f32));
    let bias = |&bias: &i16| {
        (i32::from(bias) - CONVOLUTION_ONE / 2) as f32 / (CONVOLUTION_ONE * ROW_ONE) as f32
    };
    parameters.extend(biases.iter().map(bias));
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
    use crate::game_file::SelfGame;
    use crate::network::coarse::CoarseRows;
    use crate::network::samples::{NetworkSamples, frozen_rows};
    use tengen_engine::board::{Bare, Board};
    use tengen_engine::eval::network::NetworkState;
    use tengen_engine::eval::{Network, NetworkWeights};
    use tengen_engine::types::rule::Freestyle;
    use tengen_engine::types::{BoardSize, ByColor, Coord, Point, Rule};

    /// Parameters with every part but the coarse rows alive.
    fn parameters(seed: u64) -> Vec<f32> {
        let frozen = frozen_rows();
        let trust: Vec<f32> = frozen.iter().map(|&frozen| if frozen { 0.0 } else { 4.0 }).collect();
        let mut parameters = random(&mut Rng::new(seed), &trust);
        parameters[LAST..LAST_BIAS].iter_mut().for_each(|weight| *weight *= 5.0);
        parameters[CONVOLUTION_BIAS..FIRST].fill(-0.2);
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
    fn cells(rng: &mut Rng, number: usize) -> Vec<NetworkCell> {
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
            let mut board = Board::<Freestyle>::with_values(size, Bare::of(Rule::Freestyle));
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
        backward(&parameters, cells, &mut trace, 1.0, &mut gradient);
        let size = |row: usize| -> f32 {
            gradient[row * CHANNELS..][..CONVOLVED].iter().map(|slope| slope.abs()).sum()
        };
        let row = (0..ROWS).max_by(|&a, &b| size(a).total_cmp(&size(b))).unwrap();
        assert!(size(row) > 0.3, "{}", size(row));
        let row = row * CHANNELS;
        let layers = [FIRST + 7, FIRST_BIAS + 3, SECOND + 40, SECOND_BIAS, LAST, LAST_BIAS];
        let convolution = (CONVOLUTION..FIRST).step_by(3);
        for place in (row..row + CHANNELS).chain(convolution).chain(layers) {
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
        for number in &mut parameters[COARSE..CONVOLUTION] {
            *number = rng.below(1000) as f32 / 10_000.0 - 0.05;
        }
        let sums = coarse.summed(&parameters);
        assert_eq!(sums[CONVOLUTION..], parameters[CONVOLUTION..]);
        let mut trace = Trace::new();
        let mut gradient = vec![0.0; PARAMETERS];
        let here = forward(&sums, cells, &mut trace);
        backward(&sums, cells, &mut trace, 1.0, &mut gradient);
        coarse.gather(&mut gradient);
        let places =
            (COARSE..CONVOLUTION).filter(|&place| gradient[place].abs() > 0.02).step_by(50);
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
