//! A line of a list of moves, taken apart: its moves, what was left out, what it names, and whether the
//! file ends inside a move.

use super::move_text::{MoveList, is_blank};
use super::pasted::{self, PastedLine};
use super::pasted_heading::Heading;
use super::pasted_letters;
use super::words::rule::rule_words;
use tengen_engine::types::BoardSize;

/// A line that is neither empty nor a remark.
#[derive(Debug)]
pub(super) struct ListedLine<'t> {
    /// What is left, and what was left out.
    pub pasted: PastedLine,
    /// Whether it has one move, and before it who says it or when.
    pub is_spoken: bool,
    /// The letters of a move inside which the file ends.
    pub cut: Option<&'t str>,
    /// Whether it belongs to the game before it.
    pub continues: bool,
    /// What is named from here on.
    pub heading: Heading,
    /// The board of it.
    pub size: BoardSize,
}

impl<'t> ListedLine<'t> {
    /// Takes a line apart, which may be `is_last` of a file and without a line break. `earlier` is what
    /// was named before it, and the board of lists that name none; `continues` tells whether it
    /// belongs to the game before it, in which it names nothing.
    pub(super) fn read(
        text: &'t str,
        is_last: bool,
        earlier: (Heading, BoardSize),
        continues: impl FnOnce(&Self) -> bool,
    ) -> Self {
        let (heading, usual) = earlier;
        let size = heading.size.unwrap_or(usual);
        let is_cut = is_last && pasted_letters::with_letters_first(text, size).is_none();
        let cut = cut_move(text, size).filter(|_| is_cut);
        let taken_apart = |size| {
            let pasted = pasted::line(cut.map_or(text, |(whole, _)| whole), size);
            match pasted.is_empty() && cut.is_some() {
                true => pasted::line(text, size),
                false => pasted,
            }
        };
        let pasted = taken_apart(size);
        let is_spoken = pasted.is_introduced && is_one_move(&pasted.text, size);
        let cut = cut.map(|(_, letters)| letters);
        let mut line = Self { pasted, is_spoken, cut, continues: false, heading, size };
        line.continues = !line.pasted.is_empty() && continues(&line);
        if line.continues {
            return line;
        }
        let said = match is_spoken {
            true => Heading::of_spoken(&line.pasted),
            false => Heading::of(&line.pasted),
        };
        line.heading = said.after(heading);
        line.size = line.heading.size.unwrap_or(usual);
        if line.size != size {
            line.pasted = taken_apart(line.size);
        }
        if said.rule.is_some() {
            line.pasted.understand(|word| rule_words(word).is_some());
        }
        line
    }

    /// Its moves, with their numbers.
    pub(super) fn moves(&self) -> &str {
        self.pasted.text.trim_start_matches(is_blank).trim_end()
    }
}

/// The last line of a file without a line break at its end: the file may end inside a move, of which
/// the letters of a column are there. Returns what stands before them, and them. `gg` is none on a
/// board of 15 columns.
fn cut_move(line: &str, size: BoardSize) -> Option<(&str, &str)> {
    let whole = line.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let letters = &line[whole.len()..];
    let is_column = match letters.as_bytes() {
        [letter] => letter.to_ascii_lowercase() - b'a' < size.width(),
        [_, _] => size.width() > ALPHABET,
        _ => false,
    };
    (is_column && whole.ends_with(|c: char| c.is_ascii())).then_some((whole, letters))
}

/// The letters of the alphabet: the columns after them have two.
const ALPHABET: u8 = 26;

/// Whether a line has one move, or the result.
fn is_one_move(text: &str, size: BoardSize) -> bool {
    let mut list = MoveList::new(size);
    let is_read = list.read(text).is_ok();
    is_read && list.moves.len() <= 1 && (list.moves.len() == 1 || list.result.is_some())
}
