//! Why a text or a file is no game, as a code with what belongs to it.

use schemars::JsonSchema;
use serde::Serialize;

use tengen_engine::board::PlaceError;
use tengen_engine::board::notation::{self, NotationError};
use tengen_records::game_format::{GameFormat, GameFormatError};
use tengen_records::move_text::{MoveTextError, PlayTextError};
use tengen_records::txt::{TxtError, TxtFault};
use tengen_util::excerpt::excerpt;

/// Why a text or a file is no game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReadingFault {
    /// `point`: something other than a point of the board; `occupied`, `off-board`: a stone cannot be
    /// placed; `number`: it does not follow from the moves before it; `pair`: numbers that may count
    /// from anywhere; `after-result`: more after the result; `no-move`: numbers and signs alone;
    /// `file`: anything else, see `error`.
    pub reason: &'static str,
    /// The format that was read.
    pub format: GameFormat,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What was seen there, or the first of it: a word, a number, a point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
}

/// How many characters are repeated.
const MOST_SEEN: usize = 40;

impl ReadingFault {
    /// The fault of a file in this format.
    pub(super) fn of(format: GameFormat, error: &GameFormatError) -> Self {
        let (line, (reason, seen)) = match error {
            GameFormatError::Stone { error, .. } => (None, of_stone(error)),
            GameFormatError::Format(error) => {
                if let Some(TxtError { line, error }) = error.downcast_ref() {
                    (Some(*line), of_text(error))
                } else {
                    match error.downcast_ref() {
                        Some(PlayTextError::Text(error)) => (None, of_moves(error)),
                        Some(PlayTextError::Stone { error, .. }) => (None, of_stone(error)),
                        None => (None, OTHER),
                    }
                }
            }
            _ => (None, OTHER),
        };
        Self { reason, format, line, seen: seen.map(|seen| excerpt(&seen, MOST_SEEN)) }
    }
}

/// A reason with what was seen.
type Reason = (&'static str, Option<String>);

/// What only the sentence says.
const OTHER: Reason = ("file", None);

fn of_text(error: &TxtFault) -> Reason {
    match error {
        TxtFault::Moves(error) => of_moves(error),
        TxtFault::Stone(error) => of_stone(error),
        TxtFault::NoMove { seen } => ("no-move", Some(seen.clone())),
    }
}

fn of_moves(error: &MoveTextError) -> Reason {
    match error {
        MoveTextError::Point(NotationError::Point { seen, .. }) => ("point", Some(seen.clone())),
        MoveTextError::Point(_) => OTHER,
        MoveTextError::Number { seen, .. } => ("number", Some(seen.clone())),
        MoveTextError::Pair { seen } => ("pair", Some(seen.clone())),
        MoveTextError::AfterResult { seen } => ("after-result", Some(seen.clone())),
    }
}

fn of_stone(error: &PlaceError) -> Reason {
    match error {
        PlaceError::Occupied { coord, size } => ("occupied", Some(notation::name(*coord, *size))),
        PlaceError::OffBoard { coord, .. } => ("off-board", Some(coord.to_string())),
        _ => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use tengen_engine::types::{BoardSize, Rule};
    use tengen_records::game_format::ReadDefaults;

    fn fault(format: GameFormat, text: &str) -> String {
        let size = BoardSize::square(15).unwrap();
        let defaults = ReadDefaults { rule: Rule::Renju.into(), size, charset: None };
        let read = format.each(text.as_bytes(), defaults, |_, _| ControlFlow::Continue(()));
        let ReadingFault { reason, line, seen, .. } = ReadingFault::of(format, &read.unwrap_err());
        format!("{reason} {line:?} {seen:?}")
    }

    #[test]
    fn what_is_wrong_with_a_text_has_a_code() {
        for (text, expected) in [
            ("Dear Anna, how are you?", r#"point Some(1) Some("Dear")"#),
            ("1. h8 i9 2. h8", r#"occupied Some(1) Some("h8")"#),
            ("1. h8 i9 7. g7", r#"number Some(1) Some("7")"#),
            ("7,7", r#"pair Some(1) Some("7,7")"#),
            ("1. h8 1-0\n2. j10", r#"after-result Some(2) Some("2")"#),
            ("1. ...", r#"no-move Some(1) Some("1. ...")"#),
        ] {
            assert_eq!(fault(GameFormat::TXT, text), expected, "{text}");
        }
        assert_eq!(fault(GameFormat::SGF, "(;GM[4]SZ[0];B[aa])"), "file None None");
    }
}
