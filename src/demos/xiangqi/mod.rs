//! Xiangqi, Chinese chess: a game far too large to be searched to its end. Some 40 moves per
//! position make 44 · 43 · 44 · 41 = 3.3 million games of four plies. So a search stops early and
//! *estimates*.
//!
//! ```text
//!     a b c d e f g h i
//!   9 r n b a k a b n r     The general (k) and the advisors (a) stay in the palace, d to f; the
//!   8 . . . . . . . . .     elephants (b) on their side of the river. Horses (n) can be blocked,
//!   7 . c . . . . . c .     cannons (c) take by jumping over a screen. Chariots (r) go straight,
//!   6 p . p . p . p . p     soldiers (p) forward, beyond the river sideways too.
//!   5 . . . . . . . . .
//!     ~~~~~~ river ~~~~     A side that cannot move has lost, in check or not.
//! ```
//!
//! **Repetition.** The rule here is the simple one: when a position comes up for the third time,
//! the game is drawn; but if one side, and only that side, gave check with every move since the
//! first time, that side loses (perpetual check). Perpetual chase, on which the federations differ,
//! is a draw like every other repetition.
//!
//! Here: the game with its history and its result. Below it [`board`], [`moves`] and [`check`] (the
//! rules), [`fen`], [`square`] and [`piece`]; above it [`estimate`], [`compare`] and [`session`].

pub mod board;
pub mod check;
pub mod compare;
pub mod estimate;
pub mod fen;
pub mod moves;
pub mod piece;
pub mod session;
pub mod square;
#[cfg(test)]
mod tests;

use std::fmt;

use thiserror::Error;

use self::board::XiangqiBoard;
use self::check::{is_in_check, legal_moves};
use self::fen::{FenError, FenSetup};
use self::moves::all_moves;
use self::piece::{Army, Piece};
use self::square::{Square, XiangqiMove};
use super::game::{DemoGame, Player};

/// The value of taking the general now. One less per ply, so that a search prefers the shortest win
/// and the longest loss.
pub(crate) const WIN: i32 = 1_000_000;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XiangqiEnd {
    /// The side to move is in check and has no move.
    Checkmate {
        /// Who has won.
        winner: Army,
    },
    /// The side to move is not in check and has no move: lost all the same.
    Stalemate {
        /// Who has won.
        winner: Army,
    },
    /// One side gave perpetual check.
    PerpetualCheck {
        /// Who has won: the other side.
        winner: Army,
    },
    /// The position came up for the third time.
    Repetition,
}

impl fmt::Display for XiangqiEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XiangqiEnd::Checkmate { winner } => write!(f, "Checkmate: {winner} wins."),
            XiangqiEnd::Stalemate { winner } => {
                write!(f, "Stalemate: {} cannot move, {winner} wins.", !*winner)
            }
            XiangqiEnd::PerpetualCheck { winner } => {
                write!(f, "Perpetual check by {}: {winner} wins.", !*winner)
            }
            XiangqiEnd::Repetition => f.write_str("The position for the third time: a draw."),
        }
    }
}

/// A move that the rules forbid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum IllegalMoveError {
    /// Nothing to move.
    #[error("there is no piece on {0}")]
    Empty(Square),
    /// The opponent's piece.
    #[error("the piece on {0} is {1}'s")]
    NotYours(Square, Army),
    /// Not a move of this piece.
    #[error("the piece '{letter}' on {from} cannot go to {to}")]
    Unreachable {
        letter: char,
        /// Its point.
        from: Square,
        /// The target.
        to: Square,
    },
    /// The general could be taken afterward.
    #[error("after {0} your general could be taken")]
    Exposed(XiangqiMove),
}

/// A placed move with what is needed to undo it and to find repetitions.
#[derive(Clone, Copy, Debug)]
struct Past {
    chosen: XiangqiMove,
    taken: Option<Piece>,
    /// The key of the position before it.
    key: u64,
}

/// A game: the position and its history.
#[derive(Clone, Debug)]
pub struct Xiangqi {
    board: XiangqiBoard,
    past: Vec<Past>,
    quiet_plies: u16,
    number: u16,
}

