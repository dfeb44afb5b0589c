//! Sentences of phrases.

/// A phrase as a sentence: a capital letter at its beginning, a full stop at its end.
pub fn sentence(phrase: &str) -> String {
    let mut letters = phrase.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_becomes_a_sentence() {
        let phrases = ["point h8 is occupied", "éa", ""];
        assert_eq!(phrases.map(sentence), ["Point h8 is occupied.", "Éa.", "."]);
    }
}
