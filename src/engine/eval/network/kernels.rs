//! The loops over channels, for every processor and for those with AVX2, chosen at start: those over
//! features are plain loops compiled for both, the convolution and the layers are written twice. Both
//! compute the same integers. (AVX-512 gained nothing: 1.345 million nodes/s beside 1.348 with AVX2,
//! 2026-11-23.)

use super::convolution;
use super::tables::{
    CellFeatures, ConvolvedPool, FeaturePool, Features, PairedLayer, PairedLayers, RowIndex,
};
use super::weights::{
    CHANNELS, Convolution, FIRST_SHIFT, HIDDEN, INPUTS, MOST_FEATURE, MOST_UNIT, OUTPUT_ONE,
    POOL_SHIFT, Row, SECOND_SHIFT,
};
use crate::types::{Point, PointSet};

/// Most cells that a stone changes, its own included.
pub(crate) const MOST_TOUCHED: usize = 48;

/// Log-odds 1 in units of [`Score`](crate::types::Score).
const VALUE_SCALE: i64 = 200;

/// A cell, the row that leaves it and the one that enters.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowChange {
    pub point: u16,
    pub leave: RowIndex,
    pub enter: RowIndex,
}

/// Up to `N` changes. Pushing takes no branch: what is pushed is hard to predict.
#[derive(Clone, Debug)]
pub(crate) struct ChangeList<const N: usize> {
    changes: [RowChange; N],
    len: usize,
}

impl<const N: usize> ChangeList<N> {
    /// Nothing.
    const EMPTY: Self = Self { changes: [RowChange { point: 0, leave: 0, enter: 0 }; N], len: 0 };

    /// Adds a change if `counts`.
    #[inline(always)]
    pub(crate) fn push(&mut self, change: RowChange, counts: bool) {
        self.changes[self.len % N] = change;
        self.len += usize::from(counts);
    }

    /// Removes all.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[RowChange] {
        &self.changes[..self.len.min(N)]
    }
}

/// What a stone changes in one player's view.
#[derive(Clone, Debug)]
pub(crate) struct Changes {
    /// The cell of the stone.
    pub stone: u16,
    /// Cells with another window: at most eight a line, each once. Their pairs may change too.
    pub windows: ChangeList<64>,
    /// Cells with another pair of classes.
    pub pairs: ChangeList<64>,
    /// Cells with another pair of classes and no other window.
    pub far: ChangeList<16>,
}

impl Changes {
    /// Nothing.
    pub(crate) const EMPTY: Self = Self {
        stone: 0,
        windows: ChangeList::EMPTY,
        pairs: ChangeList::EMPTY,
        far: ChangeList::EMPTY,
    };

    /// The cells that change, each once.
    #[inline(always)]
    pub(crate) fn touched(&self) -> impl Iterator<Item = u16> {
        let more = self.windows.as_slice().iter().chain(self.far.as_slice());
        std::iter::once(self.stone).chain(more.map(|change| change.point))
    }
}

/// Loops that the compiler makes fast for any processor. Not a closure: that was not inlined, and
/// so compiled for every processor.
pub(crate) trait PlainLoops {
    /// Runs them; to be inlined always.
    fn run(self);
}

