//! The transposition table: what earlier visits found about a position. Threads share it as
//! [`entry`](super::entry) describes.

use std::sync::atomic::AtomicU64;

use super::entry::{Cluster, Entry, GENERATIONS, WORDS};
use super::pages::ZeroedPages;
use crate::util::prefetch::prefetch;

/// Entries of a cluster: they share a cache line.
const ENTRIES: usize = 4;
/// Bytes of a cluster.
const CLUSTER_BYTES: usize = ENTRIES * WORDS * size_of::<AtomicU64>();

/// The owner of the table's memory between searches.
#[derive(Debug)]
pub(crate) struct SearchTable {
    pages: ZeroedPages,
    generation: u8,
}

/// The table as the threads of a search share it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedTable<'a> {
    words: &'a [AtomicU64],
    /// Number of clusters.
    clusters: usize,
    generation: u8,
}

impl SearchTable {
    /// A table of at most `bytes`, rounded down to whole clusters, at least one; smaller if the
    /// system refuses that size.
    pub(crate) fn new(bytes: u64) -> Self {
        let cluster = CLUSTER_BYTES as u64;
        Self { pages: ZeroedPages::at_most((bytes / cluster).max(1) * cluster), generation: 0 }
    }

    /// Size in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> u64 {
        self.pages.bytes()
    }

    /// Bytes that a search may use.
    #[cfg(test)]
    pub(crate) fn ready_bytes(&mut self) -> usize {
        self.pages.words().len() * 8
    }

    /// Forgets everything. The memory of a large table is returned and new memory comes zeroed, so no
    /// page is touched.
    pub(crate) fn clear(&mut self) {
        self.generation = 0;
        self.pages.renew();
    }

    /// Starts a search: existing entries count as older than those it stores. It gets the part of
    /// the table that `positions` (`None`: unlimited) can fill and that can be made ready while
    /// `may_continue` returns true. Once a later search finds a larger part ready, entries stored
    /// before are no longer found.
    pub(crate) fn begin_search(
        &mut self,
        positions: Option<u64>,
        may_continue: impl Fn() -> bool,
    ) -> SharedTable<'_> {
        self.generation = (self.generation + 1) % GENERATIONS;
        // More than the entries need, so that clusters hardly ever overflow; and a power of two, so
        // that a slightly larger limit does not change the table.
        let entry = (CLUSTER_BYTES / ENTRIES) as u64;
        let needed = |count: u64| count.saturating_mul(2 * entry).checked_next_power_of_two();
        let enough = positions.and_then(needed).unwrap_or(u64::MAX);
        self.pages.make_ready(enough, may_continue);
        self.share()
    }

    /// The part of the table that is ready, for several threads.
    pub(crate) fn share(&mut self) -> SharedTable<'_> {
        let generation = self.generation;
        let words = self.pages.words();
        SharedTable { words, clusters: words.len() / (ENTRIES * WORDS), generation }
    }
}

