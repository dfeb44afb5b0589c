//! The parts of a file that cannot be read, beside others that can.

use std::fmt;

use super::fault::{Fault, FormatFault};

/// What is wrong with parts of a file: the first error, an entry for each of the first, and how many
/// more there are. A file can have more damages than fit into memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread<E> {
    /// The first error.
    pub first: Option<E>,
    /// The first parts.
    pub parts: Vec<UnreadPart>,
    /// How many there are beyond those.
    pub more: u64,
    /// How many games are left out.
    pub left_out: u64,
}

/// A part of a file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnreadPart {
    /// A damage.
    Damage {
        /// What is wrong, with its place and what became of the part, as a sentence.
        sentence: String,
        /// The same as a kind.
        fault: Fault,
        /// What became of it.
        so: PartLost,
    },
    /// So many more games.
    More(u64),
}

/// What is lost by a damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartLost {
    /// The game with this number in the file, from 1.
    Game(u64),
    /// What follows the damage in the game with this number.
    RestOf(u64),
    /// What follows it in the file.
    Rest,
    /// Something between games.
    Between,
}

impl fmt::Display for PartLost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(number) => write!(f, "game {number} is skipped"),
            Self::RestOf(number) => write!(f, "of game {number} what stands before it is read"),
            Self::Rest => f.write_str("what stands before it is read"),
            Self::Between => f.write_str("it is skipped"),
        }
    }
}

impl fmt::Display for UnreadPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damage { sentence, .. } => f.write_str(sentence),
            Self::More(count) => write!(f, "{count} more games cannot be read"),
        }
    }
}

impl<E> Default for Unread<E> {
    fn default() -> Self {
        Self { first: None, parts: Vec::new(), more: 0, left_out: 0 }
    }
}

impl<E: FormatFault> Unread<E> {
    /// The most parts.
    const MOST: usize = 100;

    /// Notes that a game is left out.
    pub(crate) fn skip(&mut self, number: u64, error: impl FnOnce() -> E) {
        self.left_out += 1;
        self.add(error, PartLost::Game(number));
    }

    /// Notes that only the beginning of a game is read.
    pub(crate) fn cut(&mut self, number: u64, error: impl FnOnce() -> E) {
        self.add(error, PartLost::RestOf(number));
    }

    /// Notes an error and what follows from it. To find the place of an error takes time, so it is
    /// asked for only if it is shown.
    pub(crate) fn add(&mut self, error: impl FnOnce() -> E, so: PartLost) {
        if self.parts.len() == Self::MOST {
            self.more += 1;
            return;
        }
        let error = error();
        let sentence = format!("{error}; {so}");
        self.parts.push(UnreadPart::Damage { sentence, fault: error.fault(), so });
        self.first.get_or_insert(error);
    }

    /// The parts, the last one for the rest.
    pub fn all_parts(self) -> Vec<UnreadPart> {
        let more = (self.more > 0).then_some(UnreadPart::More(self.more));
        self.parts.into_iter().chain(more).collect()
    }

    /// A sentence for each part.
    pub fn all_sentences(self) -> Vec<String> {
        self.all_parts().iter().map(ToString::to_string).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::FaultKind;

    #[derive(Debug, thiserror::Error)]
    #[error("line 7: no game")]
    struct NoGame;

    impl FormatFault for NoGame {
        fn fault(&self) -> Fault {
            Fault::of(FaultKind::NoMove).at(7)
        }
    }

    #[test]
    fn many_damages_are_counted() {
        let mut unread = Unread::default();
        (1..=150).for_each(|number| unread.skip(number, || NoGame));
        let UnreadPart::Damage { fault, so, .. } = &unread.parts[1] else { panic!() };
        assert_eq!((fault, so), (&Fault::of(FaultKind::NoMove).at(7), &PartLost::Game(2)));
        let sentences = unread.all_sentences();
        assert_eq!(sentences[0], "line 7: no game; game 1 is skipped");
        assert_eq!(sentences[100], "50 more games cannot be read");
    }
}
