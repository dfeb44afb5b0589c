//! The table of the search of fours: proved wins with their first move, and failures with the depth
//! up to which they hold.

use bytemuck::Zeroable;

use crate::types::Point;

/// Deep enough for every board: a failure at this depth is final.
pub(crate) const NO_LIMIT: u16 = u16::MAX;

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KnownVcf {
    /// The attacker wins in `plies` with this first move.
    Win {
        /// Plies to the five, the five included.
        plies: u16,
        /// The first move.
        by: Point,
    },
    /// No win within `depth`.
    No {
        /// Plies searched without a win; [`NO_LIMIT`]: there is no win at all.
        depth: u16,
    },
}

#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
struct VcfEntry {
    key: u64,
    /// Plies of the win, 0 if none is known.
    plies: u16,
    /// The winning move.
    by: u16,
    /// Depth searched without a win.
    depth: u16,
    /// The search that stored it: an entry of another search counts as empty.
    search: u16,
}

/// A table that grows up to its limit; then newer positions replace older ones.
#[derive(Debug)]
pub(crate) struct VcfTable {
    entries: Vec<VcfEntry>,
    mask: usize,
    /// The number of the current search, never 0.
    search: u16,
    /// Stores into empty slots since the table got its current size.
    used: usize,
    most: usize,
}

/// Initial number of entries: most searches need no more, and touching fresh memory takes longer
/// than the search (median of the renju puzzles: 193 µs with the full table from the start).
const FEW: usize = 1 << 10;

/// The largest power of two of entries that fit into `bytes`, at least one.
fn most_entries(bytes: u64) -> usize {
    let entry = size_of::<VcfEntry>() as u64;
    1 << usize::try_from(bytes / entry).unwrap_or(1).max(1).ilog2()
}

impl VcfTable {
    /// A table of at most `bytes`, at least one entry.
    pub(crate) fn new(bytes: u64) -> Self {
        let most = most_entries(bytes);
        let count = most.min(FEW);
        Self { entries: bytemuck::zeroed_vec(count), mask: count - 1, search: 1, used: 0, most }
    }

    /// Empties the table and limits it to `bytes`. Small memory is reused, large memory is freed.
    pub(crate) fn clear(&mut self, bytes: u64) {
        self.most = most_entries(bytes);
        if self.entries.len() != self.most.min(FEW) || self.search == u16::MAX {
            *self = Self::new(bytes);
            return;
        }
        self.search += 1;
        self.used = 0;
    }

    #[cold]
    fn grow(&mut self) {
        let count = (4 * self.entries.len()).min(self.most);
        let old = std::mem::replace(&mut self.entries, bytemuck::zeroed_vec(count));
        self.mask = count - 1;
        self.used = 0;
        let search = self.search;
        for entry in old.into_iter().filter(|entry| entry.search == search) {
            self.entries[entry.key as usize & self.mask] = entry;
            self.used += 1;
        }
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<KnownVcf> {
        let entry = &self.entries[key as usize & self.mask];
        if entry.key != key || entry.search != self.search {
            return None;
        }
        Some(match entry.plies {
            0 => KnownVcf::No { depth: entry.depth },
            plies => KnownVcf::Win { plies, by: Point::from_index(usize::from(entry.by)) },
        })
    }

    /// Stores a result.
    #[inline]
    pub(crate) fn store(&mut self, key: u64, known: KnownVcf) {
        let (plies, by, depth) = match known {
            KnownVcf::Win { plies, by } => (plies, by.raw(), 0),
            KnownVcf::No { depth } => (0, 0, depth),
        };
        let entry = &mut self.entries[key as usize & self.mask];
        self.used += usize::from(entry.search != self.search);
        *entry = VcfEntry { key, plies, by, depth, search: self.search };
        if 2 * self.used > self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newer_position_stays() {
        let mut table = VcfTable::new(1 << 10);
        let by = Point::from_index(300);
        table.store(7, KnownVcf::Win { plies: 5, by });
        assert_eq!(table.probe(7), Some(KnownVcf::Win { plies: 5, by }));
        table.store(7 + (1 << 20), KnownVcf::No { depth: NO_LIMIT });
        assert_eq!(table.probe(7), None);
        assert_eq!(table.probe(7 + (1 << 20)), Some(KnownVcf::No { depth: NO_LIMIT }));
    }

    #[test]
    fn a_cleared_table_has_no_entries_of_the_last_search() {
        let mut table = VcfTable::new(1 << 20);
        for round in 0..3 {
            table.store(7, KnownVcf::No { depth: 3 });
            (0..1000 * round).for_each(|key| table.store(8 + key, KnownVcf::No { depth: 1 }));
            table.clear(1 << 20);
            assert_eq!(table.probe(7), None);
            assert_eq!((table.entries.len(), table.used), (FEW, 0));
        }
    }

    #[test]
    fn growing_loses_no_entry_with_a_slot_of_its_own() {
        let mut table = VcfTable::new(1 << 20);
        for key in 1..2000 {
            table.store(key, KnownVcf::No { depth: 3 });
        }
        assert!((1..2000).all(|key| table.probe(key).is_some()));
    }
}
