//! How the memory granted by a manager is divided.
//!
//! The judge counts the whole process. Besides the transposition table, this includes the
//! executable with its libraries, the tables of a rule (1 MB of line classes, three times that
//! while they are built), board, history and stack of each thread, the threat solver, and buffers.
//! The system maps more of an executable than is used (up to 12 MB), and keeps freed pages (up to 2
//! MB).

use super::options::Options;
use crate::search::SOLVER_MB;

const MIB: u64 = 1 << 20;
/// Usual size of everything but the transposition table, with one thread.
const USUAL: u64 = 14 * MIB;
/// Largest size of everything but the transposition table and the threat solver, with one thread.
const AT_WORST: u64 = 21 * MIB;
/// More for every further thread: its stack and its experience.
const PER_THREAD: u64 = 2 * MIB;
/// More for every further rule: its tables stay until the process ends.
const PER_RULE: u64 = 4 * MIB;
/// For each MiB of the solver's tables: first the tables and the tree of a win, then the tree and
/// what its verification remembers.
const SOLVER_SHARE: u64 = 2 * MIB;
/// The solver gets one more share per this many bytes above the minimum.
const PER_SOLVER_SHARE: u64 = 8 * MIB;
/// The smallest useful table.
const SMALLEST_TABLE: u64 = MIB;
/// The smallest limit that the engine can stay within. Smaller limits are treated as this one.
pub(super) const MINIMUM: u64 = AT_WORST + SOLVER_SHARE + SMALLEST_TABLE;
/// The limit of the process that decides about the table where none was set: Gomocup's.
const ASSUMED_LIMIT: u64 = Options::DEFAULT_MEMORY;

/// The largest table that a process can hold: with 32-bit pointers half of the 2 GiB that Windows
/// grants, since the table is one block; with 64-bit pointers no practical limit.
const ADDRESSABLE: u64 = usize::MAX as u64 / 4;

/// The options for a process that has the tables of this many rules: each after the first
/// reduces the limit.
pub(super) fn after_rules(options: &Options, rules: usize) -> Options {
    let further = PER_RULE * rules.saturating_sub(1) as u64;
    let max_memory = match options.max_memory {
        0 => 0,
        limit => limit.saturating_sub(further).max(1),
    };
    Options { max_memory, ..options.clone() }
}

/// Size of the transposition table under these options, in bytes.
pub(super) fn table_bytes(options: &Options) -> u64 {
    let limit = limit(options);
    let helpers = helper_bytes(options);
    // One twentieth is left for what cannot be computed: allocator slack, page tables.
    let usual = limit.saturating_sub(USUAL + helpers) / 20 * 19;
    let others = AT_WORST + SOLVER_SHARE * solver_mb(options) + helpers;
    let allowed = usual.min(limit.saturating_sub(others)).max(SMALLEST_TABLE);
    let bytes = match options.hash_kib {
        Some(kib) if options.max_memory == 0 => kib.saturating_mul(1024).max(SMALLEST_TABLE),
        Some(kib) => kib.saturating_mul(1024).clamp(SMALLEST_TABLE, allowed),
        None => allowed,
    };
    bytes.min(ADDRESSABLE)
}

/// Memory of the threat solver's tables, in MiB.
pub(super) fn solver_mb(options: &Options) -> u64 {
    if options.max_memory == 0 {
        return SOLVER_MB;
    }
    let spare = options.max_memory.saturating_sub(MINIMUM + helper_bytes(options));
    (1 + spare / PER_SOLVER_SHARE).min(SOLVER_MB)
}

/// The number of threads, at most as many as the memory allows.
pub(super) fn threads(options: &Options) -> usize {
    if options.max_memory == 0 {
        return options.threads;
    }
    let spare = options.max_memory.saturating_sub(MINIMUM) / PER_THREAD;
    options.threads.min(1 + usize::try_from(spare).unwrap_or(usize::MAX - 1))
}

/// Memory of the threads but the first.
fn helper_bytes(options: &Options) -> u64 {
    PER_THREAD * (threads(options) as u64 - 1)
}

fn limit(options: &Options) -> u64 {
    match options.max_memory {
        0 => ASSUMED_LIMIT,
        limit => limit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(max_memory: u64, threads: usize) -> Options {
        Options { max_memory, threads, ..Options::default() }
    }

    /// All that is counted, with the tables of one rule.
    fn everything(options: &Options) -> u64 {
        let solver = SOLVER_SHARE * solver_mb(options);
        table_bytes(options) + solver + helper_bytes(options) + AT_WORST
    }

    #[test]
    fn everything_together_stays_within_the_limit() {
        for limit in [MINIMUM, 25 * MIB, 32 * MIB, 47 * MIB, 64 * MIB, 350 * MIB, 4 << 30] {
            for threads_wanted in [1, 2, 8, 256] {
                for hash_kib in [None, Some(0), Some(u64::MAX)] {
                    let options = Options { hash_kib, ..limited(limit, threads_wanted) };
                    let all = everything(&options);
                    assert!(all <= limit, "{options:?}: {all}");
                }
            }
        }
    }

    #[test]
    fn the_usual_limits_leave_what_they_always_did() {
        let usual = limited(0, 1);
        assert_eq!((solver_mb(&usual), threads(&usual)), (4, 1));
        assert_eq!(table_bytes(&usual), (350 - 14) * MIB / 20 * 19);
        assert_eq!(table_bytes(&limited(350 * MIB, 1)), table_bytes(&usual));
        assert_eq!((solver_mb(&limited(0, 256)), threads(&limited(0, 256))), (4, 256));
        for mib in [314, 350] {
            let table = (mib - 14) * MIB / 20 * 19;
            assert_eq!(table_bytes(&limited(mib * MIB, 1)), table, "{mib} MiB");
        }
        let asked = Options { hash_kib: Some(2048), ..usual };
        assert_eq!(table_bytes(&asked), 2 * MIB);
    }

    #[test]
    fn further_rules_leave_less_of_a_limit() {
        for (limit, rules, left) in [(350, 1, 350), (350, 3, 342), (36, 5, 20), (24, 0, 24)] {
            let options = after_rules(&limited(limit * MIB, 2), rules);
            assert_eq!(options, limited(left * MIB, 2));
        }
        assert_eq!(after_rules(&limited(0, 1), 5), limited(0, 1));
        // A limit stays one.
        assert_eq!(after_rules(&limited(1000, 1), 5), limited(1, 1));
    }

    #[test]
    fn several_rules_together_stay_within_the_limit() {
        for rules in 1..=5 {
            let further = PER_RULE * (rules - 1);
            for limit in [MINIMUM + further, MINIMUM + further + MIB, 64 * MIB, 350 * MIB] {
                let all = everything(&after_rules(&limited(limit, 2), rules as usize));
                assert!(all + further <= limit, "{rules} rules, {limit}: {all}");
            }
        }
    }

    #[test]
    fn under_the_minimum_everything_is_as_small_as_it_can_be() {
        for limit in [1, 1000, MINIMUM - 1] {
            let options = limited(limit, 8);
            assert_eq!((solver_mb(&options), threads(&options)), (1, 1));
            assert_eq!(table_bytes(&options), SMALLEST_TABLE);
        }
    }
}
