//! What the trainers share: how a batch is cut into parts, how the rate falls, when the rounding of
//! the integers begins, and which parameters a position uses.
//!
//! CITE: I. Loshchilov, F. Hutter, "SGDR: stochastic gradient descent with warm restarts" (the
//! cosine), 2017, <https://arxiv.org/abs/1608.03983>.

use tengen_engine::types::Color;
use tengen_engine::util::parallel::numbered;

/// Parts of a batch, and the most threads that are of use.
const PARTS: usize = 4;
/// The share of the steps, at the end, in which the rounding of the integers is simulated.
const ROUNDED_SHARE: f32 = 0.34;

/// The results for the parts of a batch, in order. A batch is cut into the same parts with any
/// number of threads, so a sum of the results does not depend on it.
pub(crate) fn of_parts<T: Sync, O: Send>(
    batch: &[T],
    threads: usize,
    part: impl Fn(&[T]) -> O + Sync,
) -> Vec<O> {
    let parts: Vec<&[T]> = batch.chunks(batch.len().div_ceil(PARTS)).collect();
    numbered(threads.min(PARTS), || |number: usize| parts.get(number).map(|&of| part(of)))
}

/// The rate once this share of the steps is done: it falls from `first` to zero as a cosine.
pub(crate) fn falling_rate(first: f32, done: f32) -> f32 {
    first * 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * done))
}

/// Whether the rounding of the integers is simulated once this share of the steps is done.
pub(crate) fn is_rounded(done: f32) -> bool {
    done > 1.0 - ROUNDED_SHARE
}

/// The set of parameters for the side to move: all positions share one, or each color has its own.
pub(crate) fn set_of(color: Color, sets: usize) -> usize {
    color.index().min(sets.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_same_with_any_number_of_threads() {
        let batch: Vec<u32> = (0..10).collect();
        for threads in [1, 3, 9] {
            let parts = of_parts(&batch, threads, <[u32]>::to_vec);
            assert_eq!(parts, [vec![0, 1, 2], vec![3, 4, 5], vec![6, 7, 8], vec![9]]);
        }
    }

    #[test]
    fn the_rate_falls_to_zero_and_rounding_begins_after_two_thirds() {
        assert_eq!(falling_rate(0.5, 0.0), 0.5);
        assert!((falling_rate(0.5, 0.5) - 0.25).abs() < 1e-6);
        assert!(falling_rate(0.5, 1.0).abs() < 1e-6);
        assert!(!is_rounded(0.65) && is_rounded(0.67));
    }

    #[test]
    fn one_set_is_for_both_colors_and_two_are_for_one_each() {
        assert_eq!(Color::BOTH.map(|color| set_of(color, 1)), [0, 0]);
        assert_eq!(Color::BOTH.map(|color| set_of(color, 2)), [0, 1]);
    }
}
