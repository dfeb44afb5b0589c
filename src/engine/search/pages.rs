//! Memory for the transposition table, directly from the system: zeroed, and in large pages where
//! supported.
//!
//! Table accesses are random, so pages of 4 KiB miss the TLB nearly every time. With pages of 2 MiB
//! a search of one second visited 1.3 times the nodes, and two threads 3.1 instead of 1.4 million
//! nodes per second, because with small pages they also waited for each other's page faults (Linux,
//! a fresh table of 330 MB).
//!
//! The first touch of a large page takes the system 0.1 ms or more, and the first few hundred nodes
//! would touch them all: a first move of 30 ms came up to 0.6 s late. So the pages are touched in
//! order, with a check of the clock before each, and a search uses only the part that is ready.

use std::sync::atomic::AtomicU64;

#[cfg(any(unix, windows))]
use memmap2::MmapMut;
use zerocopy::FromBytes;

#[cfg(not(any(unix, windows)))]
use super::heap_pages::MmapMut;

/// Zeroed memory.
#[derive(Debug)]
pub(crate) struct ZeroedPages {
    /// `None` if the system granted no memory at all.
    map: Option<MmapMut>,
    /// The requested size in bytes.
    bytes: usize,
    /// Bytes touched, counted from the start.
    ready: usize,
}

/// The smallest request worth making.
const LEAST: usize = 64;
/// A large page: the unit in which memory is touched.
const LARGE_PAGE: usize = 2 << 20;
/// Address space that stays free beside a table, in bytes: for the stacks of threads, the tables of
/// rules and the solver. Where `ulimit -v` limits it, a table that takes what is left would make
/// their allocation fail, which ends the process.
const ROOM: usize = 64 << 20;
/// The smallest page of any system.
const SMALL_PAGE: usize = 4 << 10;

impl ZeroedPages {
    /// Memory of `bytes` bytes, or half of that (and so on) if the system refuses: a small table is
    /// better than a failed allocation, which would end the process.
    pub(crate) fn at_most(bytes: u64) -> Self {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX / 2);
        let mut pages = Self { map: None, bytes, ready: 0 };
        pages.renew();
        pages
    }

    /// The size in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> u64 {
        self.map.as_ref().map_or(0, |map| map.len() as u64)
    }

    /// Zeroes the memory. Up to one large page is overwritten; more is returned to the system and
    /// allocated again. Searches of 1,000 nodes after one another, each with an empty table, spent a
    /// tenth of their time in the system, on new pages.
    pub(crate) fn renew(&mut self) {
        if let Some(map) = self.map.as_deref_mut().filter(|map| map.len() <= LARGE_PAGE) {
            map[..self.ready].fill(0);
            return;
        }
        // The old pages go first: otherwise both count towards the memory limit.
        self.map = None;
        self.ready = 0;
        while self.map.is_none() && self.bytes >= LEAST {
            match map(self.bytes) {
                Ok(map) => self.map = Some(with_large_pages(map)),
                Err(error) => {
                    log::warn!(
                        "no memory for a table of {} bytes, half of it: {error}",
                        self.bytes
                    );
                    self.bytes = self.bytes / 2 / LEAST * LEAST;
                }
            }
        }
    }

    /// Touches pages, at least one large page, until `enough` bytes or all of them are ready, or
    /// `may_continue` returns false.
    pub(crate) fn make_ready(&mut self, enough: u64, may_continue: impl Fn() -> bool) {
        let bytes = self.map.as_deref_mut().unwrap_or_default();
        let enough = usize::try_from(enough).unwrap_or(usize::MAX).min(bytes.len());
        while self.ready < enough && (self.ready == 0 || may_continue()) {
            let end = (self.ready + LARGE_PAGE).min(bytes.len());
            for page in bytes[self.ready..end].chunks_mut(SMALL_PAGE) {
                // It is zero already; the store makes the system allocate the page now.
                std::hint::black_box(page)[0] = 0;
            }
            self.ready = end;
        }
    }

    /// The part that is ready, as words that threads may share.
    pub(crate) fn words(&mut self) -> &[AtomicU64] {
        let ready = self.ready;
        let bytes = &mut self.map.as_deref_mut().unwrap_or_default()[..ready];
        // Pages are aligned for any word and hold a whole number of words.
        <[AtomicU64]>::mut_from_bytes(bytes).map_or(&[], |words| words)
    }
}

/// Maps memory if [`ROOM`] is left beside it. Windows counts mapped memory as used, so only Unix is
/// asked for that.
fn map(bytes: usize) -> std::io::Result<MmapMut> {
    let map = MmapMut::map_anon(bytes)?;
    if cfg!(unix) && bytes > LARGE_PAGE {
        drop(MmapMut::map_anon(ROOM)?);
    }
    Ok(map)
}

/// Requests large pages; a system without them ignores it.
fn with_large_pages(map: MmapMut) -> MmapMut {
    #[cfg(target_os = "linux")]
    if let Err(error) = map.advise(memmap2::Advice::HugePage) {
        log::debug!("no large pages: {error}");
    }
    map
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn renewed_pages_are_zero() {
        for bytes in [4096 + 64, LARGE_PAGE + 64] {
            let mut pages = ZeroedPages::at_most(bytes as u64);
            assert_eq!(pages.bytes(), bytes as u64);
            assert!(pages.words().is_empty());
            pages.make_ready(u64::MAX, || true);
            assert_eq!(pages.words().len() * 8, bytes);
            pages.words().iter().for_each(|word| word.store(7, Ordering::Relaxed));
            pages.renew();
            pages.make_ready(u64::MAX, || true);
            assert_eq!(pages.bytes(), bytes as u64);
            assert!(pages.words().iter().all(|word| word.load(Ordering::Relaxed) == 0));
        }
    }

    #[test]
    fn pages_that_the_system_refuses_become_smaller() {
        let asked = 1 << 60;
        let mut pages = ZeroedPages::at_most(asked);
        assert!(pages.bytes() > 0 && pages.bytes() < asked);
        pages.make_ready(1, || false);
        assert!(!pages.words().is_empty());
    }

    #[test]
    fn make_ready_touches_as_many_pages_as_wanted_while_there_is_time() {
        let mut pages = ZeroedPages::at_most(5 * LARGE_PAGE as u64 + 128);
        let mut ready = |enough, time| {
            pages.make_ready(enough, || time);
            pages.words().len() * 8
        };
        assert_eq!(ready(u64::MAX, false), LARGE_PAGE, "a search always has a table");
        assert_eq!(ready(u64::MAX, false), LARGE_PAGE);
        assert_eq!(ready(1000, true), LARGE_PAGE);
        assert_eq!(ready(2 * LARGE_PAGE as u64 + 1, true), 3 * LARGE_PAGE);
        assert_eq!(ready(u64::MAX, true), 5 * LARGE_PAGE + 128);
    }
}
