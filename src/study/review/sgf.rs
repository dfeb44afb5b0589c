//! A review as SGF: the game with comments, and the better lines as variations. What the game had
//! before stays.

use super::model::{MoveVerdict, Review};
use super::text;
use tengen_engine::board::notation;
use tengen_engine::types::Coord;
use tengen_records::game::PlayedMove;
use tengen_records::game_tree::{GameTree, NodeId};
use tengen_records::sgf::write_tree;

/// Most moves of a variation.
const LONGEST: usize = 40;

/// How the comment of a move without a remark begins.
const CHANCE: &str = "black's win chance ";

/// A remark about a move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRemark {
    /// The move.
    pub node: NodeId,
    /// The judgment.
    pub verdict: MoveVerdict,
    /// The better move, if one is known.
    pub better: Option<Coord>,
    /// The remark in one line.
    pub text: String,
}

/// Whether a comment is nothing but the win chance that a review has noted.
pub fn is_only_chance(comment: &str) -> bool {
    comment.starts_with(CHANCE) && !comment.contains('\n')
}

/// The remarks that an earlier review has left in the comments of the main line.
pub fn remarks_in(tree: &GameTree) -> Vec<MoveRemark> {
    let line = tree.line_through(GameTree::ROOT).into_iter();
    line.filter_map(|node| remark_at(tree, node)).collect()
}

/// The better moves of these remarks, each with the number of the move that it is better than.
pub fn better_moves(tree: &GameTree) -> Vec<(usize, Coord)> {
    let better = |remark: MoveRemark| Some((tree.path(remark.node).len(), remark.better?));
    remarks_in(tree).into_iter().filter_map(better).collect()
}

fn remark_at(tree: &GameTree, node: NodeId) -> Option<MoveRemark> {
    let (color, played) = tree.node(node).played?;
    let size = tree.head().size;
    let begins = |verdict: MoveVerdict| {
        let name = notation::move_name(played.point, size);
        format!("{color} {name} {} {verdict}: ", verdict.sign())
    };
    let comment = tree.node(node).comment;
    // Of several reviews the last one counts.
    let found = MoveVerdict::REMARKABLE.into_iter().filter_map(|verdict| {
        let at = comment.rfind(&begins(verdict))?;
        let is_line = at == 0 || comment[..at].ends_with('\n');
        is_line.then_some((at, verdict))
    });
    let (at, verdict) = found.max_by_key(|&(at, _)| at)?;
    let text = comment[at..].split_whitespace().collect::<Vec<_>>().join(" ");
    let wins = format!("; {color} wins by ");
    let line = text.split_once("; better ").map(|(_, line)| line);
    let line =
        line.or_else(|| text.split_once(&wins)?.1.split_once(", proved: ").map(|(_, line)| line));
    let point = line.and_then(|line| line.split([' ', ';']).next());
    let better = point.and_then(|name| notation::parse(name, size).ok());
    // What the review has added as a variation.
    let others = tree.siblings(node).0;
    let is_there = |better: &Coord| {
        let point = |id: &NodeId| tree.node(*id).played.and_then(|(_, played)| played.point);
        others.iter().any(|other| point(other) == Some(*better))
    };
    Some(MoveRemark { node, verdict, better: better.filter(is_there), text })
}

/// The game with the review of its main line, as SGF. Remarks follow the comments of the game; one
/// that is there from an earlier review is not repeated.
pub fn sgf(review: &Review, mut tree: GameTree) -> String {
    annotate(review, &mut tree, GameTree::ROOT);
    write_tree(&tree)
}

/// Adds the review to the line through a node: remarks as comments, better lines as variations.
/// Returns the moves that deserve a remark.
pub fn annotate(review: &Review, tree: &mut GameTree, through: NodeId) -> Vec<MoveRemark> {
    let mut remarks = Vec::new();
    let main = tree.line_through(through);
    let main: Vec<NodeId> = main.into_iter().filter(|&id| tree.node(id).played.is_some()).collect();
    for reviewed in &review.moves {
        let index = reviewed.number - 1;
        let Some(&node) = main.get(index) else { continue };
        if !reviewed.is_remarkable() {
            let chance = 100.0 * reviewed.black_chance();
            remark(tree, node, &format!("{CHANCE}{chance:.0} %"));
            continue;
        }
        let size = review.game.head.size;
        let mistake = text::remark(reviewed, size);
        let why = text::reasons(reviewed, size);
        let lines: Vec<String> = [mistake].into_iter().chain(why).collect();
        remark(tree, node, &lines.join("\n"));
        let better = reviewed.best.first().copied();
        let (verdict, text) = (reviewed.verdict, lines.join(" "));
        remarks.push(MoveRemark { node, verdict, better, text });
        let before = index.checked_sub(1).and_then(|index| main.get(index).copied());
        let mut at = before.unwrap_or(GameTree::ROOT);
        for &coord in reviewed.best.iter().take(LONGEST) {
            match tree.play(at, PlayedMove::new(coord, None)) {
                Ok(next) => at = next,
                Err(_) => break,
            }
        }
    }
    remarks
}

/// Adds a paragraph to the comment of a node, unless it is there.
fn remark(tree: &mut GameTree, node: NodeId, text: &str) {
    if !tree.node(node).comment.contains(text) {
        tree.append_comment(node, text);
    }
}
