//! What the engine may use.

use super::level::Level;
use super::opening_book::BookHandle;
use crate::eval::EvaluationKind;

/// What the engine may use. A change may rebuild tables; unchanged values cost nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Most memory of the whole process in bytes, as the judge counts it. 0: no limit, and a table
    /// as large as with 350 MiB unless `hash_kib` says otherwise.
    pub max_memory: u64,
    /// Size of the transposition table in KiB; `None`: as large as `max_memory` allows.
    pub hash_kib: Option<u64>,
    /// Number of searching threads, at least 1.
    pub threads: usize,
    /// Which evaluation plays; `None`: that of the [`Trained`](super::Trained) weights.
    pub evaluation: Option<EvaluationKind>,
    /// How strong to play. On boards over 22×22 the classic player plays at every level.
    pub level: Level,
    /// A book to play from, at full strength.
    pub book: Option<BookHandle>,
    /// Whether the book is told of finished searches.
    pub book_learning: bool,
}

impl Options {
    /// Gomocup's limit, and the default if a manager sets none: 350 MiB.
    pub const DEFAULT_MEMORY: u64 = 350 << 20;
    /// Most searching threads.
    pub const MAX_THREADS: usize = 256;

    /// One thread and a transposition table of `kib` KiB.
    pub fn with_hash(kib: u64) -> Self {
        Self { hash_kib: Some(kib), ..Self::default() }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_memory: 0,
            hash_kib: None,
            threads: 1,
            evaluation: None,
            level: Level::Full,
            book: None,
            book_learning: false,
        }
    }
}
