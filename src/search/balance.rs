//! Search for moves after which neither side is better: the fair opening, not the good one.
//!
//! Every move (or pair of moves) is searched with the window in which it would be fairer than the best
//! so far, so most are refuted at once.

use super::event::{Event, Iteration, Listener};
use super::params::PLY;
use super::shared::Stopped;
use super::worker::Worker;
use crate::types::{Point, RuleSet, Score, Window};

/// The fairest choice so far.
#[derive(Clone, Debug)]
pub struct Balanced {
    /// One move or two.
    pub moves: Vec<Point>,
    /// Its value for the player who moved first in it.
    pub value: i32,
    /// Depth of the last finished iteration.
    pub depth: u32,
}

/// Replies tried after each first move of a pair.
const SECOND_MOVES: usize = 24;

impl<R: RuleSet> Worker<'_, R> {
    /// Finds the `count` (1 or 2) moves after which the value for the side now to move is closest to
    /// `bias`. `moves` come best looking first.
    pub fn balance(
        &mut self,
        moves: &[Point],
        count: usize,
        bias: i32,
        listener: &mut dyn Listener,
    ) -> Balanced {
        let first = moves.first().copied().into_iter().collect();
        let mut best = Balanced { moves: first, value: Score::INFINITE, depth: 0 };
        let last = self.shared.limits.depth.unwrap_or(20).clamp(1, 99);
        let root_ply = self.board.ply();
        let mut order: Vec<Vec<Point>> = self.choices(moves, count);
        for depth in 1..=last {
            let result = self.balance_iteration(&mut order, depth as i32 * PLY, bias);
            while self.board.ply() > root_ply {
                self.board.undo();
            }
            let Ok((moves, value)) = result else { break };
            best = Balanced { moves, value, depth };
            listener.hear(&Event::Iteration(Iteration {
                pv_index: 0,
                depth,
                selective_depth: self.selective_depth as u32,
                score: Score(best.value),
                nodes: self.shared.nodes().max(self.nodes),
                elapsed: self.shared.elapsed(),
                pv: best.moves.iter().map(|point| point.coord()).collect(),
            }));
            let optimum = self.shared.budget.optimum;
            if optimum.is_some_and(|optimum| self.shared.elapsed() >= optimum / 2) {
                break;
            }
        }
        let _ = self.report();
        best
    }

    /// All choices: single moves, or each with the best looking replies.
    fn choices(&mut self, moves: &[Point], count: usize) -> Vec<Vec<Point>> {
        if count < 2 {
            return moves.iter().map(|&point| vec![point]).collect();
        }
        let mut pairs = Vec::new();
        for &first in moves {
            self.board.place(first);
            let replies =
                super::root::root_moves(&self.board, self.eval, &self.shared.limits.excluded);
            self.board.undo();
            pairs.extend(replies.into_iter().take(SECOND_MOVES).map(|second| vec![first, second]));
        }
        pairs
    }

    /// Searches every choice; moves the fairest to the front of the order.
    fn balance_iteration(
        &mut self,
        order: &mut [Vec<Point>],
        depth: i32,
        bias: i32,
    ) -> Result<(Vec<Point>, i32), Stopped> {
        let mut nearest = Score::INFINITE;
        let mut best = 0;
        for (index, choice) in order.iter().enumerate() {
            for &point in choice {
                self.board.place(point);
            }
            // From here the side to move is the opponent after one move, and the player after two.
            let sign = if choice.len() % 2 == 1 { -1 } else { 1 };
            let center = sign * bias;
            let window = Window::new(
                (center - nearest).max(-Score::INFINITE),
                (center + nearest).min(Score::INFINITE),
            );
            let value = self.search::<true>(window, depth - PLY, choice.len(), false);
            for _ in choice {
                self.board.undo();
            }
            let distance = (value? - center).abs();
            if distance < nearest {
                nearest = distance;
                best = index;
                if nearest == 0 {
                    break;
                }
            }
        }
        order[..=best].rotate_right(1);
        Ok((order[0].clone(), nearest + bias))
    }
}
