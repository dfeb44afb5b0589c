//! Matches between two players in this process, with fixed nodes or a clock that counts nodes. A player
//! is the engine with [weights and parameters](Trained), or with an [evaluator of the
//! caller](OwnEvaluator); the program `examples/own_evaluator.rs` is such a match. What each may spend
//! is its own, so that a faster machine, more threads or a handicap can be simulated.

use std::time::Duration;

use super::openings::{BalancedDrawing, OpeningDrawing};
use super::play::{play_out, search_afresh};
use tengen_engine::board::Position;
use tengen_engine::engine::{Choice, Engine, Trained};
use tengen_engine::eval::AllRulesEvaluator;
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
    /// What each of the two players may spend.
    pub paces: [Pace; 2],
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

    /// The time that so many nodes take.
    fn time_of(&self, nodes: u64) -> Duration {
        Duration::from_micros(nodes.saturating_mul(1000) / u64::from(self.nodes_per_ms))
    }

    /// The nodes that pass in a time.
    fn nodes_in(&self, time: Duration) -> u64 {
        let nodes = time.as_micros() * u128::from(self.nodes_per_ms) / 1000;
        u64::try_from(nodes).unwrap_or(u64::MAX)
    }
}

/// Whoever can play in a duel.
pub trait Contestant: Sync {
    /// A player for the games of one thread.
    fn enter(&self) -> Box<dyn DuelPlayer + '_>;
}

/// A contestant at play.
pub trait DuelPlayer {
    /// Forgets the games before.
    fn forget(&mut self);

    /// Chooses a move.
    fn think(&mut self, position: &Position, limits: &Limits, stop: &StopFlag) -> Choice;
}

impl Contestant for Trained {
    fn enter(&self) -> Box<dyn DuelPlayer + '_> {
        Box::new(Engine::with_hash(self.clone(), HASH_KIB))
    }
}

impl DuelPlayer for Engine {
    fn forget(&mut self) {
        Engine::forget(self);
    }

    fn think(&mut self, position: &Position, limits: &Limits, stop: &StopFlag) -> Choice {
        Engine::think(self, position, limits, stop, &mut NullListener)
    }
}

/// The engine with an evaluator of the caller, as [`Engine::think_with`] has it.
#[derive(Clone, Copy, Debug)]
pub struct OwnEvaluator<E>(pub E);

impl<E: AllRulesEvaluator + Sync> Contestant for OwnEvaluator<E> {
    fn enter(&self) -> Box<dyn DuelPlayer + '_> {
        let engine = Engine::with_hash(Trained::default(), HASH_KIB);
        Box::new(EvaluatorPlayer { engine, eval: self.0.clone() })
    }
}

struct EvaluatorPlayer<E> {
    engine: Engine,
    eval: E,
}

impl<E: AllRulesEvaluator> DuelPlayer for EvaluatorPlayer<E> {
    fn forget(&mut self) {
        self.engine.forget();
    }

    fn think(&mut self, position: &Position, limits: &Limits, stop: &StopFlag) -> Choice {
        self.engine.think_with(self.eval.clone(), position, limits, stop, &mut NullListener)
    }
}

/// A player of a duel, its clock, and what it spent.
struct PacedPlayer<'a> {
    player: Box<dyn DuelPlayer + 'a>,
    pace: Pace,
    /// The time left for the game; unused without a clock.
    left: Duration,
    /// What the clock gets before the next move: the time for a game, then the increment of the move
    /// before, which nobody can spend after the last.
    due: Duration,
    spent_nodes: u64,
    allowed_nodes: u64,
}

impl<'a> PacedPlayer<'a> {
    fn new(contestant: &'a dyn Contestant, pace: Pace) -> Self {
        let (left, due) = (Duration::ZERO, Duration::ZERO);
        let player = contestant.enter();
        Self { player, pace, left, due, spent_nodes: 0, allowed_nodes: 0 }
    }

    fn begin(&mut self) {
        self.player.forget();
        if let Pace::Clock(clock) = self.pace {
            self.left = Duration::ZERO;
            self.due = clock.game;
        }
    }

