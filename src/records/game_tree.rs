//! A game with its variations: a tree of moves with comments, from the empty board or from stones
//! that were set up. A [`GameRecord`] is one line of it. A node takes 12 bytes, see [`nodes`].
//! Imports `rules` and below.

mod nodes;

use self::nodes::TreeNodes;
pub use self::nodes::{NodeId, TreeNode};
use super::ending::GameEnd;
use super::game::{GameRecord, Opening, PlayedMove};
use super::line::PositionLine;
use super::node_marks::NodeMarks;
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::types::{BoardSize, Color, Coord, Rule};

/// A game with its variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// Rule, board, players, date and result. Its lists of moves are empty.
    head: GameRecord,
    /// How many first moves are the opening's.
    opening_stones: usize,
    /// The board before the first move.
    start: Position,
    nodes: TreeNodes,
}

impl GameTree {
    /// The root of every tree.
    pub const ROOT: NodeId = TreeNodes::ROOT;

    /// A game without a move from an empty board.
    pub fn new(rule: Rule, size: BoardSize) -> Self {
        Self::from_position(Position::new(rule, size))
    }

    /// A game without a move that begins with these stones.
    pub fn from_position(start: Position) -> Self {
        let head = GameRecord::new(start.rule(), start.size());
        Self { head, opening_stones: 0, start, nodes: TreeNodes::new() }
    }

    /// The game of a record, without variations.
    ///
    /// # Errors
    /// If a stone cannot be placed; with its number from 1.
    pub fn from_record(record: &GameRecord) -> Result<Self, (usize, PlaceError)> {
        let mut tree = Self::new(record.rule, record.size);
        tree.set_head(record.clone(), record.opening.moves.len());
        let mut position = tree.start.clone();
        let mut last = Self::ROOT;
        for (number, played) in (1..).zip(record.all_moves()) {
            let color = position.to_move();
            position.play_or_pass(played.point).map_err(|error| (number, error))?;
            last = tree.nodes.push(last, color, played);
        }
        Ok(tree)
    }

    /// Rule, board, players, date and result. Its lists of moves are empty.
    pub fn head(&self) -> &GameRecord {
        &self.head
    }

    /// Changes the head; rule, board and moves stay as they are.
    pub fn edit_head<T>(&mut self, edit: impl FnOnce(&mut GameRecord) -> T) -> T {
        let mut head = self.head.clone();
        let done = edit(&mut head);
        self.set_head(head, self.opening_stones);
        done
    }

    pub(super) fn set_head(&mut self, head: GameRecord, opening_stones: usize) {
        let opening = Opening { name: head.opening.name, moves: Vec::new() };
        let (rule, size) = (self.start.rule(), self.start.size());
        self.head = GameRecord { rule, size, opening, moves: Vec::new(), ..head };
        self.opening_stones = opening_stones;
    }

    /// How many first moves are the opening's.
    pub fn opening_stones(&self) -> usize {
        self.opening_stones
    }

    /// Notes that the first moves are those of an opening.
    pub fn mark_opening(&mut self, name: &str, stones: usize) {
        name.clone_into(&mut self.head.opening.name);
        self.opening_stones = stones;
    }

    /// The board before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Whether the game begins with stones on the board, or with white to move.
    pub fn has_setup(&self) -> bool {
        !self.start.stones().is_empty() || self.start.to_move() == Color::White
    }

