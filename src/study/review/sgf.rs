//! A review as SGF: the game with comments, and the better lines as variations. What the game had
//! before stays.

use super::model::{MoveVerdict, Review};
use super::noted::{CHANCE, MoveComment, Noted};
use super::text;
use tengen_engine::board::notation;
use tengen_engine::types::Coord;
use tengen_records::game::PlayedMove;
use tengen_records::game_tree::{GameTree, NodeId};
use tengen_records::sgf::write_tree;

/// Most moves of a variation.
const LONGEST: usize = 40;

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

/// What people have written about a move, without what reviews have noted there.
pub fn own_comment(tree: &GameTree, node: NodeId) -> String {
    MoveComment::of(tree, node).own
}

/// Sets what a person says about a move. What reviews have noted there stays behind it; where there is
/// nothing else, an empty text removes that as well.
pub fn set_own_comment(tree: &mut GameTree, node: NodeId, text: &str) {
    let MoveComment { own, noted } = MoveComment::of(tree, node);
    if own.is_empty() && text.is_empty() {
        tree.set_comment(node, "");
        return;
    }
    let noted = noted.iter().map(|noted| noted.text.as_str());
    let parts: Vec<&str> =
        [text].into_iter().filter(|text| !text.is_empty()).chain(noted).collect();
    // An empty line, which ends the page's remarks: whatever comes next would be a part of them.
    tree.set_comment(node, parts.join("\n\n"));
}

/// The remarks that earlier reviews have left in the comments, in all variations, in the order of the
/// nodes.
pub fn remarks_in(tree: &GameTree) -> Vec<MoveRemark> {
    tree.commented().filter_map(|node| remark_at(tree, node)).collect()
}

/// The better moves of the remarks of the main line, each with the number of the move that it is better
/// than.
pub fn better_moves(tree: &GameTree) -> Vec<(usize, Coord)> {
    let line = (1..).zip(tree.line_through(GameTree::ROOT));
    line.filter_map(|(number, node)| Some((number, remark_at(tree, node)?.better?))).collect()
}

fn remark_at(tree: &GameTree, node: NodeId) -> Option<MoveRemark> {
    // Of several reviews the last one counts.
    let Noted { verdict, text } = MoveComment::of(tree, node).noted.pop()?;
    if verdict == MoveVerdict::Good {
        return None;
    }
    let better = better_in(&text, tree, node);
    Some(MoveRemark { node, verdict, better, text: in_one_line(&text) })
}

/// A remark without its line breaks, as sentences.
fn in_one_line(text: &str) -> String {
    let mut sentences = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !sentences.is_empty() {
            let is_ended = sentences.ends_with(['.', '…', '。']);
            sentences.push_str(if is_ended { " " } else { ". " });
        }
        sentences.push_str(line);
    }
    sentences
}

/// The move that a remark says is better: the review has added its line as a variation.
fn better_in(text: &str, tree: &GameTree, node: NodeId) -> Option<Coord> {
    let (color, played) = tree.node(node).played?;
    let size = tree.head().size;
    let wins = format!("; {color} wins by ");
    let line = text
        .split_once("; better ")
        .map(|(_, line)| line)
        .or_else(|| text.split_once(&wins)?.1.split_once(", proved: ").map(|(_, line)| line));
    let point_of = |other: NodeId| tree.node(other).played?.1.point;
    let others: Vec<Coord> = tree.siblings(node).0.into_iter().filter_map(point_of).collect();
    let is_other = |point: &Coord| Some(*point) != played.point && others.contains(point);
    let named = |text: &str| {
        let words = text.split(|char: char| !char.is_ascii_alphanumeric());
        words.filter_map(|word| notation::parse(word, size).ok()).find(is_other)
    };
    match line {
        Some(line) => named(line.split([' ', ';', '\n']).next()?),
        None if text.starts_with(&format!("{color} ")) => None,
        // The page names the move in its language.
        None => named(text),
    }
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
        let lines = lines.join("\n");
        remark(tree, node, &lines);
        let better = reviewed.best.first().copied();
        let (verdict, text) = (reviewed.verdict, in_one_line(&lines));
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

/// Adds a paragraph to the comment of a node, unless the last review has noted the same.
fn remark(tree: &mut GameTree, node: NodeId, text: &str) {
    let last = MoveComment::of(tree, node).noted.pop();
    let is_there = |noted: &Noted| noted.text.split_whitespace().eq(text.split_whitespace());
    if !last.as_ref().is_some_and(is_there) {
        tree.append_comment(node, text);
    }
}
