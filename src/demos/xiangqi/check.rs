//! Check, and the moves that the rules allow. Imports `board`, `moves`, `piece`, `square`.

use super::board::XiangqiBoard;
use super::moves::{HORSE, LINES, all_moves};
use super::piece::{Army, PieceKind};
use super::square::{Square, XiangqiMove};

/// Whether a side's general could be taken if it were the opponent's turn. The other general facing
/// it on an open file counts: that is the rule of the flying general.
///
/// Looks outward from the general instead of trying the opponent's moves, since this test follows
/// every move.
pub(crate) fn is_in_check(board: &XiangqiBoard, side: Army) -> bool {
    let Some(general) = board.general(side) else { return false };
    LINES.iter().any(|&line| is_attacked_along(board, general, side, line))
        || HORSE.iter().any(|&(jump, leg)| is_attacked_by_horse(board, general, side, jump, leg))
}

/// Chariot, facing general and soldier are the first piece on the line, a cannon the second.
fn is_attacked_along(
    board: &XiangqiBoard,
    general: Square,
    side: Army,
    (files, ranks): (i8, i8),
) -> bool {
    let line = std::iter::successors(general.offset(files, ranks), |at| at.offset(files, ranks));
    let mut pieces = line.filter_map(|at| Some((at, board.at(at)?)));
    let Some((at, first)) = pieces.next() else { return false };
    let attacks = first.side != side
        && match first.kind {
            PieceKind::Chariot => true,
            PieceKind::General => files == 0,
            // A soldier next to the general, from the front or from the side; it never steps back.
            PieceKind::Soldier => {
                general.offset(files, ranks) == Some(at) && (files != 0 || ranks == side.forward())
            }
            PieceKind::Advisor | PieceKind::Elephant | PieceKind::Horse | PieceKind::Cannon => {
                false
            }
        };
    attacks || pieces.next().is_some_and(|(_, p)| p.side != side && p.kind == PieceKind::Cannon)
}

/// Here the jump is taken backward, from the general to where the horse would be; the leg
/// is the horse's, so it is counted from there.
fn is_attacked_by_horse(
    board: &XiangqiBoard,
    general: Square,
    side: Army,
    (files, ranks): (i8, i8),
    leg: (i8, i8),
) -> bool {
    let Some(from) = general.offset(-files, -ranks) else { return false };
    board.at(from).is_some_and(|piece| piece.side != side && piece.kind == PieceKind::Horse)
        && from.offset(leg.0, leg.1).is_some_and(|leg| board.at(leg).is_none())
}

/// Whether a move from [`all_moves`] leaves the mover's general safe.
pub(crate) fn is_legal(board: &mut XiangqiBoard, chosen: XiangqiMove) -> bool {
    let side = board.to_move();
    let taken = board.place(chosen);
    let is_safe = !is_in_check(board, side);
    board.undo(chosen, taken);
    is_safe
}

/// The moves that the rules allow. Without any, the side to move has lost: checkmated if in check,
/// stalemated if not.
pub(crate) fn legal_moves(board: &XiangqiBoard) -> Vec<XiangqiMove> {
    let mut board = board.clone();
    let mut moves = all_moves(&board);
    moves.retain(|&chosen| is_legal(&mut board, chosen));
    moves
}

/// The number of move sequences of this many plies (perft), the usual check of a move generator.
pub fn perft(board: &mut XiangqiBoard, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    let mut moves = all_moves(board);
    moves.retain(|&chosen| is_legal(board, chosen));
    if plies == 1 {
        return moves.len() as u64;
    }
    let mut games = 0;
    for chosen in moves {
        let taken = board.place(chosen);
        games += perft(board, plies - 1);
        board.undo(chosen, taken);
    }
    games
}
