//! Why a choice of an opening is refused, as a code with what belongs to it.

use schemars::JsonSchema;
use serde::Serialize;

use tengen_engine::rules::legality::IllegalMove;
use tengen_engine::rules::opening::{OpeningArea, OpeningError};

/// Why a choice of an opening, or the opening, is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpeningFault {
    /// `size`: the board is too small; `text`: it is no choice; `over`: the opening is over; `kind`:
    /// another kind of choice is due; `off-board`, `occupied`, `forbidden`: of a point; `area`: the
    /// stone must be elsewhere; `count`: such a number cannot be declared; `offered`: the point is
    /// offered already; `alike`: it makes the same figure as an offered one; `not-offered`.
    pub reason: &'static str,
    /// The shortest side of a board for the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<u8>,
    /// The stone must be in the middle square of this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside: Option<u8>,
    /// The stone must be outside of the middle square of this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outside: Option<u8>,
    /// The largest number that can be declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u8>,
}

impl From<&OpeningError> for OpeningFault {
    fn from(error: &OpeningError) -> Self {
        let of = |reason| Self { reason, ..Self::default() };
        match error {
            OpeningError::Size { rule, .. } => {
                Self { least: Some(rule.least_side()), ..of("size") }
            }
            OpeningError::Text { .. } => of("text"),
            OpeningError::Over { .. } => of("over"),
            OpeningError::Kind { .. } => of("kind"),
            OpeningError::Illegal(IllegalMove::OffBoard { .. }) => of("off-board"),
            OpeningError::Illegal(IllegalMove::Occupied { .. }) => of("occupied"),
            OpeningError::Illegal(IllegalMove::Forbidden { .. }) => of("forbidden"),
            OpeningError::Area { area: OpeningArea::Inside(side), .. } => {
                Self { inside: Some(*side), ..of("area") }
            }
            OpeningError::Area { area: OpeningArea::Outside(side), .. } => {
                Self { outside: Some(*side), ..of("area") }
            }
            OpeningError::Area { area: OpeningArea::Anywhere, .. } => of("area"),
            OpeningError::Count { most, .. } => Self { most: Some(*most), ..of("count") },
            OpeningError::Offered { .. } => of("offered"),
            OpeningError::Alike { .. } => of("alike"),
            OpeningError::NotOffered { .. } => of("not-offered"),
        }
    }
}
