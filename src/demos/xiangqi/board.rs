//! The bare board: the pieces and the side to move. Makes and undoes moves without checking their
//! legality. Imports `piece` and `square`.

use super::piece::{Army, Piece, PieceKind};
use super::square::{Square, XiangqiMove};

/// A random number for every piece on every point; their xor over the pieces names a position.
/// CITE: A. Zobrist, "A new hashing method with application for game playing", 1970,
/// <https://www.chessprogramming.org/Zobrist_Hashing>.
static KEYS: [[u64; Square::COUNT]; 14] = {
    let mut state = 0x7869_616e_6771_6921;
    let mut keys = [[0; Square::COUNT]; 14];
    let mut piece = 0;
    while piece < 14 {
        let mut square = 0;
        while square < Square::COUNT {
            keys[piece][square] = split_mix(&mut state);
            square += 1;
        }
        piece += 1;
    }
    keys
};

/// The next of a sequence of random numbers, SplitMix64. CITE: G. Steele, D. Lea, C. Flood, "Fast
/// splittable pseudorandom number generators", 2014, <https://doi.org/10.1145/2714064.2660195>.
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Distinguishes the same pieces with black to move.
const BLACK_TO_MOVE: u64 = 0x9d3f_5c21_e8b7_4a06;

/// The pieces and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XiangqiBoard {
    cells: [Option<Piece>; Square::COUNT],
    generals: [Option<Square>; 2],
    to_move: Army,
    key: u64,
}

impl XiangqiBoard {
    /// No pieces, red to move.
    pub fn empty() -> Self {
        Self { cells: [None; Square::COUNT], generals: [None; 2], to_move: Army::Red, key: 0 }
    }

    /// The piece on a point.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()]
    }

    /// The point of a side's general; `None` if it was taken.
    pub(crate) fn general(&self, side: Army) -> Option<Square> {
        self.generals[side.index()]
    }

    /// Whose turn it is.
    pub const fn to_move(&self) -> Army {
        self.to_move
    }

    /// The Zobrist key of the position.
    pub const fn key(&self) -> u64 {
        match self.to_move {
            Army::Red => self.key,
            Army::Black => self.key ^ BLACK_TO_MOVE,
        }
    }

    /// All pieces with their points.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.at(square)?)))
    }

    /// Sets the side to move.
    pub(crate) fn set_to_move(&mut self, side: Army) {
        self.to_move = side;
    }

    /// Places a piece on a point, or empties it; returns the previous piece.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) -> Option<Piece> {
        let before = std::mem::replace(&mut self.cells[square.index()], piece);
        if let Some(gone) = before {
            self.key ^= KEYS[gone.index()][square.index()];
            if gone.kind == PieceKind::General {
                self.generals[gone.side.index()] = None;
            }
        }
        if let Some(new) = piece {
            self.key ^= KEYS[new.index()][square.index()];
            if new.kind == PieceKind::General {
                self.generals[new.side.index()] = Some(square);
            }
        }
        before
    }

    /// Moves the piece on `from` and passes the turn. Returns the captured piece, which
    /// [`XiangqiBoard::undo`] needs.
    pub fn place(&mut self, chosen: XiangqiMove) -> Option<Piece> {
        let piece = self.put(chosen.from, None);
        let taken = self.put(chosen.to, piece);
        self.to_move = !self.to_move;
        taken
    }

    /// Takes back the last move.
    pub fn undo(&mut self, chosen: XiangqiMove, taken: Option<Piece>) {
        self.to_move = !self.to_move;
        let piece = self.put(chosen.to, taken);
        self.put(chosen.from, piece);
    }
}
