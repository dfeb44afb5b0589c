//! Lists of words in sentences.

/// `f8`, `f8 or g8`, `f8, g8 or h8`; empty if there are none.
pub fn listed(names: &[impl AsRef<str>], word: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} {word} {last}", first.join(", ")),
        Some((last, _)) => (*last).to_owned(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_words_are_joined_by_the_given_one() {
        let texts = [3, 2, 1, 0].map(|count| listed(&["f8", "g8", "h8"][..count], "or"));
        assert_eq!(texts, ["f8, g8 or h8", "f8 or g8", "f8", ""]);
    }
}
