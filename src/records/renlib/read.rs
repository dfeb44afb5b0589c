//! A library as a tree of moves.

use super::SIDE;
use super::node::{LibNode, flag};
use super::nodes::{RenlibError, read_nodes};
use super::text::{comment_text, guess};
use crate::fault::FormatFault;
use crate::file_format::ReadLosses;
use crate::game::PlayedMove;
use crate::game_tree::{GameTree, NodeId};
use crate::read_loss::ReadLoss;
use crate::unread::{PartLost, UnreadPart};
use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_util::charset::Charset;

/// A library that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibRead {
    /// The moves.
    pub tree: GameTree,
    /// What the tree does not hold.
    pub lost: LibLosses,
    /// What was guessed or ignored, one sentence each.
    pub notes: Vec<ReadLoss>,
    /// Why the file was not read to its end: it is cut, or more follows the tree.
    pub unread: Option<RenlibError>,
}

impl LibRead {
    /// The library, if it was read to its end.
    ///
    /// # Errors
    /// If it was not.
    pub fn whole(self) -> Result<Self, RenlibError> {
        match self.unread {
            Some(error) => Err(error),
            None => Ok(self),
        }
    }

    /// What was lost in reading it.
    pub fn losses(&self) -> ReadLosses {
        let lost = self.notes.iter().cloned().chain(self.lost.losses()).collect();
        let damage = |error: &RenlibError| UnreadPart::Damage {
            sentence: error.to_string(),
            fault: error.fault(),
            so: PartLost::Rest,
        };
        let unread = self.unread.iter().map(damage).collect();
        ReadLosses { lost, unread, ..ReadLosses::default() }
    }
}

/// The skipped parts of a library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LibLosses {
    /// Nodes on occupied points, including their descendants.
    pub occupied: usize,
    /// Nodes after a node that is not a move.
    pub after_text: usize,
    /// Texts on the board at passes, and comments of nodes that are not moves: a tree has no place
    /// for them.
    pub remarks: usize,
}

impl LibLosses {
    /// Each kind of loss that there is.
    pub fn losses(&self) -> Vec<ReadLoss> {
        let all = [
            (self.occupied, ReadLoss::Occupied(self.occupied)),
            (self.after_text, ReadLoss::AfterText(self.after_text)),
            (self.remarks, ReadLoss::Remarks(self.remarks)),
        ];
        all.into_iter().filter(|(count, _)| *count > 0).map(|(_, loss)| loss).collect()
    }
}

/// Reads a library. Its texts are in `charset`; without one it is guessed, see [`super::text`]. A
/// library does not name a rule, so `rule` is used. Of a file that is cut the whole nodes are read.
/// Zeros and line breaks after the tree, which editors and mail programs append, are ignored.
///
/// # Errors
/// If the bytes are not a library.
pub fn read(bytes: &[u8], rule: Rule, charset: Option<Charset>) -> Result<LibRead, RenlibError> {
    let mut notes = Vec::new();
    let charset = match charset {
        Some(charset) => charset,
        None => {
            let seems = guess(bytes)?;
            notes.extend((seems != Charset::UTF_8).then_some(ReadLoss::Guessed(seems)));
            seems
        }
    };
    let size = BoardSize::square(SIDE.into()).expect("15×15 is a board");
    let mut grower = Grower {
        tree: GameTree::new(rule, size),
        charset,
        path: Vec::new(),
        occupied: [0; SIDE as usize],
        lost: LibLosses::default(),
    };
    let (mut unread, mut nodes) = (None, 0);
    for item in read_nodes(bytes)? {
        match item {
            Ok((level, node)) => {
                nodes += 1;
                grower.take(level, &node);
            }
            Err(RenlibError::Surplus { offset, seen }) if is_padding(&bytes[offset..]) => {
                notes.push(ReadLoss::Padding(seen));
            }
            Err(error @ (RenlibError::Surplus { .. } | RenlibError::End { .. })) if nodes > 0 => {
                unread = Some(error);
            }
            Err(error) => return Err(error),
        }
    }
    let Grower { mut tree, lost, .. } = grower;
    let outcome = tree.end_at(tree.end()).outcome;
    tree.edit_head(|head| head.outcome = outcome);
    Ok(LibRead { tree, lost, notes, unread })
}

/// Whether bytes after the tree say nothing.
fn is_padding(bytes: &[u8]) -> bool {
    const CTRL_Z: u8 = 0x1a;
    bytes.iter().all(|&byte| matches!(byte, 0 | b'\r' | b'\n' | b' ' | CTRL_Z | 0xff))
}

