//! Points in letters of other keyboards or in the other order, written as usual: `Ｈ８`, `Н8` with a
//! Cyrillic letter, `8H`. What is not clear stays as it is.

use tengen_engine::board::notation;
use tengen_engine::types::BoardSize;

/// A line with its points written as usual.
pub(super) fn usual(text: &str, size: BoardSize) -> String {
    let text = with_latin_letters(&with_usual_width(text));
    with_letters_first(&text, size).unwrap_or(text)
}

/// Letters, digits and signs of full width as usual ones, and one sign of three dots as three.
fn with_usual_width(text: &str) -> String {
    let mut usual = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '…' => usual.push_str("..."),
            '\u{ff01}'..='\u{ff5e}' => {
                usual.push(char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c));
            }
            c => usual.push(c),
        }
    }
    usual
}

/// The letters of points that only look like Latin ones as those: in a line that has a point with a
/// Latin letter, too. Without one the columns may be named in that alphabet, which would be other points.
fn with_latin_letters(text: &str) -> String {
    let next = |at: usize| text[at..].chars().nth(1);
    let is_before_digit = |at: usize| next(at).is_some_and(|c| c.is_ascii_digit());
    let has_point = || {
        let mut letters = text.char_indices().filter(|(_, c)| c.is_ascii_alphabetic());
        letters.any(|(at, _)| is_before_digit(at))
    };
    if text.is_ascii() || !has_point() {
        return text.to_owned();
    }
    let mut is_after_letter = false;
    let latin = text.char_indices().map(|(at, c)| {
        let is_alone = !std::mem::replace(&mut is_after_letter, c.is_alphabetic());
        look_alike(c).filter(|_| is_alone && is_before_digit(at)).unwrap_or(c)
    });
    latin.collect()
}

/// The Latin letter up to `o` that a Cyrillic or a Greek one looks like.
const fn look_alike(c: char) -> Option<char> {
    Some(match c {
        'А' | 'а' | 'Α' => 'a',
        'В' | 'Β' => 'b',
        'С' | 'с' => 'c',
        'Е' | 'е' | 'Ε' => 'e',
        'Н' | 'Η' => 'h',
        'І' | 'і' | 'Ι' => 'i',
        'Ј' | 'ј' => 'j',
        'К' | 'Κ' => 'k',
        'М' | 'Μ' => 'm',
        'Ν' => 'n',
        'О' | 'о' | 'Ο' | 'ο' => 'o',
        _ => return None,
    })
}

/// A line in which each point has its number first, `8H 9I`, with the letters first; `None` if it has
/// anything else than such points and numbers.
pub(super) fn with_letters_first(text: &str, size: BoardSize) -> Option<String> {
    let is_sign = |c: char| !c.is_ascii_alphanumeric();
    let (mut line, mut is_found) = (String::with_capacity(text.len()), false);
    for piece in text.split_inclusive(is_sign) {
        let (word, sign) = piece.split_at(piece.find(is_sign).unwrap_or(piece.len()));
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        match is_number {
            true => line.push_str(word),
            false => line.push_str(&letters_first(word, size)?),
        }
        is_found |= !is_number;
        line.push_str(sign);
    }
    is_found.then_some(line)
}

/// `h8i9` of `8H9I`.
fn letters_first(word: &str, size: BoardSize) -> Option<String> {
    let (mut points, mut rest) = (String::new(), word);
    while !rest.is_empty() {
        let letters = rest.find(|c: char| !c.is_ascii_digit()).filter(|&digits| digits > 0)?;
        let next = rest[letters..].find(|c: char| c.is_ascii_digit());
        let end = next.map_or(rest.len(), |next| letters + next);
        let point = format!("{}{}", &rest[letters..end], &rest[..letters]).to_ascii_lowercase();
        notation::parse(&point, size).ok()?;
        points.push_str(&point);
        rest = &rest[end..];
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_in_other_letters_are_written_as_usual() {
        for (text, expected) in [
            ("Ｈ８，ｉ９", "H8,i9"),
            ("1. h8 1… i9", "1. h8 1... i9"),
            ("Н8 i9 Ј10", "h8 i9 j10"),
            ("h8Ι9", "h8i9"),
            ("8H 9I", "h8 i9"),
            ("1. 8H 9I 2. 10J9J 1-0", "1. h8 i9 2. j10j9 1-0"),
        ] {
            assert_eq!(usual(text, BoardSize::square(15).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_clear_stays() {
        // Columns in Russian letters, a letter of a word, a mixture, other boards, a note.
        for text in ["Н8 О9", "вН8 i9", "8H i9", "8H 99I", "8H is good", "8 9", "1e5", "h8i9", "é"]
        {
            assert_eq!(usual(text, BoardSize::square(15).unwrap()), text);
        }
    }
}
