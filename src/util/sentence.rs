//! Sentences of phrases.

/// A phrase as a sentence: a capital letter at its beginning, unless it begins with the name of a point, and
/// a full stop at its end.
pub fn sentence(phrase: &str) -> String {
    if begins_with_point(phrase) {
        return format!("{phrase}.");
    }
    let mut letters = phrase.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

/// Whether the first word is a point such as `h8`, which has the same name everywhere: at most two letters
/// and three digits, as on the largest board.
fn begins_with_point(phrase: &str) -> bool {
    let ends = |letter: char| !letter.is_ascii_alphanumeric();
    let word = phrase.split(ends).next().unwrap_or_default();
    let row = word.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let is_row = (1..=3).contains(&row.len()) && row.bytes().all(|digit| digit.is_ascii_digit());
    is_row && (1..=2).contains(&(word.len() - row.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_becomes_a_sentence() {
        let phrases = ["point h8 is occupied", "éa", ""];
        assert_eq!(phrases.map(sentence), ["Point h8 is occupied.", "Éa.", "."]);
        // A point keeps its name.
        let phrases = ["h8 is occupied", "h12: a four", "h is a column", "8 moves", "a1b too"];
        let expected =
            ["h8 is occupied.", "h12: a four.", "H is a column.", "8 moves.", "A1b too."];
        assert_eq!(phrases.map(sentence), expected);
        // Words that end with digits are none.
        let phrases = ["bot1 plays", "ab181: far", "h1234 is none"];
        assert_eq!(phrases.map(sentence), ["Bot1 plays.", "ab181: far.", "H1234 is none."]);
    }
}
