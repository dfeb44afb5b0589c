//! Layer 0: utilities without any knowledge of games. Imports nothing of this crate.

pub mod clock;
pub mod date;
pub mod files;
#[cfg(feature = "tools")]
pub mod interrupt;
pub mod key_hash;
pub mod normal;
pub mod parallel;
pub mod prefetch;
pub mod rng;
pub mod stop;
pub mod text;
