//! A tree of moves as a library, in the form that RenLib itself writes: version 3.0 without a root
//! if h8 is the only first move, else version 3.4.

use thiserror::Error;

use super::node::{BOARD_TEXT, byte_of, flag};
use super::text::comment_bytes;
use super::{CENTER, HEADER_BYTES, MAGIC, SIDE};
use crate::game_tree::{GameTree, NodeId};
use tengen_engine::types::{BoardSize, Coord};
use tengen_util::charset::Charset;

/// A game that a library cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RenlibWriteError {
    /// Another board.
    #[error("a board of {size}, expected {SIDE}x{SIDE}")]
    Size { size: BoardSize },
    /// Stones before the first move.
    #[error("stones set up before the first move, expected an empty board")]
    SetUp,
    /// A character that the code page does not have.
    #[error("'{seen}' in a comment or text, expected characters of {charset}")]
    Character {
        /// The character.
        seen: char,
        /// The code page.
        charset: Charset,
    },
}

/// The library of a game, its texts in `charset`.
///
/// # Errors
/// If the board is not 15×15, stones were set up, or a text has characters outside of the code
/// page.
pub fn write(tree: &GameTree, charset: Charset) -> Result<Vec<u8>, RenlibWriteError> {
    let size = tree.head().size;
    if (size.width(), size.height()) != (SIDE, SIDE) {
        return Err(RenlibWriteError::Size { size });
    }
    if tree.has_setup() {
        return Err(RenlibWriteError::SetUp);
    }
    let has_root = !is_rootless(tree);
    let mut writer = Writer { tree, charset, bytes: header(if has_root { 4 } else { 0 }) };
    if has_root {
        writer.root()?;
    }
    writer.all()?;
    Ok(writer.bytes)
}

fn header(minor: u8) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([3, minor]);
    bytes.resize(HEADER_BYTES, 0xFF);
    bytes
}

/// Whether the old form can hold the game: h8 is the only first move, the empty board has no
/// remarks, and there is no pass, which readers would take for the root.
fn is_rootless(tree: &GameTree) -> bool {
    let root = tree.node(GameTree::ROOT);
    let marks = tree.marks(GameTree::ROOT);
    let next: Vec<NodeId> = tree.after(GameTree::ROOT).take(2).collect();
    let &[first] = next.as_slice() else { return false };
    move_byte(tree, first) == CENTER
        && root.comment.is_empty()
        && !(marks.is_marked || marks.is_start)
        && marks.texts().iter().all(|(coord, _)| byte_of(Some(*coord)) == CENTER)
        && tree.alternates()
        && !tree.has_pass()
}

/// A node that is left to write.
enum Left {
    /// A move, and whether the text on its point is written with it.
    Move(NodeId, bool),
    /// A text on a point after this node, without a move there.
    Text(NodeId, Coord),
    /// A pass that no node of the tree is, and the moves after it: those out of turn.
    Pass(Vec<(NodeId, bool)>),
}

/// The children of a node, in the order of the tree. Texts without a move are placed between the
/// moves by point, as RenLib sorts them.
fn children(tree: &GameTree, id: NodeId) -> Vec<Left> {
    let turn = tree.turn(id);
    let next: Vec<NodeId> = tree.after(id).collect();
    let is_in_turn = |id: &NodeId| tree.node(*id).played.is_some_and(|(color, _)| color == turn);
    let pass_place = next.iter().position(|id| !is_in_turn(id));
    let (in_turn, out_of_turn): (Vec<NodeId>, Vec<NodeId>) =
        next.iter().partition(|id| is_in_turn(id));
    let mut bytes: Vec<u8> = in_turn.iter().map(|&id| move_byte(tree, id)).collect();
    let mut children: Vec<Left> = in_turn.iter().map(|&id| Left::Move(id, true)).collect();
    if let Some(place) = pass_place {
        // Of two moves on a point, the one of the side to move gets the text.
        let has_text = |&id: &NodeId| (id, !bytes.contains(&move_byte(tree, id)));
        children.insert(place, Left::Pass(out_of_turn.iter().map(has_text).collect()));
        bytes.extend(out_of_turn.iter().map(|&id| move_byte(tree, id)));
    }
    let texts = tree.marks(id).texts().iter().map(|&(coord, _)| coord);
    for coord in texts.filter(|&coord| !bytes.contains(&byte_of(Some(coord)))) {
        let is_after = |other: &Left| matches!(other, Left::Move(other, _) if move_byte(tree, *other) > byte_of(Some(coord)));
        let place = children.iter().position(is_after).unwrap_or(children.len());
        children.insert(place, Left::Text(id, coord));
    }
    children
}

