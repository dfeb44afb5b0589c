//! Who threatens what, as one number: an index into a table of values.

use crate::board::{Board, Combined};
use crate::types::RuleSet;

/// Number of masks.
pub const MASKS: usize = 1 << 14;
/// Classes of the side to move that count: open three to four-three. With better ones it wins at once.
const OWN_BITS: u32 = 6;
const OWN_MASK: u16 = (1 << OWN_BITS) - 1;

/// The threats on the board: in the low six bits the classes from open three to four-three that the side
/// to move can make, in the next eight those of the opponent, from open three to five.
#[inline]
pub fn threat_mask<R: RuleSet>(board: &Board<R>) -> u16 {
    let own = u16::from(board.threat_bits(board.to_move()));
    let opponent = u16::from(board.threat_bits(!board.to_move()));
    own & OWN_MASK | opponent << OWN_BITS
}

/// The classes in a mask: of the side to move (true) and of the opponent.
pub fn classes_in(mask: usize) -> impl Iterator<Item = (bool, Combined)> {
    (0..14u8).filter(move |bit| mask >> bit & 1 == 1).map(|bit| {
        let own = u32::from(bit) < OWN_BITS;
        let class = 8 + if own { bit } else { bit - OWN_BITS as u8 };
        (own, Combined::from_index(class))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_name_their_classes() {
        let classes: Vec<_> = classes_in(0b10_0000_0010_0001).collect();
        let expected =
            [(true, Combined::OpenThree), (true, Combined::FourThree), (false, Combined::Five)];
        assert_eq!(classes, expected);
    }
}
