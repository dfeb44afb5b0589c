//! Layer 4: what is known about positions. Imports `board`, `rules` and below.

#[cfg(feature = "tools")]
pub(crate) mod yxdb;
