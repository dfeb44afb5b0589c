//! The order in which a node tries its moves.
//!
//! The table's move comes first, before anything is generated. The others ([`replies`]) are scored
//! once, by the value of the cell for both sides and by experience. Each call selects the best
//! remaining move instead of sorting all: few nodes need more than a handful.

use arrayvec::ArrayVec;

use super::history::{History, MoveKind};
use super::params::Params;
use crate::board::{Board, CellValues};
use crate::eval::Evaluator;
use crate::threats::Danger;
use crate::threats::danger::replies;
use crate::types::{Point, RuleSet};

/// Cells of the largest board.
const MOST_MOVES: usize = 22 * 22;

/// A move and its score in one number. The greater comes first; of equal scores, the first cell.
type Scored = i32;

const CELL_BITS: u32 = 10;
const CELL_MASK: Scored = (1 << CELL_BITS) - 1;

fn scored(score: i32, point: Point) -> Scored {
    score << CELL_BITS | (CELL_MASK - Scored::from(point.raw()))
}

fn score_of(scored: Scored) -> i32 {
    scored >> CELL_BITS
}

fn point_of(scored: Scored) -> Point {
    Point::from_index((CELL_MASK - (scored & CELL_MASK)) as usize)
}

/// A move and how likely it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PickedMove {
    /// The move.
    pub point: Point,
    /// How far its score lies below that of the best but the table's move; 0 for that one.
    pub gap: i32,
}

/// Yields the moves of a node, best first.
pub(crate) struct Picker {
    table_move: Option<Point>,
    moves: ArrayVec<Scored, MOST_MOVES>,
    stage: Stage,
    /// The best score of all but the table's move.
    top: Option<i32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    Generate,
    Rest,
}

impl Picker {
    /// A picker that begins with the table's move, if there is one that can be played here.
    pub(crate) fn new(table_move: Option<Point>) -> Self {
        Self { table_move, moves: ArrayVec::new_const(), stage: Stage::TableMove, top: None }
    }

    /// The next move.
    pub(crate) fn next<R: RuleSet, E: Evaluator<R>>(
        &mut self,
        board: &Board<R, E::Values>,
        eval: &mut E,
        history: &History,
        params: &Params,
        danger: Danger,
    ) -> Option<PickedMove> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::Generate;
            if let Some(point) = self.table_move {
                return Some(PickedMove { point, gap: 0 });
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Rest;
            self.generate(board, eval, history, params, danger);
        }
        self.take_best()
    }

    fn generate<R: RuleSet, E: Evaluator<R>>(
        &mut self,
        board: &Board<R, E::Values>,
        eval: &mut E,
        history: &History,
        params: &Params,
        danger: Danger,
    ) {
        let own = board.to_move();
        let counter = history.counter(own, board.move_back(0));
        let scores = history.scores(own);
        let mut moves = replies(board, danger);
        if let Some(point) = self.table_move {
            moves.remove(point);
        }
        eval.score_moves(board, &moves, |point, looks| {
            let kind = kind_of(board, point);
            let experience = scores.of(kind, point) * params.order_history_factor / 100;
            let bonus = if counter == Some(point) { params.order_counter_bonus } else { 0 };
            self.moves.push(scored(looks + experience + bonus, point));
        });
    }

    fn take_best(&mut self) -> Option<PickedMove> {
        let best = self.moves.iter().copied().max()?;
        let index = self.moves.iter().position(|&scored| scored == best)?;
        self.moves.swap_remove(index);
        let score = score_of(best);
        let gap = *self.top.get_or_insert(score) - score;
        Some(PickedMove { point: point_of(best), gap })
    }
}

/// Whether the side to move makes a threat on the cell.
#[inline]
pub(crate) fn kind_of<R: RuleSet, V: CellValues>(board: &Board<R, V>, point: Point) -> MoveKind {
    if board.combined(board.to_move(), point).is_threat() {
        MoveKind::Attack
    } else {
        MoveKind::Quiet
    }
}
