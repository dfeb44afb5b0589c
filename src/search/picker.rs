//! Which moves a node tries, and in which order.
//!
//! Against a five, the cells that stop it; against an open four or a sure four-three, the cells that
//! stop it and own fours; else every candidate. The table's move comes first, before anything is
//! generated. The others are scored once, by what the cell gives to both sides and by experience, and the
//! best one left is taken each time: few nodes need more than a handful.

use arrayvec::ArrayVec;

use super::history::{History, Kind};
use super::params::Params;
use crate::board::{Board, CellValues, Combined};
use crate::eval::Evaluator;
use crate::threats::defense;
use crate::types::{Point, PointSet, RuleSet};

/// Cells of the largest board.
const MOST: usize = 484;

/// What the opponent threatens, the reason why not every move is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menace {
    /// Neither of the two; a sure four-three may restrict the replies all the same.
    None,
    /// An open four or two fours next move.
    OpenFour,
    /// A five next move.
    Five,
}

impl Menace {
    /// What the opponent of the side to move threatens.
    #[inline]
    pub fn of<R: RuleSet, V: CellValues>(board: &Board<R, V>) -> Menace {
        let opponent = !board.to_move();
        if board.count(opponent, Combined::Five) > 0 {
            Menace::Five
        } else if board.count(opponent, Combined::OpenFour) > 0 {
            Menace::OpenFour
        } else {
            Menace::None
        }
    }
}

/// The moves that make sense for the side to move. Empty: it is lost (or the board is full).
pub fn replies<R: RuleSet, V: CellValues>(board: &Board<R, V>, menace: Menace) -> PointSet {
    let (own, opponent) = (board.to_move(), !board.to_move());
    match menace {
        Menace::Five => defense::against_five(board, opponent).into_iter().collect(),
        Menace::OpenFour => {
            let blocks: PointSet =
                defense::against_open_four(board, opponent).into_iter().collect();
            blocks.union(&defense::fours(board, own))
        }
        Menace::None => match defense::against_four_three(board, opponent) {
            Some(spoilers) => spoilers.union(&defense::fours(board, own)),
            None => board.candidates(),
        },
    }
}

/// A move and its score in one number: the greater goes first, of equal scores the first cell.
type Scored = i32;

const CELL_BITS: u32 = 10;
const CELL_MASK: Scored = (1 << CELL_BITS) - 1;

fn scored(score: i32, point: Point) -> Scored {
    score << CELL_BITS | (CELL_MASK - Scored::from(point.raw()))
}

fn point_of(scored: Scored) -> Point {
    Point::from_index((CELL_MASK - (scored & CELL_MASK)) as usize)
}

/// Gives out the moves of a node, best first.
pub struct Picker {
    table_move: Option<Point>,
    moves: ArrayVec<Scored, MOST>,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    Generate,
    Rest,
}

impl Picker {
    /// A picker that begins with the table's move, if there is one that can be played here.
    pub fn new(table_move: Option<Point>) -> Self {
        Self { table_move, moves: ArrayVec::new_const(), stage: Stage::TableMove }
    }

    /// The next move.
    pub fn next<R: RuleSet, E: Evaluator<R>>(
        &mut self,
        board: &Board<R, E::Values>,
        eval: &mut E,
        history: &History,
        params: &Params,
        menace: Menace,
    ) -> Option<Point> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::Generate;
            if self.table_move.is_some() {
                return self.table_move;
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Rest;
            self.generate(board, eval, history, params, menace);
        }
        self.take_best()
    }

    fn generate<R: RuleSet, E: Evaluator<R>>(
        &mut self,
        board: &Board<R, E::Values>,
        eval: &mut E,
        history: &History,
        params: &Params,
        menace: Menace,
    ) {
        let own = board.to_move();
        let counter = history.counter(own, board.move_back(0));
        let mut moves = replies(board, menace);
        if let Some(point) = self.table_move {
            moves.remove(point);
        }
        eval.score_moves(board, &moves, |point, looks| {
            let kind = kind_of(board, point);
            let experience = history.score(own, kind, point) * params.order_history_factor / 100;
            let bonus = if counter == Some(point) { params.order_counter_bonus } else { 0 };
            self.moves.push(scored(looks + experience + bonus, point));
        });
    }

    /// Leaves out the quiet moves not given out yet.
    pub fn drop_quiet<R: RuleSet, V: CellValues>(&mut self, board: &Board<R, V>) {
        self.moves.retain(|scored| kind_of(board, point_of(*scored)) == Kind::Attack);
    }

    fn take_best(&mut self) -> Option<Point> {
        let best = self.moves.iter().copied().max()?;
        let index = self.moves.iter().position(|&scored| scored == best)?;
        self.moves.swap_remove(index);
        Some(point_of(best))
    }
}

/// Whether the side to move makes a threat on the cell.
#[inline]
pub fn kind_of<R: RuleSet, V: CellValues>(board: &Board<R, V>, point: Point) -> Kind {
    if board.combined(board.to_move(), point).is_threat() { Kind::Attack } else { Kind::Quiet }
}
