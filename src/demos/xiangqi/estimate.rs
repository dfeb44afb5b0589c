//! The estimate of a position where the search stops: material and its placement. Simple on
//! purpose; all numbers are our own estimates, in hundredths of a soldier at home.
//! Imports `board`, `piece`, `square`.

use super::board::XiangqiBoard;
use super::piece::{Piece, PieceKind};
use super::square::Square;

/// The sum over all pieces in red's view.
pub fn estimate(board: &XiangqiBoard) -> i32 {
    board.pieces().map(|(square, piece)| piece.side.player().sign() * worth(piece, square)).sum()
}

/// A piece on a point, in the view of its owner.
fn worth(piece: Piece, square: Square) -> i32 {
    let ahead = i32::from(square.ranks_ahead(piece.side));
    // 4 on the middle file, 0 at the edges.
    let central = 4 - i32::from((square.file() - 4).abs());
    let is_out = i32::from(ahead > 0);
    match piece.kind {
        // Losing it ends the game, so its worth never matters; at home it is safest.
        PieceKind::General => -20 * ahead,
        PieceKind::Advisor => 200,
        PieceKind::Elephant => 200 + 5 * central,
        // Blocked at home, at its best in the middle.
        PieceKind::Horse => 400 + 10 * central + 20 * is_out,
        PieceKind::Chariot => 900 + 5 * central + 20 * is_out,
        PieceKind::Cannon => 450 + 5 * central,
        // Over the river it is worth twice as much, on the last rank it can only go sideways.
        PieceKind::Soldier if ahead == 9 => 100,
        PieceKind::Soldier if ahead >= 5 => 200 + 10 * central + 5 * (ahead - 5),
        PieceKind::Soldier => 100 + 5 * central,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::fen;

    fn of(fen: &str) -> i32 {
        estimate(&fen::parse(fen).unwrap().board)
    }

    #[test]
    fn both_sides_are_worth_the_same_at_the_start() {
        assert_eq!(of(fen::START), 0);
    }

    #[test]
    fn a_piece_more_is_better_and_the_mirror_image_is_worse_by_as_much() {
        let red = of("4k4/9/9/9/9/9/4P4/9/9/R3K4 w");
        let black = of("r3k4/9/9/4p4/9/9/9/9/9/4K4 w");
        assert!(red > 900, "{red}");
        assert_eq!(red, -black);
    }

    #[test]
    fn a_soldier_gains_by_crossing_the_river() {
        assert!(of("3k5/9/9/9/4P4/9/9/9/9/4K4 w") > of("3k5/9/9/9/9/4P4/9/9/9/4K4 w") + 50);
    }
}
