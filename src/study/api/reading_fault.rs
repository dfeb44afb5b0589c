//! Why a text or a file is no game, as a code with what belongs to it.

use schemars::JsonSchema;
use serde::Serialize;

use tengen_records::fault::{Fault, FaultKind};
use tengen_records::game_format::{GameFormat, GameFormatError};
use tengen_util::excerpt::excerpt;

/// Why a text or a file is no game, or a part of it is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReadingFault {
    /// `point`: something other than a point of the board; `occupied`, `off-board`: a stone cannot be
    /// placed; `number`: it does not follow from the moves before it; `pair`: numbers that may count
    /// from anywhere; `after-result`: more after the end of a game; `no-move`: numbers, signs or words
    /// alone; `cut`: the end is missing; `size`: no such board; `rule`: a rule that is unknown here;
    /// `other-game`: not five in a row; `not-format`: nothing of this format; `setup`: stones set up
    /// where there is no place for them; `late-head`: what is said of the whole game, but not at its
    /// start; `damaged`: something that the format does not have there; `file`: anything else, which
    /// only the sentence says.
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
        Self::new(format, &error.fault())
    }

    /// A fault in this format.
    pub(super) fn new(format: GameFormat, fault: &Fault) -> Self {
        let Fault { kind, line, seen } = fault;
        let seen = seen.as_ref().map(|seen| excerpt(seen, MOST_SEEN));
        Self { reason: code(*kind), format, line: *line, seen }
    }
}

const fn code(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Point => "point",
        FaultKind::Occupied => "occupied",
        FaultKind::OffBoard => "off-board",
        FaultKind::Number => "number",
        FaultKind::Pair => "pair",
        FaultKind::AfterResult => "after-result",
        FaultKind::NoMove => "no-move",
        FaultKind::Cut => "cut",
        FaultKind::Size => "size",
        FaultKind::Rule => "rule",
        FaultKind::OtherGame => "other-game",
        FaultKind::NotFormat => "not-format",
        FaultKind::Setup => "setup",
        FaultKind::LateHead => "late-head",
        FaultKind::Damaged => "damaged",
        FaultKind::Other => "file",
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use tengen_engine::types::{BoardSize, Rule};
    use tengen_records::game_format::ReadDefaults;
    use tengen_records::words::rule::GivenRule;

    fn fault(format: GameFormat, text: &str) -> String {
        let size = BoardSize::square(15).unwrap();
        let rule = GivenRule::Suggested(Rule::Renju);
        let defaults = ReadDefaults { rule, size, charset: None };
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
        for (format, text, expected) in [
            (GameFormat::SGF, "(;GM[4]SZ[0];B[aa])", r#"size Some(1) Some("0x0")"#),
            (GameFormat::SGF, "(;GM[1]KM[6.5];B[aa])", r#"other-game Some(1) Some("KM[6.5]")"#),
            (GameFormat::SGF, "(;GM[2];B[aa])", r#"other-game Some(1) Some("GM[2]")"#),
            (GameFormat::SGF, "(;GM[4]SZ[15];B[hh];W[zz])", r#"point Some(1) Some("zz")"#),
            (GameFormat::SGF, "(;GM[4]SZ[15];B[hh];AB[aa])", "setup Some(1) None"),
            (GameFormat::SGF, "no game", "not-format Some(1) None"),
            (GameFormat::SGF, "(;B[aa]1)", r#"damaged Some(1) Some("1")"#),
            (GameFormat::PSQ, "Piskvorky 15x15, 1:1, 0\n", "cut Some(1) None"),
            (GameFormat::PSQ, "Piskvorky 3x3, 1:1, 0\n", r#"size Some(1) Some("3x3")"#),
            (GameFormat::PSQ, "hello", r#"not-format Some(1) Some("hello")"#),
            (GameFormat::LINK, "hello", r#"not-format Some(1) Some("hello")"#),
            (GameFormat::PGN, "[A \"b\"]\n\n1. h8 {x", "cut Some(3) None"),
            (GameFormat::SAV, "15\n15\n2\n7 7\n", "cut None None"),
        ] {
            assert_eq!(fault(format, text), expected, "{text}");
        }
    }
}
