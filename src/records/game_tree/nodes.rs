//! The nodes of a tree in little memory: 12 bytes each, so that a library of ten million moves,
//! which has two bytes for each, takes no more than six times its size. What most nodes lack
//! (comments, drawings, figures about the search) is beside them, sorted by node.
//!
//! The first node after a node usually was added right after it, which one bit says; the others
//! follow each other through [`Compact::beside`].

use std::collections::BTreeMap;

use crate::game::PlayedMove;
use crate::node_marks::NodeMarks;
use tengen_engine::types::{Color, Coord};

/// A node of a [`GameTree`](super::GameTree).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// The board after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeNode<'a> {
    /// The node before it; `None` for the root.
    pub parent: Option<NodeId>,
    /// The move that leads here, and whose it is; `None` for the root.
    pub played: Option<(Color, PlayedMove)>,
    /// The comment; empty if there is none.
    pub comment: &'a str,
}

/// No node.
const NONE: u32 = u32::MAX;

/// The bits of [`Compact::flags`].
mod flag {
    /// White's move.
    pub(super) const WHITE: u8 = 1;
    /// The first node after it is the one with the next number.
    pub(super) const FIRST_IS_NEXT: u8 = 1 << 1;
    /// The first node after it is in [`super::TreeNodes::first`].
    pub(super) const FIRST: u8 = 1 << 2;
    /// It has a comment.
    pub(super) const COMMENT: u8 = 1 << 3;
    /// It has drawings.
    pub(super) const MARKS: u8 = 1 << 4;
    pub(super) const FIGURES: u8 = 1 << 5;
    /// It is a pass.
    pub(super) const PASS: u8 = 1 << 6;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Compact {
    parent: u32,
    /// The next node after the same parent.
    beside: u32,
    x: u8,
    y: u8,
    flags: u8,
}

/// What a player reported about a move, beside its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Figures {
    time_ms: Option<u64>,
    depth: Option<u32>,
    value: Option<i32>,
    nodes: Option<u64>,
}

/// The nodes: the root first, every node before the nodes after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TreeNodes {
    nodes: Vec<Compact>,
    /// The first node after those whose first one was not added right after them.
    first: BTreeMap<u32, u32>,
    comments: Beside<String>,
    marks: Beside<Box<NodeMarks>>,
    figures: Beside<Figures>,
}

impl TreeNodes {
    pub(super) const ROOT: NodeId = NodeId(0);

    /// The root alone.
    pub(super) fn new() -> Self {
        let root = Compact { parent: NONE, beside: NONE, x: 0, y: 0, flags: 0 };
        Self {
            nodes: vec![root],
            first: BTreeMap::new(),
            comments: Beside(Vec::new()),
            marks: Beside(Vec::new()),
            figures: Beside(Vec::new()),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    fn at(&self, id: NodeId) -> &Compact {
        &self.nodes[id.0 as usize]
    }

    fn at_mut(&mut self, id: NodeId) -> &mut Compact {
        &mut self.nodes[id.0 as usize]
    }

    fn has(&self, id: NodeId, flag: u8) -> bool {
        self.at(id).flags & flag != 0
    }

    pub(super) fn node(&self, id: NodeId) -> TreeNode<'_> {
        TreeNode { parent: self.parent(id), played: self.played(id), comment: self.comment(id) }
    }

    pub(super) fn parent(&self, id: NodeId) -> Option<NodeId> {
        some(self.at(id).parent)
    }

    /// The move that leads to a node: whose it is, and its point unless it is a pass.
    pub(super) fn color_and_point(&self, id: NodeId) -> Option<(Color, Option<Coord>)> {
        let &Compact { parent, x, y, flags, .. } = self.at(id);
        let color = if flags & flag::WHITE == 0 { Color::Black } else { Color::White };
        let point = (flags & flag::PASS == 0).then_some(Coord::new(x, y));
        (parent != NONE).then_some((color, point))
    }

    pub(super) fn played(&self, id: NodeId) -> Option<(Color, PlayedMove)> {
        let (color, point) = self.color_and_point(id)?;
        let figures = self.figures.get(id, self.has(id, flag::FIGURES));
        let plain = PlayedMove::plain(point, None);
        let played = figures.map_or(plain, |&Figures { time_ms, depth, value, nodes }| {
            PlayedMove { time_ms, depth, value, nodes, ..plain }
        });
        Some((color, played))
    }

    pub(super) fn comment(&self, id: NodeId) -> &str {
        self.comments.get(id, self.has(id, flag::COMMENT)).map_or("", String::as_str)
    }

    pub(super) fn marks(&self, id: NodeId) -> &NodeMarks {
        self.marks.get(id, self.has(id, flag::MARKS)).map_or(NodeMarks::NONE, |marks| marks)
    }

    pub(super) fn has_remarks(&self) -> bool {
        !self.comments.0.is_empty() || !self.marks.0.is_empty()
    }

    /// The first node after this one.
    pub(super) fn first(&self, id: NodeId) -> Option<NodeId> {
        match self.at(id).flags {
            flags if flags & flag::FIRST_IS_NEXT != 0 => Some(NodeId(id.0 + 1)),
            flags if flags & flag::FIRST != 0 => self.first.get(&id.0).copied().map(NodeId),
            _ => None,
        }
    }

    /// The next node after the same one.
    pub(super) fn beside(&self, id: NodeId) -> Option<NodeId> {
        some(self.at(id).beside)
    }

    /// The nodes after a node, in their order.
    pub(super) fn after(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first(id), |&id| self.beside(id))
    }

