//! Layer 0: utilities without any knowledge of games. Imports nothing of this crate.

#[cfg(feature = "api")]
pub(crate) mod charset;
pub(crate) mod clock;
pub(crate) mod count;
pub(crate) mod date;
pub(crate) mod files;
#[cfg(feature = "tools")]
pub(crate) mod interrupt;
#[cfg(feature = "tools")]
pub(crate) mod journal_file;
pub(crate) mod key_hash;
pub(crate) mod lines;
pub(crate) mod listed;
pub(crate) mod normal;
pub(crate) mod parallel;
pub(crate) mod pauses;
pub(crate) mod prefetch;
pub mod rng;
#[cfg(feature = "tools")]
pub(crate) mod shard;
pub mod stderr;
pub(crate) mod stop;
#[cfg(feature = "tools")]
pub(crate) mod svg;
pub(crate) mod sync;
pub(crate) mod text;