/// The versions of the loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kernels {
    /// For every processor.
    Baseline,
    /// For those with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Kernels {
    /// The fastest that the processor has.
    pub(crate) fn best() -> Self {
        *Self::all().last().unwrap_or(&Self::Baseline)
    }

    /// Those that the processor has, the fastest last.
    pub(crate) fn all() -> Vec<Self> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "no other kernels"))]
        let mut all = vec![Self::Baseline];
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            all.push(Self::Avx2);
        }
        all
    }

    /// Runs loops compiled for the processor.
    #[inline]
    pub(crate) fn run(self, loops: impl PlainLoops) {
        match self {
            Self::Baseline => loops.run(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `all` gives this variant only where the processor has AVX2.
            Self::Avx2 => unsafe { run_avx2(loops) },
        }
    }

    /// Applies a stone to the features of the cells and their sums. `saved` receives the features
    /// that the touched cells had before.
    #[inline]
    pub(crate) fn apply(
        self,
        rows: &[Row],
        changes: &Changes,
        cells: &mut CellFeatures,
        saved: &mut [Features; MOST_TOUCHED],
        pool: &mut FeaturePool,
    ) {
        match self {
            Self::Baseline => apply(rows, changes, cells, saved, pool),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Self::Avx2 => unsafe { apply_avx2(rows, changes, cells, saved, pool) },
        }
    }

    /// The sums of the convolved features over a set of cells of the board.
    #[inline]
    pub(crate) fn convolve(
        self,
        convolution: &Convolution,
        cells: &CellFeatures,
        set: &PointSet,
    ) -> ConvolvedPool {
        match self {
            Self::Baseline => convolution::convolve(convolution, cells, set),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Self::Avx2 => unsafe { convolution::avx2::convolve(convolution, cells, set) },
        }
    }

    /// The output for these sums, see [`value_of`].
    #[inline]
    pub(crate) fn value(
        self,
        layers: &PairedLayers,
        pool: &FeaturePool,
        convolved: &ConvolvedPool,
    ) -> i32 {
        match self {
            Self::Baseline => value_of(layers, pool, convolved),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Self::Avx2 => unsafe { avx2::value(layers, pool, convolved) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2(loops: impl PlainLoops) {
    loops.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn apply_avx2(
    rows: &[Row],
    changes: &Changes,
    cells: &mut CellFeatures,
    saved: &mut [Features; MOST_TOUCHED],
    pool: &mut FeaturePool,
) {
    apply(rows, changes, cells, saved, pool);
}

#[inline(always)]
fn cell(point: u16) -> usize {
    usize::from(point) & (Point::COUNT - 1)
}

#[inline(always)]
fn apply(
    rows: &[Row],
    changes: &Changes,
    cells: &mut CellFeatures,
    saved: &mut [Features; MOST_TOUCHED],
    pool: &mut FeaturePool,
) {
    let stone = &mut cells[cell(changes.stone)];
    // At most 48 · 127 in absolute value.
    let mut sum = [0i16; CHANNELS];
    for (sum, &feature) in sum.iter_mut().zip(&stone.0) {
        *sum -= feature.clamp(0, MOST_FEATURE);
    }
    saved[0] = *stone;
    *stone = Features::ZERO;
    let (windows, far) = (changes.windows.as_slice(), changes.far.as_slice());
    for (saved, change) in saved[1..].iter_mut().zip(windows) {
        let features = &mut cells[cell(change.point)];
        *saved = *features;
        exchange(features, rows, change);
    }
    for (saved, change) in saved[1 + windows.len()..].iter_mut().zip(far) {
        *saved = cells[cell(change.point)];
    }
    for change in changes.pairs.as_slice().iter().chain(far) {
        exchange(&mut cells[cell(change.point)], rows, change);
    }
    for (saved, change) in saved[1..].iter().zip(windows.iter().chain(far)) {
        let now = &cells[cell(change.point)];
        for (sum, (&after, &before)) in sum.iter_mut().zip(now.0.iter().zip(&saved.0)) {
            *sum += after.clamp(0, MOST_FEATURE) - before.clamp(0, MOST_FEATURE);
        }
    }
    for (pool, &sum) in pool.0.iter_mut().zip(&sum) {
        *pool += i32::from(sum);
    }
}

/// Replaces a row in a cell.
#[inline(always)]
fn exchange(features: &mut Features, rows: &[Row], change: &RowChange) {
    let row = |index: RowIndex| &rows[usize::from(index)].0;
    let (leave, enter) = (row(change.leave), row(change.enter));
    for (sum, (&leave, &enter)) in features.0.iter_mut().zip(leave.iter().zip(enter)) {
        *sum += i16::from(enter) - i16::from(leave);
    }
}

/// The value of sums of features: the layers. In the unit of [`Score`](crate::types::Score).
pub(crate) fn value_of(
    layers: &PairedLayers,
    pool: &FeaturePool,
    convolved: &ConvolvedPool,
) -> i32 {
    let first = layer(&layers.first, &inputs_of(pool, convolved), FIRST_SHIFT);
    let second = layer(&layers.second, &first, SECOND_SHIFT);
    output(layers, &second)
}

/// The inputs of the first layer. The sums of the largest board fit: 484 · 127 / 4.
#[inline(always)]
fn inputs_of(pool: &FeaturePool, convolved: &ConvolvedPool) -> [i16; INPUTS] {
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
fn clipped(sums: [i32; HIDDEN], shift: u32) -> [i16; HIDDEN] {
    let mut units = [0; HIDDEN];
    for (unit, sum) in units.iter_mut().zip(&sums) {
        *unit = (sum >> shift).clamp(0, MOST_UNIT) as i16;
    }
    units
}

/// The last layer, from log-odds to the unit of values.
#[inline(always)]
fn output(layers: &PairedLayers, units: &[i16; HIDDEN]) -> i32 {
    let products = layers.last.iter().zip(units).map(|(&w, &x)| i32::from(w) * i32::from(x));
    let output = products.sum::<i32>() + layers.last_bias;
    ((i64::from(output) * VALUE_SCALE) / i64::from(OUTPUT_ONE)) as i32
}

/// What the compiler does not find in the plain loops.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
        _mm256_storeu_si256,
    };

    use super::{
        ConvolvedPool, FIRST_SHIFT, FeaturePool, HIDDEN, PairedLayer, PairedLayers, SECOND_SHIFT,
        clipped, inputs_of, output,
    };

    /// [`super::value_of`].
    #[target_feature(enable = "avx2")]
    pub(super) fn value(
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
