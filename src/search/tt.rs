//! The transposition table: what earlier visits found about a position.
//!
//! An entry is two relaxed atomic words: the data, and the key XORed with the data. A torn pair
//! does not match its key and reads as an empty entry, so threads share the table without locks and
//! without unsafe code.
//!
//! R. Hyatt, T. Mann, "A lock-less transposition table implementation for parallel search", ICGA
//! Journal 25(1), 2002: <https://www.chessprogramming.org/Shared_Hash_Table#Lockless>

use std::sync::atomic::{AtomicU64, Ordering};

use super::pages::ZeroedPages;
use crate::types::{Point, Score, Window};
use crate::util::prefetch::prefetch;

/// How the stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is at most the stored one.
    Upper,
    /// The true value is at least the stored one.
    Lower,
    /// It is the true value at the stored depth.
    Exact,
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value for the side to move; wins are counted from the position, not from the root.
    pub value: i32,
    /// The static evaluation; `None` if it was only a rough one.
    pub eval: Option<i32>,
    /// The best move known.
    pub best: Option<Point>,
    /// Depth in plies to which `value` was searched; forced-line searches below depth 0 are
    /// negative.
    pub depth: i32,
    /// What `value` bounds.
    pub bound: Bound,
}

impl Entry {
    /// The value, counted from the root, if it answers the question that `window` asks at `ply`.
    #[inline]
    pub(crate) fn answer(&self, window: Window, ply: usize) -> Option<i32> {
        let value = from_table(self.value, ply as i32);
        let answers = match self.bound {
            Bound::Upper => value <= window.alpha,
            Bound::Lower => value >= window.beta,
            Bound::Exact => true,
        };
        answers.then_some(value)
    }
}

/// Entries of a cluster: they share a cache line.
const ENTRIES: usize = 4;
/// Words of an entry: its check, then its data.
const WORDS: usize = 2;
/// Bytes of a cluster.
const CLUSTER_BYTES: usize = ENTRIES * WORDS * size_of::<AtomicU64>();

/// The owner of the table's memory between searches.
#[derive(Debug)]
pub(crate) struct Table {
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

const DEPTH_OFFSET: i32 = 16;
const NO_POINT: u64 = 0;
const NO_EVAL: i32 = i16::MIN as i32;
const GENERATIONS: u8 = 32;

impl Table {
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

    /// Forgets everything without touching a page: the old memory is returned, new memory comes
    /// zeroed.
    pub(crate) fn clear(&mut self) {
        self.generation = 0;
        self.pages.renew();
    }

    /// Starts a search: entries so far count as older than those it stores. It gets the part of the
    /// table that `positions` (`None`: unlimited) can fill and that can be made ready while
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

    /// The entries of a key's cluster, each as check and data. There are none in a table without
    /// memory.
    #[inline]
    fn cluster(&self, key: u64) -> impl Iterator<Item = (&'a AtomicU64, &'a AtomicU64)> + use<'a> {
        let first = self.first_word(key);
        let words = self.words.get(first..first + ENTRIES * WORDS).unwrap_or_default();
        words.chunks_exact(WORDS).map(|slot| (&slot[0], &slot[1]))
    }

    /// Looks a position up.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).find_map(|(check, data)| {
            let data = data.load(Ordering::Relaxed);
            let check = check.load(Ordering::Relaxed);
            (data != 0 && check ^ data == key).then(|| unpack(data))
        })
    }

    /// Stores an entry. It replaces the old entry of the same position unless that one is much
    /// deeper, of the same search, and the new value is not exact. The old move is kept if the new
    /// entry has none.
    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let mut victim = None;
        let mut worst = i32::MAX;
        for slot in self.cluster(key) {
            let data = slot.1.load(Ordering::Relaxed);
            if data == 0 {
                victim = Some(slot);
                worst = i32::MIN;
                continue;
            }
            if slot.0.load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data);
                entry.best = entry.best.or(old.best);
                let keep = entry.bound != Bound::Exact
                    && generation_of(data) == self.generation
                    && entry.depth + 2 < old.depth;
                if keep {
                    return;
                }
                victim = Some(slot);
                break;
            }
            let age = (self.generation + GENERATIONS - generation_of(data)) % GENERATIONS;
            let worth = depth_of(data) - 4 * i32::from(age);
            if worth < worst {
                worst = worth;
                victim = Some(slot);
            }
        }
        if let Some((check, place)) = victim {
            let data = pack(&entry, self.generation);
            place.store(data, Ordering::Relaxed);
            check.store(key ^ data, Ordering::Relaxed);
        }
    }
}

// Layout, from the low bit: value 16, eval 16, move 10, depth 8, bound 2, generation 5, used 1.
fn pack(entry: &Entry, generation: u8) -> u64 {
    let half = |value: i32| u64::from(value as i16 as u16);
    let best = entry.best.map_or(NO_POINT, |point| u64::from(point.raw()));
    let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
    half(entry.value)
        | half(entry.eval.unwrap_or(NO_EVAL)) << 16
        | best << 32
        | depth << 42
        | (entry.bound as u64) << 50
        | u64::from(generation) << 52
        | 1 << 57
}