/// A node on the way from the root to the last that was read.
#[derive(Clone, Copy)]
struct PathStep {
    /// The node of the tree; of a text, the one before it.
    node: NodeId,
    /// Whose turn it is there.
    to_move: Color,
    /// The stone that it placed.
    stone: Option<Coord>,
    state: ReaderState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ReaderState {
    /// A node of the tree.
    Kept,
    /// On an occupied point, or after such a node.
    Occupied,
    /// Not a move, or after such a node.
    Text,
}

/// The tree of the nodes read so far.
struct Grower {
    tree: GameTree,
    charset: Charset,
    /// By level; the last is the last that was read.
    path: Vec<PathStep>,
    /// The stones of the path: a word for each row.
    occupied: [u16; SIDE as usize],
    lost: LibLosses,
}

impl Grower {
    /// Takes a node; its level is at most one above the last node's.
    fn take(&mut self, level: u32, node: &LibNode<'_>) {
        let root = PathStep {
            node: GameTree::ROOT,
            to_move: Color::Black,
            stone: None,
            state: ReaderState::Kept,
        };
        let level = level as usize;
        if level == 0 || self.path.is_empty() {
            self.path.push(root);
        }
        if level == 0 {
            self.remark(root, node, true);
            return;
        }
        while self.path.len() > level {
            if let Some(PathStep { stone: Some(coord), .. }) = self.path.pop() {
                self.occupied[usize::from(coord.y)] &= !(1 << coord.x);
            }
        }
        let before = self.path.last().copied().unwrap_or(root);
        let step = self.step(before, node);
        self.path.push(step);
    }

    fn step(&mut self, before: PathStep, node: &LibNode<'_>) -> PathStep {
        let gone = |state| PathStep { state, stone: None, ..before };
        match (before.state, node.coord) {
            (ReaderState::Occupied, _) => {
                self.lost.occupied += 1;
                gone(ReaderState::Occupied)
            }
            (ReaderState::Text, _) => {
                self.lost.after_text += 1;
                gone(ReaderState::Text)
            }
            // Neither a move nor a point: what it says is said about the node before it.
            (ReaderState::Kept, None) if node.has(flag::NO_MOVE) => {
                self.remark(before, node, false);
                PathStep { stone: None, ..before }
            }
            (ReaderState::Kept, None) => {
                let pass = PlayedMove::plain(None, None);
                let added = self.tree.add(before.node, before.to_move, pass);
                let step =
                    PathStep { node: added, to_move: !before.to_move, stone: None, ..before };
                self.remark(step, node, true);
                step
            }
            (ReaderState::Kept, Some(coord)) if node.has(flag::NO_MOVE) => {
                self.put_text(before.node, coord, node);
                self.lost.remarks += usize::from(node.comment.is_some());
                gone(ReaderState::Text)
            }
            (ReaderState::Kept, Some(coord)) => self.place(before, coord, node),
        }
    }

    fn place(&mut self, before: PathStep, coord: Coord, node: &LibNode<'_>) -> PathStep {
        let row = &mut self.occupied[usize::from(coord.y)];
        if *row & (1 << coord.x) != 0 {
            self.lost.occupied += 1;
            return PathStep { state: ReaderState::Occupied, stone: None, ..before };
        }
        *row |= 1 << coord.x;
        self.put_text(before.node, coord, node);
        let added = self.tree.add(before.node, before.to_move, PlayedMove::new(coord, None));
        let step = PathStep { node: added, to_move: !before.to_move, stone: Some(coord), ..before };
        self.remark(step, node, true);
        step
    }

    fn put_text(&mut self, at: NodeId, coord: Coord, node: &LibNode<'_>) {
        if let Some(text) = node.text {
            let text = self.charset.decode(text).into_owned();
            self.tree.edit_marks(at, |marks| marks.set_text(coord, text));
        }
    }

    /// Comment and marks of a node; one that is not in the tree has no marks.
    fn remark(&mut self, at: PathStep, node: &LibNode<'_>, is_own: bool) {
        if let Some(comment) = node.comment {
            let comment = comment_text(comment, self.charset);
            self.tree.append_comment(at.node, &comment);
        }
        let (is_marked, is_start) = (node.has(flag::MARK), node.has(flag::START));
        if is_own && (is_marked || is_start) {
            self.tree.edit_marks(at.node, |marks| {
                marks.is_marked |= is_marked;
                marks.is_start |= is_start;
            });
        }
        let has_lost_text = node.coord.is_none() && node.text.is_some();
        self.lost.remarks += usize::from(has_lost_text);
        self.lost.remarks += usize::from(!is_own && (is_marked || is_start));
    }
}
