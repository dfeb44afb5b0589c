//! The stop flag of long-running work.

use std::fmt;
use std::sync::Arc as StdArc;

use super::sync::{Arc, AtomicBool, Ordering};

/// A flag that ends a search: the reader of STOP sets it, every worker polls it. Clones share the
/// flag.
#[derive(Clone, Default)]
pub struct StopFlag {
    flag: Arc<AtomicBool>,
    /// Called before the flag is read.
    check: Option<StopCheck>,
}

/// Checks whether the flag should be set.
pub type StopCheck = StdArc<dyn Fn() + Send + Sync>;

impl fmt::Debug for StopFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StopFlag").field(&self.flag).finish()
    }
}

impl StopFlag {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag that is not set, for programs without a second thread that could set it: every check
    /// of the flag calls `check` first.
    pub fn checking(check: StopCheck) -> Self {
        Self { check: Some(check), ..Self::default() }
    }

    /// Asks the search to end with the best move found so far.
    pub fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Clears the flag for the next search.
    pub fn clear(&self) {
        self.flag.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    #[inline]
    pub fn is_set(&self) -> bool {
        if let Some(check) = &self.check {
            check();
        }
        self.flag.load(Ordering::Relaxed)
    }
}
