//! Free text in a cell of a CSV file. A spreadsheet takes a cell that begins with `=`, `+`, `-` or
//! `@` for a formula, so that a player's name could run a program. Such a text gets an apostrophe,
//! which spreadsheets take for "text follows"; reading removes it. A text that begins with
//! apostrophes before such a sign gets one more, so that every text comes back.

use std::borrow::Cow;

/// The signs that begin a formula, in any spreadsheet.
const SIGNS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];
const MARK: char = '\'';

fn is_formula(text: &str) -> bool {
    text.trim_start_matches(MARK).starts_with(SIGNS)
}

/// The text as it is written.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    match is_formula(text) {
        true => Cow::Owned(format!("{MARK}{text}")),
        false => Cow::Borrowed(text),
    }
}

/// The text of a cell as it was before it was written.
pub(crate) fn meant(cell: &str) -> &str {
    cell.strip_prefix(MARK).filter(|_| is_formula(cell)).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn no_written_text_begins_as_a_formula() {
        for (text, written) in [
            ("=1+2", "'=1+2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-5", "'-5"),
            ("'=1", "''=1"),
            ("'quoted'", "'quoted'"),
            ("Ann", "Ann"),
            ("", ""),
        ] {
            assert_eq!(harmless(text), written);
            assert_eq!(meant(written), text);
        }
        assert_eq!(meant("=1"), "=1", "files of earlier versions have no apostrophe");
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in "[='+@ax-]{0,6}|.{0,9}") {
            let written = harmless(&text);
            prop_assert!(!written.starts_with(SIGNS));
            prop_assert_eq!(meant(&written), text.as_str());
        }
    }
}
