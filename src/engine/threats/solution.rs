//! A solver's request and result. A claimed win is a complete tree, so that it can be written to a
//! file and verified independently.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use strum::IntoStaticStr;

use crate::types::Coord;
use crate::util::stop::StopFlag;

/// Which threats the attacker may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum ThreatKind {
    /// Continuous fours: every move of the attacker threatens a five.
    Vcf,
    /// Continuous threats: fours, and threes after which the attacker would win by fours if the
    /// defender passed.
    Vct,
}

impl ThreatKind {
    /// All of them, in the order in which they are tried.
    pub const ALL: [ThreatKind; 2] = [ThreatKind::Vcf, ThreatKind::Vct];

    /// This kind alone, or all of them.
    pub fn or_all(kind: Option<ThreatKind>) -> &'static [ThreatKind] {
        match kind {
            Some(ThreatKind::Vcf) => &[ThreatKind::Vcf],
            Some(ThreatKind::Vct) => &[ThreatKind::Vct],
            None => &ThreatKind::ALL,
        }
    }

    /// The name in commands and files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What a solver may spend; `None` is no limit.
#[derive(Clone, Debug)]
pub struct SolveBudget {
    /// Most stones placed.
    pub nodes: Option<u64>,
    /// Longest time.
    pub time: Option<Duration>,
    /// Longest time for verifying a win, where that is requested.
    pub checking: Option<Duration>,
    /// Memory of the tables in MiB. The tree of a win may take as much, and verification as much
    /// again, but then the tables are gone.
    pub memory_mb: u64,
    /// Whether to find the shortest win by fours.
    pub shortest: bool,
}

impl SolveBudget {
    /// Time of an attempt without a requested limit, and the least time for verifying a win that
    /// was found within the limits.
    const USUAL: Duration = Duration::from_secs(10);

    /// The budget of a request with these limits.
    pub fn requested(nodes: Option<u64>, time: Option<Duration>) -> Self {
        let time = time.or(nodes.is_none().then_some(Self::USUAL));
        let checking = time.map(|time| time.max(Self::USUAL));
        Self { nodes, time, checking, ..Self::default() }
    }
}

impl Default for SolveBudget {
    fn default() -> Self {
        Self { nodes: None, time: None, checking: None, memory_mb: 256, shortest: false }
    }
}

/// Stops and observes a running search from another thread.
#[derive(Debug, Default)]
pub struct Watch {
    /// Setting it ends the search soon.
    pub stop: StopFlag,
    /// Stones placed so far, updated from time to time.
    pub nodes: AtomicU64,
    /// First moves judged so far, where all of them are.
    pub judged: AtomicU64,
}

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveAnswer {
    /// The side to move wins by this tree.
    Win(WinTree),
    /// There is no such win: the search was exhaustive.
    None,
    /// A limit ended the search, or the board is too large.
    Unknown,
}

/// An answer and its cost.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The answer.
    pub answer: SolveAnswer,
    /// Stones placed.
    pub nodes: u64,
    /// Time spent on verification, after the search.
    pub checking: Duration,
}

/// A forced win: at each node the attacker's move, and the node that follows each reply. Several
/// parents may share a node; a parent always comes after its children.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WinTree {
    /// The nodes.
    pub nodes: Vec<WinNode>,
    /// Index of the first node.
    pub root: usize,
}

/// An attacker's move, and the nodes that follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinNode {
    /// The attacker's move.
    pub play: Coord,
    /// Replies with a node of their own, each with the index of that node.
    pub replies: Vec<(Coord, usize)>,
    /// The node after every other legal reply. `None` if there is no reply: the move makes a five,
    /// or every legal reply is listed.
    pub otherwise: Option<usize>,
}

impl WinNode {
    /// The node of a move that makes five.
    pub fn five(play: Coord) -> Self {
        Self { play, replies: Vec::new(), otherwise: None }
    }

    /// Whether nothing follows the move.
    pub fn is_five(&self) -> bool {
        self.replies.is_empty() && self.otherwise.is_none()
    }
}

impl WinTree {
    /// Adds a node and returns its index; its children must be in the tree already.
    pub fn push(&mut self, node: WinNode) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Plies of the longest line, the attacker's last stone included.
    pub fn plies(&self) -> usize {
        self.lengths().get(self.root).copied().unwrap_or(0)
    }

    /// A longest line, which ends with the five. Where unlisted replies resist longest,
    /// `unlisted` chooses one of them, given the moves so far and the listed replies.
    pub fn line(
        &self,
        mut unlisted: impl FnMut(&[Coord], &WinNode) -> Option<Coord>,
    ) -> Vec<Coord> {
        let lengths = self.lengths();
        let mut line = Vec::new();
        let mut next = Some(self.root);
        while let Some(node) = next.and_then(|index| self.nodes.get(index)) {
            line.push(node.play);
            let listed = node.replies.iter().max_by_key(|(_, child)| lengths[*child]);
            let other = node
                .otherwise
                .filter(|&other| listed.is_none_or(|&(_, child)| lengths[other] > lengths[child]));
            let reply = match other {
                Some(other) => unlisted(&line, node).map(|reply| (reply, other)),
                None => None,
            };
            let reply = reply.or(listed.copied());
            line.extend(reply.map(|(coord, _)| coord));
            next = reply.map(|(_, child)| child);
        }
        line
    }

    /// Plies from every node on. Children come before their parents.
    fn lengths(&self) -> Vec<usize> {
        let mut lengths = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            let children = node.replies.iter().map(|&(_, child)| child).chain(node.otherwise);
            let longest = children.filter(|&child| child < index).map(|child| lengths[child]).max();
            lengths[index] = longest.map_or(1, |plies| plies + 2);
        }
        lengths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_line_is_followed_to_the_five() {
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|x| Coord::new(x, 0));
        let mut tree = WinTree::default();
        let five = tree.push(WinNode::five(e));
        let four = tree.push(WinNode { play: c, replies: vec![(e, five)], otherwise: Some(five) });
        tree.root = tree.push(WinNode { play: a, replies: vec![(b, four)], otherwise: Some(five) });
        assert_eq!(tree.plies(), 5);
        assert_eq!(tree.line(|_, _| Some(d)), [a, b, c, e, e]);
    }
}
