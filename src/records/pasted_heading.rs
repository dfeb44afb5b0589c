//! What the words before a list of moves name: `Renju, 15x15:`, `有禁手`, `Standard gomoku game`.

use super::pasted::PastedLine;
use super::words::rule::rule_words;
use tengen_engine::types::{BoardSize, Rule};

/// What people say about the games that follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Heading {
    pub rule: Option<Rule>,
    pub size: Option<BoardSize>,
}

impl Heading {
    /// The heading of a line: its words before the first move.
    pub(super) fn of(line: &PastedLine) -> Self {
        Self { rule: rule(&line.lead), size: line.board }
    }

    /// The heading after an earlier one, of which it says nothing else.
    pub(super) fn after(self, earlier: Self) -> Self {
        Self { rule: self.rule.or(earlier.rule), size: self.size.or(earlier.size) }
    }
}

/// The rule that the words name: all together, or the only words among them that mean nothing else.
/// `free` and `standard` do.
fn rule(words: &[String]) -> Option<Rule> {
    if let Some(said) = rule_words(&words.join(" ")) {
        return said.rule;
    }
    let is_plain = |word: &&String| {
        let names = [Rule::Freestyle, Rule::Renju].map(Rule::name);
        !word.is_ascii() || names.iter().any(|name| name.eq_ignore_ascii_case(word))
    };
    let mut named = words.iter().filter(is_plain).filter_map(|word| rule_words(word)?.rule);
    let first = named.next()?;
    named.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pasted;

    #[test]
    fn a_rule_and_a_board_are_named_before_the_moves() {
        let seen = |text: &str| {
            let Heading { rule, size } =
                Heading::of(&pasted::line(text, BoardSize::square(15).unwrap()));
            (rule, size.map(|size| size.to_string()).unwrap_or_default())
        };
        for (text, rule, size) in [
            ("renju h8 i9", Some(Rule::Renju), ""),
            ("Renju, 15x15: 1.h8 h9", Some(Rule::Renju), "15x15"),
            ("Standard gomoku on 20×20", None, "20x20"),
            ("Standard gomoku: h8", Some(Rule::Standard), ""),
            ("our renju game h8 i9", Some(Rule::Renju), ""),
            ("有禁手 h8", Some(Rule::Renju), ""),
            ("15*15 freestyle", Some(Rule::Freestyle), "15x15"),
            ("not renju but freestyle: h8", None, ""),
            ("a standard game: h8", None, ""),
            ("feel free: h8", None, ""),
            ("h8 i9 renju", None, ""),
            ("4x4: h8", None, ""),
        ] {
            assert_eq!(seen(text), (rule, size.to_owned()), "{text}");
        }
    }
}
