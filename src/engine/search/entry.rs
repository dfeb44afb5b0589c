//! Entries of the transposition table, and how threads share a cluster of them.
//!
//! An entry is two relaxed atomic words: the data, and the key XORed with the data. A torn pair
//! does not match its key and reads as an empty entry, so threads share the table without locks and
//! without unsafe code.
//!
//! R. Hyatt, T. Mann, "A lock-less transposition table implementation for parallel search", ICGA
//! Journal 25(1), 2002: <https://www.chessprogramming.org/Shared_Hash_Table#Lockless>

use std::sync::atomic::{AtomicU64, Ordering};

use crate::types::{Point, Score, Window};

/// How the stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScoreBound {
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
    pub bound: ScoreBound,
}

impl Entry {
    /// The value, counted from the root, if it suffices for `window` at `ply`.
    #[inline]
    pub(crate) fn answer(&self, window: Window, ply: usize) -> Option<i32> {
        let value = from_table(self.value, ply as i32);
        let answers = match self.bound {
            ScoreBound::Upper => value <= window.alpha,
            ScoreBound::Lower => value >= window.beta,
            ScoreBound::Exact => true,
        };
        answers.then_some(value)
    }
}

/// A word that threads share. The order in which other threads see two of them is not defined.
pub(crate) trait Word {
    /// The value that this or another thread stored.
    fn get(&self) -> u64;
    /// Stores a value.
    fn set(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn set(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

/// Words of an entry: its check, then its data.
pub(crate) const WORDS: usize = 2;
const DEPTH_OFFSET: i32 = 16;
const NO_POINT: u64 = 0;
const NO_EVAL: i32 = i16::MIN as i32;
/// Number of searches that are distinguished.
pub(crate) const GENERATIONS: u8 = 32;

/// The entries that may hold a key.
#[derive(Debug)]
pub(crate) struct Cluster<'a, W>(pub &'a [W]);

impl<'a, W: Word> Cluster<'a, W> {
    /// The entries, each as check and data.
    #[inline]
    fn slots(&self) -> impl Iterator<Item = (&'a W, &'a W)> + use<'a, W> {
        self.0.chunks_exact(WORDS).map(|slot| (&slot[0], &slot[1]))
    }

    /// The keys and entries that are stored. A key that is read while another thread writes may be
    /// none.
    pub(crate) fn all(self) -> impl Iterator<Item = (u64, Entry)> + use<'a, W> {
        let words = self.slots().map(|(check, data)| (check.get(), data.get()));
        let used = words.filter(|&(_, data)| data != 0);
        used.map(|(check, data)| (check ^ data, unpack(data)))
    }

    /// Looks a position up.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.slots().find_map(|(check, data)| {
            let data = data.get();
            let check = check.get();
            (data != 0 && check ^ data == key).then(|| unpack(data))
        })
    }

    /// Stores an entry of the search with this number. It replaces an old entry of the same
    /// position, unless that entry is much deeper and from the same search and the new value is not
    /// exact. The old move is kept if the new entry has none.
    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: Entry, generation: u8) {
        let mut victim = None;
        let mut worst = i32::MAX;
        for slot in self.slots() {
            let data = slot.1.get();
            if data == 0 {
                victim = Some(slot);
                worst = i32::MIN;
                continue;
            }
            if slot.0.get() ^ data == key {
                let old = unpack(data);
                entry.best = entry.best.or(old.best);
                let keep = entry.bound != ScoreBound::Exact
                    && generation_of(data) == generation
                    && entry.depth + 2 < old.depth;
                if keep {
                    return;
                }
                victim = Some(slot);
                break;
            }
            let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
            let worth = depth_of(data) - 4 * i32::from(age);
            if worth < worst {
                worst = worth;
                victim = Some(slot);
            }
        }
        if let Some((check, place)) = victim {
            let data = pack(&entry, generation);
            place.set(data);
            check.set(key ^ data);
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
            0 => ScoreBound::Upper,
            1 => ScoreBound::Lower,
            _ => ScoreBound::Exact,
        },
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 42 & 0xff) as i32 - DEPTH_OFFSET
}

fn generation_of(data: u64) -> u8 {
    (data >> 52) as u8 & (GENERATIONS - 1)
}

/// Converts a value at a node `ply` plies from the root for storage: wins are counted from the
/// node.
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

    fn entry(depth: i32) -> Entry {
        let best = Some(Point::from_index(300));
        Entry { value: -17, eval: Some(-345), best, depth, bound: ScoreBound::Lower }
    }

    /// Loads and stores are relaxed, so a reader may see each word of an entry as any writer left
    /// it, or as it was before. Every such pair is tried.
    #[test]
    fn words_of_different_writers_are_no_entry() {
        let keys = [0x1234_5678_9abc_def0, 0xfedc_ba98_7654_3210];
        let entries = [entry(3), Entry { best: None, value: 17, ..entry(8) }];
        let data = entries.map(|entry| pack(&entry, 1));
        let words = [(0, 0), (keys[0] ^ data[0], data[0]), (keys[1] ^ data[1], data[1])];
        for (seen, (check, _)) in words.into_iter().enumerate() {
            for (other, (_, data)) in words.into_iter().enumerate() {
                let cluster = [AtomicU64::new(check), AtomicU64::new(data)];
                for (writer, key) in keys.into_iter().enumerate() {
                    let whole = seen == other && seen == writer + 1;
                    let found = Cluster(&cluster).probe(key);
                    assert_eq!(found, whole.then_some(entries[writer]));
                }
            }
        }
    }

    #[test]
    fn wins_are_counted_from_the_node() {
        for value in [Score::win_in(9), Score::loss_in(8), 77] {
            assert_eq!(from_table(to_table(value, 5), 5), value);
        }
        assert_eq!(to_table(Score::win_in(9), 4), Score::win_in(5));
    }
}

/// Every order of the threads' steps, and every value that a relaxed load may see: see the notes in
/// `util/sync.rs`.
#[cfg(all(test, loom))]
mod interleavings {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    impl Word for AtomicU64 {
        fn get(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }

        fn set(&self, value: u64) {
            self.store(value, Ordering::Relaxed);
        }
    }

    const KEYS: [u64; 2] = [0x1234_5678_9abc_def0, 0xfedc_ba98_7654_3210];

    fn entry(key: u64) -> Entry {
        let best = Some(Point::from_index(key as usize & 0xff | 1));
        Entry { value: key as i16 as i32, eval: None, best, depth: 7, bound: ScoreBound::Exact }
    }

    /// Each thread stores the entry of its key in a cluster of `entries` places and then looks both
    /// keys up.
    fn threads_share(entries: usize) {
        loom::model(move || {
            let words: Vec<_> = (0..entries * WORDS).map(|_| AtomicU64::new(0)).collect();
            let words = Arc::new(words);
            let threads = KEYS.map(|key| {
                let words = Arc::clone(&words);
                loom::thread::spawn(move || {
                    let cluster = Cluster(&words);
                    cluster.store(key, entry(key), 1);
                    for key in KEYS {
                        assert!(cluster.probe(key).is_none_or(|found| found == entry(key)));
                    }
                })
            });
            threads.into_iter().for_each(|thread| thread.join().unwrap());
        });
    }

    #[test]
    fn what_is_found_is_what_was_stored_for_the_key() {
        threads_share(1);
        threads_share(2);
    }
}
