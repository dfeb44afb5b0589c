//! Words and numbers of one line, at the level of bytes: a peer may send anything.

/// Splits the first blank-separated word off a line: the word and what follows it, without the
/// blanks between and around. Both are empty at the end of the line.
pub(super) fn split_word(line: &[u8]) -> (&[u8], &[u8]) {
    let line = line.trim_ascii();
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    let (word, rest) = line.split_at_checked(end).unwrap_or((line, &[]));
    (word, rest.trim_ascii())
}

/// The bytes as text; invalid UTF-8 becomes replacement characters.
pub(super) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A whole number with an optional sign. Values beyond 64 bits saturate.
pub(super) fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let saturated = if word.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(word.parse().unwrap_or(saturated))
}

/// The beginning of `seen`, for quoting it in an error.
pub(super) fn excerpt(seen: &str) -> String {
    const MAX_CHARS: usize = 40;
    let seen = seen.trim();
    match seen.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}...", seen.get(..end).unwrap_or_default()),
        None => seen.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_word_removes_the_blanks_around_both_parts() {
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
    fn excerpt_cuts_between_characters() {
        assert_eq!(excerpt(" ab "), "ab");
        assert_eq!(excerpt(&"é".repeat(99)).chars().count(), 43);
    }
}
