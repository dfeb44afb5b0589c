//! What a board computes for every empty cell besides its classes.
//!
//! The board looks up a cell's combined classes when its line classes change. An evaluation that is
//! a sum over cells gets its values from the same load for free: the board updates the sum and
//! restores it on undo. A board without values is a `Board<R>`, whose values are [`Bare`].

use std::fmt::Debug;
use std::sync::Arc;

use super::cell::{Cell, Classes, classes_of, value_of};
use super::pattern::Combined;
use super::tables::{CODES, Code, Tables, code};
use crate::types::{ByColor, Color, Rule};

/// Looks up the combined classes of a cell, and the values that are summed over the empty cells.
pub trait CellValues: Clone + Debug + Send + Sync {
    /// What is summed over the empty cells.
    type Sums: Copy + Default + Debug + PartialEq + Send + Sync;

    /// The cell with these line classes, given the cell before. Without `VALUE` the value is that
    /// of the old cell.
    fn cell<const VALUE: bool>(&self, lines: u32, old: Cell) -> Cell;

    /// Replaces one cell by another in the sums.
    fn exchange(&self, sums: &mut Self::Sums, old: Cell, new: Cell);
}

/// No values: combined classes alone.
#[derive(Clone, Copy, Debug)]
pub struct Bare(&'static Tables);

impl Bare {
    /// No values, under this rule.
    pub fn of(rule: Rule) -> Self {
        Self(Tables::of(rule))
    }
}

impl CellValues for Bare {
    type Sums = ();

    #[inline(always)]
    fn cell<const VALUE: bool>(&self, lines: u32, _: Cell) -> Cell {
        let black = self.0.combined_index(Color::Black, code(lines as u16));
        let white = self.0.combined_index(Color::White, code((lines >> 16) as u16));
        u64::from(lines) | u64::from(black) << 32 | u64::from(white) << 40
    }

    #[inline(always)]
    fn exchange(&self, (): &mut (), _: Cell, _: Cell) {}
}

/// Sums over the empty cells of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The cells' values, seen by black.
    pub cells: i32,
    /// By the side to move, the values of the cells by both combined classes.
    pub pairs: ByColor<i32>,
}

/// Combined class and value of every code, one table per color, so that one load per color gives
/// both.
#[derive(Debug)]
pub struct CellRecords {
    /// Black's class in byte 0 or white's in byte 1, the value seen by black in the upper half.
    records: ByColor<Box<[u32; CODES]>>,
    /// The value of a cell by both combined classes: for black if black is to move, for white if
    /// white is.
    pairs: Box<[[i32; 2]; 256]>,
}

impl CellRecords {
    /// Records that give each code the value `value(color, code)` for its owner.
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

    /// These records with values for the combined classes of both players: for the side to move, by its
    /// own class and the opponent's. A cell without a class for either counts 0.
    pub fn with_pairs(mut self, value: impl Fn(Color, Combined, Combined) -> i16) -> Self {
        for (index, values) in self.pairs.iter_mut().enumerate().skip(1) {
            let classes = [index & 15, index >> 4].map(|class| Combined::from_index(class as u8));
            *values = Color::BOTH
                .map(|own| i32::from(value(own, classes[own.index()], classes[(!own).index()])));
        }
        self
    }

    #[inline(always)]
    fn exchange_pair(&self, sums: &mut ByColor<i32>, from: Classes, to: Classes) {
        let (from, to) = (&self.pairs[pair_index(from)], &self.pairs[pair_index(to)]);
        for (sum, (from, to)) in sums.0.iter_mut().zip(from.iter().zip(to)) {
            *sum += to - from;
        }
    }
}

impl CellValues for Arc<CellRecords> {
    type Sums = Sums;

    #[inline(always)]
    fn cell<const VALUE: bool>(&self, lines: u32, old: Cell) -> Cell {
        let [black, white] = &self.records.0;
        let sum = black[code(lines as u16)].wrapping_add(white[code((lines >> 16) as u16)]);
        let high = if VALUE { sum } else { sum & 0xffff | (old >> 32) as u32 & 0xffff_0000 };
        u64::from(lines) | u64::from(high) << 32
    }

    #[inline(always)]
    fn exchange(&self, sums: &mut Sums, old: Cell, new: Cell) {
        sums.cells += value_of(new) - value_of(old);
        self.exchange_pair(&mut sums.pairs, classes_of(old), classes_of(new));
    }
}

/// Both combined classes in one byte: white's in the high nibble.
#[inline(always)]
fn pair_index(classes: Classes) -> usize {
    usize::from((classes | classes >> 4) as u8)
}

#[cfg(test)]
mod tests {
    use super::super::cell::{class_of, nibbles_of, spread};
    use super::super::tables::code_of;
    use super::*;
    use crate::board::LineClass;

    #[test]
    fn a_cell_record_holds_its_classes_and_value() {
        let tables = Tables::of(Rule::Freestyle);
        let records = Arc::new(CellRecords::new(tables, |color, _| [-300, 45][color.index()]));
        let black = [LineClass::B4, LineClass::F3, LineClass::Dead, LineClass::F1];
        let white = LineClass::B1 as u8;
        let byte = |i: usize| black[i] as u8 | white << 4;
        let lines = (0..4).fold(0, |lines, i| lines | spread(byte(i)) << (4 * i));
        let cell = records.cell::<true>(lines, 0);
        assert_eq!(class_of(classes_of(cell), Color::Black), Combined::FourThree as u8);
        assert_eq!(class_of(classes_of(cell), Color::White), Combined::None as u8);
        assert_eq!(value_of(cell), -345);
        assert_eq!(super::super::tables::code(nibbles_of(cell, Color::Black)), code_of(black));
        assert_eq!(records.cell::<true>(0, cell), 0);
        let kept = records.cell::<false>(0, cell);
        assert_eq!(value_of(kept), -345);
        assert_eq!(classes_of(kept), 0);
        // A bare cell is the same except for the value.
        assert_eq!(Bare::of(Rule::Freestyle).cell::<true>(lines, 0), cell & 0xffff_ffff_ffff);
    }
}
