//! Tengen (天元, the center point): a Gomoku and Renju engine.
//!
//! The house, bottom up. A module imports only from lower layers; `protocol-tests/layers.rs` keeps it
//! so.
//!
//! | layer | rooms |
//! |---|---|
//! | 0 | [`util`]: knows no game |
//! | 1 | [`types`]: the words of the game; [`demos`]: the teaching programs, apart from all else |
//! | 2 | [`board`]: stones and lines, incremental |
//! | 3 | [`rules`]: what the rule book says |
//! | 4 | [`threats`]: forcing play; [`eval`]: what a position is worth |
//! | 5 | [`search`]: position in, events out; [`classic`]: the static-evaluation player |
//! | 6 | [`engine`]: the façade without I/O; [`records`]: files about positions and games |
//! | 7 | [`protocol`]: the brain on stdin and stdout |
//! | 7 | [`arena`]: the match manager; [`training`]: weights from games |
//! | 8 | [`ui`]: a board for people in the terminal |
//! | 9 | [`cli`]: one file a subcommand |

pub mod util;

pub mod demos;
pub mod types;

pub mod board;

pub mod rules;
pub mod wire;

pub mod eval;
pub mod threats;

pub mod classic;
pub mod search;

pub mod engine;
pub mod records;

pub mod arena;
pub mod protocol;
pub mod training;

pub mod ui;

pub mod cli;
