//! A game with its variations: a tree of moves with comments, from the empty board or from stones
//! that were set up. A [`GameRecord`] is one line of it. A node takes about 130 bytes, so that
//! trees of ten million nodes fit into 2 GiB. Imports `rules` and below.

use super::game::{GameRecord, Opening, PlayedMove};
use super::node_marks::NodeMarks;
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::types::{BoardSize, Color, Rule};

/// A node of a [`GameTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The board after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The node before it; `None` for the root.
    pub parent: Option<NodeId>,
    /// The move that leads here, and whose it is; `None` for the root.
    pub played: Option<(Color, PlayedMove)>,
    /// The comment; empty if there is none.
    pub comment: String,
    /// The drawings, if any: see [`GameTree::marks`].
    marks: Option<Box<NodeMarks>>,
    /// The nodes after it: the main line first, then the variations.
    pub next: Vec<NodeId>,
}

impl TreeNode {
    fn new(parent: Option<NodeId>, played: Option<(Color, PlayedMove)>) -> Self {
        Self { parent, played, comment: String::new(), marks: None, next: Vec::new() }
    }

    /// Whether it holds more than a move.
    fn has_remarks(&self) -> bool {
        !self.comment.is_empty() || self.marks.is_some()
    }
}

/// A game with its variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// Rule, board, players, date and result. Its lists of moves are empty.
    head: GameRecord,
    /// How many first moves are the opening's.
    opening_stones: usize,
    /// The board before the first move.
    start: Position,
    /// The root first, every node before the nodes after it.
    nodes: Vec<TreeNode>,
}

impl GameTree {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(0);

    /// A game without a move from an empty board.
    pub fn new(rule: Rule, size: BoardSize) -> Self {
        Self::from_position(Position::new(rule, size))
    }

    /// A game without a move that begins with these stones.
    pub fn from_position(start: Position) -> Self {
        let head = GameRecord::new(start.rule(), start.size());
        Self { head, opening_stones: 0, start, nodes: vec![TreeNode::new(None, None)] }
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
        let opening = record.opening.moves.iter().map(|&coord| PlayedMove::new(coord, None));
        for (number, played) in (1..).zip(opening.chain(record.moves.iter().copied())) {
            let color = position.to_move();
            position.play(played.coord()).map_err(|error| (number, error))?;
            last = tree.push(last, color, played);
        }
        Ok(tree)
    }

    /// Rule, board, players, date and result. Its lists of moves are empty.
    pub fn head(&self) -> &GameRecord {
        &self.head
    }

    /// The same, to be changed; rule, board and moves stay as they are.
    pub fn edit_head(&mut self, edit: impl FnOnce(&mut GameRecord)) {
        let mut head = self.head.clone();
        edit(&mut head);
        self.set_head(head, self.opening_stones);
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

    /// A node.
    pub fn node(&self, id: NodeId) -> &TreeNode {
        &self.nodes[id.index()]
    }

    /// Sets the comment of a node.
    pub fn set_comment(&mut self, id: NodeId, comment: impl Into<String>) {
        self.nodes[id.index()].comment = comment.into();
    }

    /// Adds a paragraph to the comment of a node.
    pub fn append_comment(&mut self, id: NodeId, paragraph: &str) {
        let comment = &mut self.nodes[id.index()].comment;
        if !comment.is_empty() && !paragraph.is_empty() {
            comment.push('\n');
        }
        comment.push_str(paragraph);
    }

    /// The drawings at a node.
    pub fn marks(&self, id: NodeId) -> &NodeMarks {
        self.node(id).marks.as_deref().unwrap_or(NodeMarks::NONE)
    }

    /// The same, to be changed.
    pub(crate) fn edit_marks(&mut self, id: NodeId, edit: impl FnOnce(&mut NodeMarks)) {
        let marks = &mut self.nodes[id.index()].marks;
        let mut edited = marks.take().unwrap_or_default();
        edit(&mut edited);
        *marks = Some(edited).filter(|marks| !marks.is_empty());
    }

    /// The moves from the root to the node.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(id), |&id| self.node(id).parent);
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

    fn first_after(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next.first().copied()
    }

    /// The board at the node.
    pub fn position_at(&self, id: NodeId) -> Position {
        let mut position = self.start.clone();
        for (color, played) in self.path(id).into_iter().filter_map(|id| self.node(id).played) {
            position.set_to_move(color);
            // Every move of a tree can be placed.
            let _ = position.play(played.coord());
        }
        position
    }

    /// Every node after at most `plies` moves with the board there: a node before those after it,
    /// the main line before its variations.
    pub fn walk(&self, plies: usize) -> impl Iterator<Item = (NodeId, Position)> {
        let mut open = vec![(Self::ROOT, self.start.clone(), 0)];
        std::iter::from_fn(move || {
            let (id, position, ply) = open.pop()?;
            let next: &[NodeId] = if ply < plies { &self.node(id).next } else { &[] };
            for &next in next.iter().rev() {
                let Some((color, played)) = self.node(next).played else { continue };
                let mut after = position.clone();
                after.set_to_move(color);
                // Every move of a tree can be placed.
                if after.play(played.coord()).is_ok() {
                    open.push((next, after, ply + 1));
                }
            }
            Some((id, position))
        })
    }

    /// The node after `parent` with this move of the side to move there: an existing one, which
    /// stays unchanged, or a new variation.
    ///
    /// # Errors
    /// If the point is occupied or off the board; the tree is unchanged.
    pub fn play(&mut self, parent: NodeId, played: PlayedMove) -> Result<NodeId, PlaceError> {
        let mut position = self.position_at(parent);
        let color = position.to_move();
        position.play(played.coord())?;
        Ok(self.add(parent, color, played))
    }

    /// The same for a move that is known to be possible.
    pub(super) fn add(&mut self, parent: NodeId, color: Color, played: PlayedMove) -> NodeId {
        let is_same = |id: &NodeId| {
            let old = self.node(*id).played;
            old.is_some_and(|(c, old)| c == color && old.coord() == played.coord())
        };
        let old = self.node(parent).next.iter().copied().find(is_same);
        old.unwrap_or_else(|| self.push(parent, color, played))
    }

    fn push(&mut self, parent: NodeId, color: Color, played: PlayedMove) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a tree has less than 2^32 nodes"));
        self.nodes[parent.index()].next.push(id);
        self.nodes.push(TreeNode::new(Some(parent), Some((color, played))));
        id
    }

