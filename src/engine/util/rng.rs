//! The seeded generator for everything that must be the same on every machine: Zobrist keys, test
//! positions, opening lists.
//!
//! It is a generator of `rand`, so that crate's distributions work with it. Choosing and shuffling
//! are our own all the same: a seed in a match definition, a book or a training plan keeps its
//! meaning, while `rand` may change what it draws in any minor version
//! (<https://rust-random.github.io/book/portability.html>).
//!
//! SplitMix64: a counter stepped by the golden ratio and passed through a bijective mixer.
//! G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014.

use std::convert::Infallible;

use rand::TryRng;

/// A seeded 64-bit generator with a documented algorithm.
///
/// ```
/// use rand::RngExt as _;
/// use tengen_engine::util::rng::Rng;
/// let (mut a, mut b) = (Rng::new(1), Rng::new(1));
/// assert_eq!(a.next_u64(), b.next_u64());
/// assert!(a.random_range(1..=6) <= 6);
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator whose output is determined by `seed`.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Stream `number` of `seed`: independent of the other streams and of [`Rng::new`], so that a
    /// piece of work draws the same numbers whichever thread does it.
    pub const fn stream(seed: u64, number: u64) -> Self {
        let seed = Self::new(seed).next_u64();
        Self::new(Self::new(seed ^ number).next_u64())
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`, by multiply-shift (bias below 2^-32 for the small bounds used here).
    ///
    /// # Panics
    /// If `bound` is zero.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "an empty range has no number to draw");
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Draws one element, `None` from an empty slice.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Puts the elements in random order (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }
}

impl TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next_u64() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(Self::next_u64(self))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        rand::rand_core::utils::fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

/// A hash of words, the same on every machine and in every version: each is mixed in by exclusive or
/// and one step of SplitMix64.
pub fn hash(start: u64, words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(start, |hash, word| Rng::new(hash ^ word).next_u64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_values_never_change() {
        // The published reference output of SplitMix64 for seed 1234567.
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn streams_of_a_seed_share_no_numbers() {
        let mut seen = std::collections::HashSet::new();
        for (seed, number) in (0..4).flat_map(|seed| (0..50).map(move |number| (seed, number))) {
            let mut rng = Rng::stream(seed, number);
            assert!((0..50).all(|_| seen.insert(rng.next_u64())), "stream {number} of {seed}");
        }
    }

    #[test]
    fn numbers_stay_below_their_bound_and_reach_all_values() {
        let mut rng = Rng::new(7);
        let mut seen = [false; 5];
        for _ in 0..200 {
            seen[rng.below(5)] = true;
        }
        assert!(seen.iter().all(|&hit| hit));
    }
}
