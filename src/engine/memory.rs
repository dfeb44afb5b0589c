//! How the memory granted by a manager is divided.
//!
//! The judge counts the whole process. Besides the transposition table that is the executable with
//! its libraries, the tables of a rule (1 MB of line classes, three times that while they are
//! built), board, history and stack of each thread, and buffers. Measured at 7 MB with one thread;
//! the allowance has a margin.

use super::options::Options;

/// Everything but the transposition table, with one thread.
const FIXED: u64 = 14 << 20;
/// More for every further thread: its stack and its experience.
const PER_THREAD: u64 = 2 << 20;
/// The smallest useful table.
const SMALLEST_TABLE: u64 = 1 << 20;
/// The smallest limit that the engine can stay within.
pub(super) const MINIMUM: u64 = FIXED + SMALLEST_TABLE + (1 << 20);
/// The largest default table: what Gomocup's limit leaves.
const LARGEST_DEFAULT: u64 = Options::DEFAULT_MEMORY;

/// The largest table that a process can hold: with 32-bit pointers half of the 2 GiB that Windows
/// grants, since the table is one block; with 64-bit pointers no practical limit.
const ADDRESSABLE: u64 = usize::MAX as u64 / 4;

/// Size of the transposition table under these options, in bytes.
pub(super) fn table_bytes(options: &Options) -> u64 {
    let limit = match options.max_memory {
        0 => LARGEST_DEFAULT,
        limit => limit,
    };
    let others = FIXED + PER_THREAD * (options.threads as u64 - 1);
    // A twentieth is left for what cannot be computed: allocator slack, page tables.
    let allowed = (limit.saturating_sub(others) / 20 * 19).max(SMALLEST_TABLE);
    let bytes = match options.hash_kib {
        Some(kib) if options.max_memory == 0 => kib.saturating_mul(1024).max(SMALLEST_TABLE),
        Some(kib) => kib.saturating_mul(1024).clamp(SMALLEST_TABLE, allowed),
        None => allowed,
    };
    bytes.min(ADDRESSABLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(max_memory: u64, hash_kib: Option<u64>) -> u64 {
        table_bytes(&Options { max_memory, hash_kib, ..Options::default() })
    }

    #[test]
    fn the_table_stays_within_the_limit() {
        for limit in [MINIMUM, 64 << 20, 350 << 20, 4 << 30] {
            assert!(bytes(limit, None) + FIXED <= limit);
            assert!(bytes(limit, Some(u64::MAX)) + FIXED <= limit);
        }
        assert!(bytes(0, None) > 300 << 20);
        assert_eq!(bytes(0, Some(2048)), 2 << 20);
    }
}
