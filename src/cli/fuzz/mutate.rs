//! Seeded mutations of bytes.

use tengen_engine::util::rng::Rng;

/// Words that tend to break readers.
const WORDS: &[&[u8]] = &[
    b"0",
    b"-1",
    b"255",
    b"256",
    b"65536",
    b"4294967295",
    b"4294967296",
    b"18446744073709551616",
    b"1e999",
    b"NaN",
    b"null",
    b"true",
    b"[]",
    b"{}",
    b"\"",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"\0",
    b"\r\n",
    b"\n",
    b"\t",
    b";",
    b",",
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\xc3\x28",
    b"\xf0\x9f\x98\x80",
    b"\xff\xff\xff\xff",
    b"\xff\xff\xff\x7f",
    b"\0\0\0\x80",
    b"z99",
    b"a1",
    b"tt",
    b"181",
    b"182",
];
/// A sample may grow to this many bytes beyond its own length.
const GROWTH: usize = 4096;

/// Bytes similar to a sample, with pieces of `others`.
pub(super) fn mutate(rng: &mut Rng, sample: &[u8], others: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = sample.to_vec();
    let most = sample.len() + GROWTH;
    for _ in 0..=rng.below(6) {
        change(rng, &mut bytes, others);
        bytes.truncate(most);
    }
    bytes
}

fn change(rng: &mut Rng, bytes: &mut Vec<u8>, others: &[Vec<u8>]) {
    let at = rng.below(bytes.len() + 1);
    let longest = 1 << rng.below(8);
    let to = (at + 1 + rng.below(longest)).min(bytes.len());
    match rng.below(9) {
        0 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << rng.below(8)),
        1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = rng.next_u64() as u8),
        2 => drop(bytes.drain(at.min(to)..to)),
        3 => {
            let piece = bytes[at.min(to)..to].to_vec();
            let other = rng.below(bytes.len() + 1);
            bytes.splice(other..other, piece);
        }
        4 => {
            let word = rng.choose(WORDS).copied().unwrap_or_default();
            bytes.splice(at..at, word.iter().copied());
        }
        5 => {
            let word = rng.choose(WORDS).copied().unwrap_or_default();
            bytes.splice(at.min(to)..to, word.iter().copied());
        }
        6 => bytes.truncate(at),
        7 => {
            let piece = bytes[at.min(to)..to].to_vec();
            bytes.splice(at..at, std::iter::repeat_n(piece, 1 + rng.below(50)).flatten());
        }
        _ => {
            let other = rng.choose(others).map(Vec::as_slice).unwrap_or_default();
            let from = rng.below(other.len() + 1);
            let length = rng.below(other.len() - from + 1).min(GROWTH);
            bytes.splice(at..at, other[from..from + length].iter().copied());
        }
    }
}
