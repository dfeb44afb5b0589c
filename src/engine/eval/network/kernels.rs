//! The loops over channels, for every processor and for those with AVX2, chosen at start: those over
//! features are plain loops compiled for both, the [`convolution`] and the [`layers`] are written twice, and
//! once more for WebAssembly (`simd128`). All compute the same integers. (AVX-512 gained nothing: 1.345 million nodes/s beside 1.348 with AVX2,
//! 2026-11-23.)

use super::convolution;
use super::layers;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128;
use super::tables::{CellFeatures, ConvolvedPool, FeaturePool, Features, PairedLayers, RowIndex};
use super::weights::{CHANNELS, Convolution, MOST_FEATURE, Row};
use crate::types::{Point, PointSet};

/// Most cells that a stone changes, its own included.
pub(crate) const MOST_TOUCHED: usize = 48;

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
    /// For WebAssembly with vectors, which is compiled for them: there is nothing to detect.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Kernels {
    /// The fastest that the processor has.
    pub(crate) fn best() -> Self {
        *Self::all().last().unwrap_or(&Self::Baseline)
    }

    /// Those that the processor has, the fastest last.
    pub(crate) fn all() -> Vec<Self> {
        #[cfg_attr(
            not(any(
                target_arch = "x86_64",
                all(target_arch = "wasm32", target_feature = "simd128")
            )),
            expect(unused_mut, reason = "no other kernels")
        )]
        let mut all = vec![Self::Baseline];
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            all.push(Self::Avx2);
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        all.push(Self::Simd128);
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
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => loops.run(),
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
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => apply(rows, changes, cells, saved, pool),
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
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => simd128::convolve(convolution, cells, set),
        }
    }

    /// The output for these sums, see [`layers::value`].
    #[inline]
    pub(crate) fn value(
        self,
        paired: &PairedLayers,
        pool: &FeaturePool,
        convolved: &ConvolvedPool,
    ) -> i32 {
        match self {
            Self::Baseline => layers::value(paired, pool, convolved),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Self::Avx2 => unsafe { layers::avx2::value(paired, pool, convolved) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => simd128::value(paired, pool, convolved),
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
