//! What has been verified, in limited memory.

use std::collections::HashSet;

use crate::util::key_hash::ByKey;

/// A node of the tree that wins in the position with this key.
pub(super) type VerifiedNode = (usize, u128);

/// Verified claims. When the memory is full, the older half of them is forgotten.
#[derive(Debug)]
pub(super) struct Claims {
    recent: HashSet<VerifiedNode, ByKey>,
    older: HashSet<VerifiedNode, ByKey>,
    /// Most claims in either set.
    most: usize,
}

/// A claim in a set, with its byte of control data.
const CLAIM_BYTES: u64 = size_of::<VerifiedNode>() as u64 + 1;
/// Least slots of a set.
const FEWEST_SLOTS: u64 = 1 << 10;

impl Claims {
    /// No claims, and about `bytes` of memory for them: a quarter more while a set grows, and 83
    /// KiB at least.
    pub(super) fn within(bytes: u64) -> Self {
        // A set has a power of two of slots, and uses up to 7/8 of them.
        let slots = 1u64 << (bytes / (2 * CLAIM_BYTES)).max(FEWEST_SLOTS).ilog2();
        let most = usize::try_from(slots / 8 * 7).unwrap_or(usize::MAX);
        Self { recent: HashSet::default(), older: HashSet::default(), most }
    }

    /// Whether the claim was inserted and not forgotten.
    pub(super) fn contains(&self, claim: VerifiedNode) -> bool {
        self.recent.contains(&claim) || self.older.contains(&claim)
    }

    /// Inserts a verified claim.
    pub(super) fn insert(&mut self, claim: VerifiedNode) {
        if self.recent.len() >= self.most {
            std::mem::swap(&mut self.recent, &mut self.older);
            self.recent.clear();
        }
        self.recent.insert(claim);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_limited_and_the_newer_half_stays() {
        let mut claims = Claims::within(1 << 20);
        for number in 0..100_000usize {
            claims.insert((number, number as u128 * 0x9e37_79b9_7f4a_7c15));
        }
        let slots = claims.recent.capacity() / 7 * 8 + claims.older.capacity() / 7 * 8;
        assert!(slots as u64 * CLAIM_BYTES <= 1 << 20, "{slots} slots");
        let known =
            |number: usize| claims.contains((number, number as u128 * 0x9e37_79b9_7f4a_7c15));
        assert!((100_000 - claims.most..100_000).all(known) && !known(0));
    }
}
