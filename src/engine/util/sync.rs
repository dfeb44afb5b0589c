//! The synchronization primitives of the stop flag and the interrupt: those of the standard
//! library, or loom's when interleavings are tested.
//!
//! loom runs a test in every order of the threads' steps that can matter, with every value that a
//! load may see. Its types work inside such a test only, so no other test runs in that build:
//!
//! ```sh
//! RUSTFLAGS="--cfg loom" cargo test -p tengen-engine -p tengen-brain --lib interleavings
//! ```

#[cfg(loom)]
pub use loom::sync::{
    Arc, Mutex, MutexGuard,
    atomic::{AtomicBool, Ordering},
};
#[cfg(not(loom))]
pub use std::sync::{
    Arc, Mutex, MutexGuard,
    atomic::{AtomicBool, Ordering},
};
