//! Who threatens what, as an index into a table of values, and on how many cells.

use crate::board::{Board, CellValues, Combined};
use crate::types::RuleSet;

/// Number of masks.
pub const MASKS: usize = 1 << 14;
/// Classes of the side to move that count: open three to four-three. With better ones it wins at
/// once.
const OWN_BITS: u32 = 6;
const OWN_MASK: u16 = (1 << OWN_BITS) - 1;

/// The threats on the board: in the low six bits the classes from open three to four-three that the
/// side to move can make, in the next eight those of the opponent, from open three to five.
#[inline]
pub fn threat_mask<R: RuleSet, V: CellValues>(board: &Board<R, V>) -> u16 {
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

/// Distinguished numbers of cells of one class: 0 to 6, and more.
pub const COUNTS_PER_CLASS: usize = 8;
/// Number of indices that [`threat_counts`] gives.
pub const THREAT_COUNTS: usize = 14 * COUNTS_PER_CLASS;

/// For every class in the board's mask an index by the class and the number of its cells.
#[inline]
pub fn threat_counts<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    mask: u16,
) -> impl Iterator<Item = usize> {
    let own = board.to_move();
    let mut left = mask;
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros();
        left &= left.checked_sub(1)?;
        let (color, class) =
            if bit < OWN_BITS { (own, 8 + bit) } else { (!own, 8 + bit - OWN_BITS) };
        let count = usize::from(board.count(color, Combined::from_index(class as u8)));
        Some(bit as usize * COUNTS_PER_CLASS + count.min(COUNTS_PER_CLASS - 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::types::rule::Freestyle;
    use crate::types::{Color, Rule};

    #[test]
    fn bits_name_their_classes() {
        let classes: Vec<_> = classes_in(0b10_0000_0010_0001).collect();
        let expected =
            [(true, Combined::OpenThree), (true, Combined::FourThree), (false, Combined::Five)];
        assert_eq!(classes, expected);
    }

    #[test]
    fn cells_of_each_class_are_counted() {
        // An open two gives black four cells for an open three; white makes an open four on two
        // cells and a four on the two cells beyond.
        let text = "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . X X . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . O O O . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            ";
        let mut position = parse_picture(Rule::Freestyle, text).unwrap();
        position.set_to_move(Color::Black);
        let board = Board::<Freestyle>::from_position(&position);
        let seen: Vec<_> = threat_counts(&board, threat_mask(&board)).collect();
        let bit = |class: Combined| class as usize - 8;
        let expected = [
            bit(Combined::OpenThree) * COUNTS_PER_CLASS + 4,
            (6 + bit(Combined::Four)) * COUNTS_PER_CLASS + 2,
            (6 + bit(Combined::OpenFour)) * COUNTS_PER_CLASS + 2,
        ];
        assert_eq!(seen, expected);
    }
}
