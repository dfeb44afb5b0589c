//! What a reader did that its user should know, and that is no damage: words that it left out, what it
//! took because the text does not say it.

use std::fmt;

use tengen_engine::types::{BoardSize, Rule};
use tengen_util::count::counted;
use tengen_util::excerpt::excerpt;

/// What a reader did; the most serious kinds come first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadNote {
    /// The file has the number of Go, and is read as five in a row.
    Go(Rule),
    /// Words that are no moves were left out.
    Ignored(IgnoredWords),
    /// The text does not name its board, its rule or both: what stands here was taken.
    Assumed { size: Option<BoardSize>, rule: Option<Rule> },
}

/// Words that a reader left out: the first of them, and how many more there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IgnoredWords {
    pub words: Vec<String>,
    pub more: u64,
}

impl IgnoredWords {
    /// The most words that are named, and the most characters of one.
    const MOST: usize = 6;
    const MOST_CHARS: usize = 30;

    /// Adds a word; one that is there is not added again.
    pub(crate) fn add(&mut self, word: &str) {
        let word = excerpt(word, Self::MOST_CHARS);
        if self.words.contains(&word) {
            return;
        }
        match self.words.len() < Self::MOST {
            true => self.words.push(word),
            false => self.more += 1,
        }
    }

    /// Adds the words of another part of the text.
    pub(crate) fn join(&mut self, other: &Self) {
        other.words.iter().for_each(|word| self.add(word));
        self.more += other.more;
    }

    /// Leaves out words that were understood after all.
    pub(crate) fn forget(&mut self, is_understood: impl Fn(&str) -> bool) {
        self.words.retain(|word| !is_understood(word));
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

impl fmt::Display for ReadNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Go(rule) => write!(f, "GM[1] is read as {rule}, although it is the number of Go"),
            Self::Ignored(IgnoredWords { words, more }) => {
                write!(f, "ignored, as they are no moves: {}", words.join(" "))?;
                match more {
                    0 => Ok(()),
                    more => write!(f, " ({})", counted(*more, "more word")),
                }
            }
            Self::Assumed { size: Some(size), rule: Some(rule) } => {
                write!(f, "the text names neither board nor rule: it is read as {rule} on {size}")
            }
            Self::Assumed { size: Some(size), rule: None } => {
                write!(f, "the text names no board: it is read on {size}")
            }
            Self::Assumed { size: None, rule: Some(rule) } => {
                write!(f, "the text names no rule: it is read as {rule}")
            }
            Self::Assumed { size: None, rule: None } => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_words_are_counted() {
        let mut ignored = IgnoredWords::default();
        (1..=9).for_each(|number| ignored.add(&format!("word{number}")));
        ignored.add("word1");
        let said = ReadNote::Ignored(ignored).to_string();
        assert!(said.ends_with("word5 word6 (3 more words)"), "{said}");
    }
}
