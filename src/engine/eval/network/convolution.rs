//! The convolved features, summed over the board.
//!
//! They are recomputed for every value that is requested. A stone changes the features of some
//! 25 cells, and with their neighbors those are nearly all cells around it, but only 1.6 stones lie
//! between two values for a player: keeping the sums up to date would cost no less.
//!
//! A depthwise convolution beside the sums is an idea of Rapfi's networks
//! (<https://github.com/dhbloo/rapfi>).

use super::tables::{CellFeatures, ConvolvedPool, Features};
use super::weights::{CONVOLUTION_SHIFT, CONVOLVED, Convolution, MOST_FEATURE};
use crate::types::{BoardSize, Point, PointSet};

/// The distance of a cell from the one below it in [`Point::index`].
const ROW: usize = Point::STRIDE;

/// What the convolution sees, for every run of adjacent cells of a set in a row: the cells of the
/// run and one more at either end, in the row above, in its own and in the one below.
///
/// Written by hand: the compiler did not inline the equivalent chain of iterator adapters, and
/// 3.5 % of the search time went to its calls.
pub(super) struct Runs<'a> {
    cells: &'a CellFeatures,
    rows: &'a [u32],
    /// The row of the next run.
    row: usize,
    /// The cells of that row that are still to come.
    rest: u32,
}

impl<'a> Runs<'a> {
    /// The runs of a set of cells of the board: the margin gives each of them its neighbors.
    #[inline(always)]
    pub(super) fn of(cells: &'a CellFeatures, set: &'a PointSet) -> Self {
        const MARGIN: usize = Point::MARGIN as usize;
        let rows = &set.rows()[..MARGIN + BoardSize::MAX_FAST as usize];
        Self { cells, rows, row: MARGIN - 1, rest: 0 }
    }
}

impl<'a> Iterator for Runs<'a> {
    type Item = [&'a [Features]; 3];

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        while self.rest == 0 {
            self.row += 1;
            self.rest = *self.rows.get(self.row)?;
        }
        let first = self.rest.trailing_zeros();
        let length = (self.rest >> first).trailing_ones() as usize;
        // Adding the lowest bit clears the run and sets the bit behind it, which was clear.
        self.rest &= self.rest.wrapping_add(1 << first);
        let start = self.row * ROW + first as usize - 1;
        let run = |start: usize| &self.cells[start..][..length + 2];
        Some([run(start - ROW), run(start), run(start + ROW)])
    }
}

/// The sums of the convolved features over a set of cells of the board.
pub(super) fn convolve(
    convolution: &Convolution,
    cells: &CellFeatures,
    set: &PointSet,
) -> ConvolvedPool {
    let mut pool = [0; CONVOLVED];
    for [above, here, below] in Runs::of(cells, set) {
        let columns = above.windows(3).zip(here.windows(3)).zip(below.windows(3));
        for ((above, here), below) in columns {
            for (channel, sum) in pool.iter_mut().enumerate() {
                let feature = convolved(convolution, channel, [above, here, below]);
                *sum += i32::from(feature);
            }
        }
    }
    pool
}

/// One convolved feature of a cell, from three times three cells.
#[inline(always)]
fn convolved(convolution: &Convolution, channel: usize, rows: [&[Features]; 3]) -> i16 {
    let clipped = |row: usize, column: usize| rows[row][column].0[channel].clamp(0, MOST_FEATURE);
    let sides = clipped(0, 1) + clipped(1, 0) + clipped(1, 2) + clipped(2, 1);
    let corners = clipped(0, 0) + clipped(0, 2) + clipped(2, 0) + clipped(2, 2);
    let sum = convolution.biases[channel]
        + convolution.cell[channel] * clipped(1, 1)
        + convolution.sides[channel] * sides
        + convolution.corners[channel] * corners;
    (sum >> CONVOLUTION_SHIFT).clamp(0, MOST_FEATURE)
}

/// The convolution with the instructions of AVX2, all channels of a cell at once: half the time of what
/// the compiler makes of the plain loops.
#[cfg(target_arch = "x86_64")]
pub(super) mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_loadu_si256, _mm256_max_epi16, _mm256_min_epi16,
        _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_srai_epi16,
        _mm256_storeu_si256,
    };

    use super::{
        CONVOLUTION_SHIFT, CONVOLVED, CellFeatures, Convolution, ConvolvedPool, Features,
        MOST_FEATURE, PointSet, Runs,
    };

    /// Numbers of the convolved channels.
    type Channels = [i16; CONVOLVED];
    // The kernels hold them in one register of 32 bytes.
    const _: () = assert!(size_of::<Channels>() == 32);

    /// [`super::convolve`].
    #[target_feature(enable = "avx2")]
    pub(in super::super) fn convolve(
        convolution: &Convolution,
        cells: &CellFeatures,
        set: &PointSet,
    ) -> ConvolvedPool {
        let Convolution { cell, sides, corners, biases } = convolution;
        let [cell, sides, corners, biases] = [load(cell), load(sides), load(corners), load(biases)];
        // Read as unsigned: at most 484 * 127 = 61,468.
        let mut all = _mm256_setzero_si256();
        for [above, here, below] in Runs::of(cells, set) {
            // Of each column the middle cell, and the sum of the other two.
            let mut columns = above.iter().zip(here).zip(below).map(|((above, here), below)| {
                (clipped(here), _mm256_add_epi16(clipped(above), clipped(below)))
            });
            let (Some(mut left), Some(mut middle)) = (columns.next(), columns.next()) else {
                continue;
            };
            for right in columns {
                let at_sides = total([left.0, right.0, middle.1]);
                let at_corners = _mm256_add_epi16(left.1, right.1);
                let products = [
                    _mm256_mullo_epi16(cell, middle.0),
                    _mm256_mullo_epi16(sides, at_sides),
                    _mm256_mullo_epi16(corners, at_corners),
                ];
                let sum = _mm256_add_epi16(biases, total(products));
                let feature = clip(_mm256_srai_epi16::<{ CONVOLUTION_SHIFT as i32 }>(sum));
                all = _mm256_add_epi16(all, feature);
                (left, middle) = (middle, right);
            }
        }
        let mut pool = [0; CONVOLVED];
        for (pool, sum) in pool.iter_mut().zip(&store(all)) {
            *pool = sum.cast_unsigned().into();
        }
        pool
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn total([a, b, c]: [__m256i; 3]) -> __m256i {
        _mm256_add_epi16(_mm256_add_epi16(a, b), c)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn clip(features: __m256i) -> __m256i {
        let positive = _mm256_max_epi16(features, _mm256_setzero_si256());
        _mm256_min_epi16(positive, _mm256_set1_epi16(MOST_FEATURE))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn clipped(features: &Features) -> __m256i {
        let first: Option<&Channels> = features.0.first_chunk();
        clip(load(first.unwrap_or_else(|| unreachable!("there are more"))))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(channels: &Channels) -> __m256i {
        // SAFETY: the array has the 32 bytes that are read.
        unsafe { _mm256_loadu_si256(channels.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store(numbers: __m256i) -> Channels {
        let mut channels = [0; CONVOLVED];
        // SAFETY: the array has the 32 bytes that are written.
        unsafe { _mm256_storeu_si256(channels.as_mut_ptr().cast(), numbers) };
        channels
    }
}