impl Xiangqi {
    /// A game that begins with the position of a FEN.
    ///
    /// # Errors
    /// If it is not valid.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let FenSetup { board, quiet_plies, number } = fen::parse(text)?;
        Ok(Self { board, past: Vec::new(), quiet_plies, number })
    }

    /// The position as FEN.
    pub(crate) fn to_fen(&self) -> String {
        let quiet = self.past.iter().rev().take_while(|past| past.taken.is_none()).count();
        let since_start = if quiet == self.past.len() { self.quiet_plies } else { 0 };
        // Black's moves; each increments the move number.
        let plies = self.past.len() + usize::from(self.board.to_move() == Army::Red);
        let short = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        fen::write(&FenSetup {
            board: self.board.clone(),
            quiet_plies: since_start.saturating_add(short(quiet)),
            number: self.number.saturating_add(short(plies / 2)),
        })
    }

    /// The pieces.
    pub const fn board(&self) -> &XiangqiBoard {
        &self.board
    }

    /// Plies placed since the game's first position.
    pub fn plies(&self) -> usize {
        self.past.len()
    }

    /// Makes a move if the rules allow it.
    ///
    /// # Errors
    /// With the rule that forbids it.
    pub(crate) fn try_place(&mut self, chosen: XiangqiMove) -> Result<(), IllegalMoveError> {
        let XiangqiMove { from, to } = chosen;
        let piece = self.board.at(from).ok_or(IllegalMoveError::Empty(from))?;
        if piece.side != self.board.to_move() {
            return Err(IllegalMoveError::NotYours(from, piece.side));
        }
        if !all_moves(&self.board).contains(&chosen) {
            return Err(IllegalMoveError::Unreachable { letter: piece.letter(), from, to });
        }
        if !check::is_legal(&mut self.board, chosen) {
            return Err(IllegalMoveError::Exposed(chosen));
        }
        self.place(chosen);
        Ok(())
    }

    /// How the game ended, `None` if it has not.
    pub fn verdict(&self) -> Option<XiangqiEnd> {
        let side = self.board.to_move();
        if legal_moves(&self.board).is_empty() {
            let winner = !side;
            return Some(if is_in_check(&self.board, side) {
                XiangqiEnd::Checkmate { winner }
            } else {
                XiangqiEnd::Stalemate { winner }
            });
        }
        self.repetition()
    }

    /// Looks back for the same position. Stops at a capture: earlier positions cannot recur.
    fn repetition(&self) -> Option<XiangqiEnd> {
        // Four plies there and back again, twice.
        if self.past.len() < 8 {
            return None;
        }
        let key = self.board.key();
        let quiet = self.past.iter().enumerate().rev().take_while(|(_, past)| past.taken.is_none());
        let first = quiet.filter(|(_, past)| past.key == key).map(|(index, _)| index).nth(1)?;
        let perpetual = self.side_checking_since(first);
        Some(
            perpetual.map_or(XiangqiEnd::Repetition, |side| XiangqiEnd::PerpetualCheck {
                winner: !side,
            }),
        )
    }

    /// The only side that gave check with all its moves since move `first`.
    fn side_checking_since(&self, first: usize) -> Option<Army> {
        let mut board = self.board.clone();
        let mut always = [true; 2];
        for past in self.past[first..].iter().rev() {
            let mover = !board.to_move();
            always[mover.index()] &= is_in_check(&board, !mover);
            board.undo(past.chosen, past.taken);
        }
        match always {
            [true, false] => Some(Army::Red),
            [false, true] => Some(Army::Black),
            _ => None,
        }
    }

    /// The value of a win after `plies` plies, for the winner.
    fn win(&self) -> i32 {
        WIN - i32::try_from(self.past.len()).unwrap_or(WIN / 2).min(WIN / 2)
    }
}

/// The start of a game.
impl Default for Xiangqi {
    fn default() -> Self {
        Self::from_fen(fen::START).expect("the start is a position, as a test shows")
    }
}

/// The game as the searches see it. [`DemoGame::moves`] includes moves that expose the mover's own
/// general: **taking the general ends the line.** So checkmate, stalemate and the flying general
/// need no special rule in the search: whatever the loser does, the general is taken.
impl DemoGame for Xiangqi {
    type Move = XiangqiMove;
    type Key = u64;

    const BEST: i32 = WIN;

    fn to_move(&self) -> Player {
        self.board.to_move().player()
    }

    fn outcome(&self) -> Option<i32> {
        let side = self.board.to_move();
        // Only the side to move can have lost its general: the other one has just moved.
        if self.board.general(side).is_none() || !moves::has_move(&self.board) {
            return Some((!side).player().sign() * self.win());
        }
        self.repetition().map(|verdict| match verdict {
            XiangqiEnd::Checkmate { winner }
            | XiangqiEnd::Stalemate { winner }
            | XiangqiEnd::PerpetualCheck { winner } => winner.player().sign() * self.win(),
            XiangqiEnd::Repetition => 0,
        })
    }

    fn estimate(&self) -> i32 {
        estimate::estimate(&self.board)
    }

    fn moves(&self) -> Vec<XiangqiMove> {
        all_moves(&self.board)
    }

    fn place(&mut self, chosen: XiangqiMove) {
        let key = self.board.key();
        let taken = self.board.place(chosen);
        self.past.push(Past { chosen, taken, key });
    }

    fn undo(&mut self) {
        if let Some(Past { chosen, taken, .. }) = self.past.pop() {
            self.board.undo(chosen, taken);
        }
    }

    fn key(&self) -> u64 {
        self.board.key()
    }
}

/// The board as text, black above.
impl fmt::Display for Xiangqi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "    a b c d e f g h i")?;
        for rank in (0..10).rev() {
            write!(f, "  {rank}")?;
            for square in (0..9).filter_map(|file| Square::new(file, rank)) {
                write!(f, " {}", self.board.at(square).map_or('.', Piece::letter))?;
            }
            writeln!(f, " {rank}")?;
            if rank == 5 {
                writeln!(f, "    ~~~~~~ river ~~~~")?;
            }
        }
        writeln!(f, "    a b c d e f g h i")
    }
}
