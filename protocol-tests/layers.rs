//! A module imports only from lower layers (design.md's table, repeated in `src/lib.rs`).

#[test]
fn placeholder() {}
