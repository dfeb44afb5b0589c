//! The game that is reviewed: one line of moves from the empty board or from stones that were set up.

use super::error::ReviewError;
use tengen_engine::board::Position;
use tengen_engine::types::{Color, Coord};
use tengen_records::game_tree::{GameTree, NodeId};
use tengen_records::{GameRecord, PositionLine};

/// A game to review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedGame {
    /// Rule, board, players and result. Its lists of moves are not used.
    pub head: GameRecord,
    /// The start and the moves after it.
    pub line: PositionLine,
    /// How many first moves are the opening's, which nobody is to blame for.
    pub opening: usize,
}

impl ReviewedGame {
    /// The main line of a game.
    pub fn of_tree(tree: &GameTree) -> Self {
        Self::of_line(tree, GameTree::ROOT)
    }

    /// The line of a game through a node.
    pub fn of_line(tree: &GameTree, through: NodeId) -> Self {
        let end = tree.line_through(through).last().copied().unwrap_or(through);
        let line = tree.line_to(end);
        let opening = tree.opening_stones().min(line.moves.len());
        Self { head: tree.head().clone(), line, opening }
    }

    /// A recorded game.
    ///
    /// # Errors
    /// If it cannot be replayed.
    pub fn of_record(record: &GameRecord) -> Result<Self, ReviewError> {
        record.final_position()?;
        let start = Position::new(record.rule, record.size);
        let line = PositionLine::in_turn(start, record.points());
        let line = line.map_err(|(index, error)| ReviewError::Move(index + 1, error))?;
        Ok(Self { head: record.clone(), line, opening: record.opening.moves.len() })
    }

    /// How many moves were made.
    pub fn length(&self) -> usize {
        self.line.moves.len()
    }

    /// The point of a move, counted from 0; `None` for a pass, and beyond the last.
    pub(super) fn point(&self, index: usize) -> Option<Coord> {
        self.line.moves.get(index).and_then(|&(_, point)| point)
    }

    /// The board after the first `count` moves.
    pub(super) fn position_after(&self, count: usize) -> Result<Position, ReviewError> {
        let mut position = self.line.start.clone();
        for (&(color, point), number) in self.line.moves.iter().take(count).zip(1..) {
            position.set_to_move(color);
            let placed = position.play_or_pass(point);
            placed.map_err(|error| ReviewError::Move(number, error))?;
        }
        Ok(position)
    }

    /// The board before a move, counted from 1. The moves of a reviewed game can be played.
    pub(super) fn position_before(&self, number: usize) -> Position {
        self.position_after(number.saturating_sub(1)).unwrap_or_else(|_| self.line.start.clone())
    }

    /// The first move that is out of turn, counted from 1.
    pub(super) fn out_of_turn(&self) -> Option<usize> {
        let mut turn = self.line.start.to_move();
        let wrong = |&(color, _): &(Color, Option<Coord>)| {
            let is_wrong = color != turn;
            turn = !color;
            is_wrong
        };
        self.line.moves.iter().position(wrong).map(|index| index + 1)
    }
}
