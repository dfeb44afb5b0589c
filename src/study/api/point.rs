//! Points in answers have the form of the request's points.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Coord};
use tengen_records::positions::{MoveWords, PointSpec, PositionSpec};

/// How points are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PointForm {
    /// `"h8"`: letters from the left, numbers from the bottom.
    Names,
    /// `[7,7]`: zero-based, x from the left, y from the top.
    Pairs,
}

impl PointForm {
    /// The form of the first point that a position names, if it names one.
    pub(super) fn of(position: &PositionSpec) -> Option<Self> {
        let has_names = position.moves.as_ref().and_then(MoveWords::has_names);
        let of_moves = has_names.map(|names| if names { Self::Names } else { Self::Pairs });
        let lists = [&position.black, &position.white, &position.blocked];
        let first = || lists.into_iter().flatten().flatten().next();
        of_moves.or_else(|| first().map(Self::of_point))
    }

    /// The form of a point.
    pub(super) fn of_point(point: &PointSpec) -> Self {
        match point {
            PointSpec::Name(_) => Self::Names,
            PointSpec::Coord(_) => Self::Pairs,
        }
    }
}

/// Writes points of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pen {
    /// The form.
    pub form: PointForm,
    /// Size of the board.
    pub size: BoardSize,
}

impl Pen {
    /// A point.
    pub(crate) fn point(self, coord: Coord) -> PointSpec {
        match self.form {
            PointForm::Names => PointSpec::Name(notation::name(coord, self.size)),
            PointForm::Pairs => PointSpec::Coord(coord),
        }
    }

    /// Several points.
    pub(crate) fn points(self, coords: &[Coord]) -> Vec<PointSpec> {
        coords.iter().map(|&coord| self.point(coord)).collect()
    }
}
