//! Zobrist keys: a random word for every stone on every cell, XORed into the key of a position.
//!
//! CITE: A. L. Zobrist, "A new hashing method with application for game playing", 1970,
//! <https://www.chessprogramming.org/Zobrist_Hashing>.

use crate::types::{Color, Point};
use crate::util::rng::Rng;

/// XORed into the key when white is to move.
pub(crate) const WHITE_TO_MOVE: u64 = 0x5851_f42d_4c95_7f2d;

static KEYS: [[u64; Point::COUNT]; 2] = build();

const fn build() -> [[u64; Point::COUNT]; 2] {
    let mut rng = Rng::new(0x7e96_e9a0);
    let mut keys = [[0; Point::COUNT]; 2];
    let mut color = 0;
    while color < 2 {
        let mut cell = 0;
        while cell < Point::COUNT {
            keys[color][cell] = rng.next_u64();
            cell += 1;
        }
        color += 1;
    }
    keys
}

/// The word of a stone of `color` on `point`.
#[inline]
pub(crate) fn stone(color: Color, point: Point) -> u64 {
    KEYS[color.index()][point.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Coord;
    use std::collections::HashSet;

    #[test]
    fn words_are_distinct_and_never_change() {
        let words: HashSet<u64> = KEYS.iter().flatten().copied().collect();
        assert_eq!(words.len(), 2 * Point::COUNT);
        let center = Point::from_coord(Coord::new(7, 7));
        assert_eq!(stone(Color::Black, center), KEYS[0][12 * 32 + 12]);
        assert_eq!(KEYS[0][0], 0xa492_67a3_7c2b_029c);
    }
}
