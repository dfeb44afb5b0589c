//! A trainable table whose entries share parts.

use super::super::adam::{biases, follow};

/// A learned table. An entry is its own number plus a sum of shared parts (the value of a line, the
/// value of a class). The own number of an entry seen n times is scaled by n / (n + n0), so that
/// rare entries mostly get the shared value. Without that, rare entries overfitted to a handful of
/// games, and the search found the positions in which they mattered. An entry without shared parts
/// stays 0.
///
/// The optimizer is [`adam`](super::super::adam).
#[derive(Clone, Debug)]
pub(crate) struct LearnedTable {
    /// For every entry its shared parts and their multiplicities.
    shared: Vec<Vec<(usize, f32)>>,
    /// The shared parts.
    common: Vec<Weight>,
    /// The own number of every entry.
    own: Vec<Weight>,
    /// Its scale, 0 to 1.
    trust: Vec<f32>,
    /// The entries of the base, if any.
    base: Vec<f32>,
    pub entries: Vec<f32>,
}

/// A parameter with its Adam moments.
#[derive(Clone, Copy, Debug, Default)]
struct Weight {
    value: f32,
    mean: f32,
    square: f32,
}

const EPSILON: f32 = 1e-8;

impl Weight {
    fn step(&mut self, gradient: f32, rate: f32, floor: f32, bias: (f32, f32)) {
        follow(&mut self.mean, &mut self.square, gradient);
        let (mean, square) = (self.mean / bias.0, self.square / bias.1);
        self.value -= rate * mean / (square.sqrt() + floor);
    }
}

impl LearnedTable {
    /// A table of zeros. `shared` lists the shared parts of each entry, `seen` how often the entry
    /// occurs in the data; an entry seen `half` times has its own number scaled by one half.
    pub(crate) fn new(shared: Vec<Vec<(usize, f32)>>, seen: &[u32], half: f32) -> Self {
        let commons = shared.iter().flatten().map(|&(index, _)| index + 1).max().unwrap_or(0);
        let entries = vec![0.0; shared.len()];
        Self {
            common: vec![Weight::default(); commons],
            own: vec![Weight::default(); shared.len()],
            trust: seen.iter().map(|&seen| seen as f32 / (seen as f32 + half)).collect(),
            shared,
            base: entries.clone(),
            entries,
        }
    }

    /// Starts from entries learned before.
    pub(crate) fn on(mut self, base: Vec<f32>) -> Self {
        self.entries.clone_from(&base);
        self.base = base;
        self
    }

    /// One optimizer step from the gradient of the entries; `count` is its number, from 1.
    pub(crate) fn step(&mut self, gradient: &[f32], rate: f32, count: usize) {
        let bias = biases(count);
        let mut common = vec![0.0; self.common.len()];
        for (shared, &gradient) in self.shared.iter().zip(gradient) {
            for &(index, times) in shared {
                common[index] += times * gradient;
            }
        }
        for (weight, gradient) in self.common.iter_mut().zip(common) {
            weight.step(gradient, rate, EPSILON, bias);
        }
        for (index, (weight, &gradient)) in self.own.iter_mut().zip(gradient).enumerate() {
            let shared = &self.shared[index];
            if shared.is_empty() {
                continue;
            }
            let trust = self.trust[index];
            weight.step(gradient * trust, rate, EPSILON, bias);
            let common = |&(common, times): &(usize, f32)| times * self.common[common].value;
            let common = shared.iter().map(common).sum::<f32>();
            self.entries[index] = self.base[index] + weight.value * trust + common;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entry i is the sum of the values of its bits, relative to `base`.
    fn table(seen: &[u32], base: [f32; 4]) -> LearnedTable {
        let bits = |entry: usize| (0..2).filter(move |bit| entry >> bit & 1 == 1);
        let shared = (0..4).map(|entry| bits(entry).map(|bit| (bit, 1.0)).collect());
        LearnedTable::new(shared.collect(), seen, 10.0).on(base.to_vec())
    }

    /// Fits the wanted entries, 3 and -2; entry 3 never occurs.
    fn learned(seen: &[u32], base: [f32; 4]) -> LearnedTable {
        let mut table = table(seen, base);
        for count in 1..=3000 {
            let wanted = [0.0, 3.0, -2.0];
            let mut gradient = [0.0; 4];
            for (index, wanted) in wanted.into_iter().enumerate() {
                gradient[index] = table.entries[index] - wanted;
            }
            table.step(&gradient, 0.01, count);
        }
        table
    }

    #[test]
    fn a_sum_is_learned_and_reaches_entries_never_seen() {
        let table = learned(&[100, 100, 100, 0], [0.0; 4]);
        assert!((table.entries[1] - 3.0).abs() < 0.01 && (table.entries[2] + 2.0).abs() < 0.01);
        assert!(table.entries[3] > 0.0 && table.entries[0] == 0.0, "{:?}", table.entries);
    }

    #[test]
    fn learning_begins_where_the_base_stands_and_adds_to_it() {
        let base = [0.0, 7.0, 7.0, 7.0];
        assert_eq!(table(&[100; 4], base).entries, base);
        let table = learned(&[100, 100, 100, 0], base);
        assert!((table.entries[1] - 3.0).abs() < 0.01 && (table.entries[2] + 2.0).abs() < 0.01);
        // An entry that never occurs moves with its shared parts: by -4 and -9, or less where
        // entries moved alone.
        let shared = table.common[0].value + table.common[1].value;
        assert_eq!(table.entries[3], 7.0 + shared);
        assert!(shared < -1.0, "{shared}");
    }

    #[test]
    fn what_is_never_seen_is_worth_what_it_shares() {
        let table = learned(&[100, 100, 100, 0], [0.0; 4]);
        let shared = table.common[0].value + table.common[1].value;
        assert_eq!(table.entries[3], shared);
        assert!(table.trust[1] > 0.9 && table.trust[3] == 0.0);
    }
}