/// The byte of a node's point, that of a pass without one.
fn move_byte(tree: &GameTree, id: NodeId) -> u8 {
    byte_of(tree.node(id).played.and_then(|(_, played)| played.point))
}

struct Writer<'a> {
    tree: &'a GameTree,
    charset: Charset,
    bytes: Vec<u8>,
}

/// The parts of a node before they are joined.
#[derive(Default)]
struct Parts<'a> {
    coord: Option<Coord>,
    flags: u8,
    comment: &'a str,
    text: &'a str,
}

impl<'a> Writer<'a> {
    fn root(&mut self) -> Result<(), RenlibWriteError> {
        let parts = self.parts_of(GameTree::ROOT);
        let has_none = children(self.tree, GameTree::ROOT).is_empty();
        self.put(&parts, false, has_none)
    }

    /// All nodes but the root, with a work list instead of recursion: trees may be deep.
    fn all(&mut self) -> Result<(), RenlibWriteError> {
        let mut left = Vec::new();
        push(&mut left, children(self.tree, GameTree::ROOT));
        while let Some((node, has_sibling)) = left.pop() {
            let tree = self.tree;
            match node {
                Left::Move(id, has_text) => {
                    let next = children(tree, id);
                    let coord = tree.node(id).played.and_then(|(_, played)| played.point);
                    let parent = tree.node(id).parent.filter(|_| has_text);
                    let text = coord.zip(parent).and_then(|(at, up)| tree.marks(up).text_at(at));
                    let text = text.unwrap_or_default();
                    let parts = Parts { coord, text, ..self.parts_of(id) };
                    self.put(&parts, has_sibling, next.is_empty())?;
                    push(&mut left, next);
                }
                Left::Text(id, coord) => {
                    let text = tree.marks(id).text_at(coord).unwrap_or_default();
                    let parts =
                        Parts { coord: Some(coord), flags: flag::NO_MOVE, text, comment: "" };
                    self.put(&parts, has_sibling, true)?;
                }
                Left::Pass(moves) => {
                    self.put(&Parts::default(), has_sibling, false)?;
                    let moves = moves.into_iter().map(|(id, has_text)| Left::Move(id, has_text));
                    push(&mut left, moves.collect());
                }
            }
        }
        Ok(())
    }

    fn parts_of(&self, id: NodeId) -> Parts<'a> {
        let marks = self.tree.marks(id);
        let mark = if marks.is_marked { flag::MARK } else { 0 };
        let start = if marks.is_start { flag::START } else { 0 };
        let comment = self.tree.node(id).comment;
        Parts { coord: None, flags: mark | start, comment, text: "" }
    }

    fn put(
        &mut self,
        parts: &Parts<'_>,
        has_sibling: bool,
        is_last: bool,
    ) -> Result<(), RenlibWriteError> {
        let charset = self.charset;
        let refused = |seen| RenlibWriteError::Character { seen, charset };
        let comment = comment_bytes(parts.comment, charset).map_err(refused)?;
        let text = parts.text.replace('\0', " ");
        let text = charset.encode(&text).map_err(refused)?;
        let bits = [
            (flag::SIBLING, has_sibling),
            (flag::NO_CHILD, is_last),
            (flag::COMMENT, !comment.is_empty()),
            (flag::EXTENSION, !text.is_empty()),
        ];
        let bits = bits.into_iter().filter(|(_, is_set)| *is_set);
        let flags = bits.fold(parts.flags, |flags, (bit, _)| flags | bit);
        self.bytes.extend([byte_of(parts.coord), flags]);
        if !text.is_empty() {
            self.bytes.extend(BOARD_TEXT.to_be_bytes());
        }
        for part in [&comment[..], &text[..]] {
            if !part.is_empty() {
                self.bytes.extend_from_slice(part);
                self.bytes.resize(self.bytes.len() + 2 - part.len() % 2, 0);
            }
        }
        Ok(())
    }
}

/// Pushes siblings so that the first is popped first, each with whether another follows.
fn push(left: &mut Vec<(Left, bool)>, siblings: Vec<Left>) {
    let last = siblings.len().saturating_sub(1);
    let numbered = siblings.into_iter().enumerate().rev();
    left.extend(numbered.map(|(place, node)| (node, place < last)));
}
