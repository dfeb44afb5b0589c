//! How the pieces move. Imports `board`, `piece`, `square`.
//!
//! Here a move may expose the mover's own general: in the search, *taking the general ends the
//! line*, which refutes such moves. `check.rs` filters the moves that the rules forbid for this
//! reason.

use super::board::XiangqiBoard;
use super::piece::{Army, Piece, PieceKind};
use super::square::{Square, XiangqiMove};

/// Along the lines: right, left, up, down.
pub(super) const LINES: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// Along the diagonals.
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A horse's jumps with the leg, the point next to the horse that must be free:
///
/// ```text
///   . x . x .
///   x . L . x      x: where the horse may go
///   . L n L .      L: the four legs; each serves the two jumps beyond it
///   x . L . x
///   . x . x .
/// ```
pub(super) const HORSE: [((i8, i8), (i8, i8)); 8] = [
    ((1, 2), (0, 1)),
    ((-1, 2), (0, 1)),
    ((1, -2), (0, -1)),
    ((-1, -2), (0, -1)),
    ((2, 1), (1, 0)),
    ((2, -1), (1, 0)),
    ((-2, 1), (-1, 0)),
    ((-2, -1), (-1, 0)),
];

/// All moves of the side to move, exposed general or not, in the order of the points.
pub(crate) fn all_moves(board: &XiangqiBoard) -> Vec<XiangqiMove> {
    // Few positions have more moves than this; so the vector rarely grows.
    let mut moves = Vec::with_capacity(64);
    for (from, piece) in board.pieces().filter(|(_, piece)| piece.side == board.to_move()) {
        piece_moves(board, from, piece, &mut moves);
    }
    moves
}

/// Whether the side to move can move anything at all.
pub(crate) fn has_move(board: &XiangqiBoard) -> bool {
    let mut moves = Vec::new();
    board.pieces().filter(|(_, piece)| piece.side == board.to_move()).any(|(from, piece)| {
        piece_moves(board, from, piece, &mut moves);
        !moves.is_empty()
    })
}

fn piece_moves(board: &XiangqiBoard, from: Square, piece: Piece, moves: &mut Vec<XiangqiMove>) {
    let mut walk = PieceMoves { board, from, side: piece.side, moves };
    match piece.kind {
        PieceKind::General => walk.general(),
        PieceKind::Advisor => walk.advisor(),
        PieceKind::Elephant => walk.elephant(),
        PieceKind::Horse => walk.horse(),
        PieceKind::Chariot => walk.chariot(),
        PieceKind::Cannon => walk.cannon(),
        PieceKind::Soldier => walk.soldier(),
    }
}

/// One piece looking for its moves.
struct PieceMoves<'a> {
    board: &'a XiangqiBoard,
    from: Square,
    side: Army,
    moves: &'a mut Vec<XiangqiMove>,
}

impl PieceMoves<'_> {
    fn is_free(&self, files: i8, ranks: i8) -> bool {
        self.from.offset(files, ranks).is_some_and(|square| self.board.at(square).is_none())
    }

    /// Adds a point unless an own piece is on it.
    fn go(&mut self, to: Square) {
        if self.board.at(to).is_none_or(|piece| piece.side != self.side) {
            self.moves.push(XiangqiMove { from: self.from, to });
        }
    }

    fn step(&mut self, (files, ranks): (i8, i8), is_allowed: impl Fn(Square) -> bool) {
        if let Some(to) = self.from.offset(files, ranks).filter(|&to| is_allowed(to)) {
            self.go(to);
        }
    }

    /// The points from here along a line, up to the edge.
    fn ray(&self, (files, ranks): (i8, i8)) -> impl Iterator<Item = Square> + use<> {
        std::iter::successors(self.from.offset(files, ranks), move |at| at.offset(files, ranks))
    }

    fn general(&mut self) {
        let side = self.side;
        for line in LINES {
            self.step(line, |to| to.is_in_palace(side));
        }
        // The flying general: with nothing between them, it takes the other one like a chariot.
        let first = self.ray((0, side.forward())).find(|&at| self.board.at(at).is_some());
        if let Some(to) = first
            && self.board.at(to) == Some(Piece { side: !side, kind: PieceKind::General })
        {
            self.go(to);
        }
    }

    fn advisor(&mut self) {
        let side = self.side;
        for diagonal in DIAGONALS {
            self.step(diagonal, |to| to.is_in_palace(side));
        }
    }

    fn elephant(&mut self) {
        let side = self.side;
        for (files, ranks) in DIAGONALS {
            // The eye is the point it jumps over.
            if self.is_free(files, ranks) {
                self.step((2 * files, 2 * ranks), |to| to.is_at_home(side));
            }
        }
    }

    fn horse(&mut self) {
        for (jump, leg) in HORSE {
            if self.is_free(leg.0, leg.1) {
                self.step(jump, |_| true);
            }
        }
    }

    fn chariot(&mut self) {
        for line in LINES {
            for to in self.ray(line) {
                self.go(to);
                if self.board.at(to).is_some() {
                    break;
                }
            }
        }
    }

    fn cannon(&mut self) {
        for line in LINES {
            let mut ray = self.ray(line);
            // Up to the screen it moves without taking …
            for to in ray.by_ref().take_while(|&to| self.board.at(to).is_none()) {
                self.moves.push(XiangqiMove { from: self.from, to });
            }
            // … and takes the first piece beyond it.
            if let Some(to) = ray.find(|&to| self.board.at(to).is_some()) {
                self.go(to);
            }
        }
    }

    fn soldier(&mut self) {
        self.step((0, self.side.forward()), |_| true);
        if !self.from.is_at_home(self.side) {
            self.step((1, 0), |_| true);
            self.step((-1, 0), |_| true);
        }
    }
}
