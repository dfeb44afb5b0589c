//! Wins and losses that the board's threat counts prove without search.

use super::defense::{against_five, may_have_fours, may_make_four, window};
use crate::board::{Board, CellValues, Combined, LineClass};
use crate::types::{Color, Direction, Point, PointSet, RuleSet};

/// What the threat counts prove about a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Static {
    /// The side to move wins in `plies` (1, 3 or 5) by playing on the cell `by`.
    Win {
        /// Plies to the winning stone, that stone included.
        plies: i32,
        /// The first move.
        by: Point,
    },
    /// The side to move loses in `plies`.
    Loss {
        /// Plies to the opponent's winning stone, that stone included.
        plies: i32,
    },
    /// Nothing is proved.
    Open,
}

/// Looks for a proof. Sound under every rule: whatever it claims is true.
pub fn look<R: RuleSet, V: CellValues>(board: &Board<R, V>) -> Static {
    let (own, opponent) = (board.to_move(), !board.to_move());
    if let Some(by) = board.threats_from(own, Combined::Five).next() {
        return Static::Win { plies: 1, by };
    }
    if board.count(opponent, Combined::Five) > 0 {
        let lost = if R::FIVE_CAN_BE_BLOCKED {
            against_five(board, opponent).is_empty()
        } else {
            board.count(opponent, Combined::Five) > 1
        };
        return if lost { Static::Loss { plies: 2 } } else { Static::Open };
    }
    // From here on the opponent has no five, so an unstoppable four wins.
    if let Some(by) = board.threats_from(own, Combined::OpenFour).next() {
        return Static::Win { plies: 3, by };
    }
    // Under renju this needs a proof that the three's four may be played: left to the search.
    if R::RULE.forbids(own) {
        return Static::Open;
    }
    if board.count(own, Combined::FourThree) > 0 {
        let has_fours = may_have_fours(board, opponent);
        let wins = |&by: &Point| !has_fours || four_three_wins(board, own, by);
        if let Some(by) = cells(board, own, Combined::FourThree).find(wins) {
            return Static::Win { plies: 5, by };
        }
    }
    // Two open threes at once: the opponent has no four to gain time, and one stone stops one of
    // them.
    if board.count(own, Combined::DoubleThree) > 0
        && !may_have_fours(board, opponent)
        && let Some(by) = cells(board, own, Combined::DoubleThree).next()
    {
        return Static::Win { plies: 5, by };
    }
    Static::Open
}

/// Every cell that wins like `by`, the move with which [`look`] has just proved a win.
pub(crate) fn winning_cells<R: RuleSet, V: CellValues>(board: &Board<R, V>, by: Point) -> PointSet {
    let (own, class) = (board.to_move(), board.combined(board.to_move(), by));
    let is_proved = class != Combined::FourThree || !may_have_fours(board, !own);
    let wins = |&cell: &Point| is_proved || four_three_wins(board, own, cell);
    cells(board, own, class).filter(wins).collect()
}

fn cells<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    color: Color,
    class: Combined,
) -> impl Iterator<Item = Point> + use<'_, R, V> {
    board.threats_from(color, class).filter(move |&point| board.combined(color, point) == class)
}

/// Whether a four with an open three wins although the opponent has fours: no stone that answers
/// the four may make one.
fn four_three_wins<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    own: Color,
    cell: Point,
) -> bool {
    let Some(direction) =
        Direction::ALL.into_iter().find(|&d| board.line(own, cell, d) == LineClass::B4)
    else {
        return false;
    };
    // Every empty cell of the window counts as an answer: at least the five-point is one, and a
    // four made elsewhere does not answer the four.
    window::<R>(cell, direction)
        .all(|reply| !board.is_empty(reply) || !may_make_four(board, !own, reply))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::types::Coord;
    use crate::types::rule::{Caro, Freestyle, Renju};

    fn looked<R: RuleSet>(to_move: Color, text: &str) -> Static {
        let mut position = parse_picture(R::RULE, text).unwrap();
        position.set_to_move(to_move);
        look(&Board::<R>::from_position(&position))
    }

    fn under(row: &str) -> String {
        format!("{row}\n{}", ". . . . . . . . .\n".repeat(6))
    }

    #[test]
    fn a_five_wins_in_one_and_an_open_four_in_three() {
        let five = under("O X X X X . O O O");
        assert!(matches!(
            looked::<Freestyle>(Color::Black, &five),
            Static::Win { plies: 1, by } if by.coord() == Coord::new(5, 0)
        ));
        let three = under(". . X X X . . O .");
        assert!(matches!(looked::<Freestyle>(Color::Black, &three), Static::Win { plies: 3, .. }));
        assert_eq!(looked::<Freestyle>(Color::White, &three), Static::Open);
        // The opponent's five comes first.
        let race = under("X X X . . O O O O");
        assert_eq!(looked::<Freestyle>(Color::Black, &race), Static::Open);
    }

    #[test]
    fn two_fives_of_the_opponent_lose_in_two() {
        let four = under(". . O O O O . . .");
        assert_eq!(looked::<Freestyle>(Color::Black, &four), Static::Loss { plies: 2 });
        // Under caro a stone at one end leaves a five that is blocked at both.
        let hemmed = under(". X . O O O O . X");
        assert_eq!(looked::<Freestyle>(Color::Black, &hemmed), Static::Loss { plies: 2 });
        assert_eq!(looked::<Caro>(Color::Black, &hemmed), Static::Open);
    }

    #[test]
    fn a_four_three_wins_unless_its_answer_is_a_four() {
        let text = "
            . . . . . . . . . .
            . . . . . . . . . .
            . . . . X . . . . .
            . . . . X . . . . .
            O X X X . . . . . .
            . . . . . . . . . .
            . . . . . . . . . .
            . . . . . . . . . .
            ";
        assert!(matches!(
            looked::<Freestyle>(Color::Black, text),
            Static::Win { plies: 5, by } if by.coord() == Coord::new(4, 4)
        ));
        // White answers at (5,4), which makes a four of his own.
        let answered = "
            . . . . . O . . . .
            . . . . . . . . . .
            . . . . X O . . . .
            . . . . X O . . . .
            O X X X . . . . . .
            . . . . . . . . . .
            . . . . . . . . . .
            . . . . . . . . . .
            ";
        assert_eq!(looked::<Freestyle>(Color::Black, answered), Static::Open);
    }

    #[test]
    fn double_threes_win_but_not_for_black_under_renju() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . . X . . . . .
            . . . X . . . . .
            . . . . X X . . .
            . . . . . . . . .
            O O . . . . . . O
            O . . . . . . . .
            ";
        let free = looked::<Freestyle>(Color::Black, text);
        assert!(matches!(free, Static::Win { plies: 5, .. }));
        assert_eq!(looked::<Renju>(Color::Black, text), Static::Open);
    }

    #[test]
    fn a_black_four_that_only_looks_forbidden_takes_the_win_away() {
        // Black's h12 makes a four with two threes, which renju may allow; white's e3 makes two.
        let text = "
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . O X X X . . . . . . . .
            . . . . . . . X X . . . . . .
            . . . . . . . X . X . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . O . . . . . . . . . .
            . . . . O . . . . . . . . . .
            . . O O . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            ";
        assert_eq!(looked::<Renju>(Color::White, text), Static::Open);
        // Without the stones of its row it is no four.
        let no_four = text.replace("O X X X", ". . . .");
        let won = looked::<Renju>(Color::White, &no_four);
        assert!(matches!(won, Static::Win { plies: 5, by } if by.coord() == Coord::new(4, 12)));
    }
}
