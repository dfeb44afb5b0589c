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
pub struct Evaluation<'a> {
    classical: &'a Classical,
    network: Option<(&'a Network, NetworkState)>,
    expected: ExpectedCorrections,
    policy: Option<&'a Policy>,
}

impl<'a> Evaluation<'a> {
    /// The evaluation by the tables and, if there is one, the network.
    pub fn new(
        classical: &'a Classical,
        network: Option<&'a Network>,
        policy: Option<&'a Policy>,
    ) -> Self {
        let network = network.map(|network| (network, NetworkState::new()));
        Self { classical, network, expected: ExpectedCorrections::default(), policy }
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
        with_correction(classical, correction)
    }
}

/// A classical value with a correction of the network.
#[inline]
fn with_correction(classical: i32, correction: i32) -> i32 {
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
            self.expected.attach();
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
        // By reference: taking the list apart would first copy all of it, 2 % of the search time.
        scores.iter().for_each(|&(point, score)| each(point, score));
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
        let rough = with_correction(classical, self.expected.current());
        let is_outside = rough <= window.alpha || rough >= window.beta;
        if is_outside && self.network.is_some() {
            return StaticValue { value: rough, is_rough: true };
        }
        StaticValue { value: self.corrected(board, classical), is_rough: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::rule::Standard;
    use crate::types::{BoardSize, Coord, Rule};

    fn moves() -> impl Iterator<Item = Point> {
        let coords = [(7, 7), (8, 8), (6, 8), (8, 6), (8, 7), (6, 7), (9, 9), (5, 5)];
        coords.into_iter().map(|(x, y)| Point::from_coord(Coord::new(x, y)))
    }

    /// A window that lies far above every value of these positions.
    const ABOVE: Window = Window { alpha: 8000, beta: 8001 };

    #[test]
    fn a_rough_value_is_that_of_the_tables_and_the_expected_correction() {
        let (mut tables, network) = (Classical::of(Rule::Standard), Network::of(Rule::Standard));
        let mut eval = Evaluation::new(tables, Some(network), None);
        let values = Evaluator::<Standard>::values(&eval);
        let mut board =
            Board::<Standard, _>::with_values(BoardSize::square(15).unwrap(), values.clone());
        eval.attach(&board);
        let (mut before, mut corrected) = ([0, 0], false);
        for point in moves() {
            board.place(point);
            eval.placed(&board);
            let classical = tables.evaluate(&board);
            let expected = (before[0] - before[1]) / 2;
            let rough = eval.evaluate_within(&board, ABOVE);
            assert_eq!(rough, StaticValue { value: classical + expected, is_rough: true });
            let around = Window::new(rough.value - 1, rough.value + 1);
            let exact = eval.evaluate_within(&board, around);
            let fresh = Evaluation::new(tables, Some(network), None).evaluate(&board);
            assert_eq!(exact, StaticValue { value: fresh, is_rough: false });
            corrected |= fresh != classical;
            before = [before[1], fresh - classical];
        }
        assert!(corrected);
        eval.attach(&board);
        assert_eq!(eval.evaluate_within(&board, ABOVE).value, tables.evaluate(&board));
    }

    #[test]
    fn without_a_network_no_value_is_rough() {
        let mut tables = Classical::of(Rule::Standard);
        let mut eval = Evaluation::new(tables, None, None);
        let values = Evaluator::<Standard>::values(&eval);
        let mut board = Board::<Standard, _>::with_values(BoardSize::square(15).unwrap(), values);
        moves().for_each(|point| board.place(point));
        let value = tables.evaluate(&board);
        assert_eq!(eval.evaluate_within(&board, ABOVE), StaticValue { value, is_rough: false });
    }
}
