//! Matches between two configurations of the engine, in this process and with fixed nodes.

use super::adjudication::SelfplayAdjudication;
use super::openings::OpeningDrawing;
use tengen_engine::board::Position;
use tengen_engine::engine::{Engine, Trained};
use tengen_engine::search::{Limits, NullListener, StopFlag};
use tengen_engine::types::{BoardSize, Rule};
use tengen_engine::util::parallel::numbered;
use tengen_engine::util::rng::Rng;

/// The transposition table of a player in KiB.
const HASH_KIB: u64 = 2048;

/// Stones of an opening: fewest and most.
const STONES: (usize, usize) = (2, 8);
/// Farthest column or row of an opening's stones from the middle.
const RADIUS: u8 = 4;
/// Nodes for the evaluation of an opening.
const JUDGING_NODES: u64 = 3000;
/// Only openings whose value is within ± this are played.
const BALANCED: i32 = 120;

/// Attempts at a balanced opening. Boards on which the first move decides have none.
const MOST_ATTEMPTS: u32 = 1000;

/// The conditions of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelSetting {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Nodes per move.
    pub nodes: u64,
}

/// Two players with the same number of nodes per move.
#[derive(Debug)]
pub struct Duel {
    players: [Engine; 2],
    nodes: u64,
}

impl Duel {
    /// Players with their weights and parameters.
    pub fn new(trained: [Trained; 2], nodes: u64) -> Self {
        let players = trained.map(|trained| Engine::with_hash(trained, HASH_KIB));
        Self { players, nodes }
    }

    /// Plays an opening twice, with both colors. For each game 1 if the first player wins, −1 if
    /// the second does; `None` if it was stopped.
    pub fn pair(&mut self, opening: &Position, stop: &StopFlag) -> Option<[i32; 2]> {
        Some([self.game(opening, 0, stop)?, -self.game(opening, 1, stop)?])
    }

    /// A game in which player `first` moves first after the opening: 1 if that player wins, −1 if
    /// the other does.
    fn game(&mut self, opening: &Position, first: usize, stop: &StopFlag) -> Option<i32> {
        self.players.iter_mut().for_each(Engine::forget);
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut position = opening.clone();
        let first_color = position.to_move();
        let mut adjudication = SelfplayAdjudication::default();
        loop {
            let player = if position.to_move() == first_color { first } else { 1 - first };
            let engine = &mut self.players[player];
            let choice = engine.think(&position, &limits, stop, &mut NullListener);
            if stop.is_set() {
                return None;
            }
            let Some(&coord) = choice.moves.first() else { return Some(0) };
            if position.play(coord).is_err() {
                return Some(0);
            }
            if let Some(result) = adjudication.result(&position, coord, choice.score) {
                let sign = |winner| if winner == first_color { 1 } else { -1 };
                return Some(result.map_or(0, sign));
            }
        }
    }
}

/// Draws random openings until one is balanced, or [`MOST_ATTEMPTS`].
pub fn opening(setting: DuelSetting, rng: &mut Rng) -> Position {
    let DuelSetting { rule, size, .. } = setting;
    let radius = RADIUS.min(size.width().min(size.height()) / 2);
    let drawing = OpeningDrawing { rule, size, radius };
    let mut judge = Engine::with_hash(Trained::default(), HASH_KIB);
    let mut attempts = 0;
    loop {
        attempts += 1;
        let stones = STONES.0 + rng.below(STONES.1 - STONES.0 + 1);
        let Some(position) = drawing.draw(stones, rng) else { continue };
        if judged(&mut judge, &position).abs() <= BALANCED || attempts >= MOST_ATTEMPTS {
            return position;
        }
    }
}

/// The value of an opening for the side to move.
fn judged(judge: &mut Engine, opening: &Position) -> i32 {
    let limits = Limits { nodes: Some(JUDGING_NODES), ..Limits::default() };
    judge.forget();
    judge.think(opening, &limits, &StopFlag::new(), &mut NullListener).score.0
}

/// A match over balanced openings drawn by `seed`, each played with both colors; by several
/// threads, with the same result. `played` is called after every pair. Returns the pairs played, in
/// order.
pub fn series(
    players: &[Trained; 2],
    setting: DuelSetting,
    (pairs, seed): (usize, u64),
    threads: usize,
    stop: &StopFlag,
    played: &(dyn Fn() + Sync),
) -> Vec<[i32; 2]> {
    let begin = || {
        let mut duel = Duel::new(players.clone(), setting.nodes);
        move |number| {
            if number >= pairs {
                return None;
            }
            let mut rng = Rng::stream(seed, number as u64);
            let result = duel.pair(&opening(setting, &mut rng), stop)?;
            played();
            Some(result)
        }
    };
    numbered(threads, begin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting() -> DuelSetting {
        let size = BoardSize::square(13).unwrap();
        DuelSetting { rule: Rule::Freestyle, size, nodes: 300 }
    }

    fn with(param: &str) -> Trained {
        let mut trained = Trained::default();
        trained.set_param(param).unwrap();
        trained
    }

    #[test]
    fn a_series_is_the_same_with_any_number_of_threads() {
        let players = [Trained::default(), with("futility_factor=30")];
        let play = |threads| {
            let stop = StopFlag::new();
            series(&players, setting(), (6, 3), threads, &stop, &|| {})
        };
        let alone = play(1);
        assert_eq!(alone.len(), 6);
        assert_eq!(play(3), alone);
    }

    #[test]
    fn players_who_change_places_change_results() {
        let players = [Trained::default(), with("razor_margin=0")];
        let swapped = [players[1].clone(), players[0].clone()];
        let play = |players| series(players, setting(), (8, 1), 2, &StopFlag::new(), &|| {});
        let results = play(&players);
        let mirrored: Vec<[i32; 2]> =
            play(&swapped).into_iter().map(|[first, second]| [-second, -first]).collect();
        assert_eq!(results, mirrored);
        assert!(results.iter().flatten().any(|&result| result != 0), "{results:?}");
    }

    #[test]
    fn a_stopped_series_ends_at_once() {
        let stop = StopFlag::new();
        stop.set();
        let players = [Trained::default(), Trained::default()];
        assert!(series(&players, setting(), (100, 1), 2, &stop, &|| {}).is_empty());
    }

    #[test]
    fn openings_are_balanced_and_follow_from_the_seed() {
        let position = opening(setting(), &mut Rng::new(5));
        assert_eq!(position.stones(), opening(setting(), &mut Rng::new(5)).stones());
        assert_ne!(position.stones(), opening(setting(), &mut Rng::new(6)).stones());
        for seed in 5..15 {
            let position = opening(setting(), &mut Rng::new(seed));
            assert!((STONES.0..=STONES.1).contains(&position.stones().len()));
            // An engine of its own, as it has judged nothing else before.
            let mut judge = Engine::with_hash(Trained::default(), HASH_KIB);
            let limits = Limits { nodes: Some(JUDGING_NODES), ..Limits::default() };
            let found = judge.think(&position, &limits, &StopFlag::new(), &mut NullListener);
            assert!(found.score.0.abs() <= BALANCED, "seed {seed}: {}", found.score);
        }
    }
}
