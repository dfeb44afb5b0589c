//! A position and the moves that led to it, as commands and requests name them. Imports `ending` and
//! below.

use super::ending::GameEnd;
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::types::{Color, Coord};

/// A position and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionLine {
    /// The stones without order, before the first move.
    pub start: Position,
    /// The moves after them, each with its color; without a point it is a pass.
    pub moves: Vec<(Color, Option<Coord>)>,
    /// The position after the moves.
    pub position: Position,
}

impl PositionLine {
    /// The line of moves in turn.
    ///
    /// # Errors
    /// If a stone cannot be placed; with the index of its move.
    pub fn in_turn(
        start: Position,
        points: impl IntoIterator<Item = Option<Coord>>,
    ) -> Result<Self, (usize, PlaceError)> {
        let (mut position, mut moves) = (start.clone(), Vec::new());
        for (index, point) in points.into_iter().enumerate() {
            moves.push((position.to_move(), point));
            position.play_or_pass(point).map_err(|error| (index, error))?;
        }
        Ok(Self { start, moves, position })
    }

    /// How the board ended the game.
    pub fn end(&self) -> GameEnd {
        GameEnd::of_line(&self.start, self.moves.iter().copied())
    }
}
