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
        Self { rule: rule(&line.lead).or_else(|| plain_rule(&line.lead)), size: line.board }
    }

    /// That of a line which says who makes its move: people have names such as `Caro` and `Frei`.
    pub(super) fn of_spoken(line: &PastedLine) -> Self {
        Self { rule: plain_rule(&line.lead), size: line.board }
    }

    /// The heading after an earlier one, of which it says nothing else.
    pub(super) fn after(self, earlier: Self) -> Self {
        Self { rule: self.rule.or(earlier.rule), size: self.size.or(earlier.size) }
    }
}

/// The rule that a text names. That of an opening rule does not count: some are surnames.
fn named(text: &str) -> Option<Rule> {
    rule_words(text).filter(|said| said.opening.is_none())?.rule
}

/// The rule that all words together name.
fn rule(words: &[String]) -> Option<Rule> {
    named(&words.join(" "))
}

/// The rule that the only words name which mean nothing else, as `free` and `standard` do.
fn plain_rule(words: &[String]) -> Option<Rule> {
    /// What makes the words before a rule mean another one.
    const NO: [&str; 11] =
        ["no", "not", "non", "without", "kein", "keine", "nicht", "bez", "nie", "не", "без"];
    if words.iter().any(|word| NO.contains(&word.to_lowercase().as_str())) {
        return None;
    }
    let is_plain = |word: &str, rule: Rule| match word.is_ascii() {
        true => [Rule::Freestyle, Rule::Renju].map(Rule::name).contains(&&*word.to_lowercase()),
        // The name of the game is that of no rule among others.
        false => rule == Rule::Renju,
    };
    let mut rules =
        words.iter().filter_map(|word| named(word).filter(|&rule| is_plain(word, rule)));
    let first = rules.next()?;
    rules.all(|other| other == first).then_some(first)
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
            ("not renju: h8", None, ""),
            ("山口: h8 i9", None, ""),
            ("五子棋 renju h8", Some(Rule::Renju), ""),
            ("renju or freestyle: h8", None, ""),
            ("a standard game: h8", None, ""),
            ("feel free: h8", None, ""),
            ("h8 i9 renju", None, ""),
            ("4x4: h8", None, ""),
        ] {
            assert_eq!(seen(text), (rule, size.to_owned()), "{text}");
        }
    }
}
