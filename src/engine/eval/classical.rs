//! The classical evaluation, a sum of tables: the values of the empty cells by their shape,
//! averaged with the same sum a ply ago to dampen the swing of the move; the values of the empty
//! cells for the side to move by the combined classes of both players (the board maintains both
//! sums); and values of who threatens what, on how many cells.
//!
//! Averaging with the previous ply and the table of threats are ideas of Rapfi's classical
//! evaluation (<https://github.com/dhbloo/rapfi>). The numbers are learned from our own games.

use std::sync::Arc;

use super::evaluator::Evaluator;
use super::shape::Shapes;
use super::threat_mask::{MASKS, THREAT_COUNTS, threat_counts, threat_mask};
use super::weights::{ColorWeights, Weights};
use crate::board::tables::{CODES, Code};
use crate::board::{Board, CellRecords, Combined, Tables};
use crate::types::{ByColor, Color, OncePerRule, Point, PointSet, Rule, RuleSet, Score};

/// Weight of the sum before the last move. Learned evaluations predicted results best with a third
/// to a half.
pub const PREVIOUS_SHARE: f32 = 0.5;

/// [`PREVIOUS_SHARE`] in eighths.
const PREVIOUS_EIGHTHS: i32 = (PREVIOUS_SHARE * 8.0) as i32;

/// The score that makes a move e times as likely to be the best as one of score 0.
pub const MOVE_SCALE: f32 = 300.0;

/// The evaluation of one rule: values for the board to sum, and scores of moves.
#[derive(Debug)]
pub struct Classical {
    records: Arc<CellRecords>,
    /// By the color to move and mask.
    masks: ByColor<Box<[i16; MASKS]>>,
    /// By the color to move and what [`threat_counts`] gives.
    threat_counts: ByColor<[i16; THREAT_COUNTS]>,
    /// By the color to move and code: the score for the cell's own code, and for the opponent's.
    moves: ByColor<Box<[[i16; 2]; CODES]>>,
}

/// The built-in ones.
static BUILT_IN: OncePerRule<Classical> = OncePerRule::new();

impl Classical {
    /// The built-in evaluation of a rule, built at the first call.
    pub fn of(rule: Rule) -> &'static Classical {
        BUILT_IN.of(rule, || Classical::build(rule))
    }

    /// Whether the built-in evaluation of a rule is built.
    pub(super) fn is_built(rule: Rule) -> bool {
        BUILT_IN.has(rule)
    }

    fn build(rule: Rule) -> Self {
        match Weights::embedded(rule) {
            Ok(weights) => Self::new(&weights),
            // The tests read every built-in file.
            Err(error) => panic!("the built-in weights of {rule}: {error}"),
        }
    }

    /// The evaluation with these weights.
    pub fn new(weights: &Weights) -> Self {
        let shapes = Shapes::table();
        let of = |color: Color| -> &ColorWeights { &weights.colors[color] };
        let value = |color: Color, code: Code| of(color).cells[shapes.of(code)];
        let pair = |color: Color, own: Combined, opponent: Combined| {
            of(color).pairs[own as usize * 16 + opponent as usize]
        };
        let records = CellRecords::new(Tables::of(weights.rule), value).with_pairs(pair);
        let records = Arc::new(records);
        let masks = ByColor::from_fn(|color| {
            let mut table = Box::new([0; MASKS]);
            table.copy_from_slice(&of(color).masks);
            table
        });
        let threat_counts = ByColor::from_fn(|color| {
            let mut table = [0; THREAT_COUNTS];
            table.copy_from_slice(&of(color).threat_counts);
            table
        });
        let moves = ByColor::from_fn(|color| {
            let mut table = Box::new([[0; 2]; CODES]);
            for (code, scores) in table.iter_mut().enumerate() {
                let shape = shapes.of(code);
                *scores = [of(color).own_moves[shape], of(color).opponent_moves[shape]];
            }
            table
        });
        Self { records, masks, threat_counts, moves }
    }
}

/// Stateless: everything incremental is a sum that the board maintains.
impl<R: RuleSet> Evaluator<R> for &Classical {
    type Values = Arc<CellRecords>;

    fn values(&self) -> Arc<CellRecords> {
        Arc::clone(&self.records)
    }

