//! Tengen (天元, the center point): a Gomoku and Renju engine.
//!
//! One library and a thin executable. Without arguments the executable is a *brain*: it speaks the
//! Piskvork protocol on stdin and stdout. Its subcommands are the tools around the engine.
//!
//! # Architecture
//!
//! ```text
//! 10  cli ─────────────── one file per subcommand; parses arguments, prints
//!      │
//!  9   │      ui ──────── boards for people
//!      │       │
//!  8   │      api ─────── the JSON engine API
//!      │       │
//!  7  protocol │  arena   training
//!     the brain│  matches self-play, tuning
//!      │       │   │       │
//!  6  engine ──┴───┴───────┘      records
//!     façade without I/O          psq, sgf, csv, pgn, JSON, proofs
//!      │           │               │
//!  5  search      classic          │
//!     alpha-beta  static player    │
//!      │           │               │
//!  4  threats     eval             │
//!     forced wins  tables, network │
//!      │           │               │
//!  3  rules ───────┴───────────────┤      wire
//!     wins, forbidden points       │      protocol lines
//!      │                           │       │
//!  2  board ───────────────────────┘       │
//!     stones and line patterns             │
//!      │                                   │
//!  1  types ───────────────────────────────┘      demos
//!     rule, color, point, score                   teaching programs
//!      │
//!  0  util ── random numbers, files, stop flag; knows no game
//! ```
//!
//! A module imports only from lower layers, and the files inside a module form no import cycles.
//! `protocol-tests/layers` enforces both.
//!
//! | layer | modules |
//! |---|---|
//! | 0 | [`util`]: everything that knows no game |
//! | 1 | [`types`]: the vocabulary of the game; `demos`: teaching programs, independent of the rest |
//! | 2 | [`board`]: stones and line patterns, updated incrementally |
//! | 3 | [`rules`]: wins, forbidden points, legality, each with a slow reference; opening rules; [`wire`]: the protocol's lines |
//! | 4 | [`threats`]: forced wins and their verification; [`eval`]: static evaluation; [`book`]: what is known about positions |
//! | 5 | [`search`]: position and limits in, events out; [`classic`]: the static player |
//! | 6 | [`engine`]: the façade without I/O, levels, choices in openings; [`records`]: files of positions and games; `explain`: why a move is good, in words |
//! | 7 | [`protocol`]: the brain; `arena`: the match manager; `training`: weights from games; `review`: mistakes in a game; `prove`: proofs of whole games |
//! | 8 | `api`: the JSON engine API |
//! | 9 | `ui`: a board in the terminal and one in the browser |
//! | 10 | [`cli`]: the command line; `fuzz`: readers of untrusted bytes (tests and fuzzing builds only) |
//!
//! # How a move is made
//!
//! [`protocol`] reads a line in its reader thread, parses it once and sends it to the engine
//! thread. [`engine`] decides who plays: [`classic`] on boards over 22×22 and at its own levels,
//! else [`search`]; at the levels 1 to 9 they see only a part of the board. The workers of the
//! search share a transposition table; each has a board and an evaluation of its own, both generic
//! over the rule, so that hot code is compiled per rule. Before it deepens, the search lets
//! [`threats`] look for a forced win, which counts only once it is verified. Events (depth, value,
//! principal variation) go back through a listener; only `protocol`, `cli` and the terminal of `ui`
//! write to stdout.
//!
//! # As a library
//!
//! ```
//! use tengen::board::Position;
//! use tengen::engine::Engine;
//! use tengen::search::{Limits, NullListener, StopFlag};
//! use tengen::types::{BoardSize, Coord, Rule};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut position = Position::new(Rule::Freestyle, BoardSize::square(15)?);
//! position.play(Coord::new(7, 7))?;
//! let limits = Limits { nodes: Some(1_000), ..Limits::default() };
//! let choice = Engine::new().think(&position, &limits, &StopFlag::new(), &mut NullListener);
//! assert!(choice.nodes > 0);
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//!
//! `tools`, on by default: everything but the brain and the commands that need nothing more
//! (`analyze`, `bench`, `judge`, `solve`). Without it the executable is a lean brain for
//! tournaments.
//!
//! `api`, a part of `tools`: the JSON engine API and what it needs (explanations, reviews, RenLib,
//! code pages, records of books as JSON). `--no-default-features --features api` is the build of
//! the board as a static page.

// `cargo doc --document-private-items` builds the documentation for developers of the crate.
#![allow(rustdoc::private_intra_doc_links)]
#![cfg_attr(
    not(feature = "tools"),
    allow(
        dead_code,
        unused_imports,
        reason = "the lean brain uses a part of what it shares with the tools"
    )
)]

pub mod util;

#[cfg(feature = "tools")]
mod demos;
pub mod types;

pub mod board;

pub mod rules;
mod wire;

mod book;
mod eval;
pub mod threats;

mod classic;
pub mod search;

pub mod engine;
#[cfg(feature = "api")]
mod explain;
pub mod records;

#[cfg(feature = "api")]
mod api;
#[cfg(feature = "tools")]
mod arena;
mod protocol;
#[cfg(feature = "tools")]
mod prove;
#[cfg(feature = "api")]
mod review;
#[cfg(feature = "tools")]
mod training;

#[cfg(feature = "tools")]
mod ui;

pub mod cli;

#[cfg(all(feature = "tools", any(test, fuzzing)))]
pub mod fuzz;
