//! Coarse rows: what the rows of similar windows have in common.
//!
//! Most windows are rare, and a row of its own learns little from few positions. In training the
//! row of a window is therefore a sum: of its own row, of one shared by all windows that agree in
//! the nearest three cells on either side, of one for the nearest two, and of one for each half.
//! The row of a pair of classes has one part for each class. The engine sees only the sums.
//!
//! With 1.2 million positions of renju the held-out excess fell from 0.664 to 0.648 of the tables'
//! (`tournaments/results/2026-11-25-tuning.md`). The idea is that of feature factorization in the
//! trainers of NNUE (<https://official-stockfish.github.io/docs/nnue-pytorch-wiki/docs/nnue.html>).

use super::super::adam::RowLayout;
use super::samples::{PAIR_ROWS, ROWS, frozen_rows};
use tengen_engine::eval::network::windows::{HALVES, window_of};

/// Halves of at most three cells, and of at most two.
const HALVES_OF_3: usize = 1 + 3 + 9 + 27;
const HALVES_OF_2: usize = 1 + 3 + 9;
/// Combined classes of one player.
const CLASSES: usize = 16;

/// Where the kinds of coarse rows begin.
const WINDOWS_OF_3: usize = 0;
const WINDOWS_OF_2: usize = WINDOWS_OF_3 + HALVES_OF_3 * (HALVES_OF_3 + 1) / 2;
const SIDES: usize = WINDOWS_OF_2 + HALVES_OF_2 * (HALVES_OF_2 + 1) / 2;
const OWN_CLASSES: usize = SIDES + HALVES;
const OPPONENT_CLASSES: usize = OWN_CLASSES + CLASSES;
/// Sweeps of [`CoarseRows::factor`]; twice as many change nothing that counts.
const SWEEPS: usize = 40;
pub(crate) const COARSE_ROWS: usize = OPPONENT_CLASSES + CLASSES;

/// The coarse rows of every row, for parameters that begin with the rows and then the coarse rows,
/// `N` numbers each.
#[derive(Clone, Debug)]
pub(crate) struct CoarseRows<const N: usize> {
    /// The row, and one of its coarse rows.
    links: Vec<(u16, u16)>,
}

impl<const N: usize> CoarseRows<N> {
    /// Those of all rows that learn, and which rows learn.
    pub(crate) fn with_layout() -> (Self, RowLayout) {
        let mut frozen = frozen_rows();
        let coarse = Self::new(&frozen);
        frozen.resize(ROWS + COARSE_ROWS, false);
        (coarse, RowLayout { width: N, frozen })
    }

    /// Those of all rows but the `frozen` ones.
    fn new(frozen: &[bool]) -> Self {
        let mut links = Vec::new();
        let mut link = |row: usize, coarse: &[usize]| {
            if !frozen[row] {
                links.extend(coarse.iter().map(|&coarse| (row as u16, coarse as u16)));
            }
        };
        for low in 0..HALVES {
            for high in low..HALVES {
                let near = |cells| window_of(nearest(high, cells) * HALVES + nearest(low, cells));
                let coarse =
                    [WINDOWS_OF_3 + near(3), WINDOWS_OF_2 + near(2), SIDES + low, SIDES + high];
                link(window_of(high * HALVES + low), &coarse);
            }
        }
        for pair in 0..ROWS - PAIR_ROWS {
            let coarse = [OWN_CLASSES + pair / CLASSES, OPPONENT_CLASSES + pair % CLASSES];
            link(PAIR_ROWS + pair, &coarse);
        }
        Self { links }
    }

    /// The parameters with the coarse rows added to the others.
    pub(crate) fn summed(&self, parameters: &[f32]) -> Vec<f32> {
        let mut sums = parameters.to_vec();
        let (rows, coarse) = sums.as_chunks_mut::<N>().0.split_at_mut(ROWS);
        for &(row, part) in &self.links {
            add(&mut rows[usize::from(row)], &coarse[usize::from(part)]);
        }
        sums
    }

    /// Moves what similar rows have in common from the rows to their coarse rows, which are zero: the
    /// way back from the sums that the engine sees, so that a training that starts from them
    /// learns rare rows by what is common, as the one before did. The [sums](Self::summed) stay.
    ///
    /// Fitting merged weights further cost Viridithas 15 to 49 Elo, unmerged ones nothing
    /// (<https://github.com/cosmobobak/viridithas>).
    pub(crate) fn factor(&self, parameters: &mut [f32]) {
        let (rows, coarse) = parameters.as_chunks_mut::<N>().0.split_at_mut(ROWS);
        let mut counts = vec![0u32; COARSE_ROWS];
        self.links.iter().for_each(|&(_, part)| counts[usize::from(part)] += 1);
        // The broadest first; each sweep takes the mean of what is left. A row has at most two
        // parts of one kind, so half of the mean is as much as they can take together.
        let kinds = [SIDES..COARSE_ROWS, WINDOWS_OF_2..SIDES, WINDOWS_OF_3..WINDOWS_OF_2];
        for kind in (0..SWEEPS).flat_map(|_| &kinds) {
            let links = || self.links.iter().filter(|(_, part)| kind.contains(&usize::from(*part)));
            let mut moved = vec![[0.0; N]; COARSE_ROWS];
            for &(row, part) in links() {
                add(&mut moved[usize::from(part)], &rows[usize::from(row)]);
            }
            for (moved, &count) in moved.iter_mut().zip(&counts) {
                let share = 0.5 / count.max(1) as f32;
                moved.iter_mut().for_each(|number| *number *= share);
            }
            for &(row, part) in links() {
                subtract(&mut rows[usize::from(row)], &moved[usize::from(part)]);
            }
            coarse.iter_mut().zip(&moved).for_each(|(coarse, moved)| add(coarse, moved));
        }
    }