    pub fn node(&self, id: NodeId) -> TreeNode<'_> {
        self.nodes.node(id)
    }

    /// The nodes after a node: the main line first, then the variations.
    pub fn after(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes.after(id)
    }

    /// The node after a node in its main line.
    pub fn first_after(&self, id: NodeId) -> Option<NodeId> {
        self.nodes.first(id)
    }

    /// Sets the comment of a node.
    pub fn set_comment(&mut self, id: NodeId, comment: impl Into<String>) {
        self.nodes.set_comment(id, comment.into());
    }

    /// Adds a paragraph to the comment of a node.
    pub fn append_comment(&mut self, id: NodeId, paragraph: &str) {
        self.nodes.append_comment(id, paragraph);
    }

    /// The drawings at a node.
    pub fn marks(&self, id: NodeId) -> &NodeMarks {
        self.nodes.marks(id)
    }

    /// Changes the marks of a node.
    pub(crate) fn edit_marks(&mut self, id: NodeId, edit: impl FnOnce(&mut NodeMarks)) {
        self.nodes.edit_marks(id, edit);
    }

    /// The moves from the root to the node.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(id), |&id| self.nodes.parent(id));
        let mut path: Vec<NodeId> = up.filter(|&id| id != Self::ROOT).collect();
        path.reverse();
        path
    }

    /// The moves from the root to the node and on to the end of its main line.
    pub fn line_through(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.path(id);
        line.extend(std::iter::successors(self.first_after(id), |&id| self.first_after(id)));
        line
    }

    /// The end of the main line; the root if there is no move.
    pub fn end(&self) -> NodeId {
        self.line_through(Self::ROOT).last().copied().unwrap_or(Self::ROOT)
    }

    /// The board at the node.
    pub fn position_at(&self, id: NodeId) -> Position {
        let mut position = self.start.clone();
        for (color, played) in self.path(id).into_iter().filter_map(|id| self.node(id).played) {
            position.set_to_move(color);
            // Every move of a tree can be placed.
            let _ = position.play_or_pass(played.point);
        }
        position
    }

    /// Every node after at most `plies` moves with the board there: a node before those after it,
    /// the main line before its variations. One board goes along, however many nodes are left.
    pub fn walk(&self, plies: usize) -> impl Iterator<Item = (NodeId, Position)> {
        let mut board = self.start.clone();
        let (mut at, mut ply, mut is_first) = (Self::ROOT, 0, true);
        std::iter::from_fn(move || {
            if !std::mem::take(&mut is_first) {
                at = match self.nodes.first(at).filter(|_| ply < plies) {
                    Some(next) => next,
                    None => self.leave(at, &mut board, &mut ply)?,
                };
                let (color, point) = self.nodes.color_and_point(at)?;
                board.set_to_move(color);
                // Every move of a tree can be placed.
                board.play_or_pass(point).ok()?;
                ply += 1;
            }
            Some((at, board.clone()))
        })
    }

    /// Takes back moves up to the first node that has another one beside it, and returns that one;
    /// `None` at the end.
    fn leave(&self, mut at: NodeId, board: &mut Position, ply: &mut usize) -> Option<NodeId> {
        loop {
            if let (_, Some(coord)) = self.nodes.color_and_point(at)? {
                board.remove(coord).ok()?;
            }
            *ply -= 1;
            match self.nodes.beside(at) {
                Some(beside) => return Some(beside),
                None => at = self.nodes.parent(at)?,
            }
        }
    }

    /// The node after `parent` with this move of the side to move there: an existing one, which
    /// stays unchanged, or a new variation.
    ///
    /// # Errors
    /// If the point is occupied or off the board; the tree is unchanged.
    pub fn play(&mut self, parent: NodeId, played: PlayedMove) -> Result<NodeId, PlaceError> {
        let mut position = self.position_at(parent);
        let color = position.to_move();
        position.play_or_pass(played.point)?;
        Ok(self.add(parent, color, played))
    }

    /// Adds a move that is known to be possible.
    pub(super) fn add(&mut self, parent: NodeId, color: Color, played: PlayedMove) -> NodeId {
        let wanted = Some((color, played.point));
        let old = self.after(parent).find(|&id| self.nodes.color_and_point(id) == wanted);
        old.unwrap_or_else(|| self.nodes.push(parent, color, played))
    }

    /// Makes the line to the node the main line.
    pub fn promote(&mut self, id: NodeId) {
        for id in self.path(id) {
            self.nodes.promote(id);
        }
    }

    /// The variations beside the node, itself included, in their order; and its place among them.
    pub fn siblings(&self, id: NodeId) -> (Vec<NodeId>, usize) {
        let Some(parent) = self.nodes.parent(id) else { return (Vec::new(), 0) };
        let all: Vec<NodeId> = self.after(parent).collect();
        let place = all.iter().position(|&other| other == id).unwrap_or(0);
        (all, place)
    }

    /// Whether there is more than one line.
    pub(crate) fn has_variations(&self) -> bool {
        self.nodes.ids().any(|id| self.nodes.beside(id).is_some())
    }

    /// Whether there is a comment or a drawing.
    pub fn has_remarks(&self) -> bool {
        self.nodes.has_remarks()
    }

    /// The nodes that have a comment, each after the one before it in its line.
    pub fn commented(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes.ids().filter(|&id| !self.node(id).comment.is_empty())
    }

    /// Whether stones were set up, or there are variations or remarks: what a list of moves cannot
    /// hold.
    pub fn has_more_than_moves(&self) -> bool {
        self.has_setup() || self.has_variations() || self.has_remarks()
    }

    /// The moves to a node, each with its color.
    fn moves_to(&self, id: NodeId) -> impl Iterator<Item = (Color, Option<Coord>)> + '_ {
        self.path(id).into_iter().filter_map(|id| self.nodes.color_and_point(id))
    }

    /// How the board ends the line to a node.
    pub fn end_at(&self, id: NodeId) -> GameEnd {
        GameEnd::of_line(&self.start, self.moves_to(id))
    }

    /// The position at a node with the moves that led to it.
    pub fn line_to(&self, id: NodeId) -> PositionLine {
        let (start, moves) = (self.start.clone(), self.moves_to(id).collect());
        PositionLine { start, moves, position: self.position_at(id) }
    }

    /// Whether there is a pass, in any variation.
    pub fn has_pass(&self) -> bool {
        self.nodes.ids().any(|id| matches!(self.nodes.color_and_point(id), Some((_, None))))
    }

    /// Whose turn it is at a node.
    pub fn turn(&self, id: NodeId) -> Color {
        self.nodes.color_and_point(id).map_or(self.start.to_move(), |(color, _)| !color)
    }

    /// Whether the sides alternate in every line.
    pub fn alternates(&self) -> bool {
        self.nodes.ids().all(|id| {
            let played = self.nodes.parent(id).zip(self.nodes.color_and_point(id));
            played.is_none_or(|(parent, (color, _))| color == self.turn(parent))
        })
    }

    /// Whether the game has no move.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// How many moves there are, in all variations.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The line to the node as a record; `None` if it does not begin with an empty board or its
    /// moves do not alternate.
    pub fn record_to(&self, id: NodeId) -> Option<GameRecord> {
        if self.has_setup() {
            return None;
        }
        let moves: Vec<(Color, PlayedMove)> =
            self.path(id).into_iter().filter_map(|id| self.node(id).played).collect();
        let mut turns = moves.iter().zip(Color::BOTH.into_iter().cycle());
        if turns.any(|((color, _), turn)| *color != turn) {
            return None;
        }
        let moves: Vec<PlayedMove> = moves.into_iter().map(|(_, played)| played).collect();
        // An opening is stones alone: a file may count a pass among its moves.
        let stones = moves.iter().map_while(|played| played.point).take(self.opening_stones);
        let opening = Opening { name: self.head.opening.name.clone(), moves: stones.collect() };
        let (_, moves) = moves.split_at(opening.moves.len());
        Some(GameRecord { opening, moves: moves.to_vec(), ..self.head.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::game;
    use tengen_engine::types::Stone;

    fn played(x: u8, y: u8) -> PlayedMove {
        PlayedMove::new(Coord::new(x, y), None)
    }

    fn empty() -> GameTree {
        GameTree::new(Rule::Freestyle, BoardSize::square(9).unwrap())
    }

    #[test]
    fn another_move_after_the_same_node_is_a_variation_and_the_same_move_is_not() {
        let mut tree = empty();
        let first = tree.play(GameTree::ROOT, played(4, 4)).unwrap();
        let main = tree.play(first, played(4, 3)).unwrap();
        let other = tree.play(first, played(5, 5)).unwrap();
        assert_eq!(tree.play(first, played(4, 3)), Ok(main));
        assert_eq!(tree.siblings(other), (vec![main, other], 1));
        assert_eq!(tree.line_through(GameTree::ROOT), [first, main]);
        assert_eq!(tree.len(), 3);
        tree.promote(other);
        assert_eq!(tree.line_through(GameTree::ROOT), [first, other]);
        assert_eq!(tree.position_at(other).stones().len(), 2);
        assert!(tree.has_more_than_moves() && tree.has_variations() && !tree.has_remarks());
    }

    #[test]
    fn a_walk_comes_to_every_node_with_its_board_the_main_line_first() {
        let mut tree = empty();
        let first = tree.play(GameTree::ROOT, played(4, 4)).unwrap();
        let main = tree.play(first, played(4, 3)).unwrap();
        let other = tree.play(first, played(5, 5)).unwrap();
        let last = tree.play(main, played(0, 0)).unwrap();
        let ids = |plies| tree.walk(plies).map(|(id, _)| id).collect::<Vec<_>>();
        assert_eq!(ids(usize::MAX), [GameTree::ROOT, first, main, last, other]);
        assert_eq!(ids(1), [GameTree::ROOT, first]);
        assert!(tree.walk(usize::MAX).all(|(id, position)| position == tree.position_at(id)));
    }

    #[test]
    fn a_point_is_taken_only_once_on_each_line() {
        let mut tree = empty();
        let first = tree.play(GameTree::ROOT, played(4, 4)).unwrap();
        assert_eq!(
            tree.play(first, played(4, 4)),
            Err(PlaceError::Occupied { coord: Coord::new(4, 4), size: tree.head().size })
        );
        assert_eq!(tree.len(), 1);
        assert!(tree.play(GameTree::ROOT, played(4, 3)).is_ok());
    }

    #[test]
    fn a_record_comes_back_and_its_start_is_a_record_too() {
        let record = game();
        let tree = GameTree::from_record(&record).unwrap();
        let line = tree.line_through(GameTree::ROOT);
        assert_eq!(tree.record_to(*line.last().unwrap()), Some(record.clone()));
        let start = tree.record_to(line[0]).unwrap();
        assert_eq!((start.opening, start.moves.len()), (record.opening, 0));
        assert!(!tree.has_more_than_moves());
        let mut remarked = tree;
        remarked.set_comment(line[0], "a remark");
        assert!(remarked.has_remarks() && !remarked.has_variations());
    }

    #[test]
    fn a_pass_is_a_move_with_variations_like_any_other() {
        let mut tree = empty();
        let first = tree.play(GameTree::ROOT, played(4, 4)).unwrap();
        let pass = tree.play(first, PlayedMove::plain(None, Some(3))).unwrap();
        assert_eq!(tree.play(first, PlayedMove::plain(None, None)), Ok(pass));
        let second = tree.play(pass, played(4, 3)).unwrap();
        let other = tree.play(first, played(0, 0)).unwrap();
        assert_eq!(tree.node(second).played, Some((Color::Black, played(4, 3))));
        assert_eq!(tree.node(pass).played, Some((Color::White, PlayedMove::plain(None, Some(3)))));
        assert_eq!(
            (tree.turn(pass), tree.position_at(pass).to_move()),
            (Color::Black, Color::Black)
        );
        assert!(tree.alternates());
        let walked: Vec<_> = tree.walk(usize::MAX).collect();
        assert_eq!(walked.len(), 5);
        assert!(walked.iter().all(|(id, position)| *position == tree.position_at(*id)));
        // A file may count the pass among the moves of an opening.
        tree.mark_opening("x", 2);
        let record = tree.record_to(second).unwrap();
        assert_eq!((record.opening.moves.len(), record.moves.len()), (1, 2));
        assert_eq!(GameTree::from_record(&record).unwrap().record_to(second), Some(record));
        assert_eq!(tree.record_to(other).unwrap().opening.moves.len(), 2);
    }

    #[test]
    fn stones_that_were_set_up_are_no_record() {
        let mut start = Position::new(Rule::Renju, BoardSize::square(9).unwrap());
        start.put(Coord::new(0, 0), Stone::White).unwrap();
        let mut tree = GameTree::from_position(start);
        let first = tree.play(GameTree::ROOT, played(4, 4)).unwrap();
        assert_eq!(tree.record_to(first), None);
        assert_eq!(tree.position_at(first).stones().len(), 2);
    }
}
