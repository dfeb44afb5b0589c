//! The teaching programs. They show how a computer plays a game, from the first function
//! to the first trick, on games small enough to follow by hand. They are separate from the strong
//! engine, whose code is fast and therefore hard to read, and which uses nothing from here.
//!
//! Read in this order:
//!
//! 1. [`game`]: what a search must know of a game;
//! 2. [`minimax`], [`negamax`], [`alphabeta`]: three ways to the same value, each in one short
//!    file;
//! 3. [`transposition_table`], [`settings`] and [`method`]: the three searches behind one function;
//! 4. [`observer`] and [`trace`]: counting and drawing what a search did, without touching it;
//! 5. [`tictactoe`], a game searched to its end; [`tree`], a tree given on paper; [`xiangqi`], a
//!    game far too large for that, where a search must stop early and guess;
//! 6. [`selective`]: two ideas of early programs for such games, and their cost.
//!
//! Nothing here prints: sessions read from a given `BufRead` and write to a given `Write`.

pub mod alphabeta;
pub mod ask;
pub mod game;
pub mod method;
pub(crate) mod minimax;
pub(crate) mod negamax;
pub(crate) mod observer;
pub mod selective;
pub mod settings;
pub mod tictactoe;
pub mod trace;
pub(crate) mod transposition_table;
pub mod tree;
pub mod xiangqi;
