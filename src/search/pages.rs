//! Memory for the transposition table, straight from the system: zeroed, and in large pages where the
//! system has them.
//!
//! The table is read all over, and a page of 4 KiB is seldom met twice while its address is still known
//! to the processor. With pages of 2 MiB a search of one second made 1.3 times the nodes, and two threads
//! 3.1 million nodes a second in place of 1.4, for with small pages they waited for each other's page
//! faults, too (Linux, a table of 330 MB, fresh).
//!
//! The first touch of a large page takes the system a tenth of a millisecond and more, and the first few
//! hundred nodes would meet them all: a first move of 30 ms came up to 0.6 s late. So pages are touched in
//! order, each between two looks at the clock, and a search is given those that are ready.

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use zerocopy::FromBytes;

/// Zeroed memory.
#[derive(Debug)]
pub struct ZeroedPages {
    /// `None` if the system has nothing at all.
    map: Option<MmapMut>,
    /// What is asked for.
    bytes: usize,
    /// How much from the start has been touched.
    ready: usize,
}

/// The least worth asking for.
const LEAST: usize = 64;
/// A large page, and what is made ready at a time.
const LARGE_PAGE: usize = 2 << 20;
/// The smallest page of any system.
const SMALL_PAGE: usize = 4 << 10;

impl ZeroedPages {
    /// So many bytes; half as many, and so on, while the system has less to give: a small table plays on
    /// where a failed allocation would end the process.
    pub fn at_most(bytes: u64) -> Self {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX / 2);
        let mut pages = Self { map: None, bytes, ready: 0 };
        pages.renew();
        pages
    }

    /// The size in bytes.
    pub fn bytes(&self) -> u64 {
        self.map.as_ref().map_or(0, |map| map.len() as u64)
    }

    /// Gives the memory back and takes the same again, zeroed.
    pub fn renew(&mut self) {
        // The old pages must be gone before new ones are asked for, or both count.
        self.map = None;
        self.ready = 0;
        while self.map.is_none() && self.bytes >= LEAST {
            match MmapMut::map_anon(self.bytes) {
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

    /// Makes `enough` bytes ready, or all that there are; at least a large page, then as long as
    /// `may_go_on` says.
    pub fn make_ready(&mut self, enough: u64, may_go_on: impl Fn() -> bool) {
        let bytes = self.map.as_deref_mut().unwrap_or_default();
        let enough = usize::try_from(enough).unwrap_or(usize::MAX).min(bytes.len());
        while self.ready < enough && (self.ready == 0 || may_go_on()) {
            let end = (self.ready + LARGE_PAGE).min(bytes.len());
            for page in bytes[self.ready..end].chunks_mut(SMALL_PAGE) {
                // It is zero already; the store makes the system find memory for it now.
                std::hint::black_box(page)[0] = 0;
            }
            self.ready = end;
        }
    }

    /// What is ready, as words that threads may share.
    pub fn words(&mut self) -> &[AtomicU64] {
        let ready = self.ready;
        let bytes = &mut self.map.as_deref_mut().unwrap_or_default()[..ready];
        // Pages begin at addresses that suit any word, and there are whole words in them.
        <[AtomicU64]>::mut_from_bytes(bytes).map_or(&[], |words| words)
    }
}

/// Asks for large pages; a system without them ignores it.
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
    fn memory_is_zeroed_again_when_it_is_renewed() {
        let mut pages = ZeroedPages::at_most(4096 + 64);
        assert_eq!(pages.bytes(), 4096 + 64);
        assert!(pages.words().is_empty());
        pages.make_ready(u64::MAX, || true);
        assert_eq!(pages.words().len() * 8, 4096 + 64);
        pages.words().iter().for_each(|word| word.store(7, Ordering::Relaxed));
        pages.renew();
        pages.make_ready(u64::MAX, || true);
        assert_eq!(pages.bytes(), 4096 + 64);
        assert!(pages.words().iter().all(|word| word.load(Ordering::Relaxed) == 0));
    }

    #[test]
    fn what_the_system_refuses_becomes_smaller() {
        let asked = 1 << 60;
        let mut pages = ZeroedPages::at_most(asked);
        assert!(pages.bytes() > 0 && pages.bytes() < asked);
        pages.make_ready(1, || false);
        assert!(!pages.words().is_empty());
    }

    #[test]
    fn pages_become_ready_while_there_is_time_and_as_many_as_are_wanted() {
        let mut pages = ZeroedPages::at_most(5 * LARGE_PAGE as u64 + 128);
        let mut ready = |enough, time| {
            pages.make_ready(enough, || time);
            pages.words().len() * 8
        };
        assert_eq!(ready(u64::MAX, false), LARGE_PAGE, "no search without any table");
        assert_eq!(ready(u64::MAX, false), LARGE_PAGE);
        assert_eq!(ready(1000, true), LARGE_PAGE);
        assert_eq!(ready(2 * LARGE_PAGE as u64 + 1, true), 3 * LARGE_PAGE);
        assert_eq!(ready(u64::MAX, true), 5 * LARGE_PAGE + 128);
    }
}
