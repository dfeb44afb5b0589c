//! What the search of fours knows of positions: proved wins with their first move, and failures with
//! the depth up to which they hold.

use bytemuck::Zeroable;

use crate::types::Point;

/// Deep enough for every board: a failure at this depth is a failure for good.
pub const NO_LIMIT: u16 = u16::MAX;

/// Knowledge of one position with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The attacker wins in so many plies with this first move.
    Win {
        /// Plies to the five, the five included.
        plies: u16,
        /// The first move.
        by: Point,
    },
    /// No win within so many plies.
    No {
        /// Plies searched in vain; [`NO_LIMIT`]: there is none at all.
        depth: u16,
    },
}

#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
struct Entry {
    key: u64,
    /// Plies of the win, 0 if none is known.
    plies: u16,
    /// The winning move.
    by: u16,
    /// Depth searched in vain.
    depth: u16,
    unused: u16,
}

/// A table of fixed size; a newer position takes the place of an older one.
#[derive(Debug)]
pub struct VcfTable {
    entries: Vec<Entry>,
    mask: usize,
}

impl VcfTable {
    /// A table of at most `bytes`, at least one entry. Its pages are untouched until used, so that a
    /// large table costs a short search nothing.
    pub fn new(bytes: u64) -> Self {
        let most = usize::try_from(bytes / size_of::<Entry>() as u64).unwrap_or(1).max(1);
        let count = 1 << most.ilog2();
        Self { entries: bytemuck::zeroed_vec(count), mask: count - 1 }
    }

    /// What is known of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Known> {
        let entry = &self.entries[key as usize & self.mask];
        if entry.key != key {
            return None;
        }
        Some(match entry.plies {
            0 => Known::No { depth: entry.depth },
            plies => Known::Win { plies, by: Point::from_index(usize::from(entry.by)) },
        })
    }

    /// Keeps what was found.
    #[inline]
    pub fn store(&mut self, key: u64, known: Known) {
        let (plies, by, depth) = match known {
            Known::Win { plies, by } => (plies, by.raw(), 0),
            Known::No { depth } => (0, 0, depth),
        };
        self.entries[key as usize & self.mask] = Entry { key, plies, by, depth, unused: 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newer_position_stays() {
        let mut table = VcfTable::new(1 << 10);
        let by = Point::from_index(300);
        table.store(7, Known::Win { plies: 5, by });
        assert_eq!(table.probe(7), Some(Known::Win { plies: 5, by }));
        table.store(7 + (1 << 20), Known::No { depth: NO_LIMIT });
        assert_eq!(table.probe(7), None);
        assert_eq!(table.probe(7 + (1 << 20)), Some(Known::No { depth: NO_LIMIT }));
    }
}
