//! Foreign text in a message of ours.

/// The first `most` characters of a text without its control characters; `…` stands for the rest.
pub fn excerpt(text: &str, most: usize) -> String {
    let mut plain = text.chars().filter(|c| !c.is_control());
    let mut excerpt: String = plain.by_ref().take(most).collect();
    if plain.next().is_some() {
        excerpt.push('…');
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_ends_in_an_ellipsis() {
        assert_eq!(excerpt("a\tb\u{1b}é", 3), "abé");
        assert_eq!(excerpt("abcd\n", 3), "abc…");
        assert_eq!(excerpt("\n", 3), "");
    }
}
