//! What is wrong with a text or a file, as a kind with what belongs to it: for programs that say it in
//! words of their own. The sentence of an error says more, in English.

use std::error::Error;

use super::located::Located;
use super::move_text::{MoveTextError, PlayTextError};
use tengen_engine::board::PlaceError;
use tengen_engine::board::notation::{self, NotationError};
use tengen_engine::types::SizeError;

/// The kind of a fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FaultKind {
    /// Something other than a point of the board.
    Point,
    /// A stone on an occupied point.
    Occupied,
    /// A stone off the board.
    OffBoard,
    /// A number that does not follow from the moves before it.
    Number,
    /// Numbers that may count from anywhere.
    Pair,
    /// More after the result, or after the end of the game.
    AfterResult,
    /// Numbers, signs or words alone.
    NoMove,
    /// The end is missing.
    Cut,
    /// No such board.
    Size,
    /// A rule that is unknown here.
    Rule,
    /// Another game, such as Go.
    OtherGame,
    /// Nothing that the format begins with.
    NotFormat,
    /// Stones set up where the program has no place for them.
    Setup,
    /// What is said of the whole game, but not at its start.
    LateHead,
    /// Something that the format does not have there.
    Damaged,
    /// Anything else, which only the sentence says.
    #[default]
    Other,
}

/// What is wrong with a text or a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    /// The line, from 1, if it is known.
    pub line: Option<usize>,
    /// What was seen there, or the first of it: a word, a number, a point.
    pub seen: Option<String>,
}

impl Fault {
    /// A fault of this kind at no known place.
    pub fn of(kind: FaultKind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// The same where this was seen; an empty text is nothing.
    #[must_use]
    pub fn seen(self, seen: impl Into<String>) -> Self {
        Self { seen: Some(seen.into()).filter(|seen| !seen.is_empty()), ..self }
    }

    /// The same in this line.
    #[must_use]
    pub fn at(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }
}

/// An error of a reader or a writer that tells its kind.
pub trait FormatFault: Error + Send + Sync + 'static {
    /// Its kind, with what belongs to it; what does not tell it is [`FaultKind::Other`].
    fn fault(&self) -> Fault {
        Fault::default()
    }
}

impl<E: FormatFault> FormatFault for Located<E> {
    fn fault(&self) -> Fault {
        self.error.fault().at(self.line)
    }
}

impl FormatFault for PlaceError {
    fn fault(&self) -> Fault {
        match self {
            Self::Occupied { coord, size } => {
                Fault::of(FaultKind::Occupied).seen(notation::name(*coord, *size))
            }
            Self::OffBoard { coord, .. } => Fault::of(FaultKind::OffBoard).seen(coord.to_string()),
            Self::NoStone { .. } => Fault::default(),
        }
    }
}

impl FormatFault for SizeError {
    fn fault(&self) -> Fault {
        Fault::of(FaultKind::Size).seen(format!("{}x{}", self.width, self.height))
    }
}

impl FormatFault for MoveTextError {
    fn fault(&self) -> Fault {
        match self {
            Self::Point(NotationError::Point { seen, .. }) => {
                Fault::of(FaultKind::Point).seen(seen.as_str())
            }
            Self::Point(_) => Fault::default(),
            Self::Number { seen, .. } => Fault::of(FaultKind::Number).seen(seen.as_str()),
            Self::Pair { seen } => Fault::of(FaultKind::Pair).seen(seen.as_str()),
            Self::AfterResult { seen } => Fault::of(FaultKind::AfterResult).seen(seen.as_str()),
        }
    }
}

impl FormatFault for PlayTextError {
    fn fault(&self) -> Fault {
        match self {
            Self::Text(error) => error.fault(),
            Self::Stone { error, .. } => error.fault(),
        }
    }
}
