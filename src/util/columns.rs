//! Texts in the columns of a terminal: a Chinese or Japanese character takes two.

use unicode_width::UnicodeWidthChar as _;

/// The columns of a character. Control characters take none.
fn columns_of(sign: char) -> usize {
    sign.width().unwrap_or(0)
}

/// The columns of a text.
pub fn width(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// The beginning of a text that fits into `columns`, and the rest.
pub fn split(text: &str, columns: usize) -> (&str, &str) {
    let mut used = 0;
    let end = text.char_indices().find(|&(_, sign)| {
        used += columns_of(sign);
        used > columns
    });
    text.split_at(end.map_or(text.len(), |(at, _)| at))
}

/// The end of a text that fits into `columns`.
pub fn end_of(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let before = text.char_indices().rev().find(|&(_, sign)| {
        used += columns_of(sign);
        used > columns
    });
    before.map_or(text, |(at, sign)| &text[at + sign.len_utf8()..])
}

/// A text with blanks after it, up to `columns`.
pub fn padded(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(width(text));
    format!("{text}{:missing$}", "")
}

/// Breaks text at blanks into lines of at most `columns`; only words longer than a line are cut.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for mut word in paragraph.split(' ') {
            if !line.is_empty() && width(&line) + 1 + width(word) > columns {
                lines.push(std::mem::take(&mut line));
            } else if !line.is_empty() {
                line.push(' ');
            }
            while width(word) > columns {
                // A wide character must stand somewhere, even in a single column.
                let least = word.chars().next().map_or(1, columns_of);
                let (first, rest) = split(word, columns.max(least));
                if rest.is_empty() {
                    break;
                }
                lines.push(first.to_owned());
                word = rest;
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// The text in lines of at most `columns`, those after the first of a paragraph indented, each with its
/// line break.
pub fn hanging(text: &str, indent: usize, columns: usize) -> String {
    // A line has room for some words, whatever stands before them.
    let blanks = |count: usize| " ".repeat(count.min(columns / 2));
    let mut shown = String::new();
    for paragraph in text.lines() {
        let words = paragraph.trim_start();
        let (before, after) = (blanks(paragraph.len() - words.len()), blanks(indent));
        let first = wrap(words, columns - before.len()).into_iter().next().unwrap_or_default();
        let rest = wrap(words[first.len()..].trim_start(), columns - after.len());
        let lines =
            [before + &first].into_iter().chain(rest.iter().map(|line| after.clone() + line));
        lines.for_each(|line| shown.push_str(&(line + "\n")));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!((width("a日本"), width("e\u{301}"), width("…")), (5, 1, 1));
        assert_eq!(split("a日本", 4), ("a日", "本"));
        assert_eq!(split("e\u{301}x", 1), ("e\u{301}", "x"));
        assert_eq!((end_of("a日本", 3), padded("日本", 5)), ("本", "日本 ".to_owned()));
        assert_eq!(wrap("黑棋 走 天元", 7), ["黑棋 走", "天元"]);
        assert_eq!(wrap("黑棋走天元", 5), ["黑棋", "走天", "元"]);
        assert_eq!(wrap("黑棋", 1), ["黑", "棋"]);
    }

    #[test]
    fn lines_after_the_first_are_indented() {
        let text = "   Better: k8 makes an open four.";
        assert_eq!(hanging(text, 3, 20), "   Better: k8 makes\n   an open four.\n");
        assert_eq!(hanging(text, 3, usize::MAX), format!("{text}\n"));
        assert_eq!(hanging("a\n\nbc d", 2, 4), "a\n\nbc d\n");
        assert_eq!(hanging("", 2, 9), "");
        for columns in 0..40 {
            let lines = hanging(text, 9, columns);
            assert!(lines.lines().all(|line| width(line) <= columns.max(1)), "{columns}: {lines}");
            assert_eq!(lines.split_whitespace().collect::<String>(), text.replace(' ', ""));
        }
    }

    #[test]
    fn wrapped_text_cuts_only_words_longer_than_a_line() {
        assert_eq!(wrap("the engine thinks", 10), ["the engine", "thinks"]);
        assert_eq!(wrap("a abcdefgh b", 4), ["a", "abcd", "efgh", "b"]);
        assert_eq!(wrap("one\n\ntwo", 9), ["one", "", "two"]);
        assert_eq!(wrap("", 9), [""; 0]);
        for columns in 0..12 {
            let lines = wrap("some words of several lengths, extraordinarily", columns);
            assert!(lines.iter().all(|line| line.chars().count() <= columns.max(1)), "{lines:?}");
        }
    }
}
