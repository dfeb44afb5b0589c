//! A hash that is the same on every machine and in every version of the program.

/// 64-bit FNV-1a of the bytes that were added. Not collision-resistant.
#[derive(Clone, Copy, Debug)]
pub struct Fnv1a(u64);

impl Fnv1a {
    /// The hash of no bytes.
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash of all bytes so far.
    pub const fn hash(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_hashes_come_out() {
        // From the test suite of the authors, G. Fowler, L. C. Noll and K. P. Vo.
        let hash = |parts: &[&str]| {
            let mut hash = Fnv1a::new();
            parts.iter().for_each(|part| hash.add(part.as_bytes()));
            hash.hash()
        };
        assert_eq!(hash(&[]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(&["a"]), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash(&["foobar"]), 0x8594_4171_f739_67e8);
        assert_eq!(hash(&["foo", "bar"]), hash(&["foobar"]));
    }
}
