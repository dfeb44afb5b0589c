//! One machine's part of work that several machines share.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A part of work that is split over machines: the items whose number, from 0, leaves the remainder
/// `index - 1` when divided by `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, 1 to `count`.
    pub index: u64,
    /// How many parts there are.
    pub count: u64,
}

impl Shard {
    /// The only part.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// Whether an item belongs to this part.
    pub const fn has(self, number: u64) -> bool {
        number % self.count == self.index - 1
    }
}

/// Text that is not a shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{seen}' is not a shard, expected I/N with 1 <= I <= N, such as 2/8")]
pub struct ShardError {
    /// What was given.
    pub seen: String,
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let parts = text.split_once('/');
        let numbers =
            parts.and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
        match numbers {
            Some((index, count)) if 1 <= index && index <= count => Ok(Shard { index, count }),
            _ => Err(ShardError { seen: text.to_owned() }),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_in_one_part() {
        let shard = |index| Shard { index, count: 4 };
        for number in 0..40 {
            assert_eq!((1..=4).filter(|&index| shard(index).has(number)).count(), 1);
        }
        assert!(shard(1).has(0) && shard(4).has(7) && Shard::WHOLE.has(5));
        assert_eq!("2/4".parse(), Ok(shard(2)));
        assert_eq!(shard(2).to_string(), "2/4");
        for wrong in ["0/4", "5/4", "1", "a/b", "1/0", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
