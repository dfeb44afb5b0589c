//! Searches for moves after which neither side is better, for balanced openings.
//!
//! Every move (or pair of moves) is searched with a window in which it would be fairer than the
//! best so far, so most are refuted quickly.

use super::event::{Event, Iteration, Listener};
use super::params::PLY;
use super::root::root_moves;
use super::shared::{Stopped, Value};
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::types::{Point, RuleSet, Score, Window};

/// The fairest choice so far.
#[derive(Clone, Debug)]
pub(crate) struct BalancedMoves {
    /// One move or two.
    pub moves: Vec<Point>,
    /// Its value for the player who moves first in it; 0 before the first iteration is finished.
    pub value: i32,
    /// Depth of the last finished iteration.
    pub depth: u32,
}

/// Replies tried after each first move of a pair.
const SECOND_MOVES: usize = 24;

impl<R: RuleSet, E: Evaluator<R>> Worker<'_, R, E> {
    /// Finds the `count` (1 or 2) moves after which the value for the side now to move is closest
    /// to `bias`. `moves` are the first moves to consider, best static score first. Returns one
    /// move if the board has no room for two, or if every first move wins at once.
    pub(crate) fn balance(
        &mut self,
        moves: &[Point],
        count: usize,
        bias: i32,
        listener: &mut dyn Listener,
    ) -> BalancedMoves {
        let mut order = self.choices(moves, count);
        if order.is_empty() {
            // No first move can be followed by a second.
            return BalancedMoves {
                moves: moves.first().copied().into_iter().collect(),
                value: 0,
                depth: 0,
            };
        }
        let mut best = BalancedMoves { moves: order[0].clone(), value: 0, depth: 0 };
        let last = self.shared.limits.depth.unwrap_or(20).clamp(1, 99);
        let root_ply = self.board.ply();
        for depth in 1..=last {
            let result = self.balance_iteration(&mut order, depth as i32 * PLY, bias);
            debug_assert_eq!(self.board.ply(), root_ply);
            let Ok((moves, value)) = result else { break };
            best = BalancedMoves { moves, value, depth };
            self.report_balanced(&best, listener);
            let optimum = self.shared.budget.optimum;
            if optimum.is_some_and(|optimum| self.shared.elapsed() >= optimum / 2) {
                break;
            }
        }
        let _ = self.report();
        best
    }

    fn report_balanced(&self, best: &BalancedMoves, listener: &mut dyn Listener) {
        listener.hear(&Event::Iteration(Iteration {
            pv_index: 0,
            variations: 1,
            depth: best.depth,
            selective_depth: self.selective_depth as u32,
            score: Score(best.value),
            nodes: self.shared.nodes().max(self.nodes),
            elapsed: self.shared.elapsed(),
            pv: best.moves.iter().map(|point| point.coord()).collect(),
        }));
    }

    /// All choices: single moves, or pairs with the replies of best static score.
    fn choices(&mut self, moves: &[Point], count: usize) -> Vec<Vec<Point>> {
        if count < 2 {
            return moves.iter().map(|&point| vec![point]).collect();
        }
        let mut pairs = Vec::new();
        for &first in moves {
            // The game would be over.
            if self.wins_at_once(first) {
                continue;
            }
            self.play(first);
            let replies = root_moves(&self.board, &mut self.eval, &self.shared.limits.excluded);
            self.undo();
            pairs.extend(replies.into_iter().take(SECOND_MOVES).map(|second| vec![first, second]));
        }
        pairs
    }

    /// Searches every choice, moves the fairest to the front, and returns it with its value.
    fn balance_iteration(
        &mut self,
        order: &mut [Vec<Point>],
        depth: i32,
        bias: i32,
    ) -> Result<(Vec<Point>, i32), Stopped> {
        let mut nearest = Score::INFINITE;
        let (mut best, mut best_value) = (0, 0);
        for (index, choice) in order.iter().enumerate() {
            let window = Window::new(
                (bias - nearest).max(-Score::INFINITE),
                (bias + nearest).min(Score::INFINITE),
            );
            let value = self.value_after(choice, window, depth - PLY, 0)?;
            let distance = (value - bias).abs();
            if distance < nearest {
                (nearest, best, best_value) = (distance, index, value);
                if nearest == 0 {
                    break;
                }
            }
        }
        order[..=best].rotate_right(1);
        Ok((order[0].clone(), best_value))
    }

    /// The value of a choice, made at `ply`, for the player who moves first in it.
    fn value_after(&mut self, choice: &[Point], window: Window, depth: i32, ply: usize) -> Value {
        // The first plies of the search compare their evaluations with these.
        self.frames[ply].eval = self.eval.evaluate(&self.board);
        let Some((&first, rest)) = choice.split_first() else {
            return self.search::<true>(window, depth, ply, false);
        };
        if self.wins_at_once(first) {
            return Ok(Score::win_in(ply as i32 + 1));
        }
        self.play(first);
        let value = self.value_after(rest, -window, depth, ply + 1);
        self.undo();
        Ok(-value?)
    }
}
