//! Selects one of the three searches. Imports the searches of this module.

use std::fmt;

use super::alphabeta::alphabeta;
use super::game::DemoGame;
use super::minimax::minimax;
use super::negamax::negamax;
use super::observer::SearchObserver;
use super::settings::{DemoResult, SearchSettings};

/// How the value of a position is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A function for Max and one for Min.
    Minimax,
    /// One function, values in the view of the player to move.
    Negamax,
    /// Negamax without what cannot matter.
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

/// Searches a position by the given method.
pub fn search<G: DemoGame, W: SearchObserver<G::Move>>(
    game: &mut G,
    method: Method,
    settings: SearchSettings,
    observer: &mut W,
) -> DemoResult<G::Move> {
    match method {
        Method::Minimax => minimax(game, settings, observer),
        Method::Negamax => negamax(game, settings, observer),
        Method::AlphaBeta => alphabeta(game, settings, observer),
    }
}