fn unpack(data: u64) -> Entry {
    let best = data >> 32 & 0x3ff;
    Entry {
        value: i32::from(data as u16 as i16),
        eval: Some(i32::from((data >> 16) as u16 as i16)).filter(|&eval| eval != NO_EVAL),
        best: (best != NO_POINT).then(|| Point::from_index(best as usize)),
        depth: depth_of(data),
        bound: match data >> 50 & 3 {
            0 => Bound::Upper,
            1 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 42 & 0xff) as i32 - DEPTH_OFFSET
}

fn generation_of(data: u64) -> u8 {
    (data >> 52) as u8 & (GENERATIONS - 1)
}

/// A value of a node `ply` plies from the root as it is stored: wins counted from the node.
#[inline]
pub(crate) fn to_table(value: i32, ply: i32) -> i32 {
    if value >= Score::MATE_THRESHOLD {
        value + ply
    } else if value <= -Score::MATE_THRESHOLD {
        value - ply
    } else {
        value
    }
}

/// The inverse of [`to_table`].
#[inline]
pub(crate) fn from_table(value: i32, ply: i32) -> i32 {
    if value >= Score::MATE_THRESHOLD {
        value - ply
    } else if value <= -Score::MATE_THRESHOLD {
        value + ply
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Coord;

    fn entry(depth: i32) -> Entry {
        Entry {
            value: Score::loss_in(12),
            eval: Some(-345),
            best: Some(Point::from_coord(Coord::new(21, 0))),
            depth,
            bound: Bound::Lower,
        }
    }

    fn whole(table: &mut Table) -> SharedTable<'_> {
        table.begin_search(None, || true)
    }

    #[test]
    fn what_is_stored_comes_back() {
        let mut table = Table::new(1 << 16);
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
        let mut table = Table::new(64);
        let table = whole(&mut table);
        table.store(1, entry(10));
        table.store(1, entry(3));
        assert_eq!(table.probe(1).unwrap().depth, 10);
        table.store(1, Entry { bound: Bound::Exact, best: None, ..entry(3) });
        assert_eq!(table.probe(1).unwrap().depth, 3);
        assert_eq!(table.probe(1).unwrap().best, entry(3).best, "the old move is kept");
    }

    #[test]
    fn the_shallowest_entry_of_a_full_cluster_is_replaced() {
        let mut memory = Table::new(64);
        let table = whole(&mut memory);
        for (key, depth) in [(1, 9), (2, 4), (3, 8), (4, 7)] {
            table.store(key, entry(depth));
        }
        table.store(5, entry(1));
        assert_eq!(table.probe(2), None);
        assert!(table.probe(5).is_some());
        memory.clear();
        let table = whole(&mut memory);
        assert!((1..=5).all(|key| table.probe(key).is_none()));
    }

    #[test]
    fn an_entry_of_an_earlier_search_is_replaced_by_a_shallower_one() {
        let mut table = Table::new(64);
        (1..=4).for_each(|key| table.begin_search(None, || true).store(key, entry(9)));
        let next = whole(&mut table);
        next.store(5, entry(8));
        next.store(6, entry(7));
        assert!(next.probe(5).is_some() && next.probe(6).is_some());
    }

    #[test]
    fn a_table_keeps_to_its_size_and_its_clusters_to_cache_lines() {
        for bytes in [64, 128, 1 << 12, (1 << 20) + 777] {
            let mut table = Table::new(bytes);
            assert!(table.bytes() <= bytes && table.bytes() + 64 > bytes);
            assert_eq!(whole(&mut table).words.as_ptr().addr() % CLUSTER_BYTES, 0);
        }
    }

    /// Loads and stores are relaxed, so a reader may see each word of an entry as any writer left
    /// it, or as it was before. Every such pair is tried.
    #[test]
    fn words_of_different_writers_are_no_entry() {
        let mut table = Table::new(64);
        let table = whole(&mut table);
        let keys = [0x1234_5678_9abc_def0, 0xfedc_ba98_7654_3210];
        let entries = [entry(3), Entry { best: None, value: 17, ..entry(8) }];
        let data = entries.map(|entry| pack(&entry, table.generation));
        let words = [(0, 0), (keys[0] ^ data[0], data[0]), (keys[1] ^ data[1], data[1])];
        for (seen, (check, _)) in words.into_iter().enumerate() {
            for (other, (_, data)) in words.into_iter().enumerate() {
                let first = table.first_word(keys[0]);
                table.words[first].store(check, Ordering::Relaxed);
                table.words[first + 1].store(data, Ordering::Relaxed);
                for (writer, key) in keys.into_iter().enumerate() {
                    let whole = seen == other && seen == writer + 1;
                    assert_eq!(table.probe(key), whole.then_some(entries[writer]));
                }
            }
        }
    }

    #[test]
    fn threads_that_share_a_cluster_find_what_was_stored_for_the_key_or_nothing() {
        let mut table = Table::new(64);
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

    #[test]
    fn wins_are_counted_from_the_node() {
        for value in [Score::win_in(9), Score::loss_in(8), 77] {
            assert_eq!(from_table(to_table(value, 5), 5), value);
        }
        assert_eq!(to_table(Score::win_in(9), 4), Score::win_in(5));
    }
}
