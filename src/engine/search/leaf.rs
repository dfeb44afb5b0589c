//! The horizon: a quiescence search of fours. The side to move may play continuous fours, each
//! forced reply costing no depth, and may stop at any point for the static evaluation.
//!
//! Deliberately incomplete: only fours near the side's own last stone, and after the first four
//! only those that make another threat as well. Trying more fours costs more nodes than it gains:
//! depth is the better use of them. Fours at the horizon are worth 61 ± 30 Elo (400 games of
//! freestyle 15×15 at 6,000 nodes per move, 2026-11-22).
//!
//! Rapfi's quiescence search also follows nearby fours: <https://github.com/dhbloo/rapfi>

use arrayvec::ArrayVec;

use super::entry::{Entry, ScoreBound, to_table};
use super::shared::Value;
use super::worker::{MAX_PLY, Worker};
use crate::board::Combined;
use crate::eval::{Evaluator, StaticValue};
use crate::rules::forbidden::is_forbidden;
use crate::threats::{Danger, defense};
use crate::types::{Point, PointSet, RuleSet, Score, Window};

/// Smaller leaf depths are stored as this: the choice of fours no longer changes.
const LOWEST: i32 = -1;
/// Largest distance of a four from the side's own previous stone.
const NEAR: u32 = 3;
/// Most fours tried at one node.
const MOST_FOURS: usize = 48;

impl<R: RuleSet, E: Evaluator<R>> Worker<'_, R, E> {
    /// The value of a position at the horizon. `depth` is 0 or less: minus the fours played so far.
    pub(crate) fn leaf(&mut self, window: Window, depth: i32, ply: usize) -> Value {
        self.visit(ply)?;
        if let Some(value) = self.settled::<false>(ply) {
            return Ok(value);
        }
        if Danger::of(&self.board) == Danger::Five {
            return self.leaf_answer(window, depth, ply);
        }
        self.leaf_attack(window, depth, ply)
    }

    /// The side to move must stop a five; the reply costs no depth.
    fn leaf_answer(&mut self, window: Window, depth: i32, ply: usize) -> Value {
        let own = self.board.to_move();
        if ply >= MAX_PLY {
            return Ok(self.eval.evaluate(&self.board));
        }
        let mut best = Score::loss_in(ply as i32 + 2);
        for reply in defense::against_five(&self.board, !own) {
            if is_forbidden(&self.board, own, reply) {
                continue;
            }
            let alpha = window.alpha.max(best);
            self.play(reply);
            let value = self.leaf(-Window::new(alpha, window.beta), depth, ply + 1);
            self.undo();
            best = best.max(-value?);
            if best >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The side to move may stop here or continue with a four. A value found without trying the
    /// fours, or from a rough evaluation, is stored as if it were a bound, which is not exact for
    /// other windows; storing only the side of the window that it proves cost 27 ± 24 Elo.
    fn leaf_attack(&mut self, window: Window, depth: i32, ply: usize) -> Value {
        let key = self.board.key();
        let stored_depth = depth.max(LOWEST);
        let found = self.shared.table.probe(key);
        let deep = found.filter(|entry| entry.depth >= stored_depth);
        if let Some(value) = deep.and_then(|entry| entry.answer(window, ply)) {
            return Ok(value);
        }
        let StaticValue { value: eval, is_rough } = self.leaf_eval(found, window);
        let mut best = eval;
        let mut best_move = None;
        // Assumes that fours alone do not gain that much.
        let hopeless = eval + self.shared.params.leaf_margin < window.alpha;
        if best < window.beta && !hopeless && ply < MAX_PLY {
            for four in self.leaf_fours(depth) {
                let alpha = window.alpha.max(best);
                self.play(four);
                let value = self.leaf(-Window::new(alpha, window.beta), depth - 1, ply + 1);
                self.undo();
                let value = -value?;
                if value > best {
                    best = value;
                    best_move = Some(four);
                    if value >= window.beta {
                        break;
                    }
                }
            }
        }
        let bound = match () {
            () if best >= window.beta => ScoreBound::Lower,
            () if best > window.alpha => ScoreBound::Exact,
            () => ScoreBound::Upper,
        };
        let value = to_table(best, ply as i32);
        let eval = (!is_rough).then_some(eval);
        let entry = Entry { value, eval, best: best_move, depth: stored_depth, bound };
        self.shared.table.store(key, entry);
        Ok(best)
    }

    /// The static evaluation, or a rough one far outside the window.
    fn leaf_eval(&mut self, found: Option<Entry>, window: Window) -> StaticValue {
        match found.and_then(|entry| entry.eval) {
            Some(value) => StaticValue { value, is_rough: false },
            None => self.eval.evaluate_within(&self.board, self.shared.params.lazy(window)),
        }
    }

    /// The fours to try, best static score first.
    fn leaf_fours(&mut self, depth: i32) -> ArrayVec<Point, MOST_FOURS> {
        let board = &self.board;
        let own = board.to_move();
        let class = if depth < 0 { Combined::FourPlus } else { Combined::Four };
        if board.count_from(own, class) == 0 {
            return ArrayVec::new_const();
        }
        let last = board.move_back(1);
        let near = |&point: &Point| last.is_none_or(|last| point.distance(last) <= NEAR);
        let fours: PointSet =
            board.threats_from(own, class).filter(near).take(MOST_FOURS).collect();
        let mut scored = ArrayVec::<(i32, Point), MOST_FOURS>::new_const();
        self.eval.score_moves(board, &fours, |point, score| scored.push((-score, point)));
        scored.sort_unstable();
        scored.into_iter().map(|(_, point)| point).collect()
    }
}
