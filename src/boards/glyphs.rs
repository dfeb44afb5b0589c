//! The signs of the board: Unicode, or ASCII for terminals that do not support it. Every sign takes
//! one column.

use std::borrow::Cow;

use tengen_study::review::MoveVerdict;

/// A set of signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// A black stone.
    pub black: char,
    /// A white stone.
    pub white: char,
    /// The last move in a compact cell, by black.
    pub black_last: char,
    /// The last stone, a white one.
    pub white_last: char,
    /// An empty point.
    pub empty: char,
    /// An empty point in a large cell: in the first row, between and in the last row; there in the
    /// first column, between and in the last column.
    pub crossings: [[char; 3]; 3],
    /// Between two points of a row of large cells.
    pub across: char,
    /// Between two points of a column of large cells.
    pub down: char,
    /// The engine's advice.
    pub hint: char,
    /// The better move at a mistake, in a review.
    pub better: char,
    /// A move that makes a won game longer, in a review.
    pub detour: &'static str,
    /// A move that gives a won game away, in a review.
    pub missed_win: &'static str,
    /// Marks omitted text.
    pub more: &'static str,
}

impl Glyphs {
    /// Plain ASCII.
    pub const ASCII: Glyphs = Glyphs {
        black: 'X',
        white: 'O',
        black_last: 'x',
        white_last: 'o',
        empty: '.',
        crossings: [['.'; 3]; 3],
        across: ' ',
        down: ' ',
        hint: '+',
        better: '@',
        detour: "~",
        missed_win: "#",
        more: "...",
    };

    pub const UNICODE: Glyphs = Glyphs {
        black: '●',
        white: '○',
        black_last: '◆',
        white_last: '◇',
        empty: '·',
        crossings: [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']],
        across: '─',
        down: '│',
        hint: '+',
        better: '✓',
        detour: MoveVerdict::Detour.sign(),
        missed_win: MoveVerdict::MissedWin.sign(),
        more: "…",
    };

    /// The sign of a review's verdict on a move; empty for a good one.
    pub fn sign(&self, verdict: MoveVerdict) -> &'static str {
        match verdict {
            MoveVerdict::Detour => self.detour,
            MoveVerdict::MissedWin => self.missed_win,
            other => other.sign(),
        }
    }

    /// The text of a review with these signs.
    pub(crate) fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let verdicts = [MoveVerdict::Detour, MoveVerdict::MissedWin];
        verdicts.into_iter().fold(Cow::Borrowed(text), |text, verdict| {
            let (sign, own) = (verdict.sign(), self.sign(verdict));
            let is_other = sign != own && text.contains(sign);
            if is_other { Cow::Owned(text.replace(sign, own)) } else { text }
        })
    }
}

/// Whether the locale of these variables, the first that is set, uses UTF-8.
pub fn is_utf8_locale(variables: impl IntoIterator<Item = Option<String>>) -> bool {
    let set = variables.into_iter().flatten().find(|value| !value.is_empty());
    set.is_some_and(|value| {
        let value = value.to_ascii_lowercase();
        value.ends_with("utf-8") || value.ends_with("utf8") || value.contains("utf-8@")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signs_of_a_review_are_ascii_where_all_is() {
        let text = "✗ missed win, ↝ detour, ?? blunder";
        assert_eq!(Glyphs::UNICODE.text(text), text);
        assert_eq!(Glyphs::ASCII.text(text), "# missed win, ~ detour, ?? blunder");
    }

    #[test]
    fn the_first_variable_that_is_set_names_the_encoding() {
        let is_utf8 = |texts: [&str; 3]| is_utf8_locale(texts.map(|t| Some(t.to_owned())));
        assert!(is_utf8(["", "", "en_US.UTF-8"]));
        assert!(is_utf8(["C.utf8", "", "C"]));
        assert!(!is_utf8(["C", "", "en_US.UTF-8"]));
        assert!(!is_utf8_locale([None, None, None]));
    }
}
