//! The convolution and the layers with the vector instructions of WebAssembly, where it is compiled for
//! them: the compiler does not find the multiply-add of pairs in the plain loops. Integers as everywhere:
//! the page's test compares a search with one of the native engine.

use std::arch::wasm32::{
    i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_shr, i16x8_splat, i32x4_add, i32x4_dot_i16x8,
    u32x4_splat, v128, v128_load, v128_store,
};

use super::convolution::Runs;
use super::layers::{clipped, inputs_of, output};
use super::tables::{
    CellFeatures, ConvolvedPool, FeaturePool, Features, PairedLayer, PairedLayers,
};
use super::weights::{
    CONVOLUTION_SHIFT, CONVOLVED, Convolution, FIRST_SHIFT, HIDDEN, MOST_FEATURE, SECOND_SHIFT,
};
use crate::types::PointSet;

/// Numbers of 16 bits in a vector.
const WIDE: usize = 8;
/// Numbers of 32 bits in a vector.
const NARROW: usize = 4;

/// The sums of the convolved features over a set of cells of the board. Half of the channels at a time:
/// all of them need more registers than most processors have.
pub(super) fn convolve(
    convolution: &Convolution,
    cells: &CellFeatures,
    set: &PointSet,
) -> ConvolvedPool {
    let mut pool = [0; CONVOLVED];
    for (half, pool) in pool.as_chunks_mut::<WIDE>().0.iter_mut().enumerate() {
        let mut sums = [0i16; WIDE];
        store(&mut sums, convolve_half(convolution, cells, set, half));
        for (pool, sum) in pool.iter_mut().zip(sums) {
            *pool = sum.cast_unsigned().into();
        }
    }
    pool
}

/// The sums of a half, to be read as unsigned: at most 484 * 127 = 61,468.
#[inline]
fn convolve_half(
    convolution: &Convolution,
    cells: &CellFeatures,
    set: &PointSet,
    half: usize,
) -> v128 {
    let Convolution { cell, sides, corners, biases } = convolution;
    let [cell, sides, corners, biases] = [cell, sides, corners, biases].map(|all| part(all, half));
    let mut all = i16x8_splat(0);
    for [above, here, below] in Runs::of(cells, set) {
        // Of each column the middle cell, and the sum of the other two.
        let features = |cell: &Features| clip(part(&cell.0, half));
        let mut columns = above.iter().zip(here).zip(below).map(|((above, here), below)| {
            (features(here), i16x8_add(features(above), features(below)))
        });
        let (Some(mut left), Some(mut middle)) = (columns.next(), columns.next()) else {
            continue;
        };
        for right in columns {
            let at_sides = total([left.0, right.0, middle.1]);
            let at_corners = i16x8_add(left.1, right.1);
            let products = [
                i16x8_mul(cell, middle.0),
                i16x8_mul(sides, at_sides),
                i16x8_mul(corners, at_corners),
            ];
            let sum = i16x8_add(biases, total(products));
            all = i16x8_add(all, clip(i16x8_shr(sum, CONVOLUTION_SHIFT)));
            (left, middle) = (middle, right);
        }
    }
    all
}

#[inline(always)]
fn total([a, b, c]: [v128; 3]) -> v128 {
    i16x8_add(i16x8_add(a, b), c)
}

#[inline(always)]
fn clip(features: v128) -> v128 {
    i16x8_min(i16x8_max(features, i16x8_splat(0)), i16x8_splat(MOST_FEATURE))
}

/// [`super::layers::value`].
pub(super) fn value(layers: &PairedLayers, pool: &FeaturePool, convolved: &ConvolvedPool) -> i32 {
    let first = layer(&layers.first, &inputs_of(pool, convolved), FIRST_SHIFT);
    let second = layer(&layers.second, &first, SECOND_SHIFT);
    output(layers, &second)
}

/// One layer, clipped: each multiply-add takes two inputs for four outputs.
#[inline]
fn layer<const HALF: usize>(
    layer: &PairedLayer<HALF>,
    inputs: &[i16],
    shift: u32,
) -> [i16; HIDDEN] {
    let mut sums = [i16x8_splat(0); HIDDEN / NARROW];
    for (sum, biases) in sums.iter_mut().zip(layer.biases.as_chunks::<NARROW>().0) {
        // SAFETY: the array has the 16 bytes that are read.
        *sum = unsafe { v128_load(biases.as_ptr().cast()) };
    }
    for (pair, weights) in inputs.as_chunks::<2>().0.iter().zip(&layer.weights) {
        let [low, high] = pair.map(|input| u32::from(input.cast_unsigned()));
        let pair = u32x4_splat(low | high << 16);
        for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<WIDE>().0) {
            *sum = i32x4_add(*sum, i32x4_dot_i16x8(pair, load(weights)));
        }
    }
    let mut out = [0; HIDDEN];
    for (out, sum) in out.as_chunks_mut::<NARROW>().0.iter_mut().zip(sums) {
        // SAFETY: the array has the 16 bytes that are written.
        unsafe { v128_store(out.as_mut_ptr().cast(), sum) };
    }
    clipped(out, shift)
}

/// The numbers of a half of the channels.
#[inline(always)]
fn part(channels: &[i16], half: usize) -> v128 {
    let chunk = channels.as_chunks::<WIDE>().0.get(half);
    load(chunk.unwrap_or_else(|| unreachable!("there are more channels")))
}

#[inline(always)]
fn load(numbers: &[i16; WIDE]) -> v128 {
    // SAFETY: the array has the 16 bytes that are read.
    unsafe { v128_load(numbers.as_ptr().cast()) }
}

#[inline(always)]
fn store(numbers: &mut [i16; WIDE], vector: v128) {
    // SAFETY: the array has the 16 bytes that are written.
    unsafe { v128_store(numbers.as_mut_ptr().cast(), vector) };
}
