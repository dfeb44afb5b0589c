//! The value of a position, from the view of the player to move.

use std::fmt;

/// A value: ordinary values lie within ±[`Score::MAX_EVAL`], where 200 is a win chance of 73 %
/// (`1 / (1 + exp(-v / 200))`); a proved win in `n` plies is [`Score::MATE`]` - n`.
///
/// A plain `i32` in search code; this type is a namespace with the arithmetic of wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

impl Score {
    /// Greater than every value.
    pub const INFINITE: i32 = 32_000;
    /// A win at ply 0; a win in `n` plies is `MATE - n`.
    pub const MATE: i32 = 30_000;
    /// Values from here on are wins in a known number of plies.
    pub const MATE_THRESHOLD: i32 = 29_000;
    /// The largest value that an evaluation returns.
    pub const MAX_EVAL: i32 = 6_000;

    /// Whether a value says that the game is decided: more than an evaluation can. Below
    /// [`Score::MATE_THRESHOLD`] these are wins and losses of unknown length, from a book.
    pub const fn is_decided(value: i32) -> bool {
        value.abs() > Self::MAX_EVAL
    }

    /// The value of winning `plies` from now.
    #[inline]
    pub const fn win_in(plies: i32) -> i32 {
        Self::MATE - plies
    }

    /// The value of losing `plies` from now.
    #[inline]
    pub const fn loss_in(plies: i32) -> i32 {
        plies - Self::MATE
    }

    /// Plies to the end if the value is a known win or loss: positive to a win, negative to a loss.
    pub const fn mate_plies(self) -> Option<i32> {
        if self.0 >= Self::MATE_THRESHOLD {
            Some(Self::MATE - self.0)
        } else if self.0 <= -Self::MATE_THRESHOLD {
            Some(-(Self::MATE + self.0))
        } else {
            None
        }
    }

    /// Chance to win in 0..=1, by the logistic curve of the evaluation's scale.
    pub fn win_rate(self) -> f64 {
        match self.mate_plies() {
            Some(_) => f64::from(u8::from(self.0 > 0)),
            None => 1.0 / (1.0 + (-f64::from(self.0) / 200.0).exp()),
        }
    }
}

/// `+M7` and `-M8` for a win in 7 and a loss in 8 plies, otherwise the plain number.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_plies() {
            Some(plies) if self.0 > 0 => write!(f, "+M{plies}"),
            Some(plies) => write!(f, "-M{}", -plies),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_and_losses_are_shown_in_plies() {
        assert_eq!(Score(Score::win_in(7)).to_string(), "+M7");
        assert_eq!(Score(Score::loss_in(8)).to_string(), "-M8");
        assert_eq!(Score(-42).to_string(), "-42");
    }

    #[test]
    fn the_win_rate_follows_the_value() {
        assert!((Score(0).win_rate() - 0.5).abs() < 1e-9);
        assert!((Score(200).win_rate() - 0.731).abs() < 1e-3);
        assert_eq!(Score(Score::win_in(3)).win_rate(), 1.0);
        assert_eq!(Score(Score::loss_in(4)).win_rate(), 0.0);
    }
}
