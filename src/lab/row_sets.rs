//! Parameters that begin with rows of windows: those of the network and of the policy, one set for
//! both colors or one for each.

use super::adam::{ParameterSet, RowLayout};
use super::network::coarse::CoarseRows;
use tengen_engine::types::Color;

/// The share of the steps, at the end, in which the rounding of the integers is simulated.
const ROUNDED_SHARE: f32 = 0.34;

/// The gradient of a part of a batch, by set; none where no position uses the set.
pub(crate) type SetGradients = Vec<Option<Vec<f32>>>;

/// Sets of parameters with rows of `N` numbers and their [coarse rows](CoarseRows).
#[derive(Clone, Debug)]
pub(crate) struct RowSets<const N: usize> {
    /// One set, or black's and white's.
    pub sets: Vec<ParameterSet>,
    coarse: CoarseRows<N>,
    layout: RowLayout,
}

impl<const N: usize> RowSets<N> {
    pub(crate) fn new(sets: Vec<ParameterSet>) -> Self {
        let (coarse, layout) = CoarseRows::with_layout();
        Self { sets, coarse, layout }
    }

    /// The parameters as the engine sees them, by set: the coarse rows added to the others.
    pub(crate) fn summed(&self) -> Vec<Vec<f32>> {
        self.sets.iter().map(|set| self.coarse.summed(&set.values)).collect()
    }

    /// A step by Adam, the sum of whose gradients is taken in order; `count` is its number, from 1.
    pub(crate) fn step<'g>(
        &mut self,
        gradients: impl Iterator<Item = &'g SetGradients> + Clone,
        rate: f32,
        count: usize,
    ) {
        for (number, set) in self.sets.iter_mut().enumerate() {
            let mut sum = vec![0.0; set.values.len()];
            for gradient in gradients.clone().filter_map(|gradient| gradient[number].as_ref()) {
                sum.iter_mut().zip(gradient).for_each(|(sum, part)| *sum += part);
            }
            self.coarse.gather(&mut sum);
            set.step(&sum, rate, count, &self.layout);
        }
    }
}

/// Whether the rounding of the integers is simulated once this share of the steps is done.
pub(crate) fn is_rounded(done: f32) -> bool {
    done > 1.0 - ROUNDED_SHARE
}

/// The set of parameters for the side to move.
pub(crate) fn set_of(color: Color, sets: usize) -> usize {
    color.index().min(sets.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_begins_after_two_thirds() {
        assert!(!is_rounded(0.65) && is_rounded(0.67));
    }

    #[test]
    fn one_set_is_for_both_colors_and_two_are_for_one_each() {
        assert_eq!(Color::BOTH.map(|color| set_of(color, 1)), [0, 0]);
        assert_eq!(Color::BOTH.map(|color| set_of(color, 2)), [0, 1]);
    }
}
