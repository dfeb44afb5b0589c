//! Everything that knows no game: words and numbers in sentences, files, dates, signals, pictures.
//!
//! What the engine needs of that kind (random numbers, clocks, stop flags, pools of threads) is in
//! `tengen_engine::util`, so that the engine does not depend on this crate.

pub mod charset;
pub mod columns;
pub mod count;
pub mod date;
pub mod decimal;
pub mod excerpt;
pub mod file_lock;
pub mod files;
#[cfg(not(target_family = "wasm"))]
pub mod interrupt;
pub mod journal_file;
pub mod json_syntax;
pub mod lines;
pub mod listed;
pub mod normal;
#[cfg(not(target_family = "wasm"))]
pub mod process_limits;
pub mod sentence;
pub mod serde_words;
pub mod shard;
pub mod spelling;
pub mod stderr;
pub mod svg;
pub mod text;
