//! A file of a transposition table.

use std::io::Cursor;

use tengen_engine::board::Position;
use tengen_engine::engine::{Engine, Trained};
use tengen_engine::search::{Limits, NullListener, StopFlag};
use tengen_engine::types::{BoardSize, Rule};

/// Size of the table in KiB.
const TABLE_KIB: u64 = 64;
/// Nodes of the search that fills the table of the sample.
const NODES: u64 = 400;

fn engine(size: BoardSize) -> (Engine, Position) {
    let position = Position::new(Rule::Freestyle, size);
    (Engine::with_hash(Trained::default(), TABLE_KIB), position)
}

/// Reads a file into an empty table; what was taken is written and read again.
///
/// # Panics
/// If what was written cannot be read.
pub(super) fn read(bytes: &[u8], size: BoardSize) -> bool {
    let (mut engine, position) = engine(size);
    let Ok(taken) = engine.read_table(&position, &mut Cursor::new(bytes)) else { return false };
    let mut written = Vec::new();
    let count = engine.write_table(&position, &mut written).expect("memory can be written");
    // Entries of one key, or too many for one place, replace each other.
    assert!(count <= taken, "{count} of {taken}");
    let again = engine.read_table(&position, &mut Cursor::new(&written));
    assert_eq!(again.ok(), Some(count), "what was written can be read");
    true
}

/// A table after a short search.
pub(super) fn sample(size: BoardSize) -> Vec<u8> {
    let (mut engine, position) = engine(size);
    let limits = Limits { nodes: Some(NODES), analysis: true, ..Limits::default() };
    engine.think(&position, &limits, &StopFlag::new(), &mut NullListener);
    let mut written = Vec::new();
    engine.write_table(&position, &mut written).expect("memory can be written");
    written
}
