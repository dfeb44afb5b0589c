//! The transposition table: a position that occurs again need not be searched again.
//!
//! Two orders of the same moves lead to the same position:
//!
//! ```text
//!   × 1, ○ 2, × 3   and   × 3, ○ 2, × 1   give   × ○ ×
//!                                                . . .
//!                                                . . .
//! ```
//!
//! A value found by alpha-beta may be only a bound: the table stores which, and answers only if
//! that suffices. Here a hash map stores whole keys, so it never confuses or forgets positions; an
//! engine's table has a fixed size and does both. Imports `observer` for the bounds.

use std::collections::HashMap;
use std::hash::Hash;

use super::observer::Bounds;

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
struct StoredValue {
    depth: u32,
    value: i32,
    meaning: Meaning,
}

/// The table; a disabled one finds nothing.
#[derive(Clone, Debug)]
pub(crate) struct TranspositionTable<K> {
    entries: Option<HashMap<K, StoredValue>>,
}

impl<K: Eq + Hash> TranspositionTable<K> {
    /// An empty table.
    pub(crate) fn new(switched_on: bool) -> Self {
        Self { entries: switched_on.then(HashMap::new) }
    }

    /// The value of a position if it was searched at least as deep and is known well enough for
    /// these bounds.
    pub(crate) fn find(&self, key: K, depth: u32, bounds: Bounds) -> Option<i32> {
        let entry = self.entries.as_ref()?.get(&key).filter(|entry| entry.depth >= depth)?;
        let enough = match entry.meaning {
            Meaning::Exact => true,
            Meaning::AtLeast => entry.value >= bounds.beta,
            Meaning::AtMost => entry.value <= bounds.alpha,
        };
        enough.then_some(entry.value)
    }

    /// Stores the value that a search with these bounds returned.
    pub(crate) fn store(&mut self, key: K, depth: u32, bounds: Bounds, value: i32) {
        let Some(entries) = &mut self.entries else { return };
        let meaning = if value >= bounds.beta {
            Meaning::AtLeast
        } else if value <= bounds.alpha {
            Meaning::AtMost
        } else {
            Meaning::Exact
        };
        entries.insert(key, StoredValue { depth, value, meaning });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Bounds = Bounds { alpha: -5, beta: 5 };

    #[test]
    fn an_exact_value_answers_every_window_but_no_deeper_search() {
        let mut table = TranspositionTable::new(true);
        table.store('k', 3, WINDOW, 2);
        assert_eq!(table.find('k', 3, Bounds::OPEN), Some(2));
        assert_eq!(table.find('k', 4, Bounds::OPEN), None);
        assert_eq!(table.find('l', 3, Bounds::OPEN), None);
    }

    #[test]
    fn a_bound_answers_only_where_it_decides() {
        let mut table = TranspositionTable::new(true);
        table.store('k', 3, WINDOW, 7);
        assert_eq!(table.find('k', 3, Bounds { alpha: 0, beta: 7 }), Some(7));
        assert_eq!(table.find('k', 3, Bounds { alpha: 0, beta: 8 }), None);
        table.store('m', 3, WINDOW, -5);
        assert_eq!(table.find('m', 3, Bounds { alpha: -5, beta: 0 }), Some(-5));
        assert_eq!(table.find('m', 3, Bounds { alpha: -6, beta: 0 }), None);
    }

    #[test]
    fn a_table_switched_off_finds_nothing() {
        let mut table = TranspositionTable::new(false);
        table.store('k', 3, WINDOW, 2);
        assert_eq!(table.find('k', 1, WINDOW), None);
    }
}
