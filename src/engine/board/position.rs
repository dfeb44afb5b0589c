//! A game position as people and files describe it: a rule, a board of any size, stones in playing
//! order.
//!
//! Simple and slow on purpose: protocols, records, the referee and the reference rules use it. The
//! search builds its own board from it.

use std::fmt;

use thiserror::Error;

use super::point_name;
use crate::types::{BoardSize, Color, Coord, Rule, Stone};

/// A stone that cannot be placed or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// The point is off the board.
    #[error("point [{coord}] is off the {size} board")]
    OffBoard {
        /// The point.
        coord: Coord,
        /// The size of the board.
        size: BoardSize,
    },
    /// The point is not empty.
    #[error("point {} is occupied, expected an empty one", point_name::name(*coord, *size))]
    Occupied {
        /// The point.
        coord: Coord,
        /// The size of the board.
        size: BoardSize,
    },
    /// There is no stone to remove.
    #[error("no stone on point {} to take back", point_name::name(*coord, *size))]
    NoStone {
        /// The point.
        coord: Coord,
        /// The size of the board.
        size: BoardSize,
    },
}

impl PlaceError {
    /// The size of the board.
    pub const fn size(&self) -> BoardSize {
        match *self {
            Self::OffBoard { size, .. }
            | Self::Occupied { size, .. }
            | Self::NoStone { size, .. } => size,
        }
    }

    /// The error message, with the point spelled as in the input.
    pub fn at(&self, point: &dyn fmt::Display) -> String {
        match self {
            Self::OffBoard { size, .. } => format!("point {point} is off the {size} board"),
            Self::Occupied { .. } => format!("point {point} is occupied, expected an empty one"),
            Self::NoStone { .. } => format!("no stone on point {point} to take back"),
        }
    }
}

/// A position: rule, size, the stones in the order in which they were placed, and the side to move.
///
/// ```
/// use tengen_engine::board::Position;
/// use tengen_engine::types::{BoardSize, Color, Coord, Rule};
/// let mut position = Position::new(Rule::Renju, BoardSize::square(15).unwrap());
/// position.play(Coord::new(7, 7)).unwrap();
/// assert_eq!(position.to_move(), Color::White);
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    rule: Rule,
    size: BoardSize,
    stones: Vec<(Coord, Stone)>,
    /// The contents of the points; empty as long as there are few stones, so that a game of few
    /// moves costs no board: a file of 1 MB can name 100,000 boards of 181×181 points.
    cells: Vec<Option<Stone>>,
    to_move: Color,
}

/// Up to this many stones are looked through one by one.
const FEW_STONES: usize = 16;

/// The points follow from the stones, and are not compared.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let parts = |position: &Self| (position.rule, position.size, position.to_move);
        parts(self) == parts(other) && self.stones == other.stones
    }
}

impl Eq for Position {}

impl Position {
    /// The empty board, black to move.
    pub fn new(rule: Rule, size: BoardSize) -> Self {
        Self { rule, size, stones: Vec::new(), cells: Vec::new(), to_move: Color::Black }
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Changes the rule; the stones stay.
    pub fn set_rule(&mut self, rule: Rule) {
        self.rule = rule;
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The stones in the order in which they were placed, including blocked points.
    pub fn stones(&self) -> &[(Coord, Stone)] {
        &self.stones
    }

    /// The contents of the points, row by row from the top; `None` if empty.
    pub fn cells(&self) -> Vec<Option<Stone>> {
        if !self.cells.is_empty() {
            return self.cells.clone();
        }
        let mut cells = vec![None; self.size.area()];
        for &(coord, stone) in &self.stones {
            if let Some(index) = self.index(coord) {
                cells[index] = Some(stone);
            }
        }
        cells
    }

    /// The side to move.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Sets the side to move.
    pub fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
    }

    /// The stone on the point; `None` if it is empty or off the board.
    pub fn stone_at(&self, coord: Coord) -> Option<Stone> {
        let index = self.index(coord)?;
        match self.cells.get(index) {
            Some(&cell) => cell,
            None => self.stones.iter().find(|(at, _)| *at == coord).map(|&(_, stone)| stone),
        }
    }

    /// Whether the point lies on the board and is empty.
    pub fn is_empty_at(&self, coord: Coord) -> bool {
        self.size.contains(coord) && self.stone_at(coord).is_none()
    }

    /// The empty points, row by row from the top.
    pub fn empty_coords(&self) -> impl Iterator<Item = Coord> + '_ {
        self.size.coords().filter(|&coord| self.is_empty_at(coord))
    }

    /// Whether the board is full.
    pub fn is_full(&self) -> bool {
        self.stones.len() == self.size.area()
    }

    /// The stones as moves in turn, black first, each color's in its own order; `None` if the
    /// stones are not those of a game from an empty board.
    pub fn moves_in_turn(&self) -> Option<Vec<Coord>> {
        let of = |color: Color| -> Vec<Coord> {
            let stones = self.stones().iter();
            stones.filter(|(_, s)| *s == Stone::from(color)).map(|&(coord, _)| coord).collect()
        };
        let (black, white) = (of(Color::Black), of(Color::White));
        let in_turn = black.len() == white.len() || black.len() == white.len() + 1;
        if !in_turn || black.len() + white.len() != self.stones().len() {
            return None;
        }
        let mut white = white.into_iter();
        Some(black.into_iter().flat_map(|coord| [Some(coord), white.next()]).flatten().collect())
    }

    /// Number of stones of `color`.
    pub fn count(&self, color: Color) -> usize {
        self.stones.iter().filter(|(_, stone)| stone.color() == Some(color)).count()
    }

