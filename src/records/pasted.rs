//! What people paste around a list of moves, and what of it can be left out without making it another
//! game: words, addresses, remarks in braces, judgments such as `!?`, signs of all kinds. What looks
//! like a move or a number stays where it is, so that the reader of lists understands or refuses it.

use super::move_text;
use super::read_note::IgnoredWords;
use tengen_engine::types::BoardSize;

/// A line with blanks in the place of what was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PastedLine {
    /// What is left.
    pub text: String,
    /// What was left out.
    pub ignored: IgnoredWords,
    /// The first word among that, and how many words there are: addresses, remarks and signs are none.
    pub first_word: Option<String>,
    pub words: usize,
}

/// Takes a line apart.
pub(super) fn line(text: &str, size: BoardSize) -> PastedLine {
    let text = text.chars().map(usual).collect::<String>();
    let (mut line, mut rest) = (PastedLine::default(), text.as_str());
    while let Some(first) = rest.chars().next() {
        let (piece, after) = rest.split_at(length(rest, first));
        match piece_kind(piece, after, size) {
            PieceKind::Kept => line.text.push_str(piece),
            PieceKind::Number(number) => line.text.push_str(&format!(" {number}. ")),
            PieceKind::Word => {
                line.leave_out(piece);
                line.words += 1;
                line.first_word.get_or_insert_with(|| piece.to_owned());
            }
            PieceKind::Other => line.leave_out(piece),
        }
        rest = after;
    }
    line
}

impl PastedLine {
    fn leave_out(&mut self, piece: &str) {
        self.ignored.add(piece);
        self.text.push(' ');
    }

    /// Whether nothing is left but what separates moves.
    pub(super) fn is_empty(&self) -> bool {
        self.text.chars().all(move_text::is_blank)
    }
}

/// What a piece of a line is.
enum PieceKind {
    /// A move, a number, what separates them, or what cannot be left out.
    Kept,
    /// The number of a move, without the dot that the reader of lists expects.
    Number(u32),
    Word,
    /// Nothing that could be a move.
    Other,
}

/// The length of the first piece of a text: an address, a remark in braces, letters and digits, equal
/// judgments, or one sign.
fn length(text: &str, first: char) -> usize {
    let until = |is_end: &dyn Fn(char) -> bool| text.find(is_end).unwrap_or(text.len());
    if is_address(text) {
        return until(&char::is_whitespace);
    }
    match first {
        '{' => text.find('}').map_or(text.len(), |end| end + 1),
        '!' | '?' => until(&|c| !matches!(c, '!' | '?')),
        c if c.is_ascii_alphanumeric() => until(&|c| !c.is_ascii_alphanumeric()),
        c if c.is_alphabetic() => until(&|c| c.is_ascii() || !c.is_alphabetic()),
        c => c.len_utf8(),
    }
}

/// Whether a text begins with an address. It is asked of every piece of a line, so it looks no further
/// than a scheme is long.
fn is_address(text: &str) -> bool {
    /// The longest scheme.
    const LONGEST: usize = 10;
    let letters = text.bytes().take(LONGEST + 1).take_while(u8::is_ascii_alphabetic).count();
    let has_scheme = (1..=LONGEST).contains(&letters) && text[letters..].starts_with("://");
    has_scheme || text.get(..4).is_some_and(|begin| begin.eq_ignore_ascii_case("www."))
}

fn piece_kind(piece: &str, after: &str, size: BoardSize) -> PieceKind {
    let first = piece.chars().next().unwrap_or(' ');
    if let Some(number) = circled(first) {
        return PieceKind::Number(number);
    }
    match first {
        _ if is_address(piece) => PieceKind::Other,
        // Braces with moves and nothing else hold moves, as JSON's do.
        '{' => match move_text::parse(piece, size).is_ok_and(|moves| !moves.is_empty()) {
            true => PieceKind::Kept,
            false => PieceKind::Other,
        },
        c if c.is_ascii_digit() => {
            bare_number(piece, after).map_or(PieceKind::Kept, PieceKind::Number)
        }
        c if c.is_ascii_alphabetic() => {
            let is_word = piece.bytes().all(|byte| byte.is_ascii_alphabetic());
            // A single letter may be a point without its number.
            match is_word && piece.len() > 1 && !piece.eq_ignore_ascii_case("pass") {
                true => PieceKind::Word,
                false => PieceKind::Kept,
            }
        }
        c if c.is_alphabetic() => PieceKind::Word,
        '-' | '½' => PieceKind::Kept,
        c if move_text::is_blank(c) || c == '[' => PieceKind::Kept,
        _ => PieceKind::Other,
    }
}

/// A number that blanks and a letter follow: no list has a number there but that of a move.
fn bare_number(piece: &str, after: &str) -> Option<u32> {
    let blanks = after.len() - after.trim_start().len();
    let is_before_point = after[blanks..].starts_with(|c: char| c.is_ascii_alphabetic());
    (blanks > 0 && is_before_point).then(|| piece.parse().ok())?
}

/// The number in a circle: ① to ㊿.
fn circled(sign: char) -> Option<u32> {
    let (first, number) = match sign {
        '①'..='⑳' => ('①', 1),
        '㉑'..='㉟' => ('㉑', 21),
        '㊱'..='㊿' => ('㊱', 36),
        _ => return None,
    };
    Some(u32::from(sign) - u32::from(first) + number)
}

/// Letters, digits and signs of full width as usual ones.
fn usual(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleared(text: &str) -> (String, String) {
        let line = line(text, BoardSize::square(15).unwrap());
        let words: Vec<_> = line.text.split_whitespace().collect();
        (words.join(" "), line.ignored.words.join(" "))
    }

    #[test]
    fn what_is_no_move_is_left_out() {
        for (text, left, ignored) in [
            ("h8i9 j10", "h8i9 j10", ""),
            (
                "https://example.org/g7?a1 h8 www.example.org i9",
                "h8 i9",
                "https://example.org/g7?a1 www.example.org",
            ),
            ("1. h8 {nice} i9 {[%clk 0:05]}", "1. h8 i9", "{nice} {[%clk 0:05]}"),
            ("h8!? i9!! j10?", "h8 i9 j10", "!? !! ?"),
            ("①h8②i9 ㉑ j10", "1. h8 2. i9 21. j10", ""),
            ("1 h8 2 i9", "1. h8 2. i9", ""),
            ("黑h8 白i9。", "h8 i9", "黑 白 。"),
            ("Ｈ８，ｉ９", "H8,i9", ""),
            ("● h8 ○ i9 * 1-0", "h8 i9 1-0", "● ○ *"),
            ("Black: h8, white: i9 passes pass", "h8, : i9 pass", "Black white passes"),
            ("[\"h8\", {\"i9\"}]", "[\"h8\", {\"i9\"}]", ""),
        ] {
            let (seen, words) = cleared(text);
            assert_eq!(words, ignored, "{text}");
            assert_eq!(seen.trim_start_matches(": "), left, "{text}");
        }
    }

    #[test]
    fn what_may_be_a_move_stays() {
        for text in ["h8 p9", "h8 i j10", "8 8 9 9", "7,7", "h8 k", "h8 x2y"] {
            assert_eq!(cleared(text), (text.to_owned(), String::new()));
        }
    }
}