    #[inline]
    fn score_moves(
        &mut self,
        board: &Board<R, Arc<CellRecords>>,
        moves: &PointSet,
        mut each: impl FnMut(Point, i32),
    ) {
        let (own, opponent) = (board.to_move(), !board.to_move());
        let scores: &[[i16; 2]; CODES] = &self.moves[own];
        for point in moves {
            let own = scores[board.code(own, point)][0];
            let opponent = scores[board.code(opponent, point)][1];
            each(point, i32::from(own) + i32::from(opponent));
        }
    }

    fn evaluate(&mut self, board: &Board<R, Arc<CellRecords>>) -> i32 {
        let now = board.sums();
        let before = board.previous_sums().unwrap_or(now);
        let cells = (now.cells * (8 - PREVIOUS_EIGHTHS) + before.cells * PREVIOUS_EIGHTHS) / 8;
        let own = board.to_move();
        let cells = if own == Color::Black { cells } else { -cells };
        let mask = threat_mask(board);
        let threats = i32::from(self.masks[own][usize::from(mask) % MASKS]);
        let threat_counts =
            threat_counts(board, mask).map(|index| i32::from(self.threat_counts[own][index]));
        let sum = cells + now.pairs[own] + threats + threat_counts.sum::<i32>();
        sum.clamp(-Score::MAX_EVAL, Score::MAX_EVAL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;
    use crate::board::notation::parse_picture;
    use crate::types::rule::{Caro, CaroExact, Freestyle, Renju, Standard};
    use crate::types::{BoardSize, Coord};
    use crate::util::rng::Rng;

    /// The value after these stones, in this order, with `to_move` to move.
    fn value_after<R: RuleSet>(size: BoardSize, stones: &[(Coord, Color)], to_move: Color) -> i32 {
        let mut eval = Classical::of(R::RULE);
        let values = Evaluator::<R>::values(&eval);
        let mut board = Board::<R, _>::with_values(size, values);
        for &(coord, color) in stones {
            board.set_to_move(color);
            board.place(Point::from_coord(coord));
        }
        board.set_to_move(to_move);
        eval.evaluate(&board)
    }

    fn is_symmetric<R: RuleSet>(seed: u64) {
        let mut rng = Rng::new(seed);
        for side in [7, 9, 15] {
            let size = BoardSize::square(side).unwrap();
            let mut cells: Vec<Coord> =
                (0..side * side).map(|n| Coord::new((n % side) as u8, (n / side) as u8)).collect();
            rng.shuffle(&mut cells);
            let color = |n: usize| if n.is_multiple_of(2) { Color::Black } else { Color::White };
            let stones: Vec<_> =
                cells.into_iter().take(14).enumerate().map(|(n, c)| (c, color(n))).collect();
            let value = value_after::<R>(size, &stones, Color::Black);
            for symmetry in Symmetry::all(size) {
                let turned: Vec<_> = stones
                    .iter()
                    .map(|&(coord, color)| (symmetry.apply(coord, size), color))
                    .collect();
                assert_eq!(value_after::<R>(size, &turned, Color::Black), value, "{symmetry:?}");
            }
            let swapped: Vec<_> = stones.iter().map(|&(coord, color)| (coord, !color)).collect();
            if !R::HAS_FORBIDDEN {
                assert_eq!(value_after::<R>(size, &swapped, Color::White), value, "colors swapped");
            }
        }
    }

    #[test]
    fn classical_evaluation_is_symmetric() {
        is_symmetric::<Freestyle>(1);
        is_symmetric::<Standard>(2);
        is_symmetric::<Renju>(3);
        is_symmetric::<Caro>(4);
        is_symmetric::<CaroExact>(5);
    }

    #[test]
    fn an_open_three_is_good_for_its_owner() {
        let position = parse_picture(
            Rule::Freestyle,
            "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . X X X . . . . .
            . . . O . O . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            ",
        )
        .unwrap();
        let mut eval = Classical::of(Rule::Freestyle);
        let values = Evaluator::<Freestyle>::values(&eval);
        let mut board = Board::<Freestyle, _>::of_position(&position, values);
        board.set_to_move(Color::Black);
        assert!(eval.evaluate(&board) > 100);
        board.set_to_move(Color::White);
        assert!(eval.evaluate(&board) < -100);
    }
}
