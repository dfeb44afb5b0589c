//! Misspelled words.

/// The word of `known` that `seen` is a misspelling of: one letter off, or two in words of five
/// letters and more, whatever the case. A swap of two neighbors counts as one.
pub fn nearest<'a>(seen: &str, known: &[&'a str]) -> Option<&'a str> {
    let seen = seen.to_ascii_lowercase();
    let distance = |word: &&str| strsim::osa_distance(&seen, &word.to_ascii_lowercase());
    let letters = seen.trim_start_matches('-').chars().count();
    let most = match letters {
        0..=2 => 0,
        3..=4 => 1,
        _ => 2,
    };
    let best = known.iter().min_by_key(|word| distance(word))?;
    (distance(best) <= most).then_some(*best)
}

/// The words, those whose spelling is nearest first.
pub fn by_nearness<'a>(seen: &str, known: &[&'a str]) -> Vec<&'a str> {
    let seen = seen.to_ascii_lowercase();
    let mut words = known.to_vec();
    words.sort_by_key(|word| strsim::osa_distance(&seen, &word.to_ascii_lowercase()));
    words
}

/// ` (did you mean 'games'?)` if `seen` is a misspelling of one of `known`; otherwise nothing.
pub fn hint(seen: &str, known: &[&str]) -> String {
    nearest(seen, known).map_or_else(String::new, |word| format!(" (did you mean '{word}'?)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_by_one_or_two_wrong_letters() {
        let known = ["games", "size", "go", "caro-exact"];
        for (seen, meant) in [
            ("gmaes", Some("games")),
            ("Games", Some("games")),
            ("gamess", Some("games")),
            ("sise", Some("size")),
            ("seza", None),
            ("gi", None),
            ("GO", Some("go")),
            ("caro-exac", Some("caro-exact")),
            ("rule", None),
        ] {
            assert_eq!(nearest(seen, &known), meant, "{seen}");
        }
        assert_eq!(nearest("x", &[]), None);
        assert_eq!(by_nearness("sizes", &known), ["size", "games", "go", "caro-exact"]);
    }
}
