//! The interface of tic-tac-toe, a given tree and xiangqi to the searches. Imports nothing.
//!
//! A search needs to know very little about a game: whose turn it is, which moves there are, how to
//! place and undo a move, and what a finished game is worth. That is the whole trait. It is *not*
//! the interface of the strong engine, which is specialized to its game for speed.

use std::fmt;
use std::hash::Hash;
use std::ops::Not;

/// Larger than every value a game can have. Its negative can be taken without overflow.
pub(crate) const INFINITY: i32 = 1_000_000_000;

/// The two players, named after what they want the value to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Wants the largest value: ×, red, the one who moves at the root of a tree.
    Max,
    /// Wants the smallest value.
    Min,
}

impl Player {
    /// +1 for Max, −1 for Min: the factor between Max's view of a value and the player's own.
    pub(crate) const fn sign(self) -> i32 {
        match self {
            Player::Max => 1,
            Player::Min => -1,
        }
    }
}

impl Not for Player {
    type Output = Player;

    fn not(self) -> Player {
        match self {
            Player::Max => Player::Min,
            Player::Min => Player::Max,
        }
    }
}

/// A game of two players without chance and without hidden cards.
///
/// Values are in Max's view: positive is good for Max, whichever player is to move.
pub trait DemoGame {
    /// A move. Small, since searches copy it often.
    type Move: Copy + PartialEq + fmt::Debug;
    /// The key of a position in the transposition table.
    type Key: Copy + Eq + Hash;

    /// The value of the best possible ending for Max (and, negated, for Min).
    const BEST: i32;

    /// Whose turn it is.
    fn to_move(&self) -> Player;

    /// The value of a finished game, `None` before.
    fn outcome(&self) -> Option<i32>;

    /// An estimate of the value, for a search that must stop before the end of the game.
    fn estimate(&self) -> i32;

    /// The moves in the order in which they are to be tried; not empty unless the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// Makes a move from [`DemoGame::moves`].
    fn place(&mut self, chosen: Self::Move);

    /// Takes the last placed move back.
    fn undo(&mut self);

    /// The key of the position in the transposition table.
    fn key(&self) -> Self::Key;
}
