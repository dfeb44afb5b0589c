//! The drawings at a node of a game, as a part of its JSON object.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::game_tree::{GameTree, NodeId};
use super::node_marks::NodeMarks;
use super::positions::PointSpec;
use tengen_engine::board::notation::NotationError;
use tengen_engine::types::Coord;

/// Marks on the board at a node.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MarksSpec {
    /// Points with a text on each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<(PointSpec, String)>,
    /// Whether the node is marked as interesting.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
    /// Whether a reader should start at this node.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub start: bool,
}

impl MarksSpec {
    /// The drawings of a node, its points written by `point`; `None` if there are none.
    pub(super) fn of(marks: &NodeMarks, point: &dyn Fn(Coord) -> PointSpec) -> Option<Self> {
        let texts = marks.texts().iter().map(|(coord, text)| (point(*coord), text.clone()));
        let spec = Self { texts: texts.collect(), marked: marks.is_marked, start: marks.is_start };
        (!marks.is_empty()).then_some(spec)
    }

    /// Draws at a node.
    ///
    /// # Errors
    /// If a text has no valid point; with its key.
    pub(super) fn put(
        &self,
        tree: &mut GameTree,
        node: NodeId,
    ) -> Result<(), (String, NotationError)> {
        let size = tree.head().size;
        let mut marks = NodeMarks::default();
        (marks.is_marked, marks.is_start) = (self.marked, self.start);
        for (index, (point, text)) in self.texts.iter().enumerate() {
            let coord = point.resolve(size);
            let coord = coord.map_err(|error| (format!("texts[{index}]"), error))?;
            if !size.contains(coord) {
                let seen = format!("[{},{}]", coord.x, coord.y);
                return Err((format!("texts[{index}]"), NotationError::Point { seen, size }));
            }
            marks.set_text(coord, text);
        }
        tree.edit_marks(node, |old| *old = marks);
        Ok(())
    }
}
