//! Numbers with their nouns, for messages.

/// `1 position`, `12 positions`: a count with its noun, whose plural ends with `s`.
pub fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `1 ply`, `12 plies`.
pub fn plies(count: impl Into<i64>) -> String {
    match count.into() {
        1 => "1 ply".to_owned(),
        count => format!("{count} plies"),
    }
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
