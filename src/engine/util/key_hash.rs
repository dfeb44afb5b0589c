//! A hasher for keys that are already random, such as position keys: it does not mix them again.

use std::hash::{BuildHasherDefault, Hasher};

/// For maps whose keys are hashes, or hashes together with a small number.
pub(crate) type ByKey = BuildHasherDefault<KeyHasher>;

/// Uses the last words as they are. Not for keys that an attacker can choose.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.rotate_left(23) ^ word;
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
    }

    fn write_usize(&mut self, word: usize) {
        // Small numbers must reach both the low and the high bits, which the maps use.
        self.write_u64((word as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher;

    use super::*;

    #[test]
    fn a_number_beside_a_key_changes_the_hash() {
        let hash = |number: usize, key: u64| ByKey::default().hash_one((number, key));
        assert_eq!(ByKey::default().hash_one(7u64), 7);
        assert_ne!(hash(0, 7), hash(1, 7));
        assert_ne!(hash(1, 7), hash(1, 8));
    }
}
