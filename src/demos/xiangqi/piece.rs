//! The pieces and their letters. Imports `game` of this module.

use std::fmt;
use std::ops::Not;

use crate::game::Player;

/// Red, below, moves first; black is above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Army {
    /// Capital letters, ranks 0 to 4.
    Red,
    /// Small letters, ranks 5 to 9.
    Black,
}

impl Army {
    /// 0 for red, 1 for black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank step that leads toward the opponent.
    pub(crate) const fn forward(self) -> i8 {
        match self {
            Army::Red => 1,
            Army::Black => -1,
        }
    }

    /// Red wants the largest value, black the smallest.
    pub const fn player(self) -> Player {
        match self {
            Army::Red => Player::Max,
            Army::Black => Player::Min,
        }
    }
}

impl Not for Army {
    type Output = Army;

    fn not(self) -> Army {
        match self {
            Army::Red => Army::Black,
            Army::Black => Army::Red,
        }
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Army::Red => "red",
            Army::Black => "black",
        })
    }
}

/// The seven kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceKind {
    /// 帥 將: one step along the lines, within the palace; takes the other general along an open
    /// file.
    General,
    /// 仕 士: one step along the diagonals of the palace.
    Advisor,
    /// 相 象: two steps diagonally, if the eye between is free; never over the river.
    Elephant,
    /// 馬: one step along a line and one diagonally outward, if the leg (the first step) is free.
    Horse,
    /// 車: any number of free steps along a line.
    Chariot,
    /// 炮: moves like a chariot; takes by jumping over exactly one piece, the screen.
    Cannon,
    /// 兵 卒: one step forward; beyond the river also sideways.
    Soldier,
}

impl PieceKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::General,
        PieceKind::Advisor,
        PieceKind::Elephant,
        PieceKind::Horse,
        PieceKind::Chariot,
        PieceKind::Cannon,
        PieceKind::Soldier,
    ];

    /// How many of it a side starts with, and can have at most.
    pub const fn most(self) -> usize {
        match self {
            PieceKind::General => 1,
            PieceKind::Soldier => 5,
            PieceKind::Advisor
            | PieceKind::Elephant
            | PieceKind::Horse
            | PieceKind::Chariot
            | PieceKind::Cannon => 2,
        }
    }

    /// The lower-case FEN letter.
    const fn letter(self) -> char {
        match self {
            PieceKind::General => 'k',
            PieceKind::Advisor => 'a',
            PieceKind::Elephant => 'b',
            PieceKind::Horse => 'n',
            PieceKind::Chariot => 'r',
            PieceKind::Cannon => 'c',
            PieceKind::Soldier => 'p',
        }
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    pub side: Army,
    pub kind: PieceKind,
}

impl Piece {
    /// The piece of a FEN letter; `h` and `e` are accepted as alternative letters for horse and
    /// elephant.
    pub(crate) fn from_letter(letter: char) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Army::Red } else { Army::Black };
        let small = match letter.to_ascii_lowercase() {
            'h' => 'n',
            'e' => 'b',
            other => other,
        };
        let kind = PieceKind::ALL.into_iter().find(|kind| kind.letter() == small)?;
        Some(Piece { side, kind })
    }

    /// The letter of FEN: a capital for red.
    pub const fn letter(self) -> char {
        match self.side {
            Army::Red => self.kind.letter().to_ascii_uppercase(),
            Army::Black => self.kind.letter(),
        }
    }

    /// 0 to 13, a number for each kind of each side.
    pub(super) const fn index(self) -> usize {
        self.side.index() * 7 + self.kind as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_comes_back() {
        for letter in "KABNRCPkabnrcp".chars() {
            assert_eq!(Piece::from_letter(letter).unwrap().letter(), letter);
        }
        assert_eq!(Piece::from_letter('H'), Piece::from_letter('N'));
        assert_eq!(Piece::from_letter('e'), Piece::from_letter('b'));
        for wrong in ['x', '.', '1', 'é'] {
            assert_eq!(Piece::from_letter(wrong), None);
        }
    }
}
