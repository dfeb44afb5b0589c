//! Matches between two configurations of the engine, in this process and with fixed nodes.

use super::openings::{BalancedDrawing, OpeningDrawing};
use super::play::{play_out, search, search_afresh};
use tengen_engine::board::Position;
use tengen_engine::engine::{Engine, Trained};
use tengen_engine::search::StopFlag;
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

/// Attempts at a balanced opening.
const ATTEMPTS: usize = 1000;

/// The conditions of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelSetting {
    pub rule: Rule,
    /// Size of the board.
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
        let first_color = opening.to_move();
        let game = play_out(opening, stop, |position| {
            let player = if position.to_move() == first_color { first } else { 1 - first };
            search(&mut self.players[player], position, self.nodes, stop)
        })?;
        let sign = |winner| if winner == first_color { 1 } else { -1 };
        Some(game.winner.map_or(0, sign))
    }
}

/// Draws random openings until one is balanced.
pub fn opening(setting: DuelSetting, rng: &mut Rng) -> Position {
    let DuelSetting { rule, size, .. } = setting;
    let drawing = OpeningDrawing::within(rule, size, RADIUS);
    let wanted =
        BalancedDrawing { drawing, stones: STONES, max_value: BALANCED, attempts: ATTEMPTS };
    let mut judge = Engine::with_hash(Trained::default(), HASH_KIB);
    let never = StopFlag::new();
    wanted.draw(rng, |opening| search_afresh(&mut judge, opening, JUDGING_NODES, &never).score.0)
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
            let found = search(&mut judge, &position, JUDGING_NODES, &StopFlag::new());
            assert!(found.score.0.abs() <= BALANCED, "seed {seed}: {}", found.score);
        }
    }
}
