//! Where in a text something is wrong.

use std::fmt;

/// An error with its place in the text, both counted from 1; columns count characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<E> {
    pub line: usize,
    pub column: usize,
    /// What is wrong there.
    pub error: E,
}

impl<E> Located<E> {
    /// An error at a byte of `text` (at its end if the byte lies beyond it).
    pub fn byte(text: &str, byte: usize, error: E) -> Self {
        let mut end = byte.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &text[..end];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self { line, column: before[start..].chars().count() + 1, error }
    }
}

impl<E: fmt::Display> fmt::Display for Located<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.error)
    }
}

impl<E: std::error::Error> std::error::Error for Located<E> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_counted_in_characters() {
        let at = |byte| {
            let Located { line, column, .. } = Located::byte("ab\né x", byte, ());
            (line, column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(2), (1, 3));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(4), (2, 1), "inside a character");
        assert_eq!(at(6), (2, 3));
        assert_eq!(at(99), (2, 4));
    }
}
