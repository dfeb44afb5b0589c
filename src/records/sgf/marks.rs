//! The drawings at a node, as SGF: texts on points are `LB[hh:A]`, a node that is marked as
//! interesting is `HO[1]` (a hotspot), and the private property `START[1]` is the node where a
//! reader should begin.

use super::read::parse_point;
use super::tree::SgfNode;
use super::write::{escape, point_text};
use crate::node_marks::NodeMarks;
use tengen_engine::types::BoardSize;

/// Writes the properties.
pub(super) fn put_marks(text: &mut String, marks: &NodeMarks, size: BoardSize) {
    if !marks.texts().is_empty() {
        text.push_str("LB");
    }
    for (coord, label) in marks.texts() {
        let parts = ["[", &point_text(*coord, size), ":", &escape(label), "]"];
        text.extend(parts);
    }
    if marks.is_marked {
        text.push_str("HO[1]");
    }
    if marks.is_start {
        text.push_str("START[1]");
    }
}

/// Reads the properties of a node; `None` if it has none. Texts off the board are skipped, like all
/// unknown properties: they do not change the game.
pub(super) fn take_marks(node: &SgfNode<'_>, size: BoardSize) -> Option<NodeMarks> {
    let mut marks = NodeMarks::default();
    for property in node.properties() {
        match &*property.name() {
            "LB" => {
                for value in property.values() {
                    let text = value.text();
                    let Some((point, label)) = text.split_once(':') else { continue };
                    if let Ok(coord) = parse_point(point, size) {
                        marks.set_text(coord, label);
                    }
                }
            }
            "HO" => marks.is_marked = true,
            "START" => marks.is_start = true,
            _ => {}
        }
    }
    Some(marks).filter(|marks| !marks.is_empty())
}
