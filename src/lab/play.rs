//! Engines at play in this process: searches limited by nodes, and games played out with them. Self-play,
//! duels and openings use these; a match of programs is `tengen match`, and the static players of
//! [`static_duel`](super::static_duel), thousands of games per second, have no search.

use super::adjudication::SelfplayAdjudication;
use tengen_engine::board::Position;
use tengen_engine::engine::{Choice, Engine};
use tengen_engine::search::{Limits, NullListener, StopFlag};
use tengen_engine::types::{Color, Score};

/// A search of `nodes` nodes.
pub(crate) fn search(
    engine: &mut Engine,
    position: &Position,
    nodes: u64,
    stop: &StopFlag,
) -> Choice {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.think(position, &limits, stop, &mut NullListener)
}

/// A search with an empty memory: the result does not depend on what was searched before.
pub(crate) fn search_afresh(
    engine: &mut Engine,
    position: &Position,
    nodes: u64,
    stop: &StopFlag,
) -> Choice {
    engine.forget();
    search(engine, position, nodes, stop)
}

/// A game that was played out.
#[derive(Debug)]
pub(crate) struct PlayedGame {
    /// The last position.
    pub end: Position,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// The value of each move after the start, for its player.
    pub values: Vec<Score>,
}

/// Plays out a game whose moves `choose` searches; `None` if it was stopped.
pub(crate) fn play_out(
    start: &Position,
    stop: &StopFlag,
    mut choose: impl FnMut(&Position) -> Choice,
) -> Option<PlayedGame> {
    let mut end = start.clone();
    let (mut values, mut adjudication) = (Vec::new(), SelfplayAdjudication::default());
    let winner = loop {
        let choice = choose(&end);
        if stop.is_set() {
            return None;
        }
        let Some(&coord) = choice.moves.first() else { break None };
        if end.play(coord).is_err() {
            break None;
        }
        values.push(choice.score);
        if let Some(result) = adjudication.result(&end, coord, choice.score) {
            break result;
        }
    };
    Some(PlayedGame { end, winner, values })
}
