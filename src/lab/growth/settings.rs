//! How a book grows.

use std::collections::HashSet;
use std::time::Duration;

use tengen_engine::board::Position;
use tengen_records::book::key::Key;
use tengen_util::shard::Shard;

/// How a book grows.
#[derive(Clone, Debug)]
pub struct GrowthSettings {
    /// Where it begins.
    pub root: Position,
    /// Most nodes of a search.
    pub nodes: Option<u64>,
    /// Longest time of a search.
    pub time: Option<Duration>,
    /// Searches at the same time, each with one thread.
    pub threads: usize,
    /// Most steps; `None` until it is stopped, or all is proved.
    pub steps: Option<u64>,
    /// The part of the work to do here.
    pub shard: Shard,
    /// Keys of positions that the parts share: each part examines its own ones and those it adds.
    pub base: HashSet<Key>,
    /// Seed of random draws.
    pub seed: u64,
    /// Transposition table of each search in KiB.
    pub hash_kib: u64,
}
