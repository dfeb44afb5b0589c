//! Where a text is not JSON, and what was seen and expected there.

use std::borrow::Cow;

use super::serde_words::{plain, without_place};

/// What a parser refused in a text that is not JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonSyntax {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1; `None` where the text ends too early.
    pub column: Option<usize>,
    /// What was seen and what was expected.
    pub message: String,
}

impl JsonSyntax {
    /// What an error of syntax means for the text that was parsed.
    pub fn of(text: &str, error: &serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let message = plain(without_place(&message));
        // A line break within a text in quotes lies before the first column.
        if error.is_eof() || column == 0 {
            return Self { line, column: None, message: message.into_owned() };
        }
        let content = text.split('\n').nth(line.saturating_sub(1)).unwrap_or("");
        // The parser counts bytes.
        let (before, rest) = content.split_at_checked(column - 1).unwrap_or((content, ""));
        let message = match rest.chars().next() {
            Some(seen) if message.starts_with("expected ") && !seen.is_control() => {
                Cow::Owned(format!("seen '{seen}', {message}"))
            }
            _ => message,
        };
        Self { line, column: Some(before.chars().count() + 1), message: message.into_owned() }
    }

    /// ` at column 7`; nothing where the text ends too early.
    pub fn place(column: Option<usize>) -> String {
        column.map_or_else(String::new, |column| format!(" at column {column}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> (usize, Option<usize>, String) {
        let error = serde_json::from_str::<serde_json::Value>(text).unwrap_err();
        let JsonSyntax { line, column, message } = JsonSyntax::of(text, &error);
        (line, column, message)
    }

    #[test]
    fn columns_count_characters_and_the_end_has_none() {
        let expected = "seen '}', expected a value";
        assert_eq!(seen(r#"{"é": }"#), (1, Some(7), expected.to_owned()));
        assert_eq!(
            seen("[\n \"é\" é]"),
            (2, Some(6), "seen 'é', expected a comma or ]".to_owned())
        );
        assert_eq!(
            seen("["),
            (1, None, "seen the end within a list, expected a comma or ]".into())
        );
        assert_eq!(seen("").1, None);
        let (line, column, message) = seen("[\"a\nb\"]");
        assert_eq!((line, column), (2, None));
        assert!(message.starts_with("seen a control character"), "{message}");
    }
}
