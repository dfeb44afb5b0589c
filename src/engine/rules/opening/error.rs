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
        /// The rule that was asked for.
        rule: OpeningRule,
        /// The board that was asked for, smaller than [`OpeningRule::least_side`] on a side.
        size: BoardSize,
    },
    /// Text that is no choice of any step: neither a point nor a word such as `swap`.
    #[error("'{seen}' is not a choice, expected {expected}")]
    Text {
        /// The text as it was written.
        seen: String,
        /// What can be chosen in the step that is due, in words.
        expected: String,
    },
    /// The opening is finished: moves are played from here on, and nothing is chosen.
    #[error("the opening is over, seen {seen}")]
    Over {
        /// The choice that came after the last one.
        seen: OpeningChoice,
    },
    /// Another kind of choice is due: a color instead of a point, for example.
    #[error("seen {seen}, expected {}", step.in_words(*to_move))]
    Kind {
        /// The choice that was made.
        seen: OpeningChoice,
        /// The step that is due, which says what can be chosen.
        step: OpeningStep,
        /// The color of the next stone: the words for a step that places one name it.
        to_move: Color,
    },
    /// The rules of the game forbid the stone, whatever the opening: the point is not on the board, not
    /// empty, or forbidden to black.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The opening rule requires the stone elsewhere, such as within the central 3x3 square.
    #[error("point {coord} is not {area}")]
    Area {
        /// The point that was chosen.
        coord: Coord,
        /// Where the stone must be.
        area: OpeningArea,
    },
    /// A number of fifth stones that may not be declared: the rule limits it.
    #[error("seen {seen} fifth stones, expected 1 to {most}")]
    Count {
        /// The number that was declared.
        seen: u8,
        /// The largest number that the rule allows.
        most: u8,
    },
    /// The point has been offered before as a fifth stone.
    #[error("point {coord} is already offered")]
    Offered {
        /// The point that was offered twice.
        coord: Coord,
    },
    /// A turn or mirror image of this figure has been offered before: the fifth stones must differ.
    #[error("point {coord} makes the same figure as {other}, which is already offered")]
    Alike {
        /// The point that was chosen.
        coord: Coord,
        /// The offered point that makes the same figure with the stones on the board.
        other: Coord,
    },
    /// The point is not among the offered fifth stones, of which one must be picked.
    #[error("point {coord} is not offered")]
    NotOffered {
        /// The point that was picked.
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
