//! Proof and disproof numbers by position, in a table of fixed size.

use bytemuck::Zeroable;

use crate::types::Point;

/// A number for "impossible".
pub(crate) const INFINITE: u32 = u32::MAX / 4;

/// Proof and disproof number for the side to move: the least number of further positions to decide
/// in order to show that it reaches its goal, and that it does not. The attacker's goal is the win,
/// the defender's is to prevent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProofNumbers {
    /// To show that the side to move reaches its goal; 0: proved.
    pub reach: u32,
    /// To show that it does not; 0: proved.
    pub fail: u32,
}

impl ProofNumbers {
    /// The side to move reaches its goal.
    pub(crate) const REACHED: ProofNumbers = ProofNumbers { reach: 0, fail: INFINITE };
    /// The side to move fails.
    pub(crate) const FAILED: ProofNumbers = ProofNumbers { reach: INFINITE, fail: 0 };
}

#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
struct ProofEntry {
    key: u64,
    reach: u32,
    fail: u32,
    /// Stones placed below the position: the cost of finding this again.
    work: u32,
    /// The best move.
    best: u16,
    /// The search that stored it: an entry of another search counts as empty.
    search: u16,
}

/// Entries that compete for the same place.
const WAYS: usize = 4;

/// The table. When a bucket is full, the entry that took the least work is replaced.
#[derive(Debug)]
pub(crate) struct ProofTable {
    entries: Vec<ProofEntry>,
    mask: usize,
    /// The number of the current search, never 0.
    search: u16,
    used: usize,
    /// Most buckets.
    most: usize,
}

/// Initial number of buckets. The table grows with its use, because touching fresh memory is slow.
const FEW: usize = 1 << 9;

/// The largest power of two of buckets that fit into `bytes`, at least one.
fn most_buckets(bytes: u64) -> usize {
    let bucket = (WAYS * size_of::<ProofEntry>()) as u64;
    1 << usize::try_from(bytes / bucket).unwrap_or(1).max(1).ilog2()
}

impl ProofTable {
    /// A table of at most `bytes`, at least one bucket.
    pub(crate) fn new(bytes: u64) -> Self {
        let most = most_buckets(bytes);
        let buckets = most.min(FEW);
        let entries = bytemuck::zeroed_vec(buckets * WAYS);
        Self { entries, mask: buckets - 1, search: 1, used: 0, most }
    }

    /// Empties the table and limits it to `bytes`. Small memory is reused, large memory is freed.
    pub(crate) fn clear(&mut self, bytes: u64) {
        self.most = most_buckets(bytes);
        if self.mask + 1 != self.most.min(FEW) || self.search == u16::MAX {
            *self = Self::new(bytes);
            return;
        }
        self.search += 1;
        self.used = 0;
    }

    /// The work of a slot's entry, if the current search stored it, else 0.
    fn work(&self, entry: &ProofEntry) -> u32 {
        if entry.search == self.search { entry.work } else { 0 }
    }

    #[cold]
    fn grow(&mut self) {
        let buckets = (4 * (self.mask + 1)).min(self.most);
        let old = std::mem::replace(&mut self.entries, bytemuck::zeroed_vec(buckets * WAYS));
        self.mask = buckets - 1;
        self.used = 0;
        let search = self.search;
        for entry in old.into_iter().filter(|entry| entry.search == search) {
            self.keep(entry);
        }
    }

    /// Whether a new entry would replace another.
    fn is_full(&self, key: u64) -> bool {
        let start = self.bucket(key) * WAYS;
        let bucket = &self.entries[start..start + WAYS];
        bucket.iter().all(|entry| entry.search == self.search && entry.key != key)
    }

    /// Stores an entry in the slot of its key, in an empty slot, or in the slot whose entry took
    /// the least work.
    fn keep(&mut self, entry: ProofEntry) {
        let start = self.bucket(entry.key) * WAYS;
        let bucket = &self.entries[start..start + WAYS];
        let is_live = |other: &ProofEntry| other.search == self.search;
        let known = bucket.iter().position(|other| other.key == entry.key && is_live(other));
        let place = known.or_else(|| (0..WAYS).min_by_key(|&way| self.work(&bucket[way])));
        if let Some(place) = place {
            let before = known.map_or(0, |_| bucket[place].work);
            self.used += usize::from(!is_live(&bucket[place]));
            self.entries[start + place] =
                ProofEntry { work: entry.work.saturating_add(before), ..entry };
        }
    }

    fn bucket(&self, key: u64) -> usize {
        (key >> 20) as usize & self.mask
    }

    fn find(&self, key: u64) -> Option<&ProofEntry> {
        let start = self.bucket(key) * WAYS;
        let bucket = &self.entries[start..start + WAYS];
        bucket.iter().find(|entry| entry.key == key && entry.search == self.search)
    }

    /// The numbers of a position, if it is in the table.
    #[inline]
    pub(crate) fn numbers(&self, key: u64) -> Option<ProofNumbers> {
        self.find(key).map(|entry| ProofNumbers { reach: entry.reach, fail: entry.fail })
    }

    /// The best move stored for a position.
    pub(crate) fn best(&self, key: u64) -> Option<Point> {
        self.find(key)
            .filter(|entry| entry.best != 0)
            .map(|entry| Point::from_index(usize::from(entry.best)))
    }

    /// Stores the numbers of a position, found with `work` stones.
    pub(crate) fn store(
        &mut self,
        key: u64,
        numbers: ProofNumbers,
        best: Option<Point>,
        work: u64,
    ) {
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        let best = best.map_or(0, Point::raw);
        let ProofNumbers { reach, fail } = numbers;
        // A replaced entry must be searched again, and siblings that replace each other would be
        // searched forever: grow before that happens.
        while self.mask + 1 < self.most && 8 * self.used > self.entries.len() && self.is_full(key) {
            self.grow();
        }
        self.keep(ProofEntry { key, reach, fail, work, best, search: self.search });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleared_table_has_no_entries_of_the_last_search() {
        let mut table = ProofTable::new(1 << 20);
        for round in 0..3 {
            let keys = 1..1000 * round + 2;
            keys.for_each(|key| table.store(key << 20, ProofNumbers::FAILED, None, 9));
            table.clear(1 << 20);
            assert_eq!(table.numbers(1 << 20), None);
            assert_eq!((table.mask + 1, table.used), (FEW, 0));
        }
    }

    #[test]
    fn entries_with_least_work_are_replaced_first() {
        let mut table = ProofTable::new(1);
        let far = |n: u64| n << 40;
        for n in 1..=4 {
            table.store(far(n), ProofNumbers { reach: n as u32, fail: 9 }, None, 10 * n);
        }
        table.store(far(5), ProofNumbers::REACHED, Some(Point::from_index(300)), 1);
        assert_eq!(table.numbers(far(1)), None);
        assert_eq!(table.numbers(far(4)), Some(ProofNumbers { reach: 4, fail: 9 }));
        assert_eq!(table.numbers(far(5)), Some(ProofNumbers::REACHED));
        assert_eq!(table.best(far(5)), Some(Point::from_index(300)));
    }
}
