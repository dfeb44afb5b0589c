//! The evaluation of a searching thread: the classical one, and what the network adds to it.

use std::sync::Arc;

use super::classical::Classical;
use super::evaluator::{Evaluator, StaticValue};
use super::expected::ExpectedCorrections;
use super::network::{Network, NetworkState};
use super::policy::{CellScores, Policy};
use crate::board::{Board, CellRecords};
use crate::types::{Point, PointSet, RuleSet, Score, Window};

/// The most that the network adds, either way: 95 % for an even position. It corrects the judgment
/// of the tables, which know better what a threat is worth.
pub(crate) const MOST_CORRECTION: i32 = 600;

/// The classical evaluation, with or without a network.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation<'a> {
    classical: &'a Classical,
    network: Option<(&'a Network, NetworkState)>,
    expected: ExpectedCorrections,
    policy: Option<&'a Policy>,
}

impl<'a> Evaluation<'a> {
    /// The evaluation by the tables and, if there is one, the network.
    pub(crate) fn new(
        classical: &'a Classical,
        network: Option<&'a Network>,
        policy: Option<&'a Policy>,
    ) -> Self {
        let network = network.map(|network| (network, NetworkState::new()));
        Self { classical, network, expected: ExpectedCorrections::new(), policy }
    }
}

impl Evaluation<'_> {
    /// Whether the scores of moves are those of a policy; else they are those of the tables.
    pub(crate) fn has_policy(&self) -> bool {
        self.policy.is_some()
    }

    /// The classical value with the network's correction.
    fn corrected<R: RuleSet>(&mut self, board: &Board<R, Arc<CellRecords>>, classical: i32) -> i32 {
        let Some((network, state)) = &mut self.network else { return classical };
        let correction = state.value(network, board).clamp(-MOST_CORRECTION, MOST_CORRECTION);
        self.expected.learn(correction);
        sum(classical, correction)
    }
}

/// An evaluation with the network's correction.
#[inline]
fn sum(classical: i32, correction: i32) -> i32 {
    (classical + correction).clamp(-Score::MAX_EVAL, Score::MAX_EVAL)
}

impl<R: RuleSet> Evaluator<R> for Evaluation<'_> {
    type Values = Arc<CellRecords>;

    fn values(&self) -> Arc<CellRecords> {
        Evaluator::<R>::values(&self.classical)
    }

    fn attach(&mut self, board: &Board<R, Arc<CellRecords>>) {
        if let Some((network, state)) = &mut self.network {
            state.attach(network, board);
            self.expected = ExpectedCorrections::new();
        }
    }

    #[inline]
    fn placed(&mut self, board: &Board<R, Arc<CellRecords>>) {
        if let Some((_, state)) = &mut self.network {
            state.placed(board);
            self.expected.placed();
        }
    }

    #[inline]
    fn undone(&mut self, _: &Board<R, Arc<CellRecords>>) {
        if let Some((_, state)) = &mut self.network {
            state.undone();
            self.expected.undone();
        }
    }

    #[inline]
    fn score_moves(
        &mut self,
        board: &Board<R, Arc<CellRecords>>,
        moves: &PointSet,
        mut each: impl FnMut(Point, i32),
    ) {
        let Some(policy) = self.policy else {
            return self.classical.score_moves(board, moves, each);
        };
        let mut scores = CellScores::new_const();
        self.classical.score_moves(board, moves, |point, score| scores.push((point, score)));
        policy.correct(board, &mut scores);
        scores.into_iter().for_each(|(point, score)| each(point, score));
    }

    fn evaluate(&mut self, board: &Board<R, Arc<CellRecords>>) -> i32 {
        let classical = self.classical.evaluate(board);
        self.corrected(board, classical)
    }

    #[inline]
    fn evaluate_within(
        &mut self,
        board: &Board<R, Arc<CellRecords>>,
        window: Window,
    ) -> StaticValue {
        let classical = self.classical.evaluate(board);
        let rough = sum(classical, self.expected.current());
        let is_outside = rough <= window.alpha || rough >= window.beta;
        if is_outside && self.network.is_some() {
            return StaticValue { value: rough, is_rough: true };
        }
        StaticValue { value: self.corrected(board, classical), is_rough: false }
    }
}
