//! Games between two ways of playing, in this process and by nodes: what tuning needs many of.

use crate::board::Position;
use crate::engine::{Engine, Options, Trained};
use crate::rules::legality::ending_after;
use crate::search::{Limits, NullListener, StopFlag};
use crate::types::Score;

/// The transposition table of a player in KiB.
const HASH_KIB: u64 = 2048;
/// A value so near 0 means that nobody is better.
const EVEN: i32 = 40;
/// A game in which both sides saw no advantage for so many plies, on a board half full, is drawn.
const EVEN_PLIES: usize = 24;

/// Two players who play with the same number of nodes.
#[derive(Debug)]
pub struct Duel {
    players: [Engine; 2],
    nodes: u64,
}

impl Duel {
    /// Players with what each has learned.
    pub fn new(trained: [Trained; 2], nodes: u64) -> Self {
        let players = trained.map(|trained| {
            let mut engine = Engine::with_trained(trained);
            engine.set_options(Options { hash_kib: Some(HASH_KIB), ..Options::default() });
            engine
        });
        Self { players, nodes }
    }

    /// Plays an opening twice, with both colors. Wins minus losses of the first player, −2 to 2; `None`
    /// if it was stopped.
    pub fn pair(&mut self, opening: &Position, stop: &StopFlag) -> Option<i32> {
        Some(self.game(opening, 0, stop)? - self.game(opening, 1, stop)?)
    }

    /// A game in which player `first` moves first after the opening: 1 if that player wins, −1 if the
    /// other does.
    fn game(&mut self, opening: &Position, first: usize, stop: &StopFlag) -> Option<i32> {
        self.players.iter_mut().for_each(Engine::forget);
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut position = opening.clone();
        let first_color = position.to_move();
        let mut even = 0;
        loop {
            let mover = position.to_move();
            let player = if mover == first_color { first } else { 1 - first };
            let engine = &mut self.players[player];
            let choice = engine.think(&position, &limits, stop, &mut NullListener);
            if stop.is_set() {
                return None;
            }
            let Some(&coord) = choice.moves.first() else { return Some(0) };
            if position.play(coord).is_err() {
                return Some(0);
            }
            let value = choice.score.0;
            let winner = match ending_after(&position, coord) {
                Some(ending) => match ending.winner() {
                    Some(winner) => winner,
                    None => return Some(0),
                },
                None if value >= Score::MATE_THRESHOLD => mover,
                None if value <= -Score::MATE_THRESHOLD => !mover,
                None => {
                    even = if value.abs() <= EVEN { even + 1 } else { 0 };
                    let half_full = position.stones().len() * 2 >= position.size().area();
                    if even >= EVEN_PLIES && half_full {
                        return Some(0);
                    }
                    continue;
                }
            };
            return Some(if winner == first_color { 1 } else { -1 });
        }
    }
}
