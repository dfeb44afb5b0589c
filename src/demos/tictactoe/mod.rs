//! Tic-tac-toe: three in a row on nine cells. Small enough to be searched to the end of every game.
//!
//! ```text
//!    1 | 2 | 3      × moves first and is Max: a game that × wins is worth +1,
//!   ---+---+---     one that ○ wins −1, a full board without three in a row 0.
//!    4 | 5 | 6
//!   ---+---+---
//!    7 | 8 | 9
//! ```
//!
//! Here: the board as a [`DemoGame`]. Beside it: counting ([`count`]), drawing the search's tree
//! ([`show`]), playing against a person ([`session`]) and against a manager ([`brain`]).

pub mod brain;
pub mod cell;
pub mod count;
pub mod session;
pub mod show;

use std::fmt;

use arrayvec::ArrayVec;

pub use cell::{TicTacToeCell, TicTacToeMark};

use super::game::{DemoGame, Player};

/// The eight rows of three, by cell index.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// A position with the moves that led to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TicTacToe {
    cells: [Option<TicTacToeMark>; 9],
    placed: ArrayVec<TicTacToeCell, 9>,
}

impl TicTacToe {
    /// A position set up at once. `None` unless there are as many × as ○ or one more.
    pub(crate) fn from_cells(cells: [Option<TicTacToeMark>; 9]) -> Option<Self> {
        let count = |mark| cells.iter().filter(|&&cell| cell == Some(mark)).count();
        let (crosses, noughts) = (count(TicTacToeMark::Cross), count(TicTacToeMark::Nought));
        let is_possible = crosses == noughts || crosses == noughts + 1;
        is_possible.then(|| Self { cells, placed: ArrayVec::new() })
    }

    /// The mark on a cell.
    pub(crate) fn mark_at(&self, cell: TicTacToeCell) -> Option<TicTacToeMark> {
        self.cells[cell.index()]
    }

    /// The mark of the player to move.
    pub(crate) fn mark_to_move(&self) -> TicTacToeMark {
        let filled = self.cells.iter().flatten().count();
        if filled.is_multiple_of(2) { TicTacToeMark::Cross } else { TicTacToeMark::Nought }
    }

    /// The player with three in a row.
    pub(crate) fn winner(&self) -> Option<TicTacToeMark> {
        LINES.iter().find_map(|&[a, b, c]| {
            self.cells[a]
                .filter(|_| self.cells[a] == self.cells[b] && self.cells[b] == self.cells[c])
        })
    }

    /// All empty cells in order, finished game or not.
    pub(crate) fn empty_cells(&self) -> impl Iterator<Item = TicTacToeCell> + '_ {
        TicTacToeCell::all().filter(|cell| self.cells[cell.index()].is_none())
    }
}

impl DemoGame for TicTacToe {
    type Move = TicTacToeCell;
    /// The cells read as digits of a number in base 3.
    type Key = u16;

    const BEST: i32 = 1;

    fn to_move(&self) -> Player {
        self.mark_to_move().player()
    }

    fn outcome(&self) -> Option<i32> {
        match self.winner() {
            Some(mark) => Some(mark.player().sign()),
            None if self.cells.iter().all(Option::is_some) => Some(0),
            None => None,
        }
    }

    /// Never needed, since every game is searched to its end.
    fn estimate(&self) -> i32 {
        0
    }

    fn moves(&self) -> Vec<TicTacToeCell> {
        self.empty_cells().collect()
    }

    fn place(&mut self, chosen: TicTacToeCell) {
        debug_assert!(self.mark_at(chosen).is_none(), "cell {chosen} is occupied");
        self.cells[chosen.index()] = Some(self.mark_to_move());
        self.placed.push(chosen);
    }

    fn undo(&mut self) {
        if let Some(last) = self.placed.pop() {
            self.cells[last.index()] = None;
        }
    }

    fn key(&self) -> u16 {
        key_of(&self.cells)
    }
}

/// The cells as a number in base 3, at most 3^9 − 1 = 19,682.
fn key_of(cells: &[Option<TicTacToeMark>; 9]) -> u16 {
    cells.iter().fold(0, |key, cell| {
        key * 3
            + match cell {
                None => 0,
                Some(TicTacToeMark::Cross) => 1,
                Some(TicTacToeMark::Nought) => 2,
            }
    })
}

/// The board as a drawing; empty cells show their numbers.
impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in TicTacToeCell::all() {
            match self.mark_at(cell) {
                Some(mark) => write!(f, " {mark} ")?,
                None => write!(f, " {cell} ")?,
            }
            match cell.index() {
                2 | 5 => f.write_str("\n---+---+---\n")?,
                8 => f.write_str("\n")?,
                _ => f.write_str("|")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the cells one after the other.
    pub(super) fn after(cells: &str) -> TicTacToe {
        let mut game = TicTacToe::default();
        for digit in cells.chars() {
            game.place(TicTacToeCell::from_number(digit.to_digit(10).unwrap()).unwrap());
        }
        game
    }

    #[test]
    fn the_board_is_drawn_with_the_numbers_of_its_free_cells() {
        let drawing = " × | 2 | 3 \n---+---+---\n 4 | ○ | 6 \n---+---+---\n 7 | 8 | × \n";
        assert_eq!(after("159").to_string(), drawing);
    }

    #[test]
    fn every_row_of_three_wins_for_its_owner_and_nothing_else_does() {
        for line in LINES {
            for mark in [TicTacToeMark::Cross, TicTacToeMark::Nought] {
                let mut game = TicTacToe::default();
                assert_eq!(game.outcome(), None);
                for index in line {
                    game.cells[index] = Some(mark);
                }
                assert_eq!(game.outcome(), Some(mark.player().sign()), "{game}");
            }
        }
        // × ○ ×     × ○ ×
        // × ○ ○  and the mirror image: full boards without three in a row.
        // ○ × ×
        assert_eq!(after("125437698").outcome(), Some(0), "{}", after("125437698"));
    }

    #[test]
    fn undo_leads_back_to_the_empty_board() {
        let mut game = after("1593");
        let key = game.key();
        game.place(TicTacToeCell::from_number(7).unwrap());
        assert_ne!(game.key(), key);
        game.undo();
        assert_eq!(game.key(), key);
        for _ in 0..4 {
            game.undo();
        }
        assert_eq!(game, TicTacToe::default());
    }

    #[test]
    fn positions_that_no_game_reaches_are_not_set_up() {
        let mut cells = [None; 9];
        cells[0] = Some(TicTacToeMark::Nought);
        assert_eq!(TicTacToe::from_cells(cells), None);
        cells[1] = Some(TicTacToeMark::Cross);
        assert_eq!(TicTacToe::from_cells(cells).unwrap().mark_to_move(), TicTacToeMark::Cross);
    }
}
