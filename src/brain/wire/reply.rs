//! What a brain can send, as a value: one line each.
//!
//! The parser reads a line as the judges do: words in any case, blanks around numbers allowed.
//! Which replies answer which command, and what else is tolerated, is decided by the manager.

use std::fmt;

use super::MAX_REPLY_BYTES;
use super::point::NumberPair;

/// One line from the brain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `OK` and nothing else: some managers compare the whole line.
    Ok,
    /// `OK text`, which the protocol allows and some managers do not.
    OkWithText(String),
    /// `x,y`, or `x,y x,y …` where several stones were requested.
    Moves(Vec<NumberPair>),
    /// `SWAP`: take the other side of a swap2 opening.
    Swap,
    /// `FORBID xxyyxxyy.`: two digits for each coordinate, closed by a dot.
    Forbid(Vec<NumberPair>),
    /// `name="…", version="…", …`: the answer to `ABOUT`.
    About(String),
    /// `MESSAGE text`: shown to the user.
    Message(String),
    /// `MESSAGE text` for Yixin-Board: an answer from a database. It is UTF-8 and not cut, and may
    /// contain a comment of several lines.
    Database(String),
    /// `DEBUG text`: shown to the author of the brain.
    Debug(String),
    /// `SUGGEST x,y`: a move that the manager may replace.
    Suggest(NumberPair),
    /// `INFO text`: a part of a variation, for Yixin-Board.
    Info(String),
    /// `ERROR text`: the command was understood and cannot be obeyed.
    Error(String),
    /// `UNKNOWN text`: the command was not understood.
    Unknown(String),
}

impl Reply {
    /// Reads one line without its end; `None` if it is not a line of the protocol.
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match (word.to_ascii_uppercase().as_str(), rest) {
            ("OK", "") => return Some(Reply::Ok),
            ("OK", _) => return Some(Reply::OkWithText(rest.to_owned())),
            ("SWAP", "") => return Some(Reply::Swap),
            ("MESSAGE", _) => return Some(Reply::Message(rest.to_owned())),
            ("DEBUG", _) => return Some(Reply::Debug(rest.to_owned())),
            ("INFO", _) => return Some(Reply::Info(rest.to_owned())),
            ("ERROR", _) => return Some(Reply::Error(rest.to_owned())),
            ("UNKNOWN", _) => return Some(Reply::Unknown(rest.to_owned())),
            ("SUGGEST", _) => return NumberPair::parse(rest).map(Reply::Suggest),
            ("FORBID", _) => return forbidden(rest).map(Reply::Forbid),
            _ => {}
        }
        if line.contains('=') {
            return Some(Reply::About(line.to_owned()));
        }
        moves(line).map(Reply::Moves)
    }
}

/// One point, with blanks anywhere, or points separated by blanks.
fn moves(line: &str) -> Option<Vec<NumberPair>> {
    if let Some(point) = NumberPair::parse(line) {
        return Some(vec![point]);
    }
    let points: Option<Vec<_>> = line.split_whitespace().map(NumberPair::parse).collect();
    points.filter(|points| !points.is_empty())
}

/// `xxyyxxyy.`
fn forbidden(text: &str) -> Option<Vec<NumberPair>> {
    let digits = text.strip_suffix('.')?.as_bytes();
    let points = digits.chunks_exact(4);
    if !points.remainder().is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = |digits: &[u8]| {
        digits.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0'))
    };
    points
        .map(|digits| digits.split_at_checked(2))
        .map(|halves| halves.map(|(x, y)| NumberPair { first: number(x), second: number(y) }))
        .collect()
}

/// The line, without its end: printable ASCII whatever the text contained, and short enough that
/// managers do not cut it. `FORBID` may be longer; a text of the database may be longer, too, and
/// is UTF-8 with the line breaks that it has.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self {
            Reply::Ok => "OK".to_owned(),
            Reply::OkWithText(text) => format!("OK {text}"),
            Reply::Moves(moves) => points_to_text(moves),
            Reply::Swap => "SWAP".to_owned(),
            Reply::Forbid(points) => return write!(f, "FORBID {}.", digits(points)),
            Reply::About(text) => text.clone(),
            Reply::Message(text) => format!("MESSAGE {text}"),
            Reply::Database(text) => {
                let plain = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
                return write!(f, "MESSAGE {}", text.chars().map(plain).collect::<String>());
            }
            Reply::Debug(text) => format!("DEBUG {text}"),
            Reply::Suggest(point) => format!("SUGGEST {point}"),
            Reply::Info(text) => format!("INFO {text}"),
            Reply::Error(text) => format!("ERROR {text}"),
            Reply::Unknown(text) => format!("UNKNOWN {text}"),
        };
        let printable = |c: char| if matches!(c, ' '..='~') { c } else { '?' };
        let line: String = line.chars().take(MAX_REPLY_BYTES).map(printable).collect();
        f.write_str(&line)
    }
}

/// `x,y x,y …`
pub(crate) fn points_to_text(points: &[NumberPair]) -> String {
    let words: Vec<String> = points.iter().map(NumberPair::to_string).collect();
    words.join(" ")
}

fn digits(points: &[NumberPair]) -> String {
    points.iter().map(|point| format!("{:02}{:02}", point.first, point.second)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(points: &[(i64, i64)]) -> Vec<NumberPair> {
        points.iter().map(|&(first, second)| NumberPair { first, second }).collect()
    }

    #[test]
    fn replies_are_recognized_by_their_first_word() {
        let message = |text: &str| Some(Reply::Message(text.to_owned()));
        assert_eq!(Reply::parse("message depth 3"), message("depth 3"));
        assert_eq!(Reply::parse("MESSAGE"), message(""));
        assert_eq!(Reply::parse("SUGGEST 7,7"), Some(Reply::Suggest(points(&[(7, 7)])[0])));
        assert_eq!(Reply::parse("ERROR no"), Some(Reply::Error("no".to_owned())));
        assert_eq!(Reply::parse(" ok "), Some(Reply::Ok));
        assert_eq!(Reply::parse("OK - ready"), Some(Reply::OkWithText("- ready".to_owned())));
        for wrong in ["", "messages 7,7", "OKAY", "SWAP 7,7", "SUGGEST h8", "FORBID 123."] {
            assert_eq!(Reply::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn moves_are_points_separated_by_blanks() {
        let moves = |expected: &[(i64, i64)]| Some(Reply::Moves(points(expected)));
        assert_eq!(Reply::parse("7,7"), moves(&[(7, 7)]));
        assert_eq!(Reply::parse(" 7 , -8 "), moves(&[(7, -8)]));
        assert_eq!(Reply::parse("7,7 8,8  9,9"), moves(&[(7, 7), (8, 8), (9, 9)]));
        for wrong in ["7", "7,7 x", "7,,7", "7,7,1"] {
            assert_eq!(Reply::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn forbidden_points_have_two_digits_and_a_dot() {
        let forbid = Reply::Forbid(points(&[(10, 3), (1, 0)]));
        assert_eq!(forbid.to_string(), "FORBID 10030100.");
        assert_eq!(Reply::Forbid(Vec::new()).to_string(), "FORBID .");
        assert_eq!(Reply::parse("FORBID 10030100."), Some(forbid));
    }

    #[test]
    fn every_reply_is_one_printable_line() {
        let text = "two\nlines\r\0 and \u{1f600}".repeat(100);
        let line = Reply::Error(text).to_string();
        assert!(line.starts_with("ERROR two?lines??"));
        assert!(line.len() <= MAX_REPLY_BYTES);
        assert!(line.bytes().all(|byte| matches!(byte, b' '..=b'~')));
    }
}
