//! The text of a command and of an answer.

use std::fmt::Display;

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpLine {
    /// The number that the answer repeats.
    pub id: Option<u32>,
    /// The word of the command.
    pub name: String,
    /// What follows it.
    pub arguments: Vec<String>,
}

impl GtpLine {
    /// Reads a line without its end; `None` if nothing but a comment is on it.
    ///
    /// Tabs are blanks, other control characters are dropped, and a comment begins with `#`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.split('#').next().unwrap_or_default().replace('\t', " ");
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        let mut words = text.split_whitespace().map(str::to_owned).peekable();
        let id = words.peek().and_then(|word| number(word));
        if id.is_some() {
            words.next();
        }
        // A number alone is a command without a name, which is unknown.
        let name = words.next();
        let is_empty = id.is_none() && name.is_none();
        let name = name.unwrap_or_default();
        (!is_empty).then(|| Self { id, name, arguments: words.collect() })
    }
}

/// A number of digits only: `-1` and `+1` are words.
fn number(word: &str) -> Option<u32> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

/// How an answer begins: `=` or `?`, and the number of its command.
pub fn head(id: Option<u32>, is_success: bool) -> String {
    let sign = if is_success { '=' } else { '?' };
    id.map_or_else(|| sign.to_string(), |id| format!("{sign}{id}"))
}

/// An answer without its last line end, which the writer adds: it ends with an empty line.
pub fn answer(id: Option<u32>, result: Result<&str, &dyn Display>) -> String {
    let head = head(id, result.is_ok());
    let text = match result {
        Ok(text) => text.to_owned(),
        Err(error) => error.to_string(),
    };
    let gap = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
    format!("{head}{gap}{text}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<(Option<u32>, String)> {
        let line = GtpLine::parse(text)?;
        Some((line.id, [vec![line.name], line.arguments].concat().join(" ")))
    }

    #[test]
    fn a_line_is_a_number_a_word_and_its_arguments() {
        let is = |id, text: &str| Some((id, text.to_owned()));
        assert_eq!(parsed("play b H8"), is(None, "play b H8"));
        assert_eq!(parsed("12 play\tb   H8  "), is(Some(12), "play b H8"));
        assert_eq!(parsed("name # which one"), is(None, "name"));
        assert_eq!(parsed("\u{1}na\u{7}me"), is(None, "name"));
        assert_eq!(parsed("7"), is(Some(7), ""));
        assert_eq!(parsed("-1 name"), is(None, "-1 name"));
        for nothing in ["", "  \t", "# a comment", "  # 5 name"] {
            assert_eq!(parsed(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn an_answer_ends_with_an_empty_line() {
        assert_eq!(answer(None, Ok("Tengen")), "= Tengen\n");
        assert_eq!(answer(Some(3), Ok("")), "=3\n");
        assert_eq!(answer(Some(3), Err(&"unknown command")), "?3 unknown command\n");
        assert_eq!(answer(None, Ok("\n. .\n. .")), "=\n. .\n. .\n");
    }
}
