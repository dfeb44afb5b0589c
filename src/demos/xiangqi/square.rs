//! The ninety points, the regions of the board, and moves as ICCS writes them. Imports `piece`.
//!
//! ```text
//!   9 r n b a k a b n r     Files a to i from red's left, ranks 0 to 9 from red's side.
//!   8 . . . + + + . . .     The palaces (+) are files d to f of the three outer ranks;
//!   7 . c . + + + . c .     the river flows between ranks 4 and 5.
//!   6 p . p . p . p . p
//!   5 . . . . . . . . .     A move is written as its two points: h2e2.
//!     ~~~~~~~~~~~~~~~~~
//!   4 . . . . . . . . .
//!     a b c d e f g h i
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::piece::{Army, PieceKind};

/// A point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Points on the board.
    pub(crate) const COUNT: usize = 90;

    /// All points, a0 first, rank by rank.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Self::COUNT as u8).map(Square)
    }

    /// The point on a file (0 = a) and a rank, if there is one.
    pub const fn new(file: i8, rank: i8) -> Option<Square> {
        if 0 <= file && file < 9 && 0 <= rank && rank < 10 {
            Some(Square((rank * 9 + file) as u8))
        } else {
            None
        }
    }

    /// 0 to 89.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 (a) to 8 (i).
    pub const fn file(self) -> i8 {
        (self.0 % 9) as i8
    }

    /// 0 to 9.
    pub(crate) const fn rank(self) -> i8 {
        (self.0 / 9) as i8
    }

    /// The point `files` and `ranks` away.
    pub(crate) const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        Square::new(self.file() + files, self.rank() + ranks)
    }

    /// How many ranks the point lies in front of a side's own back rank, 0 to 9.
    pub(crate) const fn ranks_ahead(self, side: Army) -> i8 {
        match side {
            Army::Red => self.rank(),
            Army::Black => 9 - self.rank(),
        }
    }

    /// Whether the point lies in a side's palace.
    pub(crate) const fn is_in_palace(self, side: Army) -> bool {
        self.file() >= 3 && self.file() <= 5 && self.ranks_ahead(side) <= 2
    }

    /// Whether the point lies on a side's own half.
    pub(crate) const fn is_at_home(self, side: Army) -> bool {
        self.ranks_ahead(side) <= 4
    }

    /// Whether a piece of a side can ever be here.
    pub(crate) fn may_hold(self, kind: PieceKind, side: Army) -> bool {
        let (file, ahead) = (self.file(), self.ranks_ahead(side));
        match kind {
            PieceKind::General => self.is_in_palace(side),
            // The corners and the center of the palace.
            PieceKind::Advisor => self.is_in_palace(side) && (file + ahead) % 2 == 1,
            // The seven points: c0 g0 a2 e2 i2 c4 g4.
            PieceKind::Elephant => {
                ahead % 2 == 0 && ahead <= 4 && (file + ahead) % 4 == 2 && file % 2 == 0
            }
            // At home only on the files a c e g i, on the point it starts from or one step on.
            PieceKind::Soldier => ahead >= 5 || (ahead >= 3 && file % 2 == 0),
            PieceKind::Horse | PieceKind::Chariot | PieceKind::Cannon => true,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 9), self.rank())
    }
}

/// A move from point to point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct XiangqiMove {
    /// The point of the piece.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

/// `h2e2`, as ICCS writes moves (the small-letter form without a dash).
impl fmt::Display for XiangqiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// Text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a move: expected two points such as h2e2, files a to i, ranks 0 to 9")]
pub struct MoveError(pub String);

impl FromStr for XiangqiMove {
    type Err = MoveError;

    /// Reads `h2e2` and the older `H2-E2`.
    fn from_str(text: &str) -> Result<XiangqiMove, MoveError> {
        let error = || MoveError(text.to_owned());
        let signs: Vec<u8> = text.bytes().filter(|&byte| byte != b'-').collect();
        let &[from_file, from_rank, to_file, to_rank] = signs.as_slice() else {
            return Err(error());
        };
        let square = |file: u8, rank: u8| {
            let file = file.to_ascii_lowercase().checked_sub(b'a')?;
            let rank = rank.checked_sub(b'0')?;
            Square::new(i8::try_from(file).ok()?, i8::try_from(rank).ok()?)
        };
        let from = square(from_file, from_rank).ok_or_else(error)?;
        let to = square(to_file, to_rank).ok_or_else(error)?;
        Ok(XiangqiMove { from, to })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn moves_are_written_as_they_are_read() {
        for text in ["h2e2", "a0i9", "e9e8"] {
            assert_eq!(text.parse::<XiangqiMove>().unwrap().to_string(), text);
        }
        assert_eq!("H2-E2".parse::<XiangqiMove>().unwrap().to_string(), "h2e2");
        for wrong in ["", "h2", "h2e", "h2e22", "j2e2", "h:e2", "h2e/", "炮二平五", "\u{ff}2e2"]
        {
            assert!(wrong.parse::<XiangqiMove>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_kind_has_as_many_points_as_the_rules_give_it() {
        for side in [Army::Red, Army::Black] {
            let points = |kind| Square::all().filter(|point| point.may_hold(kind, side)).count();
            assert_eq!(points(PieceKind::General), 9);
            assert_eq!(points(PieceKind::Advisor), 5);
            assert_eq!(points(PieceKind::Elephant), 7);
            assert_eq!(points(PieceKind::Soldier), 10 + 45);
            assert_eq!(points(PieceKind::Horse), 90);
        }
    }

    proptest! {
        #[test]
        fn moves_parse_survives_any_text(text in "[a-jA-J0-9-]{0,6}|\\PC{0,12}") {
            if let Ok(found) = text.parse::<XiangqiMove>() {
                prop_assert_eq!(found.to_string().parse(), Ok(found));
                prop_assert_eq!(text.replace('-', "").to_ascii_lowercase(), found.to_string());
            }
        }
    }
}