    /// Makes the line to the node the main line.
    pub fn promote(&mut self, id: NodeId) {
        for id in self.path(id) {
            let Some(parent) = self.node(id).parent else { continue };
            let next = &mut self.nodes[parent.index()].next;
            next.retain(|&other| other != id);
            next.insert(0, id);
        }
    }

    /// The variations beside the node, itself included, in their order; and its place among them.
    pub fn siblings(&self, id: NodeId) -> (&[NodeId], usize) {
        let Some(parent) = self.node(id).parent else { return (&[], 0) };
        let all = &self.node(parent).next;
        (all, all.iter().position(|&other| other == id).unwrap_or(0))
    }

    /// Whether there is more than one line.
    pub(crate) fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.next.len() > 1)
    }

    /// Whether there is a comment or a drawing.
    pub fn has_remarks(&self) -> bool {
        self.nodes.iter().any(TreeNode::has_remarks)
    }

    /// Whether stones were set up, or there are variations or remarks: what a list of moves cannot
    /// hold.
    pub fn has_more_than_moves(&self) -> bool {
        self.has_setup() || self.has_variations() || self.has_remarks()
    }

    /// Whose turn it is at a node.
    pub fn turn(&self, id: NodeId) -> Color {
        self.node(id).played.map_or(self.start.to_move(), |(color, _)| !color)
    }

    /// Whether the sides alternate in every line.
    pub fn alternates(&self) -> bool {
        self.nodes.iter().all(|node| match (node.parent, node.played) {
            (Some(parent), Some((color, _))) => color == self.turn(parent),
            _ => true,
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
        let (opening, moves) = moves.split_at(self.opening_stones.min(moves.len()));
        let opening = Opening {
            name: self.head.opening.name.clone(),
            moves: opening.iter().map(PlayedMove::coord).collect(),
        };
        Some(GameRecord { opening, moves: moves.to_vec(), ..self.head.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::game;
    use tengen_engine::types::{Coord, Stone};

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
        assert_eq!(tree.siblings(other), (&[main, other][..], 1));
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
    fn stones_that_were_set_up_are_no_record() {
        let mut start = Position::new(Rule::Renju, BoardSize::square(9).unwrap());
        start.put(Coord::new(0, 0), Stone::White).unwrap();
        let mut tree = GameTree::from_position(start);
        let first = tree.play(GameTree::ROOT, played(4, 4)).unwrap();
        assert_eq!(tree.record_to(first), None);
        assert_eq!(tree.position_at(first).stones().len(), 2);
    }
}
