//! The cells of the board and the marks on them. Imports `game` of this module.

use std::fmt;
use std::ops::Not;

use crate::game::Player;

/// × or ○.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TicTacToeMark {
    /// ×, who moves first.
    Cross,
    /// ○.
    Nought,
}

impl TicTacToeMark {
    /// × wants the largest value, ○ the smallest.
    pub const fn player(self) -> Player {
        match self {
            TicTacToeMark::Cross => Player::Max,
            TicTacToeMark::Nought => Player::Min,
        }
    }
}

impl Not for TicTacToeMark {
    type Output = TicTacToeMark;

    fn not(self) -> TicTacToeMark {
        match self {
            TicTacToeMark::Cross => TicTacToeMark::Nought,
            TicTacToeMark::Nought => TicTacToeMark::Cross,
        }
    }
}

impl fmt::Display for TicTacToeMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TicTacToeMark::Cross => "×",
            TicTacToeMark::Nought => "○",
        })
    }
}

/// One of the nine cells. People count them from 1 at the top left, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TicTacToeCell(u8);

impl TicTacToeCell {
    /// All cells in reading order.
    pub fn all() -> impl Iterator<Item = TicTacToeCell> {
        (0..9).map(TicTacToeCell)
    }

    /// The cell that people call `number`, 1 to 9.
    pub(crate) fn from_number(number: u32) -> Option<TicTacToeCell> {
        TicTacToeCell::all().find(|cell| u32::from(cell.0) + 1 == number)
    }

    /// The cell in column `x` and row `y`, both 0 to 2, from the top left.
    pub fn at(x: u32, y: u32) -> Option<TicTacToeCell> {
        if x < 3 && y < 3 { TicTacToeCell::from_number(y * 3 + x + 1) } else { None }
    }

    /// 0 to 8 in reading order.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Column from the left, 0 to 2.
    pub const fn x(self) -> u8 {
        self.0 % 3
    }

    /// Row from the top, 0 to 2.
    pub const fn y(self) -> u8 {
        self.0 / 3
    }
}

/// The number that people use.
impl fmt::Display for TicTacToeCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_numbers_and_coordinates() {
        assert_eq!(TicTacToeCell::at(1, 1), TicTacToeCell::from_number(5));
        assert_eq!(TicTacToeCell::at(2, 0), TicTacToeCell::from_number(3));
        assert_eq!(
            [TicTacToeCell::at(3, 0), TicTacToeCell::at(0, 3), TicTacToeCell::from_number(0)],
            [None; 3]
        );
        assert_eq!(TicTacToeCell::from_number(10), None);
        assert!(
            TicTacToeCell::all()
                .all(|cell| TicTacToeCell::at(cell.x().into(), cell.y().into()) == Some(cell))
        );
    }
}
