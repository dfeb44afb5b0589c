//! Words and numbers of one line, at the level of bytes: a manager may send anything.

/// Splits the first blank-separated word off a line: the word and what follows it, without the blanks
/// between and around. Both are empty at the end of the line.
pub(super) fn split_word(line: &[u8]) -> (&[u8], &[u8]) {
    let line = line.trim_ascii();
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    let (word, rest) = line.split_at_checked(end).unwrap_or((line, &[]));
    (word, rest.trim_ascii())
}

/// The bytes as text; what is no UTF-8 becomes replacement signs.
pub(super) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A whole number with an optional sign. Values beyond 64 bits become the nearest that exists.
pub(super) fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let beyond = if word.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(word.parse().unwrap_or(beyond))
}

/// The beginning of `seen`, for quoting it in an error.
pub(super) fn excerpt(seen: &str) -> String {
    const MOST: usize = 40;
    let seen = seen.trim();
    match seen.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", seen.get(..end).unwrap_or_default()),
        None => seen.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_comes_off_without_its_blanks() {
        assert_eq!(split_word(b" \t turn  7,7 "), (&b"turn"[..], &b"7,7"[..]));
        assert_eq!(split_word(b"END"), (&b"END"[..], &b""[..]));
        assert_eq!(split_word(b"  "), (&b""[..], &b""[..]));
    }

    #[test]
    fn numbers_saturate_and_garbage_is_none() {
        assert_eq!(number("-12"), Some(-12));
        assert_eq!(number("99999999999999999999"), Some(i64::MAX));
        assert_eq!(number("-99999999999999999999"), Some(i64::MIN));
        for garbage in ["", "-", "+-1", "1.5", "0x10", "1e3", "１"] {
            assert_eq!(number(garbage), None, "{garbage}");
        }
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(excerpt(" ab "), "ab");
        assert_eq!(excerpt(&"é".repeat(99)).chars().count(), 43);
    }
}
