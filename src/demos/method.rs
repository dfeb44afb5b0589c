//! Choosing between the three searches: what they are given, what they give back. Imports the
//! searches of this room.

use std::fmt;

use super::alphabeta::alphabeta;
use super::game::Game;
use super::minimax::minimax;
use super::negamax::negamax;
use super::watch::Watch;

/// How the value of a position is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A function for Max and one for Min.
    Minimax,
    /// One function, values in the view of the player to move.
    Negamax,
    /// Negamax that leaves out what cannot matter.
    AlphaBeta,
}

impl Method {
    /// All of them, in the order in which they are taught.
    pub const ALL: [Method; 3] = [Method::Minimax, Method::Negamax, Method::AlphaBeta];
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Method::Minimax => "minimax",
            Method::Negamax => "negamax",
            Method::AlphaBeta => "alpha-beta",
        })
    }
}

/// What a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Plies to look ahead; [`Settings::TO_THE_END`] for all.
    pub depth: u32,
    /// End a branch as soon as the best possible ending is found in it.
    pub stop_at_best: bool,
    /// Use a table of seen positions. Only for games whose value does not depend on the way by which
    /// a position was reached.
    pub table: bool,
}

impl Settings {
    /// A depth that no game of these reaches.
    pub const TO_THE_END: u32 = u32::MAX;
}

impl Default for Settings {
    /// The whole tree, nothing left out.
    fn default() -> Self {
        Self { depth: Self::TO_THE_END, stop_at_best: false, table: false }
    }
}

/// What a search found, in the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The value.
    pub value: i32,
    /// The first move that reaches it; `None` if nothing was searched.
    pub best: Option<M>,
}

/// Searches a position by the method wanted.
pub fn search<G: Game, W: Watch<G::Move>>(
    game: &mut G,
    method: Method,
    settings: Settings,
    watch: &mut W,
) -> Found<G::Move> {
    match method {
        Method::Minimax => minimax(game, settings, watch),
        Method::Negamax => negamax(game, settings, watch),
        Method::AlphaBeta => alphabeta(game, settings, watch),
    }
}
