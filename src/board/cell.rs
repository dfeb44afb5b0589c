//! One empty cell of the board in a word, and the tables that tell its combined classes and value.

use super::pattern::Combined;
use super::tables::{CODES, Code, Tables, code};
use crate::types::{ByColor, Color};

/// One cell, packed: four nibbles with black's line classes, four with white's, black's combined
/// class (a byte), white's, and black's value less white's as an `i16`. Zero when occupied.
pub type Cell = u64;

const VALUE_SHIFT: u32 = 48;
/// Where a line byte of the tables goes within the low half of a cell: black's nibble and white's.
pub const LINE_MASK: u32 = 0x000f_000f;

/// The combined classes of a cell: black's in the low byte, white's in the high one.
pub type Classes = u16;

/// The combined classes of a cell.
#[inline(always)]
pub fn classes_of(cell: Cell) -> Classes {
    (cell >> 32) as Classes
}

/// The combined class for one player.
#[inline(always)]
pub fn class_of(classes: Classes, color: Color) -> u8 {
    (classes >> (8 * color.index())) as u8
}

/// The value of a cell, black's view.
#[inline(always)]
pub fn value_of(cell: Cell) -> i32 {
    i32::from((cell >> VALUE_SHIFT) as i16)
}

/// The nibbles of a player's four line classes.
#[inline(always)]
pub fn nibbles_of(cell: Cell, color: Color) -> u16 {
    (cell >> (16 * color.index())) as u16
}

/// A byte of the line table as it stands in a cell: black's nibble low, white's 16 bits higher.
#[inline(always)]
pub fn spread(byte: u8) -> u32 {
    (u32::from(byte) | u32::from(byte) << 12) & LINE_MASK
}

/// Numbers of cells by threat class less 8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(16))]
pub struct Counts([u16; 8]);

/// What a cell of a class (index) adds to [`Counts`]. Keeping the counts by vector additions spares a
/// branch that would be mispredicted for every fourth cell.
static ONE: [Counts; 16] = {
    let mut one = [Counts([0; 8]); 16];
    let mut class = 8;
    while class < 16 {
        one[class].0[class - 8] = 1;
        class += 1;
    }
    one
};

impl Counts {
    /// A cell of class `from` has become one of class `to`.
    #[inline(always)]
    pub fn exchange(&mut self, from: u8, to: u8) {
        let (from, to) = (&ONE[usize::from(from & 15)].0, &ONE[usize::from(to & 15)].0);
        for (count, (from, to)) in self.0.iter_mut().zip(from.iter().zip(to)) {
            *count = count.wrapping_add(*to).wrapping_sub(*from);
        }
    }

    /// The number of cells of a threat class.
    #[inline(always)]
    pub fn of(&self, class: u8) -> u16 {
        self.0[usize::from(class & 7)]
    }

    /// Which threat classes occur: bit `class - 8` of each.
    #[inline(always)]
    pub fn present(&self) -> u8 {
        let bit = |(class, &count): (usize, &u16)| u8::from(count != 0) << class;
        self.0.iter().enumerate().map(bit).fold(0, |bits, bit| bits | bit)
    }

    /// The number of cells of a threat class or better.
    #[inline]
    pub fn from(&self, class: u8) -> usize {
        self.0[usize::from(class & 7)..].iter().map(|&count| usize::from(count)).sum()
    }
}

/// Sums over the cells of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Of the cells' values, black's less white's.
    pub cells: i32,
    /// Of what the two classes of a cell are worth together, to black if black is to move and to white if
    /// white is: a cell that both want belongs to the side to move.
    pub pairs: ByColor<i32>,
}

impl Sums {
    /// A cell of classes `from` has become one of classes `to`.
    #[inline(always)]
    pub fn exchange_pair(&mut self, records: &CellRecords, from: Classes, to: Classes) {
        let (from, to) = (&records.pairs[pair_index(from)], &records.pairs[pair_index(to)]);
        for (sum, (from, to)) in self.pairs.0.iter_mut().zip(from.iter().zip(to)) {
            *sum += to - from;
        }
    }
}

/// Black's class in the low nibble, white's in the high one.
#[inline(always)]
fn pair_index(classes: Classes) -> usize {
    usize::from((classes | classes >> 4) as u8)
}

