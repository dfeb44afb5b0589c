//! Explains step by step how a given tree is searched: negamax, then alpha-beta, then what
//! alpha-beta never visited and why. Imports the searches, `trace` and `util`; everything shown is
//! recorded from the real searches.

use std::io::{self, Write};

use super::{GivenTree, TreeNodeId, TreeWalk};
use crate::game::INFINITY;
use crate::method::{Method, search};
use crate::settings::SearchSettings;
use crate::trace::{Recorder, TraceNode, draw};
use tengen_util::count::counted;

/// Writes the whole explanation.
///
/// # Errors
/// If writing fails.
pub fn write_story(tree: &GivenTree, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "1. Every node's value by negamax\n")?;
    writeln!(
        output,
        "A value says how good a node is for the player who moved there; a parent is"
    )?;
    writeln!(output, "minus the largest of its children.\n")?;
    if let Some(root) = recorded(tree, Method::Negamax) {
        draw(&root, output, &|node| value_label(tree, node), &|_| String::new())?;
    }
    writeln!(output, "\n2. Alpha-beta in visiting order\n")?;
    writeln!(
        output,
        "alpha: what the player to move is sure of; beta: what the opponent is sure to"
    )?;
    writeln!(output, "hold that player down to. A child worth beta or more ends its node.\n")?;
    let Some(root) = recorded(tree, Method::AlphaBeta) else { return Ok(()) };
    let mut story = Story { tree, output, visits: 0 };
    story.visit(&root, 0)?;
    writeln!(output, "\n3. What was never visited, and why\n")?;
    write_unvisited(tree, &root, output)?;
    let (seen, all) = (root.nodes, counted(tree.len() as u64, "node"));
    writeln!(
        output,
        "\nVisited: {seen} of {all}. Value of {}: {}.",
        name(tree, &root),
        worth(&root)
    )
}

fn recorded(tree: &GivenTree, method: Method) -> Option<TraceNode<TreeNodeId>> {
    let mut recorder = Recorder::new(GivenTree::MAX_DEPTH);
    search(&mut TreeWalk::new(tree), method, SearchSettings::default(), &mut recorder);
    recorder.into_root()
}

fn id(tree: &GivenTree, node: &TraceNode<TreeNodeId>) -> TreeNodeId {
    node.via.unwrap_or(tree.root())
}

fn name<'a>(tree: &'a GivenTree, node: &TraceNode<TreeNodeId>) -> &'a str {
    tree.name(id(tree, node))
}

/// The value for the player who moved to the node: minus the one for the player to move there.
fn worth(node: &TraceNode<TreeNodeId>) -> i32 {
    -node.value
}

fn bound(value: i32) -> String {
    match value {
        INFINITY => "+inf".to_owned(),
        value if value == -INFINITY => "-inf".to_owned(),
        value => value.to_string(),
    }
}

/// The value of a node; outside its window only a bound is known.
fn described_value(tree: &GivenTree, node: &TraceNode<TreeNodeId>) -> String {
    let bound = match node.value {
        _ if node.children.is_empty() => "",
        value if value >= node.bounds.beta => " or less",
        value if value <= node.bounds.alpha => " or more",
        _ => "",
    };
    format!("{} is worth {}{bound}", name(tree, node), worth(node))
}

/// `2a = -1   minus the largest of -1, 1`
fn value_label(tree: &GivenTree, node: &TraceNode<TreeNodeId>) -> String {
    let own = format!("{} = {}", name(tree, node), worth(node));
    if node.children.is_empty() {
        return own;
    }
    let values: Vec<String> = node.children.iter().map(|child| worth(child).to_string()).collect();
    format!("{own}   minus the largest of {}", values.join(", "))
}

struct Story<'a, W> {
    tree: &'a GivenTree,
    output: &'a mut W,
    visits: usize,
}

