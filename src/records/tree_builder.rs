//! Builds a [`GameTree`] from a list of its moves. It keeps the current board, so that long games
//! with many variations are read quickly. Imports `board` and `types`.

use super::game::PlayedMove;
use super::game_tree::{GameTree, NodeId};
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::types::Color;

/// A tree under construction, and the board at one of its nodes.
#[derive(Debug)]
pub(crate) struct TreeBuilder {
    tree: GameTree,
    board: Position,
    /// The node that the board shows.
    at: NodeId,
}

impl TreeBuilder {
    /// A tree without a move.
    pub(crate) fn new(start: Position) -> Self {
        let tree = GameTree::from_position(start.clone());
        Self { tree, board: start, at: GameTree::ROOT }
    }

    /// The tree so far.
    pub(crate) fn tree(&mut self) -> &mut GameTree {
        &mut self.tree
    }

    pub(crate) fn finish(self) -> GameTree {
        self.tree
    }

    /// Adds a move after a node, regardless of whose turn it is, and returns its node; the existing
    /// one if the tree has it already.
    ///
    /// # Errors
    /// If the point is occupied or off the board; the tree is unchanged.
    pub(crate) fn add(
        &mut self,
        after: NodeId,
        color: Color,
        played: PlayedMove,
    ) -> Result<NodeId, PlaceError> {
        self.go_to(after);
        self.put(color, played)?;
        self.at = self.tree.add(after, color, played);
        Ok(self.at)
    }

    /// Moves the board to a node: back to the last common ancestor, then forward. Readers mostly go
    /// back to a node of the line, which takes as many steps as moves are taken back.
    fn go_to(&mut self, id: NodeId) {
        if self.at == id || self.go_back_to(id) {
            return;
        }
        // The board is at the root now. The stones were placed when their nodes were read.
        for id in self.tree.path(id) {
            if let Some((color, played)) = self.tree.node(id).played {
                let _ = self.put(color, played);
            }
        }
        self.at = id;
    }

    /// Places the stone of a move; a pass changes nothing on the board.
    fn put(&mut self, color: Color, played: PlayedMove) -> Result<(), PlaceError> {
        played.point.map_or(Ok(()), |coord| self.board.put(coord, color.into()))
    }

    /// Moves the board back to a node; whether that is on the way to the root. If not, the board
    /// is at the root.
    fn go_back_to(&mut self, id: NodeId) -> bool {
        while self.at != id {
            let node = self.tree.node(self.at);
            let (Some(parent), Some((_, played))) = (node.parent, node.played) else {
                return false;
            };
            // The stone was placed when its node was read.
            let _ = played.point.map(|coord| self.board.remove(coord));
            self.at = parent;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::{BoardSize, Coord, Rule};

    #[test]
    fn moves_may_come_in_any_order_of_variations() {
        let start = Position::new(Rule::Freestyle, BoardSize::square(9).unwrap());
        let mut builder = TreeBuilder::new(start);
        let mut add =
            |after, color, x, y| builder.add(after, color, PlayedMove::new(Coord::new(x, y), None));
        let first = add(GameTree::ROOT, Color::Black, 4, 4).unwrap();
        let second = add(first, Color::White, 4, 3).unwrap();
        let other = add(first, Color::White, 5, 5).unwrap();
        assert!(add(second, Color::Black, 4, 3).is_err());
        assert!(add(second, Color::Black, 5, 5).is_ok());
        assert_eq!(add(first, Color::White, 5, 5), Ok(other));
        assert!(add(other, Color::White, 0, 0).is_ok(), "out of turn");
        let tree = builder.finish();
        assert_eq!((tree.len(), tree.after(first).count()), (5, 2));
    }
}
