//! Text with semantic styles: what a span means, not what it looks like. The terminal maps styles
//! to colors.

use tengen_util::columns::{padded, split, width, wrap};

/// The meaning of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// Ordinary text.
    #[default]
    Plain,
    /// Empty points and the coordinates at the edge.
    Faint,
    /// The name of a section.
    Title,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// The last move.
    Last,
    /// A stone of the winning line.
    Win,
    /// A point forbidden to black.
    Forbidden,
    /// The engine's advice.
    Hint,
    /// The cell of the cursor.
    Cursor,
    Message,
}

/// A span of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub text: String,
    /// What it is.
    pub style: Style,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct StyledLine(pub Vec<Span>);

impl StyledLine {
    /// A line of one span.
    pub fn of(text: impl Into<String>, style: Style) -> Self {
        Self(vec![Span { text: text.into(), style }])
    }

    /// Appends a span.
    pub fn push(&mut self, text: impl Into<String>, style: Style) {
        self.0.push(Span { text: text.into(), style });
    }

    /// The text alone.
    pub fn plain(&self) -> String {
        self.0.iter().map(|span| span.text.as_str()).collect()
    }

    /// The line, cut after `columns`.
    #[must_use]
    pub(crate) fn cut(&self, columns: usize) -> Self {
        let mut left = columns;
        let cut = |span: &Span| {
            let (text, rest) = split(&span.text, left);
            // Nothing follows what was cut, even if a column is left beside a wide character.
            left = if rest.is_empty() { left - width(text) } else { 0 };
            Span { text: text.to_owned(), style: span.style }
        };
        Self(self.0.iter().map(cut).collect())
    }
}

/// The lines that fit into `rows`; `more` marks omitted text, and no word is cut.
pub(crate) fn fit(mut lines: Vec<String>, rows: usize, columns: usize, more: &str) -> Vec<String> {
    if lines.len() <= rows {
        return lines;
    }
    lines.truncate(rows);
    if let Some(last) = lines.last_mut() {
        let room = columns.saturating_sub(width(more));
        while width(last) > room {
            let end = last.trim_end().rfind(' ').unwrap_or(0);
            last.truncate(end);
        }
        last.push_str(more);
    }
    lines
}

/// A table of two columns, wrapped to `columns`; if they do not fit side by side, the second is
/// below the first and indented.
pub(crate) fn table(rows: &[(&str, &str)], columns: usize) -> Vec<String> {
    const LEAST: usize = 24;
    let first = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0) + 2;
    let is_wide = columns >= first + LEAST;
    let indent = if is_wide { first } else { 2.min(columns.saturating_sub(1)) };
    let mut lines = Vec::new();
    for (name, text) in rows {
        let mut texts = wrap(text, columns - indent).into_iter();
        if is_wide {
            lines.push(padded(name, indent) + &texts.next().unwrap_or_default());
        } else {
            lines.extend(wrap(name, columns));
        }
        lines.extend(texts.map(|text| format!("{:indent$}{text}", "")));
    }
    lines
}

/// Breaks a line at double blanks into lines of at most `columns`.
pub(crate) fn wrap_keys(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split("  ").map(str::trim).filter(|part| !part.is_empty()) {
        match lines.last_mut() {
            Some(line) if width(line) + 2 + width(part) <= columns => {
                line.push_str("  ");
                line.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_by_characters() {
        let mut line = StyledLine::of("éa", Style::Plain);
        line.push("bcd", Style::Win);
        assert_eq!(line.cut(3).plain(), "éab");
        assert_eq!(line.cut(0).plain(), "");
        assert_eq!(line.cut(99), line);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let mut line = StyledLine::of("日本", Style::Plain);
        line.push("b", Style::Win);
        assert_eq!(line.cut(3).plain(), "日", "what follows a character that was cut is cut");
        assert_eq!(line.cut(5), line);
        assert_eq!(fit(wrap("黑棋 走 天元", 7), 1, 7, "…"), ["黑棋…"]);
        assert_eq!(table(&[("黑", "first"), ("abc", "second")], 40), ["黑   first", "abc  second"]);
    }

    #[test]
    fn a_table_is_wrapped_in_its_second_column_or_below_the_first() {
        let rows = [("go", "the engine moves now"), ("save FILE", "save the game in a file")];
        assert_eq!(
            table(&rows, 36),
            ["go         the engine moves now", "save FILE  save the game in a file",]
        );
        assert_eq!(
            table(&rows, 14),
            [
                "go",
                "  the engine",
                "  moves now",
                "save FILE",
                "  save the",
                "  game in a",
                "  file"
            ]
        );
        assert!(table(&rows, 0).len() > 4);
    }

    #[test]
    fn text_that_does_not_fit_ends_with_a_sign() {
        let lines = || wrap("the engine thinks a lot", 10);
        assert_eq!(fit(lines(), 9, 10, "…"), ["the engine", "thinks a", "lot"]);
        assert_eq!(fit(lines(), 2, 10, "…"), ["the engine", "thinks a…"]);
        assert_eq!(fit(lines(), 1, 10, "…"), ["the…"]);
    }
}
