//! Records the tree that a search visited, with bounds, values and cut branches, and draws it. It
//! is an [`SearchObserver`], so it shows what the search did. Imports `game` and `observer` of this
//! module.

use std::io::{self, Write};

use super::game::Player;
use super::observer::{Bounds, SearchObserver, Why};

/// A node that the search visited.
#[derive(Clone, Debug)]
pub struct TraceNode<M> {
    /// The move that led here; `None` at the root.
    pub via: Option<M>,
    /// Who was to move.
    pub to_move: Player,
    /// The window with which the node was entered, in the view of the player to move.
    pub bounds: Bounds,
    /// The value with which it was left, in the same view.
    pub value: i32,
    /// How the node got its value.
    pub why: Why,
    /// Visited children in visiting order, down to the limit of the recorder.
    pub children: Vec<TraceNode<M>>,
    /// Moves that were not searched.
    pub cut: Vec<M>,
    /// Nodes visited from here down, including this one and those below the limit.
    pub nodes: u64,
}

impl<M> TraceNode<M> {
    /// The value in Max's view with a sign before it if it is only a bound: `≤` or `≥`.
    pub(crate) fn value_for_max(&self) -> String {
        let value = self.value * self.to_move.sign();
        let at_least = self.value >= self.bounds.beta;
        let at_most = self.value <= self.bounds.alpha;
        // What is "at least" for Min is "at most" for Max.
        let flipped = self.to_move == Player::Min;
        let sign = match (self.why, at_least, at_most) {
            (Why::End | Why::Depth, _, _) | (_, false, false) => "",
            (_, true, _) => ["≥", "≤"][usize::from(flipped)],
            (_, false, true) => ["≤", "≥"][usize::from(flipped)],
        };
        if value == 0 { format!("{sign}0") } else { format!("{sign}{value:+}") }
    }
}

/// Records the first plies of a search.
#[derive(Clone, Debug)]
pub(crate) struct Recorder<M> {
    plies: usize,
    via: Option<M>,
    path: Vec<TraceNode<M>>,
    below: usize,
    root: Option<TraceNode<M>>,
}

impl<M> Recorder<M> {
    /// A recorder of the root and `plies` plies after it.
    pub(crate) fn new(plies: usize) -> Self {
        Self { plies, via: None, path: Vec::new(), below: 0, root: None }
    }

    /// The recorded tree, once the search has left its root.
    pub(crate) fn into_root(self) -> Option<TraceNode<M>> {
        self.root
    }
}

impl<M: Copy> SearchObserver<M> for Recorder<M> {
    fn step(&mut self, chosen: M) {
        self.via = Some(chosen);
    }

    fn enter(&mut self, to_move: Player, bounds: Bounds) {
        let via = self.via.take();
        if self.path.len() > self.plies {
            self.below += 1;
            if let Some(last) = self.path.last_mut() {
                last.nodes += 1;
            }
            return;
        }
        let (children, cut) = (Vec::new(), Vec::new());
        let why = Why::Moves;
        self.path.push(TraceNode { via, to_move, bounds, value: 0, why, children, cut, nodes: 1 });
    }

    fn cut(&mut self, rest: &[M]) {
        if self.below == 0
            && let Some(node) = self.path.last_mut()
        {
            node.cut.extend_from_slice(rest);
        }
    }

    fn leave(&mut self, value: i32, why: Why) {
        if self.below > 0 {
            self.below -= 1;
            return;
        }
        let Some(mut node) = self.path.pop() else { return };
        (node.value, node.why) = (value, why);
        match self.path.last_mut() {
            Some(parent) => {
                parent.nodes += node.nodes;
                parent.children.push(node);
            }
            None => self.root = Some(node),
        }
    }
}

/// Draws the tree below a node, one line per node, with branch lines. `label` formats a node and
/// `cut` its cut moves.
///
/// # Errors
/// If writing fails.
pub fn draw<M>(
    node: &TraceNode<M>,
    output: &mut impl Write,
    label: &impl Fn(&TraceNode<M>) -> String,
    cut: &impl Fn(&TraceNode<M>) -> String,
) -> io::Result<()> {
    writeln!(output, "{}", label(node))?;
    draw_below(node, "", output, label, cut)
}

fn draw_below<M>(
    node: &TraceNode<M>,
    indent: &str,
    output: &mut impl Write,
    label: &impl Fn(&TraceNode<M>) -> String,
    cut: &impl Fn(&TraceNode<M>) -> String,
) -> io::Result<()> {
    // Where children are below the limit, so are their cut siblings.
    let show_cut = !node.cut.is_empty() && !node.children.is_empty();
    for (index, child) in node.children.iter().enumerate() {
        let is_last = index + 1 == node.children.len() && !show_cut;
        let (branch, stem) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        writeln!(output, "{indent}{branch}{}", label(child))?;
        draw_below(child, &format!("{indent}{stem}"), output, label, cut)?;
    }
    if show_cut {
        writeln!(output, "{indent}└─ {}", cut(node))?;
    }
    Ok(())
}
