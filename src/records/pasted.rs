//! What people paste around a list of moves, and what of it can be left out without making it another
//! game: words, addresses, times, remarks in braces, judgments such as `!?`, signs of all kinds. What
//! looks like a move or a number stays where it is, so that the reader of lists understands or refuses
//! it. Points in other letters are written as usual first, see [`pasted_letters`].

use super::move_text;
use super::pasted_letters;
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
    /// The words before the first move, and how many follow the last one.
    pub lead: Vec<String>,
    pub tail: usize,
    /// Whether anything was left out before the first move, such as the name of who says it.
    pub is_introduced: bool,
    /// The board that stands before the first move.
    pub board: Option<BoardSize>,
}

/// Takes a line apart.
pub(super) fn line(text: &str, size: BoardSize) -> PastedLine {
    let text = pasted_letters::usual(text, size);
    let (mut line, mut rest) = (PastedLine::default(), text.as_str());
    // Whether no move and no number stands right before the piece.
    let mut is_in_words = true;
    let mut has_moves = false;
    while let Some(first) = rest.chars().next() {
        let (piece, after) = rest.split_at(length(rest, first));
        let kind = piece_kind(piece, after, is_in_words, size);
        match &kind {
            PieceKind::Kept => line.text.push_str(piece),
            PieceKind::Number(number) => line.text.push_str(&format!(" {number}. ")),
            PieceKind::Word => {
                line.leave_out(piece);
                line.words += 1;
                line.tail += 1;
                line.first_word.get_or_insert_with(|| piece.to_owned());
                if !has_moves {
                    line.lead.push(piece.to_owned());
                }
            }
            PieceKind::Board(size) if !has_moves && line.board.is_none() => {
                line.board = Some(*size);
                line.text.push(' ');
            }
            PieceKind::Board(_) => line.leave_out(piece),
            PieceKind::Other => line.leave_out(piece),
        }
        line.is_introduced |= !has_moves && matches!(kind, PieceKind::Word | PieceKind::Other);
        if matches!(kind, PieceKind::Kept) && !piece.chars().all(move_text::is_blank) {
            (has_moves, line.tail) = (true, 0);
        }
        if !piece.trim().is_empty() {
            is_in_words = !matches!(kind, PieceKind::Kept | PieceKind::Number(_));
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

    /// Takes words before the first move for no words that were left out.
    pub(super) fn understand(&mut self, is_understood: impl Fn(&str) -> bool) {
        let before = self.lead.len();
        self.lead.retain(|word| !is_understood(word));
        self.words -= before - self.lead.len();
        self.ignored.forget(is_understood);
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
    /// The size of the board.
    Board(BoardSize),
    /// Nothing that could be a move.
    Other,
}

/// The length of the first piece of a text: an address, a time, a board, a remark in braces, letters and
/// digits, equal judgments, or one sign.
fn length(text: &str, first: char) -> usize {
    let until = |is_end: &dyn Fn(char) -> bool| text.find(is_end).unwrap_or(text.len());
    if is_address(text) {
        return until(&char::is_whitespace);
    }
    let latin = until(&|c| !is_latin(c));
    match first {
        '{' => text.find('}').map_or(text.len(), |end| end + 1),
        '[' => stamp_length(text).unwrap_or(1),
        '!' | '?' => until(&|c| !matches!(c, '!' | '?')),
        c if c.is_ascii_digit() && time_length(text).is_some() => time_length(text).unwrap_or(1),
        c if c.is_ascii_digit() && board_length(text).is_some() => board_length(text).unwrap_or(1),
        c if is_latin(c) && !text[..latin].is_ascii() => latin,
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

/// Whether a letter belongs to words such as `Weiß`.
fn is_latin(c: char) -> bool {
    c.is_ascii_alphabetic() || ('\u{c0}'..='\u{24f}').contains(&c) && c.is_alphabetic()
}

/// The length of the time with which a text begins, `21:04` or `0:01:12.5`.
fn time_length(text: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut end = Some(digits(text)).filter(|count| (1..=3).contains(count))?;
    let mut parts = 0;
    while parts < 2 && text[end..].starts_with(':') && digits(&text[end + 1..]) == 2 {
        (end, parts) = (end + 3, parts + 1);
    }
    if text[end..].starts_with('.') {
        let fraction = digits(&text[end + 1..]);
        end += if fraction > 0 { fraction + 1 } else { 0 };
    }
    let is_whole = !text[end..].starts_with(|c: char| c.is_alphanumeric() || c == ':');
    (parts > 0 && is_whole).then_some(end)
}

/// The length of the board with which a text begins, `15x15`.
fn board_length(text: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let width = digits(text);
    let sign = text[width..].chars().next().filter(|sign| BOARD_SIGNS.contains(sign))?;
    let from = width + sign.len_utf8();
    let height = digits(&text[from..]);
    let end = from + height;
    let is_whole = !text[end..].starts_with(char::is_alphanumeric);
    (height > 0 && is_whole).then_some(end)
}

/// What people write between width and height of a board.
const BOARD_SIGNS: [char; 4] = ['x', 'X', '×', '*'];

/// The board that a piece names.
fn board(piece: &str) -> Option<BoardSize> {
    piece.replace(BOARD_SIGNS, "x").parse().ok().filter(|_| piece.contains(BOARD_SIGNS))
}

/// The length of the stamp of a chat with which a text begins, `[21:04]` or `[2/1/26, 21:04]`.
fn stamp_length(text: &str) -> Option<usize> {
    /// The longest stamp.
    const LONGEST: usize = 32;
    let end = text.bytes().take(LONGEST).position(|byte| byte == b']')?;
    let inner = &text[1..end];
    let is_stamp = inner.chars().all(|c| c.is_ascii_digit() || " :./,-".contains(c));
    let has_time = inner.split([' ', ',']).any(|part| time_length(part) == Some(part.len()));
    (is_stamp && has_time).then_some(end + 1)
}

/// Whether blanks and a word follow, or `I` or `a` and a word.
fn words_follow(after: &str) -> bool {
    let mut rest = after;
    for _ in 0..2 {
        let trimmed = rest.trim_start();
        let end = trimmed.find(|c: char| !c.is_alphabetic()).unwrap_or(trimmed.len());
        let (word, after) = trimmed.split_at(end);
        let is_point = after.starts_with(|c: char| c.is_ascii_digit());
        if trimmed.len() == rest.len() || word.is_empty() || is_point {
            return false;
        }
        if !is_short_word(word) {
            return is_word(word);
        }
        rest = after;
    }
    false
}

/// Whether letters are no point, nor one that is cut.
fn is_word(letters: &str) -> bool {
    !letters.is_ascii() || letters.len() > 1 && !letters.eq_ignore_ascii_case("pass")
}

/// Words of one letter, which may be a point that is cut as well.
fn is_short_word(letters: &str) -> bool {
    matches!(letters, "I" | "a" | "A")
}

fn piece_kind(piece: &str, after: &str, is_in_words: bool, size: BoardSize) -> PieceKind {
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
        '[' if piece.len() > 1 => PieceKind::Other,
        c if c.is_ascii_digit() && piece.contains(':') => PieceKind::Other,
        c if c.is_ascii_digit() => {
            let number = || bare_number(piece, after).map(PieceKind::Number);
            board(piece).map(PieceKind::Board).or_else(number).unwrap_or(PieceKind::Kept)
        }
        c if c.is_ascii_alphabetic() => {
            // A single letter may be a point without its number, except among words.
            let is_short = || is_in_words && is_short_word(piece) && words_follow(after);
            match piece.chars().all(char::is_alphabetic) && (is_word(piece) || is_short()) {
                true => PieceKind::Word,
                false => PieceKind::Kept,
            }
        }
        c if c.is_alphabetic() => PieceKind::Word,
        // A dash before a remark.
        '-' if words_follow(after) => PieceKind::Other,
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
            ("1 h8 0:12 / 2 i9 1:00:03.5", "1. h8 / 2. i9", "0:12 1:00:03.5"),
            ("[2/1/26, 21:04] h8 [0:12]", "h8", "[2/1/26, 21:04] [0:12]"),
            ("h8 i9 - here I was happy", "h8 i9", "- here I was happy"),
            ("Weiß: h8, Élan i9", "h8, i9", "Weiß Élan"),
        ] {
            let (seen, words) = cleared(text);
            assert_eq!(words, ignored, "{text}");
            assert_eq!(seen.trim_start_matches(": "), left, "{text}");
        }
    }

    #[test]
    fn what_may_be_a_move_stays() {
        for text in [
            "h8 p9",
            "h8 i j10",
            "8 8 9 9",
            "7,7",
            "h8 k",
            "h8 x2y",
            "h8 I",
            "h8 - i9",
            "h8 -- i9",
            "[7,7] [8,6]",
            "1:h8",
            "7:7",
        ] {
            assert_eq!(cleared(text), (text.to_owned(), String::new()));
        }
    }
}
