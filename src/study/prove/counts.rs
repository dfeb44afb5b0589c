//! What the replies of a check lead to. A file of its own, because the checker and its journal both
//! count them.

/// What legal replies lead to: each reply is in one of `entries`, `wins` and `images`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplyCounts {
    /// Replies that lead to another entry.
    pub entries: u64,
    /// Replies that lose to threats: each to a verified win, or, if the check is local, to a win
    /// against a pass that does not depend on the reply. 1 if threats prove the claim itself, which
    /// has no replies then.
    pub wins: u64,
    /// Of `wins`, those that lose to a win against a pass.
    pub passed: u64,
    /// Replies that lead to a mirror image of a position counted in `wins`, which is not searched
    /// again.
    pub images: u64,
}

impl ReplyCounts {
    /// All replies.
    pub fn sum(&self) -> u64 {
        self.entries + self.wins + self.images
    }

    /// Adds the replies of another entry.
    pub(super) fn add(&mut self, other: Self) {
        let Self { entries, wins, passed, images } = other;
        self.entries += entries;
        self.wins += wins;
        self.passed += passed;
        self.images += images;
    }
}
