//! Matches between two configurations of the engine, in this process, with fixed nodes or a clock that
//! counts nodes.

use std::time::Duration;

use super::openings::{BalancedDrawing, OpeningDrawing};
use super::play::{play_out, search, search_afresh};
use tengen_engine::board::Position;
use tengen_engine::engine::{Choice, Engine, Trained};
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

/// Attempts at a balanced opening.
const ATTEMPTS: usize = 1000;

/// The conditions of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelSetting {
    pub rule: Rule,
    /// Size of the board.
    pub size: BoardSize,
    /// What each player may spend.
    pub pace: Pace,
}

/// What a player may spend on its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Nodes per move.
    Nodes(u64),
    /// A clock that counts nodes.
    Clock(NodeClock),
}

/// A clock that counts nodes instead of time, so that what a player does with its time is measured at
/// any load and is the same every time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeClock {
    /// Time for all moves of a game.
    pub game: Duration,
    /// Longest time for a move.
    pub turn: Option<Duration>,
    /// Time added after every move.
    pub increment: Duration,
    /// So many nodes are one millisecond, at least 1.
    pub nodes_per_ms: u32,
}

impl NodeClock {
    /// A search with so much time left.
    fn limits(&self, left: Duration) -> Limits {
        Limits {
            turn: self.turn,
            left: Some(left),
            increment: self.increment,
            reserve: Duration::ZERO,
            nodes_per_ms: Some(self.nodes_per_ms),
            ..Limits::default()
        }
    }

    /// What is left after a move of so many nodes.
    fn after(&self, left: Duration, nodes: u64) -> Duration {
        let spent =
            Duration::from_micros(nodes.saturating_mul(1000) / u64::from(self.nodes_per_ms));
        left.saturating_sub(spent) + self.increment
    }
}

/// A player of a duel and what it spent.
#[derive(Debug)]
struct Player {
    engine: Engine,
    /// The time left for the game; unused without a clock.
    left: Duration,
    spent_nodes: u64,
}

impl Player {
    fn new(trained: Trained) -> Self {
        let engine = Engine::with_hash(trained, HASH_KIB);
        Self { engine, left: Duration::ZERO, spent_nodes: 0 }
    }

    fn begin(&mut self, pace: Pace) {
        self.engine.forget();
        if let Pace::Clock(clock) = pace {
            self.left = clock.game;
        }
    }

    fn choose(&mut self, position: &Position, pace: Pace, stop: &StopFlag) -> Choice {
        let choice = match pace {
            Pace::Nodes(nodes) => search(&mut self.engine, position, nodes, stop),
            Pace::Clock(clock) => {
                let limits = clock.limits(self.left);
                let choice = self.engine.think(position, &limits, stop, &mut NullListener);
                self.left = clock.after(self.left, choice.nodes);
                choice
            }
        };
        self.spent_nodes += choice.nodes;
        choice
    }
}

/// A pair of games with exchanged colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// For each game 1 if the first player won, −1 if the second did.
    pub games: [i32; 2],
    /// The nodes that each player spent in both.
    pub nodes: [u64; 2],
}

/// Two players at the same pace.
#[derive(Debug)]
pub struct Duel {
    players: [Player; 2],
    pace: Pace,
}

impl Duel {
    /// Players with their weights and parameters.
    pub fn new(trained: [Trained; 2], pace: Pace) -> Self {
        Self { players: trained.map(Player::new), pace }
    }

    /// Plays an opening twice, with both colors; `None` if it was stopped.
    pub fn pair(&mut self, opening: &Position, stop: &StopFlag) -> Option<PairResult> {
        self.players.iter_mut().for_each(|player| player.spent_nodes = 0);
        let games = [self.game(opening, 0, stop)?, -self.game(opening, 1, stop)?];
        Some(PairResult { games, nodes: self.players.each_ref().map(|player| player.spent_nodes) })
    }

    /// A game in which player `first` moves first after the opening: 1 if that player wins, −1 if
    /// the other does.
    fn game(&mut self, opening: &Position, first: usize, stop: &StopFlag) -> Option<i32> {
        let pace = self.pace;
        self.players.iter_mut().for_each(|player| player.begin(pace));
        let first_color = opening.to_move();
        let game = play_out(opening, stop, |position| {
            let player = if position.to_move() == first_color { first } else { 1 - first };
            self.players[player].choose(position, pace, stop)
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
) -> Vec<PairResult> {
    let begin = || {
        let mut duel = Duel::new(players.clone(), setting.pace);
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
        DuelSetting { rule: Rule::Freestyle, size, pace: Pace::Nodes(300) }
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
        let mirrored: Vec<PairResult> = play(&swapped)
            .into_iter()
            .map(|PairResult { games: [first, second], nodes: [own, its] }| PairResult {
                games: [-second, -first],
                nodes: [its, own],
            })
            .collect();
        assert_eq!(results, mirrored);
        assert!(results.iter().any(|pair| pair.games != [0, 0]), "{results:?}");
    }

    #[test]
    fn a_clock_of_nodes_is_shared_among_the_moves_and_the_same_every_time() {
        let clock = NodeClock {
            game: Duration::from_millis(400),
            turn: Some(Duration::from_millis(100)),
            increment: Duration::ZERO,
            nodes_per_ms: 10,
        };
        let players = [Trained::default(), with("clock_horizon=100")];
        let play = |threads| {
            let setting = DuelSetting { pace: Pace::Clock(clock), ..setting() };
            series(&players, setting, (4, 3), threads, &StopFlag::new(), &|| {})
        };
        let pairs = play(1);
        assert_eq!(play(2), pairs);
        let mut total = [0; 2];
        for PairResult { nodes, .. } in pairs {
            // Two games of 4,000 nodes; a move without time left takes one.
            assert!(nodes.iter().all(|&nodes| nodes > 0 && nodes <= 8_100), "{nodes:?}");
            total = [total[0] + nodes[0], total[1] + nodes[1]];
        }
        let [usual, thrifty] = total;
        assert!(thrifty * 10 < usual * 9, "{thrifty} of {usual}");
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
