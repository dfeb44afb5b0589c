//! Zeroed memory on systems without pages (WebAssembly), with the interface of memmap2.

use std::io;
use std::ops::{Deref, DerefMut};

use zerocopy::IntoBytes;

/// Zeroed memory from the heap.
#[derive(Debug)]
pub(super) struct MmapMut(Vec<u64>);

impl MmapMut {
    /// `bytes` rounded down to whole words.
    pub(super) fn map_anon(bytes: usize) -> io::Result<Self> {
        let mut words = Vec::new();
        words.try_reserve_exact(bytes / 8).map_err(|_| io::ErrorKind::OutOfMemory)?;
        words.resize(bytes / 8, 0);
        Ok(Self(words))
    }
}

impl Deref for MmapMut {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl DerefMut for MmapMut {
    fn deref_mut(&mut self) -> &mut [u8] {
        self.0.as_mut_bytes()
    }
}
