//! Records a win by fours as a tree in which every reply has its answer.

use std::collections::HashMap;

use super::defense::{against_five, against_one_five};
use super::solution::{WinNode, WinTree};
use super::vcf::{Meter, Vcf, VcfResult};
use crate::board::{Board, Combined};
use crate::rules::forbidden::is_forbidden;
use crate::types::{Coord, Point, RuleSet};
use crate::util::key_hash::ByKey;

/// What follows a move of the attacker: the replies with a node of their own, and the node after
/// all others.
pub(crate) type Follow = (Vec<(Coord, usize)>, Option<usize>);

/// Bytes of a node with its replies and its place in the index, roughly.
const NODE_BYTES: u64 = 128;

/// A tree under construction.
#[derive(Debug)]
pub(crate) struct Builder {
    tree: WinTree,
    /// The node of a position, by its key.
    nodes: HashMap<u64, usize, ByKey>,
    /// Most nodes.
    most: usize,
}

impl Builder {
    /// An empty tree that may grow to `bytes`.
    pub(crate) fn within(bytes: u64) -> Self {
        let most = usize::try_from(bytes / NODE_BYTES).unwrap_or(usize::MAX);
        Self { tree: WinTree::default(), nodes: HashMap::default(), most }
    }

    /// Whether the tree has reached its memory limit.
    pub(crate) fn is_full(&self) -> bool {
        self.tree.nodes.len() >= self.most
    }

    /// The finished tree.
    pub(crate) fn finish(mut self, root: usize) -> WinTree {
        self.tree.root = root;
        self.tree
    }

    /// The node of a position that was recorded already.
    pub(crate) fn node(&self, key: u64) -> Option<usize> {
        self.nodes.get(&key).copied()
    }

    /// Adds the node of a position.
    pub(crate) fn add(&mut self, key: u64, play: Point, (replies, otherwise): Follow) -> usize {
        let index = self.tree.push(WinNode { play: play.coord(), replies, otherwise });
        self.nodes.insert(key, index);
        index
    }

    /// Adds the node of a move that makes five.
    pub(crate) fn five(&mut self, play: Point) -> usize {
        self.tree.push(WinNode::five(play.coord()))
    }

    /// The tree so far.
    pub(crate) fn so_far(&self) -> &WinTree {
        &self.tree
    }

    /// Records the win by fours that the side to move has within `depth` plies. `None` if a limit
    /// came first.
    pub(crate) fn fours<R: RuleSet>(
        &mut self,
        vcf: &mut Vcf,
        board: &mut Board<R>,
        depth: u16,
        meter: &mut Meter<'_>,
    ) -> Option<usize> {
        Fours { vcf, board, depth, meter }.write(self)
    }
}

/// A solver that can record the win of the side to move on its board.
pub(crate) trait Author<R: RuleSet> {
    /// The board that is searched.
    fn board(&mut self) -> &mut Board<R>;

    /// Adds the win to the tree, the attacker to move. `None` if a limit came first.
    fn write(&mut self, builder: &mut Builder) -> Option<usize>;

    /// What follows a four, the defender to move.
    fn after_four(&mut self, builder: &mut Builder) -> Option<Follow> {
        let board = self.board();
        let own = board.to_move();
        let five = board.threats_from(!own, Combined::Five).next()?;
        let answers = against_five(board, !own);
        let mut replies = Vec::new();
        for reply in against_one_five(board, !own, five) {
            if is_forbidden(self.board(), own, reply) {
                continue;
            }
            self.board().place_patterns(reply);
            let next = if answers.contains(&reply) {
                self.write(builder)
            } else {
                // It stops this five, but not another one.
                let other = self.board().threats_from(!own, Combined::Five).next();
                other.map(|five| builder.five(five))
            };
            self.board().undo();
            replies.push((reply.coord(), next?));
        }
        Some((replies, Some(builder.five(five))))
    }
}

/// Records wins by fours.
struct Fours<'a, 'm, R> {
    vcf: &'a mut Vcf,
    board: &'a mut Board<R>,
    /// Plies within which the win lies.
    depth: u16,
    meter: &'a mut Meter<'m>,
}

impl<R: RuleSet> Author<R> for Fours<'_, '_, R> {
    fn board(&mut self) -> &mut Board<R> {
        self.board
    }

    fn write(&mut self, builder: &mut Builder) -> Option<usize> {
        let key = self.board.key();
        if let Some(index) = builder.node(key) {
            return Some(index);
        }
        if builder.is_full() {
            return None;
        }
        let known = self.vcf.known(self.board).filter(|&(_, plies)| plies <= self.depth);
        let (by, plies) = match known {
            Some(known) => known,
            None => match self.vcf.search(self.board, self.depth, u64::MAX, self.meter) {
                VcfResult::Win(_) => self.vcf.known(self.board)?,
                _ => return None,
            },
        };
        if plies == 1 {
            return Some(builder.add(key, by, (Vec::new(), None)));
        }
        let depth = std::mem::replace(&mut self.depth, plies - 2);
        self.board.place_fours(by);
        let follow = self.after_four(builder);
        self.board.undo();
        self.depth = depth;
        Some(builder.add(key, by, follow?))
    }
}
