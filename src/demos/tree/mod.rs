//! A tree given on paper: no rules, only nodes and the values of the leaves, as textbooks draw to
//! explain alpha-beta. Students can change it and try again.
//!
//! A value says how good a node is *for the player who moved there*. So a parent is minus the
//! largest of its children: the opponent will choose that one.
//!
//! ```text
//!            a = 1                 minus the largest of -1 and -5
//!          /       \
//!      2a = -1     2b = -5         minus the largest of -1, 1; of 2, -4, 5
//!      /   \       /  |  \
//!    -1     1     2  -4   5        given
//! ```
//!
//! Here: the tree and a walk on it as a [`DemoGame`]. Beside it: reading one ([`read`]) and explaining
//! how it is searched ([`show`]).

pub mod read;
pub mod show;

use super::game::{DemoGame, Player};

/// A place in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeNodeId(usize);

#[derive(Clone, Debug, PartialEq, Eq)]
struct TreeNode {
    name: String,
    /// Whether the name was given, not made up from the parent's.
    is_named: bool,
    /// The value, at leaves only.
    leaf: Option<i32>,
    children: Vec<TreeNodeId>,
}

/// A tree with at least a root. Leaves have values, other nodes have children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenTree {
    nodes: Vec<TreeNode>,
}

impl GivenTree {
    /// Largest value of a leaf, and its negative the smallest.
    pub(crate) const MAX_VALUE: i32 = 1_000_000;
    /// Most levels below the root: searches recur that deep.
    pub(crate) const MAX_DEPTH: usize = 100;

    /// The built-in example, the one drawn above.
    pub const EXAMPLE: &str = "a\n  2a\n    -1\n    1\n  2b\n    2\n    -4\n    5\n";

    pub const fn root(&self) -> TreeNodeId {
        TreeNodeId(0)
    }

    /// Nodes in the tree.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The name of a node, made up from its parent's (`2b.3`) if it has none of its own.
    pub fn name(&self, node: TreeNodeId) -> &str {
        &self.nodes[node.0].name
    }

    /// The children in visiting order.
    pub fn children(&self, node: TreeNodeId) -> &[TreeNodeId] {
        &self.nodes[node.0].children
    }

    /// The given value of a leaf.
    pub fn leaf(&self, node: TreeNodeId) -> Option<i32> {
        self.nodes[node.0].leaf
    }

    /// Nodes from this one down, itself included.
    pub(crate) fn size_below(&self, node: TreeNodeId) -> usize {
        1 + self.children(node).iter().map(|&child| self.size_below(child)).sum::<usize>()
    }
}

/// A walk from the root: the moves go to children.
#[derive(Clone, Debug)]
pub(crate) struct TreeWalk<'a> {
    tree: &'a GivenTree,
    path: Vec<TreeNodeId>,
}

impl<'a> TreeWalk<'a> {
    /// At the root, where Max is to move.
    pub(crate) fn new(tree: &'a GivenTree) -> Self {
        Self { tree, path: Vec::new() }
    }

    fn here(&self) -> TreeNodeId {
        self.path.last().copied().unwrap_or(self.tree.root())
    }
}

impl DemoGame for TreeWalk<'_> {
    type Move = TreeNodeId;
    type Key = TreeNodeId;

    /// Above every leaf: the best leaf is unknown until all have been seen.
    const BEST: i32 = GivenTree::MAX_VALUE + 1;

    fn to_move(&self) -> Player {
        if self.path.len().is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    /// A leaf's value is for the player who moved there, not for the one to move now.
    fn outcome(&self) -> Option<i32> {
        self.tree.leaf(self.here()).map(|value| value * (!self.to_move()).sign())
    }

    fn estimate(&self) -> i32 {
        0
    }

    fn moves(&self) -> Vec<TreeNodeId> {
        self.tree.children(self.here()).to_vec()
    }

    fn place(&mut self, chosen: TreeNodeId) {
        self.path.push(chosen);
    }

    fn undo(&mut self) {
        self.path.pop();
    }

    fn key(&self) -> TreeNodeId {
        self.here()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::{Method, search};
    use crate::observer::SearchCounts;
    use crate::settings::SearchSettings;
    use rand::rngs::StdRng;
    use rand::{RngExt as _, SeedableRng as _};

    fn searched(tree: &GivenTree, method: Method, settings: SearchSettings) -> (i32, String, u64) {
        let mut counts = SearchCounts::default();
        let found = search(&mut TreeWalk::new(tree), method, settings, &mut counts);
        let best = found.best.map_or("none", |node| tree.name(node));
        (found.value, best.to_owned(), counts.nodes)
    }

    #[test]
    fn the_example_of_the_literature_is_solved_with_two_leaves_unseen() {
        let tree = GivenTree::read(GivenTree::EXAMPLE).unwrap();
        let settings = SearchSettings::default();
        // The root is worth 1 to the one who moved there, -1 to the one to move.
        assert_eq!(searched(&tree, Method::Minimax, settings), (-1, "2a".to_owned(), 8));
        assert_eq!(searched(&tree, Method::Negamax, settings), (-1, "2a".to_owned(), 8));
        assert_eq!(searched(&tree, Method::AlphaBeta, settings), (-1, "2a".to_owned(), 6));
    }

    /// A random tree as text, up to four levels deep.
    fn random_text(rng: &mut StdRng, depth: usize, text: &mut String) {
        let indent = " ".repeat(depth);
        if depth > 0 && (depth == 4 || rng.random_ratio(1, 4)) {
            let value = rng.random_range(-9..=9);
            text.push_str(&format!("{indent}{value}\n"));
            return;
        }
        text.push_str(&format!("{indent}n\n"));
        for _ in 0..=rng.random_range(0..4) {
            random_text(rng, depth + 1, text);
        }
    }

    #[test]
    fn all_methods_agree_on_random_trees_and_alpha_beta_visits_no_more_nodes() {
        let mut rng = StdRng::seed_from_u64(4);
        let mut saved = 0;
        for _ in 0..300 {
            let mut text = String::new();
            random_text(&mut rng, 0, &mut text);
            let tree = GivenTree::read(&text).unwrap();
            for table in [false, true] {
                let settings = SearchSettings { table, ..SearchSettings::default() };
                let (value, best, nodes) = searched(&tree, Method::Minimax, settings);
                assert_eq!(
                    searched(&tree, Method::Negamax, settings),
                    (value, best.clone(), nodes)
                );
                let cut = searched(&tree, Method::AlphaBeta, settings);
                assert_eq!((cut.0, &cut.1), (value, &best), "{text}");
                assert!(cut.2 <= nodes);
                assert_eq!(nodes, tree.len() as u64);
                saved += nodes - cut.2;
            }
        }
        assert!(saved > 0);
    }
}
