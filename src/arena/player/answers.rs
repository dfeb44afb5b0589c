//! What a player's line can be, read as the judges read it.

use std::fmt;

/// A point as a player named it, not yet looked at: it may lie anywhere.
pub type NamedPoint = (i64, i64);

/// An answer to SWAP2BOARD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Answer {
    /// The colors are to be swapped.
    Swap,
    /// One, two or three points.
    Points(Vec<NamedPoint>),
}

/// As the player wrote it.
impl fmt::Display for Swap2Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Swap2Answer::Swap => f.write_str("SWAP"),
            Swap2Answer::Points(points) => {
                let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
                f.write_str(&points.join(" "))
            }
        }
    }
}

/// A line that is not an answer by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark<'a> {
    /// `MESSAGE text` or `DEBUG text`.
    Message(&'a str),
    /// `SUGGEST x,y`, with the text after the word.
    Suggest(&'a str),
    /// `ERROR text` or `UNKNOWN text`.
    Complaint,
}

/// The remark that a line is, if it is one.
pub fn remark(line: &str) -> Option<Remark<'_>> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word.to_ascii_uppercase().as_str() {
        "MESSAGE" | "DEBUG" => Some(Remark::Message(rest)),
        "SUGGEST" => Some(Remark::Suggest(rest.trim())),
        "ERROR" | "UNKNOWN" => Some(Remark::Complaint),
        _ => None,
    }
}

/// Exactly one comma between two whole numbers, blanks allowed.
///
/// ```
/// use tengen::arena::player::answers::point;
/// assert_eq!(point("7,8"), Some((7, 8)));
/// assert_eq!(point(" 7 , -8 "), Some((7, -8)));
/// assert_eq!(point("7,8,1"), None);
/// ```
pub fn point(line: &str) -> Option<NamedPoint> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// `SWAP`, or points separated by blanks.
pub fn swap2(line: &str) -> Option<Swap2Answer> {
    if line.trim().eq_ignore_ascii_case("swap") {
        return Some(Swap2Answer::Swap);
    }
    let points: Option<Vec<_>> = line.split_whitespace().map(point).collect();
    points.filter(|points| !points.is_empty()).map(Swap2Answer::Points)
}

/// Whether the line accepts START: exactly `OK` for the strict, `OK` and a comment for the others.
pub fn is_ok(line: &str, is_strict: bool) -> bool {
    let line = line.trim();
    let word = if is_strict { line } else { line.split_whitespace().next().unwrap_or("") };
    word.eq_ignore_ascii_case("ok")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_the_judge_reads_them() {
        assert_eq!(point("-1,300"), Some((-1, 300)));
        for wrong in ["", "7", "7,", "a,b", "7 7", "7,7 x", "7,,7", "99999999999999999999,1"] {
            assert_eq!(point(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn remarks_are_told_by_their_first_word() {
        assert_eq!(remark("message depth 3"), Some(Remark::Message("depth 3")));
        assert_eq!(remark("MESSAGE"), Some(Remark::Message("")));
        assert_eq!(remark("SUGGEST 7,7"), Some(Remark::Suggest("7,7")));
        assert_eq!(remark("ERROR no"), Some(Remark::Complaint));
        assert_eq!(remark("messages 7,7"), None);
        assert_eq!(remark("7,7"), None);
    }

    #[test]
    fn swap2_answers_are_a_word_or_points() {
        assert_eq!(swap2("swap"), Some(Swap2Answer::Swap));
        let three = Swap2Answer::Points(vec![(7, 7), (8, 8), (9, 9)]);
        assert_eq!(swap2("7,7 8,8  9,9"), Some(three));
        assert_eq!(swap2(""), None);
        assert_eq!(swap2("7,7 x"), None);
    }

    #[test]
    fn only_the_strict_refuse_a_comment_after_ok() {
        assert!(is_ok("ok", true) && is_ok("OK - ready", false));
        assert!(!is_ok("OK - ready", true) && !is_ok("OKAY", false));
    }
}