impl<W: Write> Story<'_, W> {
    fn visit(&mut self, node: &TraceNode<TreeNodeId>, level: usize) -> io::Result<()> {
        self.visits += 1;
        let (visits, indent) = (self.visits, "  ".repeat(level));
        let (own, tree) = (name(self.tree, node), self.tree);
        if node.children.is_empty() {
            return writeln!(self.output, "{visits:>3}. {indent}{own} = {}", worth(node));
        }
        let (mut alpha, beta) = (node.bounds.alpha, node.bounds.beta);
        let (low, high) = (bound(alpha), bound(beta));
        writeln!(self.output, "{visits:>3}. {indent}{own}: alpha {low}, beta {high}")?;
        for child in &node.children {
            self.visit(child, level + 1)?;
            let says = if worth(child) >= beta {
                format!(
                    "{}, not less than beta {}: enough",
                    described_value(tree, child),
                    bound(beta)
                )
            } else if worth(child) > alpha {
                alpha = worth(child);
                format!("{}: alpha of {own} is now {alpha}", described_value(tree, child))
            } else {
                format!("{}, not more than alpha {}", described_value(tree, child), bound(alpha))
            };
            writeln!(self.output, "     {indent}  {says}")?;
        }
        if !node.cut.is_empty() {
            let rest = names(tree, &node.cut);
            writeln!(self.output, "     {indent}  cut: {rest}")?;
        }
        Ok(())
    }
}

fn names(tree: &GivenTree, nodes: &[TreeNodeId]) -> String {
    let with_leaf = |&node: &TreeNodeId| match tree.leaf(node) {
        Some(value) => format!("{} ({value})", tree.name(node)),
        None => {
            let below = counted(tree.size_below(node) as u64 - 1, "node");
            format!("{} with the {below} below", tree.name(node))
        }
    };
    nodes.iter().map(with_leaf).collect::<Vec<_>>().join(", ")
}

fn write_unvisited(
    tree: &GivenTree,
    root: &TraceNode<TreeNodeId>,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut any = false;
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        waiting.extend(node.children.iter().rev());
        let Some(last) = node.children.last().filter(|_| !node.cut.is_empty()) else { continue };
        any = true;
        let (own, beta) = (name(tree, node), node.bounds.beta);
        let (found, last) = (worth(last), name(tree, last));
        writeln!(output, "{}:", names(tree, &node.cut))?;
        writeln!(
            output,
            "  {last} is worth {found} to the player to move at {own}, so {own} is worth"
        )?;
        writeln!(
            output,
            "  {} or less to the one who moves there, who is already sure of {}:",
            -found, -beta
        )?;
        writeln!(output, "  {own} will not be chosen, whatever these are worth.")?;
    }
    if any { Ok(()) } else { writeln!(output, "Nothing: every node was visited.") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn story(text: &str) -> String {
        let mut output = Vec::new();
        write_story(&GivenTree::read(text).unwrap(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_example_is_reported_as_in_the_literature() {
        let text = story(GivenTree::EXAMPLE);
        for part in [
            "a = 1   minus the largest of -1, -5",
            "├─ 2a = -1   minus the largest of -1, 1",
            "└─ 2b = -5   minus the largest of 2, -4, 5",
            "  1. a: alpha -inf, beta +inf",
            "2a is worth -1: alpha of a is now -1",
            "  5.   2b: alpha -inf, beta 1",
            "2b.1 is worth 2, not less than beta 1: enough",
            "cut: 2b.2 (-4), 2b.3 (5)",
            "2b is worth -2 or less, not more than alpha -1",
            "-2 or less to the one who moves there, who is already sure of -1",
            "Visited: 6 of 8 nodes. Value of a: 1.",
        ] {
            assert!(text.contains(part), "'{part}' is missing in\n{text}");
        }
    }

    #[test]
    fn a_tree_without_cuts_and_a_lone_leaf_are_reported_too() {
        assert!(story("[[5,1],[2,-4]]").contains("Nothing: every node was visited."));
        assert!(story("leaf 3").contains("Visited: 1 of 1 node. Value of leaf: 3."));
    }

    #[test]
    fn whole_branches_that_are_cut_are_named_with_their_size() {
        // At the root 1 is sure; in the second branch the first answer already gives -2.
        let text = story("[[1, -1], [2, [1, [2, 3]], 5]]");
        assert!(text.contains("root.2.2 with the 4 nodes below"), "{text}");
        let text = story("[[1, -1], [2, [5]]]");
        assert!(text.contains("root.2.2 with the 1 node below"), "{text}");
    }
}
