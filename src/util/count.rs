//! Numbers with their nouns, for messages.

/// `1 position`, `12 positions`: a count with its noun, whose plural ends with `s`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_is_singular() {
        let texts = [0, 1, 2, 21].map(|count| counted(count, "record"));
        assert_eq!(texts, ["0 records", "1 record", "2 records", "21 records"]);
    }
}
