//! Finding the cells of a threat class, four at a time.

use super::cell::Classes;
use crate::types::{Color, Point};

/// The first word of four cells that can lie on a board.
const FIRST_WORD: usize = Point::MARGIN as usize * Point::STRIDE / 4;

/// Iterator over the cells of a threat class or better, row by row. It looks at four cells at a time
/// and ends as soon as all are found, which the counts foretell.
#[derive(Clone, Debug)]
pub struct Threats<'a> {
    classes: &'a [Classes; Point::COUNT],
    /// Added to the classes of four cells, it carries into bit 4 of the player's class from the
    /// threshold on.
    carry: u64,
    /// Bit 4 of the player's class in each of four cells.
    mask: u64,
    left: usize,
    word: usize,
    /// The carries of the word before `word` that are yet to be given out.
    found: u64,
}

impl<'a> Threats<'a> {
    /// The cells whose class for `color` is at least `threshold` (8 to 15), of which there are `count`.
    #[inline]
    pub(super) fn new(
        classes: &'a [Classes; Point::COUNT],
        color: Color,
        threshold: u8,
        count: usize,
    ) -> Self {
        const ONES: u64 = 0x0001_0001_0001_0001;
        let shift = 8 * color.index();
        Self {
            classes,
            carry: (ONES * u64::from(16 - threshold)) << shift,
            mask: ONES << (4 + shift),
            left: count,
            word: FIRST_WORD,
            found: 0,
        }
    }
}

impl Iterator for Threats<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.left == 0 {
            return None;
        }
        while self.found == 0 {
            let [a, b, c, d] = *self.classes[4 * self.word..].first_chunk::<4>()?;
            let four = u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48;
            self.found = four.wrapping_add(self.carry) & self.mask;
            self.word += 1;
        }
        let cell = self.found.trailing_zeros() as usize / 16;
        self.found &= self.found - 1;
        self.left -= 1;
        Some(Point::from_index(4 * (self.word - 1) + cell))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}
