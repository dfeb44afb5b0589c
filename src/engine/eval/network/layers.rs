//! The layers: from sums of features over the board to a value.

use super::tables::{ConvolvedPool, FeaturePool, PairedLayer, PairedLayers};
use super::weights::{
    CHANNELS, FIRST_SHIFT, HIDDEN, INPUTS, MOST_UNIT, OUTPUT_ONE, POOL_SHIFT, SECOND_SHIFT,
};

/// Log-odds 1 in units of [`Score`](crate::types::Score).
const VALUE_SCALE: i64 = 200;

/// The value of sums of features. In the unit of [`Score`](crate::types::Score).
pub(super) fn value(layers: &PairedLayers, pool: &FeaturePool, convolved: &ConvolvedPool) -> i32 {
    let first = layer(&layers.first, &inputs_of(pool, convolved), FIRST_SHIFT);
    let second = layer(&layers.second, &first, SECOND_SHIFT);
    output(layers, &second)
}

/// The inputs of the first layer. The sums of the largest board fit: 484 · 127 / 4.
#[inline(always)]
pub(super) fn inputs_of(pool: &FeaturePool, convolved: &ConvolvedPool) -> [i16; INPUTS] {
    let mut inputs = [0; INPUTS];
    // Two loops: over a chain the compiler goes number by number.
    let (first, second) = inputs.split_at_mut(CHANNELS);
    for (input, &sum) in first.iter_mut().zip(&pool.0) {
        *input = (sum >> POOL_SHIFT) as i16;
    }
    for (input, &sum) in second.iter_mut().zip(convolved) {
        *input = (sum >> POOL_SHIFT) as i16;
    }
    inputs
}

/// One layer, clipped.
fn layer<const HALF: usize>(
    layer: &PairedLayer<HALF>,
    inputs: &[i16],
    shift: u32,
) -> [i16; HIDDEN] {
    debug_assert_eq!(inputs.len(), 2 * HALF);
    let mut sums = layer.biases;
    for (inputs, weights) in inputs.as_chunks::<2>().0.iter().zip(&layer.weights) {
        let [a, b] = inputs.map(i32::from);
        for (sum, [x, y]) in sums.iter_mut().zip(weights.as_chunks().0) {
            *sum += a * i32::from(*x) + b * i32::from(*y);
        }
    }
    clipped(sums, shift)
}

#[inline(always)]
pub(super) fn clipped(sums: [i32; HIDDEN], shift: u32) -> [i16; HIDDEN] {
    let mut units = [0; HIDDEN];
    for (unit, sum) in units.iter_mut().zip(&sums) {
        *unit = (sum >> shift).clamp(0, MOST_UNIT) as i16;
    }
    units
}

/// The last layer, from log-odds to the unit of values.
#[inline(always)]
pub(super) fn output(layers: &PairedLayers, units: &[i16; HIDDEN]) -> i32 {
    let products = layers.last.iter().zip(units).map(|(&w, &x)| i32::from(w) * i32::from(x));
    let output = products.sum::<i32>() + layers.last_bias;
    ((i64::from(output) * VALUE_SCALE) / i64::from(OUTPUT_ONE)) as i32
}

/// What the compiler does not find in the plain loops.
#[cfg(target_arch = "x86_64")]
pub(super) mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
        _mm256_storeu_si256,
    };

    use super::{
        ConvolvedPool, FIRST_SHIFT, FeaturePool, HIDDEN, PairedLayer, PairedLayers, SECOND_SHIFT,
        clipped, inputs_of, output,
    };

    /// [`super::value`].
    #[target_feature(enable = "avx2")]
    pub(in super::super) fn value(
        layers: &PairedLayers,
        pool: &FeaturePool,
        convolved: &ConvolvedPool,
    ) -> i32 {
        let first = layer(&layers.first, &inputs_of(pool, convolved), FIRST_SHIFT);
        let second = layer(&layers.second, &first, SECOND_SHIFT);
        output(layers, &second)
    }

    /// [`super::layer`]: each multiply-add takes two inputs for eight outputs.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn layer<const HALF: usize>(
        layer: &PairedLayer<HALF>,
        inputs: &[i16],
        shift: u32,
    ) -> [i16; HIDDEN] {
        let mut sums = layer.biases.as_chunks().0.first_chunk::<{ HIDDEN / 8 }>().map_or_else(
            || unreachable!("it has HIDDEN entries"),
            |chunks: &[[i32; 8]; HIDDEN / 8]| chunks.map(|chunk| load(chunk.as_ptr().cast())),
        );
        for (pair, weights) in inputs.as_chunks::<2>().0.iter().zip(&layer.weights) {
            let [low, high] = pair.map(|input| u32::from(input.cast_unsigned()));
            let pair = _mm256_set1_epi32((low | high << 16).cast_signed());
            for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<16>().0) {
                let products = _mm256_madd_epi16(pair, load(weights.as_ptr().cast()));
                *sum = _mm256_add_epi32(*sum, products);
            }
        }
        let mut out = [0; HIDDEN];
        for (out, sum) in out.as_chunks_mut::<8>().0.iter_mut().zip(sums) {
            // SAFETY: `out` has the 32 bytes that are written.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), sum) };
        }
        clipped(out, shift)
    }

    /// Loads 32 bytes; the callers pass chunks of that size.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(bytes: *const __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_loadu_si256(bytes) }
    }
}
