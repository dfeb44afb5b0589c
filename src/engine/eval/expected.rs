//! What the network would add to the classical evaluation, where it is not asked.
//!
//! A move changes only a part of what the network sees, so its corrections of the last two plies are
//! a guess that costs nothing: the mean of the one for the same player, two plies ago, and the
//! negated one for the opponent. Where the network was not asked, the guess stands in for its
//! correction. In two positions each of freestyle and standard (1.5 million nodes per position)
//! corrections had a mean magnitude of 107 and 103; they differed from this guess by 77 and 79,
//! from the first part alone by 80 and 87, from the second by 94 and 88.
//!
//! Matches do not tell this guess from the first part alone, but both from none:
//! `tournaments/results/2026-11-25-lazy.md`.

/// The expected corrections along the path from the attached position to the current one, each for
/// the side to move.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExpectedCorrections {
    current: i32,
    /// Those of the positions before, the attached one first.
    before: Vec<i32>,
}

impl ExpectedCorrections {
    /// Attaches another position, of which nothing is known.
    pub(crate) fn attach(&mut self) {
        self.current = 0;
        self.before.clear();
    }

    /// A move or a pass was just made.
    #[inline]
    pub(crate) fn placed(&mut self) {
        let guess = match self.before.last() {
            Some(same) => (same - self.current) / 2,
            None => -self.current,
        };
        self.before.push(self.current);
        self.current = guess;
    }

    /// The last move was just taken back, possibly behind the attached position.
    #[inline]
    pub(crate) fn undone(&mut self) {
        self.current = self.before.pop().unwrap_or(0);
    }

    /// The expected correction for the side to move.
    #[inline]
    pub(crate) fn current(&self) -> i32 {
        self.current
    }

    /// The network was asked: this is its correction.
    #[inline]
    pub(crate) fn learn(&mut self, correction: i32) {
        self.current = correction;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guess_is_made_of_the_last_two_corrections_and_forgotten_on_undo() {
        let mut expected = ExpectedCorrections::default();
        expected.learn(30);
        expected.placed();
        assert_eq!(expected.current(), -30);
        expected.learn(-50);
        expected.placed();
        assert_eq!(expected.current(), 40);
        expected.learn(70);
        // Where the network is not asked, the guess stands in.
        expected.placed();
        assert_eq!(expected.current(), -60);
        expected.placed();
        assert_eq!(expected.current(), 65);
        (0..3).for_each(|_| expected.undone());
        assert_eq!(expected.current(), -50);
        expected.undone();
        assert_eq!(expected.current(), 30);
        // Behind the attached position nothing is known.
        expected.undone();
        assert_eq!(expected.current(), 0);
        expected.placed();
        assert_eq!(expected.current(), 0);
        expected.learn(20);
        expected.attach();
        assert_eq!(expected.current(), 0);
    }
}
