//! The most urgent threat that the side to move must answer, and the replies to it.

use super::defense;
use crate::board::{Board, CellValues, Combined};
use crate::types::{PointSet, RuleSet};

/// What the opponent of the side to move threatens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Danger {
    /// Neither of the two below. A sure four-three may still restrict the replies.
    None,
    /// An open four, or two fours at once, with the next move.
    OpenFour,
    /// A five with the next move.
    Five,
}

impl Danger {
    /// What the opponent of the side to move threatens.
    #[inline]
    pub fn of<R: RuleSet, V: CellValues>(board: &Board<R, V>) -> Danger {
        let opponent = !board.to_move();
        if board.count(opponent, Combined::Five) > 0 {
            Danger::Five
        } else if board.count(opponent, Combined::OpenFour) > 0 {
            Danger::OpenFour
        } else {
            Danger::None
        }
    }
}

/// The moves that make sense for the side to move: against a five, the cells that stop it; against
/// an open four or a sure four-three, the cells that stop it and its own fours; else every
/// candidate. Empty if it is lost or the board is full. Forbidden points are not filtered out.
pub fn replies<R: RuleSet, V: CellValues>(board: &Board<R, V>, danger: Danger) -> PointSet {
    let (own, opponent) = (board.to_move(), !board.to_move());
    match danger {
        Danger::Five => defense::against_five(board, opponent).into_iter().collect(),
        Danger::OpenFour => {
            let blocks: PointSet =
                defense::against_open_four(board, opponent).into_iter().collect();
            blocks.union(&defense::four_cells(board, own))
        }
        Danger::None => match defense::against_four_three(board, opponent) {
            Some(spoilers) => spoilers.union(&defense::four_cells(board, own)),
            None => board.candidates(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::types::rule::Freestyle;
    use crate::types::{Color, Point, Rule};

    fn board(text: &str) -> Board<Freestyle> {
        let mut position = parse_picture(Rule::Freestyle, text).unwrap();
        position.set_to_move(Color::White);
        Board::from_position(&position)
    }

    fn columns(points: &PointSet) -> Vec<u8> {
        points.iter().map(|point: Point| point.coord().x).collect()
    }

    #[test]
    fn danger_five_leaves_one_reply() {
        let board = board(
            "
            . . . . . . . . .
            . . O X X X X . .
            . . . . . . . . .
            . . . O . . O . .
            . . . . . . . . .
            ",
        );
        assert_eq!(Danger::of(&board), Danger::Five);
        assert_eq!(columns(&replies(&board, Danger::Five)), [7]);
    }

    #[test]
    fn danger_open_four_leaves_the_cells_beside_the_three() {
        let board = board(
            "
            . . . . . . . . .
            . . . X X X . . .
            . . . . . . . . .
            . . O . . . . O .
            . . . . . . . . .
            ",
        );
        assert_eq!(Danger::of(&board), Danger::OpenFour);
        assert_eq!(columns(&replies(&board, Danger::OpenFour)), [2, 6]);
    }
}
