//! The text of a record: `@BTXT@`, a line for each text on a point, `\b`, the comment. Without
//! `@BTXT@` all of it is the comment.
//!
//! A line is column, row and text; column and row are one character each, `0` to `9`, then `A` to
//! `V`.

use tengen_engine::types::Coord;

const HEADER: &str = "@BTXT@";
const AFTER: char = '\u{8}';
/// The characters of columns and rows.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHIJKLMNOPQRSTUV";

/// The parts of a record's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct YxdbText {
    /// Texts on points of the canonical image, in the order of the file. Blanks and line breaks
    /// have no place in them.
    pub on_points: Vec<(Coord, String)>,
    /// The comment; lines end with `\n`.
    pub comment: String,
}

impl YxdbText {
    /// Takes a text apart. Lines that are not a text on a point are skipped.
    pub fn parse(text: &str) -> Self {
        let Some(rest) = text.strip_prefix(HEADER) else {
            return Self { on_points: Vec::new(), comment: comment(text) };
        };
        let (lines, after) = rest.split_once(AFTER).unwrap_or((rest, ""));
        let lines = lines.split('\n').map(|line| line.trim_end_matches('\0'));
        Self { on_points: lines.filter_map(line).collect(), comment: comment(after) }
    }
}

/// Joins the parts as Rapfi does. Blanks in texts on points and empty texts are dropped.
impl std::fmt::Display for YxdbText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut lines: Vec<String> = Vec::new();
        for (coord, text) in &self.on_points {
            let digit = |n: u8| DIGITS.get(usize::from(n)).map(|&digit| char::from(digit));
            let text: String = text.chars().filter(|&c| !c.is_whitespace() && c != AFTER).collect();
            if let (Some(x), Some(y), false) = (digit(coord.x), digit(coord.y), text.is_empty()) {
                lines.push(format!("{x}{y}{text}"));
            }
        }
        let comment = self.comment.replace("\r\n", "\n");
        let comment = comment.trim().replace('\0', "");
        if lines.is_empty() {
            return f.write_str(&comment);
        }
        write!(f, "{HEADER}{}", lines.join("\n"))?;
        match comment.is_empty() {
            true => Ok(()),
            false => write!(f, "{AFTER}{comment}"),
        }
    }
}

fn comment(text: &str) -> String {
    text.replace(AFTER, "\n")
}

fn line(line: &str) -> Option<(Coord, String)> {
    let mut chars = line.chars();
    let mut digit = || {
        let seen = u8::try_from(chars.next()?).ok()?;
        u8::try_from(DIGITS.iter().position(|&digit| digit == seen)?).ok()
    };
    let coord = Coord::new(digit()?, digit()?);
    let text = chars.as_str();
    (!text.is_empty()).then(|| (coord, text.to_owned()))
}
