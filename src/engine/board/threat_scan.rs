//! Finding cells by their combined class: threats four cells at a time, suspect cells row by row.

use super::cell::{Classes, class_of};
use super::pattern::Combined;
use crate::types::{Color, Point};

/// The first word of four cells that can lie on a board.
const FIRST_WORD: usize = Point::MARGIN as usize * Point::STRIDE / 4;

/// Iterator over the cells of a threat class or better, row by row. It reads four cells at a time
/// and ends once it has found as many as the counts say.
#[derive(Clone, Debug)]
pub struct ThreatCells<'a> {
    classes: &'a [Classes; Point::COUNT],
    /// Added to the classes of four cells, it carries into bit 4 of the player's class from the
    /// threshold on.
    carry: u64,
    /// Bit 4 of the player's class in each of four cells.
    mask: u64,
    left: usize,
    word: usize,
    /// The carries of the word before `word` that are not yet returned.
    found: u64,
}

impl<'a> ThreatCells<'a> {
    /// The cells whose class for `color` is at least `threshold` (8 to 15), of which there are
    /// `count`.
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

impl Iterator for ThreatCells<'_> {
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

/// The cells of a board of this height that look forbidden to black. A row without one, the usual
/// case, is skipped in a few vector instructions; reading every empty cell took an eighth of the
/// time of a VCF search.
pub(super) fn suspects(
    classes: &[Classes; Point::COUNT],
    height: u8,
) -> impl Iterator<Item = Point> + '_ {
    let is_suspect =
        |&classes: &Classes| class_of(classes, Color::Black) == Combined::Suspect as u8;
    let has_one = move |row: &[Classes; Point::STRIDE]| {
        row.iter().fold(false, |any, classes| any | is_suspect(classes))
    };
    let (rows, _) = classes.as_chunks::<{ Point::STRIDE }>();
    let rows = rows.iter().enumerate().skip(Point::MARGIN.into()).take(height.into());
    rows.filter(move |(_, row)| has_one(row)).flat_map(move |(number, row)| {
        let cells = row.iter().enumerate().filter(move |(_, classes)| is_suspect(classes));
        cells.map(move |(cell, _)| Point::from_index(number * Point::STRIDE + cell))
    })
}
