//! Layer 0: utilities without any knowledge of games. Imports nothing of this crate.

pub mod clock;
pub mod fnv;
pub(crate) mod key_hash;
pub(crate) mod listed;
pub mod parallel;
pub mod pauses;
pub(crate) mod prefetch;
pub mod rng;
pub mod stop;
pub mod sync;
