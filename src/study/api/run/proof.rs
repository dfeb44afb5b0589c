//! The proof of a win as an answer.

use std::collections::HashMap;

use crate::api::answer::{ProofNode, ProofTree};
use crate::api::point::Pen;
use tengen_engine::threats::WinTree;

/// Nodes of a proof that are reported.
const MOST_NODES: usize = 20_000;

/// The nodes nearest to the root, at most 20,000.
pub(super) fn tree(pen: Pen, tree: &WinTree) -> ProofTree {
    first_nodes(pen, tree, MOST_NODES)
}

fn first_nodes(pen: Pen, tree: &WinTree, most: usize) -> ProofTree {
    // Ply by ply from the root, each node once.
    let mut order = vec![tree.root];
    let mut number = HashMap::from([(tree.root, 0)]);
    let mut next = 0;
    while let Some(node) = order.get(next).and_then(|&index| tree.nodes.get(index)) {
        for child in node.replies.iter().map(|&(_, child)| child).chain(node.otherwise) {
            if order.len() < most && !number.contains_key(&child) {
                number.insert(child, order.len());
                order.push(child);
            }
        }
        next += 1;
    }
    let nodes = order.iter().filter_map(|&index| tree.nodes.get(index)).map(|node| {
        let place = |child: usize| number.get(&child).copied();
        let replies = node.replies.iter();
        let replies: Vec<_> =
            replies.map(|&(reply, child)| (pen.point(reply), place(child))).collect();
        let otherwise = node.otherwise.and_then(place);
        let is_cut = replies.iter().any(|(_, child)| child.is_none())
            || otherwise.is_none() && node.otherwise.is_some();
        ProofNode { play: pen.point(node.play), replies, otherwise, cut: is_cut }
    });
    let nodes: Vec<ProofNode> = nodes.collect();
    let complete = !nodes.iter().any(|node| node.cut);
    ProofTree { root: 0, nodes, complete }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::point::PointForm;
    use tengen_engine::threats::WinNode;
    use tengen_engine::types::{BoardSize, Coord};
    use tengen_records::positions::PointSpec;

    #[test]
    fn a_proof_begins_at_its_root_and_may_be_cut() {
        let pen = Pen { form: PointForm::Pairs, size: BoardSize::square(9).unwrap() };
        let at = |x| Coord::new(x, 0);
        let mut win = WinTree::default();
        let five = win.push(WinNode::five(at(4)));
        let other = win.push(WinNode::five(at(5)));
        win.root =
            win.push(WinNode { play: at(1), replies: vec![(at(2), five)], otherwise: Some(other) });
        let whole = tree(pen, &win);
        assert!(whole.complete);
        assert_eq!(whole.nodes[0].replies, [(PointSpec::Coord(at(2)), Some(1))]);
        assert_eq!(whole.nodes[0].otherwise, Some(2));
        assert_eq!(whole.nodes[2].play, PointSpec::Coord(at(5)));
        let part = first_nodes(pen, &win, 2);
        assert!(!part.complete && part.nodes[0].cut && !part.nodes[1].cut);
        assert_eq!((part.nodes.len(), part.nodes[0].otherwise), (2, None));
    }
}
