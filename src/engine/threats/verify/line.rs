//! A line of moves through a claimed win, and the resulting stones.

use super::fault::{VerifyError, WinFault};
use super::grid::Grid;
use crate::board::Position;
use crate::rules::reference;
use crate::threats::solution::{WinNode, WinTree};
use crate::types::Coord;

/// Positions between two checks of the clock.
const POLL: u64 = 256;

/// The line, with the steps that every checker takes along it.
pub(super) struct ReplayedLine<'a> {
    tree: &'a WinTree,
    /// The stones after the line.
    pub grid: Grid,
    /// The moves so far, as on the grid; after a fault, the moves that lead to it.
    pub path: Vec<Coord>,
    positions: u64,
    is_late: &'a dyn Fn() -> bool,
}

impl<'a> ReplayedLine<'a> {
    /// The beginning.
    ///
    /// # Errors
    /// If the game is over.
    pub(super) fn new(
        position: &Position,
        tree: &'a WinTree,
        is_late: &'a dyn Fn() -> bool,
    ) -> Result<Self, VerifyError> {
        if let Some((winner, _)) = reference::winner(position) {
            return Err(VerifyError { path: Vec::new(), fault: WinFault::Over { winner } });
        }
        Ok(Self { tree, grid: Grid::new(position), path: Vec::new(), positions: 0, is_late })
    }

    /// The number of positions examined.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// A node of the tree.
    pub(super) fn node(&self, index: usize) -> Result<&'a WinNode, WinFault> {
        let last = self.tree.nodes.len().saturating_sub(1);
        self.tree.nodes.get(index).ok_or(WinFault::NoNode { index, last })
    }

    /// A child of a node: nodes refer to earlier ones only.
    pub(super) fn child(&self, parent: usize, index: usize) -> Result<&'a WinNode, WinFault> {
        if index >= parent {
            return Err(WinFault::NoNode { index, last: parent.saturating_sub(1) });
        }
        self.node(index)
    }

    /// The node to examine in the position, whose move is onto an empty cell.
    pub(super) fn enter(&mut self, index: usize) -> Result<&'a WinNode, WinFault> {
        self.positions += 1;
        if self.positions.is_multiple_of(POLL) && (self.is_late)() {
            return Err(WinFault::Late);
        }
        let node = self.node(index)?;
        if !self.grid.is_empty(node.play) {
            return Err(WinFault::Illegal { play: node.play });
        }
        Ok(node)
    }

    /// Plays a move of either side.
    pub(super) fn play(&mut self, coord: Coord) {
        self.grid.play(coord);
        self.path.push(coord);
    }

    /// Takes the last move back.
    pub(super) fn take_back(&mut self) {
        if let Some(coord) = self.path.pop() {
            self.grid.take_back(coord);
        }
    }

    /// Takes moves back until this many are left.
    pub(super) fn take_back_to(&mut self, moves: usize) {
        while self.path.len() > moves {
            self.take_back();
        }
    }
}
