//! A list of openings in which both sides have the same chances, by the engine's own searches: for a
//! file, so no two are alike, each may pass a second, longer test, and the engine may choose the
//! last two stones. The games of this process draw theirs one by one
//! ([`openings::BalancedDrawing`](super::openings)). The same plan gives the same openings on every
//! machine, since the searches are limited by nodes.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::openings::OpeningDrawing;
use super::play::search_afresh;
use tengen_engine::board::Position;
use tengen_engine::engine::{Engine, Trained};
use tengen_engine::rules::legality::ending_after;
use tengen_engine::search::{Goal, Limits, NullListener, StopFlag};
use tengen_engine::types::Coord;
use tengen_engine::util::rng::Rng;
use tengen_records::book::key::{Canonical, Key};

/// Most failed draws in a row before giving up.
const TRIES: usize = 2000;

/// A search that decides whether an opening is balanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BalanceTest {
    pub nodes: u64,
    /// The largest absolute value that it may find.
    pub max_value: u32,
}

/// What openings are wanted.
#[derive(Clone, Debug)]
pub struct OpeningsPlan {
    /// Rule, board and distance from the middle.
    pub drawing: OpeningDrawing,
    /// Number of stones, at least 2 if the engine chooses the last two.
    pub stones: RangeInclusive<u8>,
    /// Every opening passes all of them, in this order: a short search spares most of the long ones.
    pub tests: Vec<BalanceTest>,
    /// The nodes for the engine's choice of the last two stones; `None` if all are drawn.
    pub balancing_nodes: Option<u64>,
    /// Seed of the draws.
    pub seed: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalancedOpening {
    pub moves: Vec<Coord>,
    /// The value for the side to move, by the last test.
    pub value: i32,
}

/// Balanced openings, no two of them equal under the symmetries of the board. They end when
/// [`TRIES`] draws in a row have given none.
pub struct BalancedOpenings {
    plan: OpeningsPlan,
    rng: Rng,
    engine: Engine,
    seen: HashSet<Key>,
}

impl BalancedOpenings {
    /// Before the first opening.
    pub fn new(plan: OpeningsPlan) -> Self {
        // Small searches need no large table, and a small one is cleared quickly; second tests are
        // larger.
        let hash_kib = if plan.tests.len() > 1 { 64 << 10 } else { 16 << 10 };
        let engine = Engine::with_hash(Trained::default(), hash_kib);
        Self { rng: Rng::new(plan.seed), plan, engine, seen: HashSet::new() }
    }

    fn try_one(&mut self) -> Option<BalancedOpening> {
        let mut position = self.draw()?;
        if let Some(nodes) = self.plan.balancing_nodes {
            position = self.balance(&position, nodes)?;
        }
        let moves: Vec<Coord> = position.stones().iter().map(|&(coord, _)| coord).collect();
        if !self.seen.insert(Canonical::of(&position).key) {
            return None;
        }
        let value = self.balanced_value(&position)?;
        Some(BalancedOpening { moves, value })
    }

    /// Random stones near the middle.
    fn draw(&mut self) -> Option<Position> {
        let (least, most) = (*self.plan.stones.start(), *self.plan.stones.end());
        let drawn = usize::from(least) + self.rng.below(usize::from(most - least) + 1);
        let chosen = if self.plan.balancing_nodes.is_some() { 2 } else { 0 };
        self.plan.drawing.draw(drawn - chosen, &mut self.rng)
    }

    /// The position with two more stones that balance it.
    fn balance(&mut self, position: &Position, nodes: u64) -> Option<Position> {
        let goal = Goal::BalanceTwo { bias: 0 };
        let limits = Limits { nodes: Some(nodes), goal, ..Limits::default() };
        self.engine.forget();
        let choice = self.engine.think(position, &limits, &StopFlag::new(), &mut NullListener);
        let [first, second] = choice.moves[..] else { return None };
        let mut position = position.clone();
        for coord in [first, second] {
            position.play(coord).ok()?;
            if ending_after(&position, coord).is_some() {
                return None;
            }
        }
        Some(position)
    }

    /// The value found by the last test, if every test finds a value close enough to 0.
    fn balanced_value(&mut self, position: &Position) -> Option<i32> {
        let mut value = 0;
        for BalanceTest { nodes, max_value } in self.plan.tests.clone() {
            value = search_afresh(&mut self.engine, position, nodes, &StopFlag::new()).score.0;
            if value.unsigned_abs() > max_value {
                return None;
            }
        }
        Some(value)
    }
}

impl Iterator for BalancedOpenings {
    type Item = BalancedOpening;

    fn next(&mut self) -> Option<BalancedOpening> {
        (0..TRIES).find_map(|_| self.try_one())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::{BoardSize, Rule};

    fn plan() -> OpeningsPlan {
        let size = BoardSize::square(9).unwrap();
        OpeningsPlan {
            drawing: OpeningDrawing { rule: Rule::Freestyle, size, radius: 2 },
            stones: 3..=5,
            tests: vec![BalanceTest { nodes: 200, max_value: 150 }],
            balancing_nodes: None,
            seed: 3,
        }
    }

    fn key(moves: &[Coord], size: BoardSize) -> Key {
        let mut position = Position::new(Rule::Freestyle, size);
        moves.iter().for_each(|&coord| position.play(coord).unwrap());
        Canonical::of(&position).key
    }

    #[test]
    fn openings_pass_their_tests_and_differ() {
        let openings: Vec<_> = BalancedOpenings::new(plan()).take(5).collect();
        assert_eq!(openings, BalancedOpenings::new(plan()).take(5).collect::<Vec<_>>());
        let size = plan().drawing.size;
        let images: HashSet<_> = openings.iter().map(|opening| key(&opening.moves, size)).collect();
        assert_eq!(images.len(), 5);
        for BalancedOpening { moves, value } in openings {
            assert!((3..=5).contains(&moves.len()) && value.unsigned_abs() <= 150);
        }
    }

    #[test]
    fn impossible_openings_come_to_an_end() {
        let mut plan = plan();
        (plan.stones, plan.drawing.radius) = (2..=2, 0);
        assert_eq!(BalancedOpenings::new(plan).next(), None);
    }
}
