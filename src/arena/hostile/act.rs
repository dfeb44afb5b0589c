//! The steps of a conversation.

use std::time::Duration;

use tengen_engine::types::{BoardSize, Coord, Rule};

/// One step. Steps keep their meaning when others are removed, so that a conversation can be
/// reduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Bytes, written at once. Any lines of the protocol may come back.
    Hostile(Vec<u8>),
    /// A pause.
    Wait(Duration),
    /// The end of hostile input: a search is stopped, and `ABOUT` must be answered.
    Return,
    /// A game on an empty board: `START`, which must be answered with `OK`, and settings as
    /// managers send them.
    Start {
        /// Size of the board.
        size: BoardSize,
        rule: Rule,
        /// Time per move.
        turn: Duration,
    },
    /// A request for a move, which must be legal and in time. Left out if no game is in progress.
    Ask {
        request: MoveRequest,
        /// What else is sent while the brain thinks, each after a pause.
        during: Vec<(Duration, Vec<u8>)>,
    },
    /// `TAKEBACK` of the last stones, the newest first, each answered with `OK`. Left out if no
    /// game is in progress.
    Takeback(usize),
    /// `END`; the process must exit soon.
    End,
    /// The end of the input; the process must exit soon.
    EndOfInput,
}

/// A request for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MoveRequest {
    /// `BEGIN`; the board must be empty, otherwise it is left out.
    Begin,
    /// `TURN` with a legal point chosen by this number.
    Turn(u64),
    /// `BOARD` with these stones, the first one black's.
    Board(Vec<Coord>),
}

impl Act {
    /// The line of a `protocol-tests` transcript for sent bytes.
    pub(super) fn transcript_line(bytes: &[u8]) -> String {
        let text = bytes.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok());
        let is_plain = |text: &&str| {
            text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && text.trim_end() == *text
        };
        match text.filter(is_plain) {
            Some(text) => format!("> {text}"),
            None => raw(bytes),
        }
    }
}

/// `raw "…"`, long runs of one byte shortened.
fn raw(bytes: &[u8]) -> String {
    const LONG: usize = 40;
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = bytes;
    while let Some(&byte) = rest.first() {
        let length = rest.iter().take_while(|&&next| next == byte).count();
        if length >= LONG {
            if !text.is_empty() {
                pieces.push(format!("\"{text}\""));
                text.clear();
            }
            pieces.push(format!("\"{}\" * {length}", escaped(byte)));
            rest = &rest[length..];
        } else {
            text += &escaped(byte);
            rest = &rest[1..];
        }
    }
    if !text.is_empty() || pieces.is_empty() {
        pieces.push(format!("\"{text}\""));
    }
    format!("raw {}", pieces.join(" "))
}

fn escaped(byte: u8) -> String {
    match byte {
        b'\r' => "\\r".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\0' => "\\0".to_owned(),
        b'"' => "\\\"".to_owned(),
        b'\\' => "\\\\".to_owned(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_and_raw_bytes_are_told_apart() {
        let line = |bytes: &[u8]| Act::transcript_line(bytes);
        assert_eq!(line(b"TURN 7,7\n"), "> TURN 7,7");
        assert_eq!(line(b"TURN 7,7\r\n"), r#"raw "TURN 7,7\r\n""#);
        assert_eq!(line(b"TURN 7,7"), r#"raw "TURN 7,7""#);
        assert_eq!(line(b" \n"), r#"raw " \n""#);
        assert_eq!(line(b""), r#"raw """#);
        assert_eq!(line(b"a\"\\\0\xff\n"), r#"raw "a\"\\\0\xff\n""#);
        let long = [&b"INFO "[..], &[b'9'; 5000], b"\n"].concat();
        assert_eq!(
            line(&long[..]),
            format!("> {}", std::str::from_utf8(&long).unwrap().trim_end())
        );
        let long = [&b"INFO "[..], &[0; 5000], b"\n"].concat();
        assert_eq!(line(&long), r#"raw "INFO " "\0" * 5000 "\n""#);
    }
}
