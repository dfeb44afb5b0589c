//! The interface between the search and an evaluation.

use crate::board::{Board, CellValues};
use crate::types::rule::{Caro, CaroExact, Freestyle, Renju, Standard};
use crate::types::{Point, PointSet, RuleSet, Window};

/// The static value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticValue {
    /// The value.
    pub value: i32,
    /// Whether it is rough: the full evaluation may differ.
    pub is_rough: bool,
}

/// An evaluation under the rule `R`, owned by one searching thread.
///
/// The thread reports every move that it makes or takes back on its board, in order, so that an
/// implementation may have state of its own and update it lazily. An evaluation that is a sum over
/// cells needs none: the board maintains that sum ([`CellValues`]).
///
/// A search plays with an evaluator of any other crate, too: see
/// [`Engine::think_with`](crate::engine::Engine::think_with).
pub trait Evaluator<R: RuleSet> {
    /// What the board sums for it; [`Bare`](crate::board::Bare) for nothing.
    type Values: CellValues;

    /// The values for the board that this evaluator will see.
    fn values(&self) -> Self::Values;

    /// From now on this board is followed, from its present position. Without it, and after an
    /// [`undone`](Self::undone) that goes behind that position, values must be computed from the
    /// board alone.
    #[inline]
    fn attach(&mut self, _: &Board<R, Self::Values>) {}

    /// The last move was just made; [`Board::class_changes`] has what it changed.
    #[inline]
    fn placed(&mut self, _: &Board<R, Self::Values>) {}

    /// A move was just taken back.
    #[inline]
    fn undone(&mut self, _: &Board<R, Self::Values>) {}

    /// The value of the position for the side to move, within
    /// ±[`Score::MAX_EVAL`](crate::types::Score::MAX_EVAL). 200 is log-odds 1, a win chance of 73 %:
    /// the margins of the search are in this unit.
    fn evaluate(&mut self, board: &Board<R, Self::Values>) -> i32;

    /// The value, or a rough one where that lies outside of the window. A rough value may depend on
    /// the moves that led to the position.
    #[inline]
    fn evaluate_within(&mut self, board: &Board<R, Self::Values>, _: Window) -> StaticValue {
        StaticValue { value: self.evaluate(board), is_rough: false }
    }

    /// Calls `each` for every cell of the set, in order, with the static score of a move of the
    /// side to move there, in the unit of [`MOVE_SCALE`](super::MOVE_SCALE).
    fn score_moves(
        &mut self,
        board: &Board<R, Self::Values>,
        moves: &PointSet,
        each: impl FnMut(Point, i32),
    );
}

/// An [`Evaluator`] for every rule; each searching thread has a copy.
pub trait AllRulesEvaluator:
    Evaluator<Freestyle>
    + Evaluator<Standard>
    + Evaluator<Renju>
    + Evaluator<Caro>
    + Evaluator<CaroExact>
    + Clone
    + Send
{
}

impl<E> AllRulesEvaluator for E where
    E: Evaluator<Freestyle>
        + Evaluator<Standard>
        + Evaluator<Renju>
        + Evaluator<Caro>
        + Evaluator<CaroExact>
        + Clone
        + Send
{
}
