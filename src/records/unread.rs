//! The games of a file that cannot be read, beside others that can.

use std::fmt::Display;

/// What is wrong with games of a file: the first error, a sentence for each of the first, and how
/// many more there are. A file can have more damages than fit into memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread<E> {
    /// The first error.
    pub first: Option<E>,
    /// Each with its place in the file and what became of the game.
    pub sentences: Vec<String>,
    /// How many there are beyond those.
    pub more: u64,
    /// How many games are left out.
    pub left_out: u64,
}

impl<E> Default for Unread<E> {
    fn default() -> Self {
        Self { first: None, sentences: Vec::new(), more: 0, left_out: 0 }
    }
}

impl<E: Display> Unread<E> {
    /// The most sentences.
    const MOST: usize = 100;

    /// Notes that a game is left out.
    pub(crate) fn skip(&mut self, number: u64, error: impl FnOnce() -> E) {
        self.left_out += 1;
        self.add(error, format_args!("game {number} is skipped"));
    }

    /// Notes that only the beginning of a game is read.
    pub(crate) fn cut(&mut self, number: u64, error: impl FnOnce() -> E) {
        self.add(error, format_args!("of game {number} what stands before it is read"));
    }

    /// Notes an error and what follows from it. To find the place of an error takes time, so it is
    /// asked for only if it is shown.
    pub(crate) fn add(&mut self, error: impl FnOnce() -> E, so: impl Display) {
        if self.sentences.len() == Self::MOST {
            self.more += 1;
            return;
        }
        let error = error();
        self.sentences.push(format!("{error}; {so}"));
        self.first.get_or_insert(error);
    }

    /// The sentences, the last about the rest.
    pub fn all_sentences(self) -> Vec<String> {
        let more = (self.more > 0).then(|| format!("{} more games cannot be read", self.more));
        self.sentences.into_iter().chain(more).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_damages_are_counted() {
        let mut unread = Unread::default();
        (1..=150).for_each(|number| unread.skip(number, || "line 7: no game"));
        let sentences = unread.all_sentences();
        assert_eq!(sentences[0], "line 7: no game; game 1 is skipped");
        assert_eq!(sentences[100], "50 more games cannot be read");
    }
}
