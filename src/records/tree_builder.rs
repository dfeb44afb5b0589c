//! Builds a [`GameTree`] from a list of its moves. It keeps the current board, so that long games
//! with many variations are read quickly. Imports `board` and `types`.

use super::game::PlayedMove;
use super::game_tree::{GameTree, NodeId};
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::types::{Color, Coord, Stone};

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

    /// The finished tree.
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
        self.board.put(played.coord(), color.into())?;
        self.at = self.tree.add(after, color, played);
        Ok(self.at)
    }

    /// Moves the board to a node: back to the last common ancestor, then forward.
    fn go_to(&mut self, id: NodeId) {
        if self.at == id {
            return;
        }
        let set_up = self.tree.start().stones().len();
        let path = self.tree.path(id).into_iter().filter_map(|id| self.tree.node(id).played);
        let wanted: Vec<(Coord, Stone)> =
            path.map(|(color, played)| (played.coord(), color.into())).collect();
        let placed = &self.board.stones()[set_up..];
        let same = placed.iter().zip(&wanted).take_while(|(placed, wanted)| placed == wanted);
        let same = same.count();
        let surplus: Vec<Coord> = placed[same..].iter().rev().map(|&(coord, _)| coord).collect();
        // The stones were placed when their nodes were read.
        for coord in surplus {
            let _ = self.board.remove(coord);
        }
        for &(coord, stone) in &wanted[same..] {
            let _ = self.board.put(coord, stone);
        }
        self.at = id;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::{BoardSize, Rule};

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
        assert_eq!((tree.len(), tree.node(first).next.len()), (5, 2));
    }
}