/// For every code and player the combined class and the value of a cell, as they stand in the upper
/// half of a [`Cell`]; white's value negative. The sum of both players' records is that half. And for
/// every pair of combined classes what it is worth to the side to move.
#[derive(Debug)]
pub struct CellRecords {
    records: ByColor<Box<[u32; CODES]>>,
    /// By black's class and white's, 16 times that: for black to move and for white.
    pairs: Box<[[i32; 2]; 256]>,
}

impl CellRecords {
    /// Joins a rule's combined classes with values: what a cell is worth to `color` by its code. A cell
    /// on dead lines (code 0) is worth nothing, whatever `value` says, because occupied cells look so.
    pub fn new(tables: &Tables, value: impl Fn(Color, Code) -> i16) -> Self {
        let records = ByColor::from_fn(|color| {
            let mut table = Box::new([0; CODES]);
            for (code, record) in table.iter_mut().enumerate() {
                let class = tables.combined(color, code) as u32;
                let value = if code == 0 { 0 } else { i32::from(value(color, code)) };
                *record = match color {
                    Color::Black => class | (value << 16) as u32,
                    Color::White => class << 8 | (-value << 16) as u32,
                };
            }
            table
        });
        Self { records, pairs: Box::new([[0; 2]; 256]) }
    }

    /// The same with values of pairs: what a cell is worth to the side to move by its own class and the
    /// opponent's. A cell without a class is worth nothing, because occupied cells look so.
    pub fn with_pairs(mut self, value: impl Fn(Color, Combined, Combined) -> i16) -> Self {
        for (index, values) in self.pairs.iter_mut().enumerate().skip(1) {
            let classes = [index & 15, index >> 4].map(|class| Combined::from_index(class as u8));
            *values = Color::BOTH
                .map(|own| i32::from(value(own, classes[own.index()], classes[(!own).index()])));
        }
        self
    }

    /// The cell with the given line classes. Without `VALUE` it keeps the value of `old`.
    #[inline(always)]
    pub fn cell<const VALUE: bool>(&self, lines: u32, old: Cell) -> Cell {
        let [black, white] = &self.records.0;
        let sum = black[code(lines as u16)].wrapping_add(white[code((lines >> 16) as u16)]);
        let high = if VALUE { sum } else { sum & 0xffff | (old >> 32) as u32 & 0xffff_0000 };
        u64::from(lines) | u64::from(high) << 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Combined, Line, tables::code_of};
    use crate::types::Rule;

    #[test]
    fn a_cell_holds_what_was_put_in() {
        let records =
            CellRecords::new(Tables::of(Rule::Freestyle), |color, _| [-300, 45][color.index()]);
        let black = [Line::B4, Line::F3, Line::Dead, Line::F1];
        let white = Line::B1 as u8;
        let byte = |i: usize| black[i] as u8 | white << 4;
        let lines = (0..4).fold(0, |lines, i| lines | spread(byte(i)) << (4 * i));
        let cell = records.cell::<true>(lines, 0);
        assert_eq!(class_of(classes_of(cell), Color::Black), Combined::FourThree as u8);
        assert_eq!(class_of(classes_of(cell), Color::White), Combined::None as u8);
        assert_eq!(value_of(cell), -345);
        assert_eq!(code(nibbles_of(cell, Color::Black)), code_of(black));
        assert_eq!(records.cell::<true>(0, cell), 0);
        let kept = records.cell::<false>(0, cell);
        assert_eq!(value_of(kept), -345);
        assert_eq!(classes_of(kept), 0);
    }

    #[test]
    fn counts_of_classes_do_not_touch_each_other() {
        let mut counts = Counts::default();
        for class in 0..16 {
            for _ in 0..300 {
                counts.exchange(0, class);
            }
        }
        counts.exchange(9, 15);
        assert_eq!((counts.of(8), counts.of(9), counts.of(15)), (300, 299, 301));
        assert_eq!(counts.from(14), 601);
        assert_eq!(counts.present(), 0xff);
        let mut few = Counts::default();
        few.exchange(3, 8);
        few.exchange(0, 13);
        assert_eq!(few.present(), 0b10_0001);
    }
}