    /// Adds the slopes of the coarse rows to a gradient that has those of the others.
    pub(crate) fn gather(&self, gradient: &mut [f32]) {
        let (rows, coarse) = gradient.as_chunks_mut::<N>().0.split_at_mut(ROWS);
        for &(row, part) in &self.links {
            add(&mut coarse[usize::from(part)], &rows[usize::from(row)]);
        }
    }
}

fn subtract<const N: usize>(sum: &mut [f32; N], numbers: &[f32; N]) {
    sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum -= number);
}

fn add<const N: usize>(sum: &mut [f32; N], numbers: &[f32; N]) {
    sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
}

/// The half that shows at most `cells` cells of this one, those nearest to the middle.
fn nearest(half: usize, cells: u32) -> usize {
    let first = |length: u32| (3usize.pow(length) - 1) / 2;
    let length = (0..4).find(|&length| half < first(length + 1)).unwrap_or(4);
    if length <= cells {
        return half;
    }
    first(cells) + (half - first(length)) / 3usize.pow(length - cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::eval::network::windows::WINDOWS;
    use tengen_engine::util::rng::Rng;

    #[test]
    fn the_nearest_cells_of_a_half_are_a_half() {
        // Lengths begin at 0, 1, 4, 13 and 40; the digits are read from the middle outward.
        assert_eq!(nearest(0, 2), 0);
        assert_eq!(nearest(4 + 7, 2), 4 + 7);
        // 0 1 2 1 from the middle, as digits of 3.
        let four = 40 + 9 + 2 * 3 + 1;
        assert_eq!(nearest(four, 3), 13 + 3 + 2);
        assert_eq!(nearest(four, 2), 4 + 1);
        let (all, most) = ((0..HALVES).map(|half| nearest(half, 3)), HALVES_OF_3 - 1);
        assert_eq!(all.max(), Some(most));
        assert_eq!((0..HALVES).map(|half| nearest(half, 2)).max(), Some(HALVES_OF_2 - 1));
    }

    #[test]
    fn what_rows_have_in_common_is_found_again_and_their_sums_stay() {
        let frozen = vec![false; ROWS];
        let coarse = CoarseRows::<1>::new(&frozen);
        let mut rng = Rng::new(6);
        let mut draw = |range: f32| (rng.below(2001) as f32 / 1000.0 - 1.0) * range;
        // Mostly common, with a little of each row's own.
        let mut parameters: Vec<f32> = (0..ROWS).map(|_| draw(0.05)).collect();
        parameters.extend((0..COARSE_ROWS).map(|_| draw(1.0)));
        let mut merged = coarse.summed(&parameters);
        merged[ROWS..].fill(0.0);
        let before = merged.clone();
        coarse.factor(&mut merged);
        let size = |rows: &[f32]| rows.iter().map(|number| number * number).sum::<f32>();
        let (own, own_before) = (size(&merged[..ROWS]), size(&before[..ROWS]));
        assert!(own < 2.0 * size(&parameters[..ROWS]), "{own} of {own_before}");
        let sums = coarse.summed(&merged);
        for (row, (sum, before)) in sums.iter().zip(&before[..ROWS]).enumerate() {
            assert!((sum - before).abs() < 1e-4, "row {row}: {sum}, expected {before}");
        }
    }

    #[test]
    fn every_row_that_learns_has_its_parts_and_gathering_is_the_transpose_of_adding() {
        let mut frozen = vec![false; ROWS];
        frozen[7000] = true;
        let coarse = CoarseRows::<1>::new(&frozen);
        assert_eq!(coarse.links.len(), 4 * (WINDOWS - 1) + 2 * (ROWS - WINDOWS));
        let mut parameters = vec![0.0; ROWS];
        parameters.resize(ROWS + COARSE_ROWS, 1.0);
        let mut gradient = coarse.summed(&parameters);
        assert_eq!(gradient[ROWS..], parameters[ROWS..]);
        let expected = |row: usize| match row {
            7000 => 0.0,
            _ if row < WINDOWS => 4.0,
            _ => 2.0,
        };
        gradient[ROWS..].fill(0.0);
        assert!(gradient[..ROWS].iter().enumerate().all(|(row, &sum)| sum == expected(row)));
        coarse.gather(&mut gradient);
        let (rows, sums) = gradient.split_at(ROWS);
        assert!(sums.iter().all(|&sum| sum > 0.0));
        assert_eq!(sums.iter().sum::<f32>(), rows.iter().map(|sum| sum * sum).sum::<f32>());
    }
}
