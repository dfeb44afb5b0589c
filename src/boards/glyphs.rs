//! The signs of the board: Unicode, or ASCII for terminals that do not support it. Every sign takes
//! one column.

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
        more: "…",
    };
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
    fn the_first_variable_that_is_set_names_the_encoding() {
        let is_utf8 = |texts: [&str; 3]| is_utf8_locale(texts.map(|t| Some(t.to_owned())));
        assert!(is_utf8(["", "", "en_US.UTF-8"]));
        assert!(is_utf8(["C.utf8", "", "C"]));
        assert!(!is_utf8(["C", "", "en_US.UTF-8"]));
        assert!(!is_utf8_locale([None, None, None]));
    }
}
