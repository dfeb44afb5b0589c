//! An empty cell packed into one word (line classes, combined classes, a value), and the number of
//! cells per threat class.

use crate::types::Color;

/// One cell, packed: four nibbles with black's line classes, four with white's, black's combined
/// class (a byte), white's, and black's value minus white's as an `i16`. Zero when occupied.
pub(crate) type Cell = u64;

const VALUE_SHIFT: u32 = 48;
/// Positions of a line byte's two nibbles, black's and white's, in the low half of a cell.
pub(crate) const LINE_MASK: u32 = 0x000f_000f;

/// The combined classes of a cell: black's in the low byte, white's in the high one.
pub(crate) type Classes = u16;

/// The combined classes of a cell.
#[inline(always)]
pub(crate) fn classes_of(cell: Cell) -> Classes {
    (cell >> 32) as Classes
}

/// The combined class for one player.
#[inline(always)]
pub(crate) fn class_of(classes: Classes, color: Color) -> u8 {
    (classes >> (8 * color.index())) as u8
}

/// Both combined classes in one number below 256, that of `color` in the high nibble.
#[inline(always)]
pub fn pair_of(classes: Classes, color: Color) -> usize {
    usize::from(class_of(classes, color) << 4 | class_of(classes, !color))
}

/// The value of a cell, black's view.
#[inline(always)]
pub(crate) fn value_of(cell: Cell) -> i32 {
    i32::from((cell >> VALUE_SHIFT) as i16)
}

/// The nibbles of a player's four line classes.
#[inline(always)]
pub(crate) fn nibbles_of(cell: Cell, color: Color) -> u16 {
    (cell >> (16 * color.index())) as u16
}

/// A byte of the line table spread as in a cell: black's nibble low, white's 16 bits higher.
#[inline(always)]
pub(crate) fn spread(byte: u8) -> u32 {
    (u32::from(byte) | u32::from(byte) << 12) & LINE_MASK
}

/// Numbers of cells per threat class, indexed by class minus 8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct ClassCounts([u16; 8]);

/// What a cell of a class (the index) adds to [`ClassCounts`]. Vector additions avoid a branch that
/// would be mispredicted for every fourth cell.
static ONE: [ClassCounts; 16] = {
    let mut one = [ClassCounts([0; 8]); 16];
    let mut class = 8;
    while class < 16 {
        one[class].0[class - 8] = 1;
        class += 1;
    }
    one
};

impl ClassCounts {
    /// Counts a cell that changed from class `from` to class `to`.
    #[inline(always)]
    pub(crate) fn exchange(&mut self, from: u8, to: u8) {
        let (from, to) = (&ONE[usize::from(from & 15)].0, &ONE[usize::from(to & 15)].0);
        for (count, (from, to)) in self.0.iter_mut().zip(from.iter().zip(to)) {
            *count = count.wrapping_add(*to).wrapping_sub(*from);
        }
    }

    /// The number of cells of a threat class.
    #[inline(always)]
    pub(crate) fn of(&self, class: u8) -> u16 {
        self.0[usize::from(class & 7)]
    }

    /// The threat classes that occur, as bits `class - 8`.
    #[inline(always)]
    pub(crate) fn present(&self) -> u8 {
        let bit = |(class, &count): (usize, &u16)| u8::from(count != 0) << class;
        self.0.iter().enumerate().map(bit).fold(0, |bits, bit| bits | bit)
    }

    /// The number of cells of a threat class or better.
    #[inline]
    pub(crate) fn from(&self, class: u8) -> usize {
        self.0[usize::from(class & 7)..].iter().map(|&count| usize::from(count)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_classes_do_not_touch_each_other() {
        let mut counts = ClassCounts::default();
        for class in 0..16 {
            for _ in 0..300 {
                counts.exchange(0, class);
            }
        }
        counts.exchange(9, 15);
        assert_eq!((counts.of(8), counts.of(9), counts.of(15)), (300, 299, 301));
        assert_eq!(counts.from(14), 601);
        assert_eq!(counts.present(), 0xff);
        let mut few = ClassCounts::default();
        few.exchange(3, 8);
        few.exchange(0, 13);
        assert_eq!(few.present(), 0b10_0001);
    }
}
