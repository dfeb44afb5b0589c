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
    use crate::types::rule::{Caro, Renju, Standard};
    use crate::types::{BoardSize, Coord, Rule};
    use crate::util::rng::Rng;

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

    /// The exact value and the scores of moves after these moves.
    fn judged<R: RuleSet>(
        mut eval: Evaluation<'_>,
        size: BoardSize,
        moves: &[Coord],
    ) -> (i32, Vec<(Point, i32)>) {
        let values = Evaluator::<R>::values(&eval);
        let mut board = Board::<R, _>::with_values(size, values);
        eval.attach(&board);
        for &coord in moves {
            board.place(Point::from_coord(coord));
            eval.placed(&board);
        }
        let mut scores = Vec::new();
        let empties = *board.empties();
        eval.score_moves(&board, &empties, |point, score| scores.push((point, score)));
        (eval.evaluate(&board), scores)
    }

    /// Random games in another order, in which the last `same` moves are the same: how often the
    /// values differ. The scores of moves may look at the last four moves, so they are compared if
    /// those are the same.
    fn differences<R: RuleSet>(has_network: bool, same: usize) -> usize {
        let (size, mut rng) = (BoardSize::square(15).unwrap(), Rng::new(same as u64));
        let games = (0..40).filter(|_| {
            let mut moves: Vec<Coord> = (0..225).map(|n| Coord::new(n % 15, n / 15)).collect();
            rng.shuffle(&mut moves);
            moves.truncate(12 + rng.below(12));
            let eval = || {
                let of = |wanted: bool| wanted.then(|| (Network::of(R::RULE), Policy::of(R::RULE)));
                let (network, policy) = of(has_network).unzip();
                Evaluation::new(Classical::of(R::RULE), network, policy)
            };
            let other = {
                let mut other = moves.clone();
                let free = other.len() - same;
                // Moves of the same color change places: the last two of them, and the first two.
                other[..free].swap(free - 3, free - 1);
                other[..free].swap(0, 2);
                other
            };
            let (one, two) = (judged::<R>(eval(), size, &moves), judged::<R>(eval(), size, &other));
            assert!(same < 4 || one.1 == two.1, "scores of moves");
            one.0 != two.0
        });
        games.count()
    }

    #[test]
    fn the_order_of_earlier_moves_changes_no_value() {
        for has_network in [false, true] {
            for same in [1, 4] {
                assert_eq!(differences::<Standard>(has_network, same), 0);
                assert_eq!(differences::<Renju>(has_network, same), 0);
                assert_eq!(differences::<Caro>(has_network, same), 0);
            }
        }
    }

    #[test]
    #[ignore = "the tables average the sums of two plies, so a stored value depends on the last move"]
    fn the_last_move_changes_no_value() {
        for has_network in [false, true] {
            assert_eq!(differences::<Standard>(has_network, 0), 0);
        }
    }

    #[test]
    fn the_network_alone_does_not_know_the_last_move() {
        let corrections = |moves: &[Coord]| {
            let size = BoardSize::square(15).unwrap();
            let network = Network::of(Rule::Standard);
            let mut board = Board::<Standard>::new(size);
            moves.iter().for_each(|&coord| board.place(Point::from_coord(coord)));
            let mut state = NetworkState::new();
            state.attach(network, &board);
            state.value(network, &board)
        };
        let mut moves: Vec<Coord> = moves().map(Point::coord).collect();
        let before = corrections(&moves);
        moves.swap(5, 7);
        assert_eq!(corrections(&moves), before);
    }
}