    /// Adds a node as the last after its parent.
    pub(super) fn push(&mut self, parent: NodeId, color: Color, played: PlayedMove) -> NodeId {
        let number = u32::try_from(self.nodes.len()).ok().filter(|&number| number != NONE);
        let id = NodeId(number.expect("a tree has less than 2^32 - 1 nodes"));
        let side = if color == Color::White { flag::WHITE } else { 0 };
        let PlayedMove { point, time_ms, depth, value, nodes } = played;
        let pass = if point.is_none() { flag::PASS } else { 0 };
        let Coord { x, y } = point.unwrap_or(Coord::new(0, 0));
        let node = Compact { parent: parent.0, beside: NONE, x, y, flags: side | pass };
        push_tight(&mut self.nodes, node);
        match self.after(parent).last() {
            Some(last) => self.at_mut(last).beside = id.0,
            None => self.set_first(parent, id),
        }
        if played != PlayedMove::plain(point, None) {
            self.figures.put(id, Figures { time_ms, depth, value, nodes });
            self.at_mut(id).flags |= flag::FIGURES;
        }
        id
    }

    fn set_first(&mut self, id: NodeId, first: NodeId) {
        self.at_mut(id).flags &= !(flag::FIRST | flag::FIRST_IS_NEXT);
        if first.0 == id.0 + 1 {
            self.at_mut(id).flags |= flag::FIRST_IS_NEXT;
            self.first.remove(&id.0);
        } else {
            self.at_mut(id).flags |= flag::FIRST;
            self.first.insert(id.0, first.0);
        }
    }

    /// Makes a node the first after its parent; the others keep their order.
    pub(super) fn promote(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        let Some(first) = self.first(parent).filter(|&first| first != id) else { return };
        let before = self.after(parent).find(|&other| self.beside(other) == Some(id));
        let Some(before) = before else { return };
        self.at_mut(before).beside = self.at(id).beside;
        self.at_mut(id).beside = first.0;
        self.set_first(parent, id);
    }

    pub(super) fn set_comment(&mut self, id: NodeId, comment: String) {
        self.set_flag(id, flag::COMMENT, !comment.is_empty());
        match comment.is_empty() {
            true => drop(self.comments.take(id)),
            false => self.comments.put(id, comment),
        }
    }

    pub(super) fn append_comment(&mut self, id: NodeId, paragraph: &str) {
        if !self.has(id, flag::COMMENT) {
            self.set_comment(id, paragraph.to_owned());
        } else if let Some(comment) = self.comments.get_mut(id) {
            if !paragraph.is_empty() {
                comment.push('\n');
            }
            comment.push_str(paragraph);
        }
    }

    pub(super) fn edit_marks(&mut self, id: NodeId, edit: impl FnOnce(&mut NodeMarks)) {
        let marks = if self.has(id, flag::MARKS) { self.marks.get_mut(id) } else { None };
        let is_empty = match marks {
            Some(marks) => {
                edit(marks);
                marks.is_empty()
            }
            None => {
                let mut marks = Box::<NodeMarks>::default();
                edit(&mut marks);
                let is_empty = marks.is_empty();
                if !is_empty {
                    self.marks.put(id, marks);
                }
                is_empty
            }
        };
        if is_empty {
            self.marks.take(id);
        }
        self.set_flag(id, flag::MARKS, !is_empty);
    }

    fn set_flag(&mut self, id: NodeId, flag: u8, is_set: bool) {
        let flags = &mut self.at_mut(id).flags;
        *flags = if is_set { *flags | flag } else { *flags & !flag };
    }
}

fn some(number: u32) -> Option<NodeId> {
    (number != NONE).then_some(NodeId(number))
}

/// Values of some nodes, sorted by node. Readers add nodes in order, so that most are put at the
/// end.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Beside<T>(Vec<(u32, T)>);

impl<T> Beside<T> {
    fn place(&self, id: NodeId) -> Result<usize, usize> {
        match self.0.last() {
            Some((last, _)) if *last == id.0 => Ok(self.0.len() - 1),
            Some((last, _)) if *last < id.0 => Err(self.0.len()),
            _ => self.0.binary_search_by_key(&id.0, |&(number, _)| number),
        }
    }

    /// The value, if the node has one.
    fn get(&self, id: NodeId, has_one: bool) -> Option<&T> {
        let place = if has_one { self.place(id).ok()? } else { return None };
        Some(&self.0[place].1)
    }

    fn get_mut(&mut self, id: NodeId) -> Option<&mut T> {
        let place = self.place(id).ok()?;
        Some(&mut self.0[place].1)
    }

    fn put(&mut self, id: NodeId, value: T) {
        match self.place(id) {
            Ok(place) => self.0[place].1 = value,
            Err(place) if place == self.0.len() => push_tight(&mut self.0, (id.0, value)),
            Err(place) => self.0.insert(place, (id.0, value)),
        }
    }

    fn take(&mut self, id: NodeId) -> Option<T> {
        let place = self.place(id).ok()?;
        Some(self.0.remove(place).1)
    }
}

/// Adds a value to a list that grows by an eighth, not to twice its length: the length of lists of
/// nodes counts.
fn push_tight<T>(list: &mut Vec<T>, value: T) {
    if list.len() == list.capacity() {
        list.reserve_exact((list.len() / 8).max(4));
    }
    list.push(value);
}
