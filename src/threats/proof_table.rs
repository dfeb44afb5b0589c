//! Proof and disproof numbers by position, in a table of fixed size.

use bytemuck::Zeroable;

use crate::types::Point;

/// A number that stands for "cannot be".
pub const INFINITE: u32 = u32::MAX / 4;

/// How far a position is from being decided, seen by the side to move: at least so many positions more
/// must be decided to show that it reaches its aim, and that it does not. The attacker's aim is the
/// win, the defender's to prevent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// To show that the side to move reaches its aim; 0: shown.
    pub reach: u32,
    /// To show that it does not; 0: shown.
    pub fail: u32,
}

impl Numbers {
    /// The side to move reaches its aim.
    pub const REACHED: Numbers = Numbers { reach: 0, fail: INFINITE };
    /// The side to move fails.
    pub const FAILED: Numbers = Numbers { reach: INFINITE, fail: 0 };
}

#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
struct ProofEntry {
    key: u64,
    reach: u32,
    fail: u32,
    /// Stones placed below the position: what it would take to find this again.
    work: u32,
    /// The best move.
    best: u16,
    /// The search that stored it: what another one left counts as empty.
    search: u16,
}

/// Entries that compete for the same place.
const WAYS: usize = 4;

/// The table. When a bucket is full, the entry that took the least work goes.
#[derive(Debug)]
pub struct ProofTable {
    entries: Vec<ProofEntry>,
    mask: usize,
    /// The number of the present search, never 0.
    search: u16,
    used: usize,
    /// Most buckets.
    most: usize,
}

/// Buckets at the beginning; the table grows with its use, for touching fresh memory is slow.
const FEW: usize = 1 << 9;

/// The largest power of two of buckets that fit into so many bytes, at least one.
fn most_buckets(bytes: u64) -> usize {
    let bucket = (WAYS * size_of::<ProofEntry>()) as u64;
    1 << usize::try_from(bytes / bucket).unwrap_or(1).max(1).ilog2()
}

impl ProofTable {
    /// A table of at most `bytes`, at least one bucket.
    pub fn new(bytes: u64) -> Self {
        let most = most_buckets(bytes);
        let buckets = most.min(FEW);
        let entries = bytemuck::zeroed_vec(buckets * WAYS);
        Self { entries, mask: buckets - 1, search: 1, used: 0, most }
    }

    /// Forgets everything and is as new, with at most `bytes`. The memory of a small search is used
    /// again, that of a large one given back.
    pub fn clear(&mut self, bytes: u64) {
        self.most = most_buckets(bytes);
        if self.mask + 1 != self.most.min(FEW) || self.search == u16::MAX {
            *self = Self::new(bytes);
            return;
        }
        self.search += 1;
        self.used = 0;
    }

    /// What the present search has put into a place: 0 if nothing.
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

    /// Whether a new entry would drive out another.
    fn is_full(&self, key: u64) -> bool {
        let start = self.bucket(key) * WAYS;
        let bucket = &self.entries[start..start + WAYS];
        bucket.iter().all(|entry| entry.search == self.search && entry.key != key)
    }

    /// Puts an entry where its key is, where nothing is, or where the least work is lost.
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
    pub fn numbers(&self, key: u64) -> Option<Numbers> {
        self.find(key).map(|entry| Numbers { reach: entry.reach, fail: entry.fail })
    }

    /// The best move kept with a position.
    pub fn best(&self, key: u64) -> Option<Point> {
        self.find(key)
            .filter(|entry| entry.best != 0)
            .map(|entry| Point::from_index(usize::from(entry.best)))
    }

    /// Keeps the numbers of a position that took so many stones.
    pub fn store(&mut self, key: u64, numbers: Numbers, best: Option<Point>, work: u64) {
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        let best = best.map_or(0, Point::raw);
        let Numbers { reach, fail } = numbers;
        // What is driven out must be searched again, and siblings that drive out each other are searched
        // for ever: better to grow as soon as it would happen.
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
    fn a_cleared_table_knows_nothing_of_the_last_search() {
        let mut table = ProofTable::new(1 << 20);
        for round in 0..3 {
            let keys = 1..1000 * round + 2;
            keys.for_each(|key| table.store(key << 20, Numbers::FAILED, None, 9));
            table.clear(1 << 20);
            assert_eq!(table.numbers(1 << 20), None);
            assert_eq!((table.mask + 1, table.used), (FEW, 0));
        }
    }

    #[test]
    fn what_took_least_work_goes_first() {
        let mut table = ProofTable::new(1);
        let far = |n: u64| n << 40;
        for n in 1..=4 {
            table.store(far(n), Numbers { reach: n as u32, fail: 9 }, None, 10 * n);
        }
        table.store(far(5), Numbers::REACHED, Some(Point::from_index(300)), 1);
        assert_eq!(table.numbers(far(1)), None);
        assert_eq!(table.numbers(far(4)), Some(Numbers { reach: 4, fail: 9 }));
        assert_eq!(table.numbers(far(5)), Some(Numbers::REACHED));
        assert_eq!(table.best(far(5)), Some(Point::from_index(300)));
    }
}