    fn choose(&mut self, position: &Position, stop: &StopFlag) -> Choice {
        let choice = match self.pace {
            Pace::Nodes(nodes) => self.player.think(position, &Limits::of_nodes(nodes), stop),
            Pace::Clock(clock) => {
                self.left += self.due;
                self.allowed_nodes += clock.nodes_in(self.due);
                self.due = clock.increment;
                let choice = self.player.think(position, &clock.limits(self.left), stop);
                self.left = self.left.saturating_sub(clock.time_of(choice.nodes));
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
    /// The nodes that its clock allowed it in both, with the increments; 0 without a clock.
    pub allowed_nodes: [u64; 2],
}

/// Two players, each at its pace.
pub struct Duel<'a> {
    players: [PacedPlayer<'a>; 2],
}

impl<'a> Duel<'a> {
    /// A duel of these players.
    pub fn new([first, second]: [&'a dyn Contestant; 2], [own, other]: [Pace; 2]) -> Self {
        Self { players: [PacedPlayer::new(first, own), PacedPlayer::new(second, other)] }
    }

    /// Plays an opening twice, with both colors; `None` if it was stopped.
    pub fn pair(&mut self, opening: &Position, stop: &StopFlag) -> Option<PairResult> {
        for player in &mut self.players {
            (player.spent_nodes, player.allowed_nodes) = (0, 0);
        }
        let games = [self.game(opening, 0, stop)?, -self.game(opening, 1, stop)?];
        let nodes = self.players.each_ref().map(|player| player.spent_nodes);
        let allowed_nodes = self.players.each_ref().map(|player| player.allowed_nodes);
        Some(PairResult { games, nodes, allowed_nodes })
    }

    /// A game in which player `first` moves first after the opening: 1 if that player wins, −1 if
    /// the other does.
    fn game(&mut self, opening: &Position, first: usize, stop: &StopFlag) -> Option<i32> {
        self.players.iter_mut().for_each(PacedPlayer::begin);
        let first_color = opening.to_move();
        let game = play_out(opening, stop, |position| {
            let player = if position.to_move() == first_color { first } else { 1 - first };
            self.players[player].choose(position, stop)
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
    players: [&dyn Contestant; 2],
    setting: DuelSetting,
    (pairs, seed): (usize, u64),
    threads: usize,
    stop: &StopFlag,
    played: &(dyn Fn() + Sync),
) -> Vec<PairResult> {
    let begin = || {
        let mut duel = Duel::new(players, setting.paces);
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
    use crate::play::search;

    fn setting() -> DuelSetting {
        let size = BoardSize::square(13).unwrap();
        DuelSetting { rule: Rule::Freestyle, size, paces: [Pace::Nodes(300); 2] }
    }

    fn both(players: &[Trained; 2]) -> [&dyn Contestant; 2] {
        players.each_ref().map(|player| player as &dyn Contestant)
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
            series(both(&players), setting(), (6, 3), threads, &stop, &|| {})
        };
        let alone = play(1);
        assert_eq!(alone.len(), 6);
        assert_eq!(play(3), alone);
    }

    #[test]
    fn players_who_change_places_change_results() {
        let players = [Trained::default(), with("razor_margin=0")];
        let swapped = [players[1].clone(), players[0].clone()];
        let stop = StopFlag::new();
        let play = |players| series(both(players), setting(), (8, 1), 2, &stop, &|| {});
        let results = play(&players);
        let mirrored: Vec<PairResult> = play(&swapped)
            .into_iter()
            .map(|PairResult { games: [first, second], nodes: [own, its], .. }| PairResult {
                games: [-second, -first],
                nodes: [its, own],
                allowed_nodes: [0; 2],
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
            let setting = DuelSetting { paces: [Pace::Clock(clock); 2], ..setting() };
            series(both(&players), setting, (4, 3), threads, &StopFlag::new(), &|| {})
        };
        let pairs = play(1);
        assert_eq!(play(2), pairs);
        let mut total = [0; 2];
        for PairResult { nodes, allowed_nodes, .. } in pairs {
            assert_eq!(allowed_nodes, [8_000; 2]);
            // Two games of 4,000 nodes; a move without time left takes one.
            assert!(nodes.iter().all(|&nodes| nodes > 0 && nodes <= 8_100), "{nodes:?}");
            total = [total[0] + nodes[0], total[1] + nodes[1]];
        }
        let [usual, thrifty] = total;
        assert!(thrifty * 10 < usual * 9, "{thrifty} of {usual}");
    }

    #[test]
    fn each_player_has_its_own_pace() {
        let players = [Trained::default(), Trained::default()];
        let play = |paces| {
            let setting = DuelSetting { paces, ..setting() };
            series(both(&players), setting, (3, 3), 2, &StopFlag::new(), &|| {})
        };
        let nodes_of = |pairs: &[PairResult], player: usize| -> u64 {
            pairs.iter().map(|pair| pair.nodes[player]).sum()
        };
        let pairs = play([Pace::Nodes(100), Pace::Nodes(800)]);
        assert!(nodes_of(&pairs, 0) * 4 < nodes_of(&pairs, 1), "{pairs:?}");
        let won = pairs.iter().flat_map(|pair| pair.games).sum::<i32>();
        assert!(won < 0, "eight times the nodes do not win: {pairs:?}");
        // A machine that is four times as fast, and a player without a clock.
        let clock = |nodes_per_ms| NodeClock {
            game: Duration::from_millis(300),
            turn: None,
            increment: Duration::from_millis(5),
            nodes_per_ms,
        };
        let pairs = play([4, 16].map(|rate| Pace::Clock(clock(rate))));
        assert!(nodes_of(&pairs, 0) * 2 < nodes_of(&pairs, 1), "{pairs:?}");
        for PairResult { nodes, allowed_nodes, .. } in pairs {
            for (player, rate) in [(0, 4), (1, 16)] {
                let gained = allowed_nodes[player] - 2 * 300 * rate;
                assert!(gained > 0 && gained % (5 * rate) == 0, "{gained} nodes by increments");
                assert!(nodes[player] <= allowed_nodes[player] + 100, "{nodes:?}");
            }
        }
        let pairs = play([Pace::Clock(clock(4)), Pace::Nodes(50)]);
        assert!(pairs.iter().all(|pair| pair.allowed_nodes[0] > 0 && pair.allowed_nodes[1] == 0));
    }

    #[test]
    fn a_stopped_series_ends_at_once() {
        let stop = StopFlag::new();
        stop.set();
        let players = [Trained::default(), Trained::default()];
        assert!(series(both(&players), setting(), (100, 1), 2, &stop, &|| {}).is_empty());
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
