//! What is wrong with a choice.

use thiserror::Error;

use super::choice::OpeningChoice;
use super::plan::{OpeningArea, OpeningStep};
use super::rule::OpeningRule;
use crate::board::notation;
use crate::rules::legality::IllegalMove;
use crate::types::{BoardSize, Color, Coord};

/// Why an opening rule cannot be played or a choice cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// The board is too small for the rule.
    #[error("opening rule {rule} needs a board of {least}x{least} or more, seen {size}", least = rule.least_side())]
    Size {
        /// The rule.
        rule: OpeningRule,
        /// The size of the board.
        size: BoardSize,
    },
    /// Text that is not a choice.
    #[error("'{seen}' is not a choice, expected {expected}")]
    Text {
        /// The text.
        seen: String,
        /// What could be chosen.
        expected: String,
    },
    /// The opening is finished.
    #[error("the opening is over, seen {seen}")]
    Over {
        /// The choice.
        seen: OpeningChoice,
    },
    /// Another kind of choice is due.
    #[error("seen {seen}, expected {}", step.in_words(*to_move))]
    Kind {
        /// The choice.
        seen: OpeningChoice,
        /// What is due.
        step: OpeningStep,
        /// The color of the next stone.
        to_move: Color,
    },
    /// The rules of the game forbid the stone.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The opening rule requires the stone elsewhere.
    #[error("point {coord} is not {area}")]
    Area {
        /// The point.
        coord: Coord,
        /// Where the stone must be.
        area: OpeningArea,
    },
    /// A number that may not be declared.
    #[error("seen {seen} fifth stones, expected 1 to {most}")]
    Count {
        /// The number.
        seen: u8,
        /// The largest one.
        most: u8,
    },
    /// The point has been offered before.
    #[error("point {coord} is already offered")]
    Offered {
        /// The point.
        coord: Coord,
    },
    /// An image of this figure has been offered before.
    #[error("point {coord} makes the same figure as {other}, which is already offered")]
    Alike {
        /// The point.
        coord: Coord,
        /// The offered one.
        other: Coord,
    },
    /// The point is not among the offered ones.
    #[error("point {coord} is not offered")]
    NotOffered {
        /// The point.
        coord: Coord,
    },
}

impl OpeningError {
    /// The error message for people, with the choice as it was written and points by name.
    pub fn in_words(&self, text: &str, size: BoardSize) -> String {
        match self {
            Self::Kind { step, to_move, .. } => {
                format!("seen '{text}', expected {}", step.in_words(*to_move))
            }
            Self::Area { area, .. } => format!("{text} is not {area}, where the stone must be"),
            Self::NotOffered { .. } => format!("{text} is not offered"),
            Self::Offered { .. } => format!("{text} is already offered"),
            Self::Alike { other, .. } => {
                let other = notation::name(*other, size);
                format!("{text} makes the same figure as {other}, which is already offered")
            }
            Self::Illegal(IllegalMove::Occupied { .. }) => {
                format!("{text} is occupied, expected an empty point")
            }
            Self::Illegal(IllegalMove::Forbidden { kind, .. }) => {
                format!("{text} is forbidden to black: {kind}")
            }
            // The message has the number.
            Self::Count { .. } => self.to_string(),
            other => format!("{text}: {other}"),
        }
    }
}
