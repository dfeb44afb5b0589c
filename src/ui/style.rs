//! Text with semantic styles: what a span is, not what it looks like. The terminal maps styles to
//! colors.

/// The meaning of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Style {
    /// Ordinary text.
    #[default]
    Plain,
    /// Empty points and the coordinates at the edge.
    Faint,
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
    /// A message.
    Message,
}

/// A span of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// The text, one column per character.
    pub text: String,
    /// What it is.
    pub style: Style,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct StyledLine(pub Vec<Span>);

impl StyledLine {
    /// A line of one span.
    pub(crate) fn of(text: impl Into<String>, style: Style) -> Self {
        Self(vec![Span { text: text.into(), style }])
    }

    /// Appends a span.
    pub(crate) fn push(&mut self, text: impl Into<String>, style: Style) {
        self.0.push(Span { text: text.into(), style });
    }

    /// The text alone.
    pub(crate) fn plain(&self) -> String {
        self.0.iter().map(|span| span.text.as_str()).collect()
    }

    /// The line, cut after `columns`.
    #[must_use]
    pub(crate) fn cut(&self, columns: usize) -> Self {
        let mut left = columns;
        let cut = |span: &Span| {
            let text: String = span.text.chars().take(left).collect();
            left -= text.chars().count();
            Span { text, style: span.style }
        };
        Self(self.0.iter().map(cut).collect())
    }
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
}
