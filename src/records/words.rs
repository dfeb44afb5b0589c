//! How other programs and people spell what a game file says about a game: its rule, its result,
//! its dates. One reader of each for all formats. Text in, values out.

pub mod dates;
pub mod result;
pub mod rule;

/// The words of a text, lower-case: what stands between blanks and signs. Letters of Latin with a
/// mark lose it, so that `Soosõrv` is `soosorv`.
fn words(text: &str) -> Vec<String> {
    let text: String = text.chars().flat_map(char::to_lowercase).map(without_mark).collect();
    let parts = text.split(|c: char| !c.is_alphanumeric() && c != '½');
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The letters with marks that occur in names of rules: Estonian, Vietnamese, French.
const fn without_mark(letter: char) -> char {
    match letter {
        'õ' | 'ö' | 'ó' | 'ô' | 'ō' | 'ø' | 'ờ' => 'o',
        'é' | 'è' => 'e',
        'á' | 'ä' | 'à' => 'a',
        'ü' | 'ú' => 'u',
        other => other,
    }
}
