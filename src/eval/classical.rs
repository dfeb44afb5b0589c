//! The classical evaluation: the sum of the empty cells' values, which the board keeps, the same sum
//! a ply ago to dampen the swing of the move, and who threatens what.
//!
//! CITE: averaging with the previous ply and the table of threats are ideas of Rapfi's classical
//! evaluation, described in words in the project's notes; the numbers are our own.

use std::sync::Arc;

use once_cell::sync::Lazy;

use super::tables::{
    SIDE_FACTOR, TEMPO, combined_value, line_value, opponent_move, own_move, threat_value,
};
use crate::board::tables::{CODES, Code};
use crate::board::{Board, CellRecords, Combined, Line, Tables};
use crate::types::{ByColor, Color, Point, Rule, RuleSet, Score};

/// The evaluation of one rule: values for the board to keep, and scores of moves.
#[derive(Debug)]
pub struct Classical {
    records: Arc<CellRecords>,
    /// By code: how good the cell looks to the player, and how good to his opponent.
    moves: ByColor<Box<[[i16; 2]; CODES]>>,
}

impl Classical {
    /// The evaluation of a rule, made at the first call.
    pub fn of(rule: Rule) -> &'static Classical {
        static ALL: [Lazy<Classical>; 5] = [
            Lazy::new(|| Classical::build(Rule::Freestyle)),
            Lazy::new(|| Classical::build(Rule::Standard)),
            Lazy::new(|| Classical::build(Rule::Renju)),
            Lazy::new(|| Classical::build(Rule::Caro)),
            Lazy::new(|| Classical::build(Rule::CaroExact)),
        ];
        &ALL[Rule::ALL.iter().position(|&other| other == rule).unwrap_or(0)]
    }

    fn build(rule: Rule) -> Self {
        let tables = Tables::of(rule);
        let lines = line_sums();
        let value = |color: Color, code: Code| {
            let sum = i32::from(lines[code]) + combined_value(tables.combined(color, code));
            (sum * SIDE_FACTOR[color] / 16) as i16
        };
        let records = Arc::new(CellRecords::new(tables, value));
        let moves = ByColor::from_fn(|color| {
            let mut table = Box::new([[0; 2]; CODES]);
            for (code, scores) in table.iter_mut().enumerate() {
                let class = tables.combined(color, code);
                let sum = i32::from(lines[code]);
                *scores = [own_move(class) + sum * 4, opponent_move(class) + sum * 2]
                    .map(|score| score as i16);
            }
            table
        });
        Self { records, moves }
    }

    /// The values for a board of this rule.
    pub fn records(&self) -> Arc<CellRecords> {
        Arc::clone(&self.records)
    }

    /// How good a move of the side to move looks: 0 to some 20,000.
    #[inline]
    pub fn move_score<R: RuleSet>(&self, board: &Board<R>, point: Point) -> i32 {
        let (own, opponent) = (board.to_move(), !board.to_move());
        i32::from(self.moves[own][board.code(own, point)][0])
            + i32::from(self.moves[opponent][board.code(opponent, point)][1])
    }

    /// The value of a position for the side to move, within ±[`Score::MAX_EVAL`].
    pub fn evaluate<R: RuleSet>(&self, board: &Board<R>) -> i32 {
        let now = board.value();
        let before = board.previous_value().unwrap_or(now);
        let sum = (now + before) / 2;
        let own = board.to_move();
        let sum = if own == Color::Black { sum } else { -sum };
        (sum + threats(board, own)).clamp(-Score::MAX_EVAL, Score::MAX_EVAL)
    }
}

/// What the threats on the board are worth to `own`, whose move it is.
fn threats<R: RuleSet>(board: &Board<R>, own: Color) -> i32 {
    const CLASSES: [Combined; 7] = [
        Combined::OpenThree,
        Combined::OpenThreePlus,
        Combined::DoubleThree,
        Combined::Four,
        Combined::FourPlus,
        Combined::FourThree,
        Combined::OpenFour,
    ];
    let mut value = TEMPO;
    for class in CLASSES {
        if board.count(own, class) > 0 {
            value += threat_value(class, true);
        }
        if board.count(!own, class) > 0 {
            value += threat_value(class, false);
        }
    }
    value
}

/// By code, the sum of the values of its four lines.
fn line_sums() -> Box<[i16; CODES]> {
    let mut table = Box::new([0; CODES]);
    let pairs: Vec<[Line; 2]> =
        Line::ALL.into_iter().flat_map(|a| Line::ALL.map(|b| [a, b])).collect();
    for &[a, b] in &pairs {
        for &[c, d] in &pairs {
            let lines = [a, b, c, d];
            let sum: i32 = lines.into_iter().map(line_value).sum();
            table[crate::board::tables::code_of(lines)] = sum as i16;
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::types::rule::Freestyle;

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
        let eval = Classical::of(Rule::Freestyle);
        let mut board = Board::<Freestyle>::from_position(&position, eval.records());
        board.set_to_move(Color::Black);
        assert!(eval.evaluate(&board) > 100);
        board.set_to_move(Color::White);
        assert!(eval.evaluate(&board) < -100);
    }
}