    /// Places a stone of the side to move; the other side is to move then.
    ///
    /// # Errors
    /// If the point is off the board or occupied; nothing changes.
    pub fn play(&mut self, coord: Coord) -> Result<(), PlaceError> {
        self.put(coord, Stone::from(self.to_move))?;
        self.to_move = !self.to_move;
        Ok(())
    }

    /// The side to move gives up its turn: the other side is to move then.
    pub fn pass(&mut self) {
        self.to_move = !self.to_move;
    }

    /// Plays on the point, or passes without one.
    ///
    /// # Errors
    /// If the point is off the board or occupied; nothing changes.
    pub fn play_or_pass(&mut self, point: Option<Coord>) -> Result<(), PlaceError> {
        match point {
            Some(coord) => self.play(coord)?,
            None => self.pass(),
        }
        Ok(())
    }

    /// Places a stone without changing the side to move.
    ///
    /// # Errors
    /// If the point is off the board or occupied; nothing changes.
    pub fn put(&mut self, coord: Coord, stone: Stone) -> Result<(), PlaceError> {
        let index = self.index(coord).ok_or(PlaceError::OffBoard { coord, size: self.size })?;
        if self.stone_at(coord).is_some() {
            return Err(PlaceError::Occupied { coord, size: self.size });
        }
        if self.cells.is_empty() && self.stones.len() == FEW_STONES {
            self.cells = self.cells();
        }
        if let Some(cell) = self.cells.get_mut(index) {
            *cell = Some(stone);
        }
        self.stones.push((coord, stone));
        Ok(())
    }

    /// Removes the stone on `coord`, the last or any other, and returns it. The side to move does
    /// not change.
    ///
    /// # Errors
    /// If there is no stone.
    pub fn remove(&mut self, coord: Coord) -> Result<Stone, PlaceError> {
        let index = self.index(coord).ok_or(PlaceError::OffBoard { coord, size: self.size })?;
        let stone = self.stone_at(coord).ok_or(PlaceError::NoStone { coord, size: self.size })?;
        if let Some(cell) = self.cells.get_mut(index) {
            *cell = None;
        }
        // It is usually the last one.
        if let Some(place) = self.stones.iter().rposition(|&(other, _)| other == coord) {
            self.stones.remove(place);
        }
        Ok(stone)
    }

    fn index(&self, coord: Coord) -> Option<usize> {
        let width = usize::from(self.size.width());
        self.size.contains(coord).then(|| usize::from(coord.y) * width + usize::from(coord.x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty() -> Position {
        Position::new(Rule::Freestyle, BoardSize::new(7, 5).unwrap())
    }

    #[test]
    fn moves_alternate_and_come_back() {
        let mut position = empty();
        let (a, b) = (Coord::new(6, 4), Coord::new(0, 0));
        position.play(a).unwrap();
        position.play(b).unwrap();
        assert_eq!(position.stone_at(a), Some(Stone::Black));
        assert_eq!(position.stone_at(b), Some(Stone::White));
        assert_eq!(position.to_move(), Color::Black);
        assert_eq!(position.remove(a), Ok(Stone::Black));
        assert_eq!(position.stones(), [(b, Stone::White)]);
        assert_eq!(position.empty_coords().count(), 34);
    }

    #[test]
    fn a_pass_gives_the_turn_to_the_other_side() {
        let mut position = empty();
        position.play(Coord::new(3, 3)).unwrap();
        position.pass();
        position.play_or_pass(Some(Coord::new(3, 2))).unwrap();
        position.play_or_pass(None).unwrap();
        assert_eq!((position.count(Color::Black), position.to_move()), (2, Color::Black));
        assert_eq!(position.moves_in_turn(), None, "no game without passes has these stones");
    }

    #[test]
    fn few_stones_cost_no_board_and_many_are_found_at_once() {
        let mut position = Position::new(Rule::Renju, BoardSize::square(181).unwrap());
        let coords: Vec<Coord> =
            (0..3 * FEW_STONES as u8).map(|n| Coord::new(n, 180 - n)).collect();
        for (count, &coord) in coords.iter().enumerate() {
            assert_eq!(position.cells.is_empty(), count <= FEW_STONES, "{count}");
            assert!(position.is_empty_at(coord));
            position.play(coord).unwrap();
            let occupied = PlaceError::Occupied { coord, size: position.size };
            assert_eq!(position.play(coord), Err(occupied));
            assert_eq!(position.empty_coords().count(), 181 * 181 - count - 1);
            assert_eq!(position.cells().iter().flatten().count(), count + 1);
        }
        // The same stones, of which no more than a few were there at a time.
        let mut few = Position::new(Rule::Renju, BoardSize::square(181).unwrap());
        for &coord in coords.iter().rev() {
            position.remove(coord).unwrap();
            assert_eq!(position.stone_at(coord), None);
        }
        assert_eq!(position, few);
        position.play(coords[1]).unwrap();
        few.play(coords[1]).unwrap();
        assert_eq!((&position, position.cells()), (&few, few.cells()));
        assert!(few.cells.is_empty() && !position.cells.is_empty());
    }

    #[test]
    fn wrong_stones_change_nothing() {
        let mut position = empty();
        let a = Coord::new(3, 3);
        position.play(a).unwrap();
        let before = position.clone();
        assert_eq!(position.play(a), Err(PlaceError::Occupied { coord: a, size: before.size }));
        let off = Coord::new(7, 0);
        assert_eq!(position.play(off), Err(PlaceError::OffBoard { coord: off, size: before.size }));
        let none = Coord::new(0, 0);
        assert_eq!(
            position.remove(none),
            Err(PlaceError::NoStone { coord: none, size: before.size })
        );
        assert_eq!(position, before);
    }
}