impl<'a> SharedTable<'a> {
    /// The first word of a key's cluster: its index is the high half of key times number of
    /// clusters.
    #[inline]
    fn first_word(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters as u128) >> 64) as usize * ENTRIES * WORDS
    }

    /// Starts loading the cluster of a key that is needed soon. Without this a tenth of the search
    /// time was spent waiting for clusters.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        if let Some(word) = self.words.get(self.first_word(key)) {
            prefetch(word);
        }
    }

    /// The cluster of a key. It has no entries in a table without memory.
    #[inline]
    fn cluster(&self, key: u64) -> Cluster<'a, AtomicU64> {
        let first = self.first_word(key);
        Cluster(self.words.get(first..first + ENTRIES * WORDS).unwrap_or_default())
    }

    /// Looks a position up.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).probe(key)
    }

    /// The keys and entries that are stored.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u64, Entry)> + use<'a> {
        self.words.chunks_exact(ENTRIES * WORDS).flat_map(|words| Cluster(words).all())
    }

    /// How many entries it can hold.
    pub(crate) fn capacity(&self) -> u64 {
        (self.clusters * ENTRIES) as u64
    }

    /// How full it is, in thousandths: that of its first entries, as keys spread evenly.
    pub(crate) fn usage(&self) -> u32 {
        const SAMPLE: usize = 1000;
        let part = self.clusters.min(SAMPLE) * ENTRIES;
        let words = self.words.get(..part * WORDS).unwrap_or_default();
        let used = words.chunks_exact(ENTRIES * WORDS).flat_map(|words| Cluster(words).all());
        (used.count() * 1000 / part.max(1)) as u32
    }

    /// Stores an entry, see [`Cluster::store`].
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        self.cluster(key).store(key, entry, self.generation);
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::ScoreBound;
    use super::*;
    use crate::types::{Coord, Point, Score};

    fn entry(depth: i32) -> Entry {
        Entry {
            value: Score::loss_in(12),
            eval: Some(-345),
            best: Some(Point::from_coord(Coord::new(21, 0))),
            depth,
            bound: ScoreBound::Lower,
        }
    }

    fn whole(table: &mut SearchTable) -> SharedTable<'_> {
        table.begin_search(None, || true)
    }

    #[test]
    fn what_is_stored_comes_back() {
        let mut table = SearchTable::new(1 << 16);
        let table = whole(&mut table);
        for depth in [-16, -1, 0, 7, 99] {
            let key = 0x1234_5678_9abc_def0 ^ depth as u64;
            assert_eq!(table.probe(key), None);
            table.store(key, entry(depth));
            assert_eq!(table.probe(key), Some(entry(depth)));
        }
    }

    #[test]
    fn a_shallow_bound_does_not_replace_a_deep_one() {
        let mut table = SearchTable::new(64);
        let table = whole(&mut table);
        table.store(1, entry(10));
        table.store(1, entry(3));
        assert_eq!(table.probe(1).unwrap().depth, 10);
        table.store(1, Entry { bound: ScoreBound::Exact, best: None, ..entry(3) });
        assert_eq!(table.probe(1).unwrap().depth, 3);
        assert_eq!(table.probe(1).unwrap().best, entry(3).best, "the old move is kept");
    }

    #[test]
    fn the_shallowest_entry_of_a_full_cluster_is_replaced() {
        let mut memory = SearchTable::new(64);
        let table = whole(&mut memory);
        for (key, depth) in [(1, 9), (2, 4), (3, 8), (4, 7)] {
            table.store(key, entry(depth));
        }
        table.store(5, entry(1));
        assert_eq!(table.probe(2), None);
        assert!(table.probe(5).is_some());
        let mut keys: Vec<u64> = table.entries().map(|(key, _)| key).collect();
        keys.sort_unstable();
        assert_eq!((keys, table.capacity(), table.usage()), (vec![1, 3, 4, 5], 4, 1000));
        memory.clear();
        let table = whole(&mut memory);
        assert!((1..=5).all(|key| table.probe(key).is_none()));
    }

    #[test]
    fn an_entry_of_an_earlier_search_is_replaced_by_a_shallower_one() {
        let mut table = SearchTable::new(64);
        (1..=4).for_each(|key| table.begin_search(None, || true).store(key, entry(9)));
        let next = whole(&mut table);
        next.store(5, entry(8));
        next.store(6, entry(7));
        assert!(next.probe(5).is_some() && next.probe(6).is_some());
    }

    #[test]
    fn a_table_keeps_to_its_size_and_its_clusters_to_cache_lines() {
        for bytes in [64, 128, 1 << 12, (1 << 20) + 777] {
            let mut table = SearchTable::new(bytes);
            assert!(table.bytes() <= bytes && table.bytes() + 64 > bytes);
            assert_eq!(whole(&mut table).words.as_ptr().addr() % CLUSTER_BYTES, 0);
        }
    }

    #[test]
    fn threads_that_share_a_cluster_find_what_was_stored_for_the_key_or_nothing() {
        let mut table = SearchTable::new(64);
        let table = whole(&mut table);
        let of = |key: u64| Entry { value: key as i32, best: None, ..entry(key as i32 % 9) };
        let found: usize = std::thread::scope(|scope| {
            let work = |thread: u64| {
                let mut found = 0;
                for step in 0..50_000_u64 {
                    let small = step * (2 * thread + 3) % 12 + 1;
                    let key = small * 0x1234_5678_9abd;
                    if let Some(entry) = table.probe(key) {
                        assert_eq!(entry, of(small));
                        found += 1;
                    }
                    table.store(key, of(small));
                }
                found
            };
            let threads: Vec<_> = (0..4).map(|thread| scope.spawn(move || work(thread))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(found > 1000, "{found}");
    }
}
