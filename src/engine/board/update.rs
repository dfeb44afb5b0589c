//! Placing and undoing stones: the one loop in which a search spends most of its time.
//!
//! A stone changes only cells on its four lines, at most 4 or 5 away. The changes are logged, and
//! undo copies the old values back. A solver of forced wins needs less than the search does: it may
//! place a stone so that only what it reads is maintained.

use super::cell::{Cell, ClassCounts, Classes, LINE_MASK, class_of, classes_of, spread};
use super::changes::{Change, PendingCell, Ply, SLOTS};
use super::lines::{WORDS, locate};
use super::tables::squeeze;
use super::values::CellValues;
use super::{Board, zobrist};
use crate::types::{ByColor, Color, Direction, Point, PointSet, RuleSet};

/// The low bit of every cell of a line word.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// What a stone updates.
mod keep {
    /// Everything.
    pub(super) const ALL: u8 = 2;
    /// Line classes, threats, and what looks forbidden.
    pub(super) const THREATS: u8 = 1;
    /// Fours and fives, and what looks forbidden.
    pub(super) const FOURS: u8 = 0;
}

/// The cells that a stone changes: found and logged first, recomputed afterwards. Two small loops
/// keep their variables in registers, one large loop does not.
struct Pending<'a> {
    cells: &'a mut [Cell; Point::COUNT],
    /// Where the changes are logged.
    log: &'a mut [Change; SLOTS],
    logged: usize,
    found: &'a mut [PendingCell; SLOTS],
    /// How many were found. Not counted if everything is updated: then all that is logged is found.
    count: usize,
}

impl Pending<'_> {
    /// Adds the empty cells of one line around a new stone whose class in that line has changed.
    /// Unless everything is updated, cells that cannot be a threat only get their line classes.
    #[inline(always)]
    fn add_line<R: RuleSet, const KEEP: u8>(
        &mut self,
        (word, place): (u64, usize),
        classes: &[u8],
        point: Point,
        direction: Direction,
    ) {
        let shift = 4 * direction.index() as u32;
        let window = ((1u64 << (4 * R::REACH + 2)) - 1) << (2 * (place - R::REACH));
        let mut empties = word & word >> 1 & LOW_BITS & window;
        let first = point.step(direction, -(place as isize));
        while empties != 0 {
            let bit = empties.trailing_zeros() as usize;
            empties &= empties - 1;
            let key = squeeze(word >> (bit - 2 * R::REACH), R::REACH);
            let seen = spread(classes[key]) << shift;
            let neighbor = first.step(direction, (bit / 2) as isize);
            let cell = &mut self.cells[neighbor.index()];
            let old = *cell as u32;
            let lines = old & !(LINE_MASK << shift) | seen;
            // Branch-free: whether a class changes is hard to predict.
            self.log[self.logged % SLOTS] = Change { cell: *cell, point: neighbor.raw() };
            if KEEP == keep::ALL {
                // What is logged is recomputed.
                self.found[self.logged % SLOTS] = (lines, neighbor.raw());
            } else {
                *cell = *cell & !0xffff_ffff | u64::from(lines);
                self.found[self.count % SLOTS] = (lines, neighbor.raw());
                self.count += usize::from(lines != old && matters::<R>(old | lines));
            }
            self.logged += usize::from(lines != old);
        }
    }
}

/// Recomputes cells whose line classes have changed, and what is summed over all cells.
///
/// A function of its own: the compiler knows that its parameters do not overlap, and so loads the
/// addresses of the tables once.
#[inline(always)]
fn recompute<V: CellValues, const KEEP: u8>(
    values: &V,
    cells: &mut [Cell; Point::COUNT],
    classes: &mut [Classes; Point::COUNT],
    found: &[PendingCell],
    (counts, sums): &mut (ByColor<ClassCounts>, V::Sums),
) {
    for &(lines, index) in found {
        let index = usize::from(index) & (Point::COUNT - 1);
        let old = cells[index];
        let new = if KEEP == keep::ALL {
            values.cell::<true>(lines, old)
        } else {
            values.cell::<false>(lines, old)
        };
        cells[index] = new;
        let (before, after) = (classes_of(old), classes_of(new));
        classes[index] = after;
        for color in Color::BOTH {
            counts[color].exchange(class_of(before, color), class_of(after, color));
        }
        if KEEP == keep::ALL {
            values.exchange(sums, old, new);
        }
    }
}

/// Whether a cell with some of these line classes can be a threat or look forbidden: whether one of
/// them is a blocked three or better, or (for black under renju) an overline.
#[inline(always)]
fn matters<R: RuleSet>(lines: u32) -> bool {
    const THREES: u32 = 0x8888_8888;
    const OVERLINES: u32 = 0x1111;
    lines & (if R::HAS_FORBIDDEN { THREES | OVERLINES } else { THREES }) != 0
}

/// Whether a new stone can change a four or better of either player in a line, or a three of black
/// under renju: whether enough stones lie around it. A four takes three stones besides its cell:
/// two others if the new stone is one of them, three if it blocks them.
#[inline(always)]
fn can_matter_to_fours<R: RuleSet>((word, place): (u64, usize), color: Color) -> bool {
    let around = ((1u64 << (4 * R::REACH + 2)) - 1) ^ 3 << (2 * R::REACH);
    let around = around << (2 * (place - R::REACH));
    let [own, other] = [color, !color].map(|color| stones_of(word, color) & around);
    let (with_it, against_it) = match (R::HAS_FORBIDDEN, color) {
        (true, Color::Black) => (own, third(other)),
        (true, Color::White) => (second(own), second(other)),
        (false, _) => (second(own), third(other)),
    };
    with_it | against_it != 0
}

/// The low bits of a player's stones in a line word.
#[inline(always)]
fn stones_of(word: u64, color: Color) -> u64 {
    match color {
        Color::Black => word & !(word >> 1) & LOW_BITS,
        Color::White => word >> 1 & !word & LOW_BITS,
    }
}

/// All but the first of some stones: 0 if there are fewer than two.
#[inline(always)]
fn second(stones: u64) -> u64 {
    stones & stones.wrapping_sub(1)
}

/// All but the first two of some stones: 0 if there are fewer than three.
#[inline(always)]
fn third(stones: u64) -> u64 {
    second(second(stones))
}

impl<R: RuleSet, V: CellValues> Board<R, V> {
    /// Places a stone of the side to move on an empty cell; the other side is to move then.
    #[inline]
    pub fn place(&mut self, point: Point) {
        self.put::<{ keep::ALL }>(point);
    }

    /// Like [`Board::place`], for forced sequences, where only threats matter: [`Board::sums`] and
    /// combined classes below an open three are not updated until the stone is undone. Line
    /// classes, threats, their counts and what looks forbidden are updated. VCT reads stale classes
    /// only to order moves.
    #[inline]
    pub fn place_patterns(&mut self, point: Point) {
        self.put::<{ keep::THREATS }>(point);
    }

    /// Like [`Board::place_patterns`], for sequences of fours: only fives, fours and what looks
    /// forbidden are kept exact. Lines with too few stones for that
    /// are skipped, half of all, so that other classes and their counts may be stale; VCF uses
    /// these for the order of moves only.
    #[inline]
    pub fn place_fours(&mut self, point: Point) {
        self.put::<{ keep::FOURS }>(point);
    }

    #[inline(always)]
    fn put<const KEEP: u8>(&mut self, point: Point) {
        debug_assert!(self.is_empty(point), "{point:?} is not empty");
        let color = self.to_move;
        self.history.push(Ply {
            point: Some(point),
            color,
            log: self.log_len as u32,
            sums: self.sums,
            counts: self.counts,
        });
        self.key ^= zobrist::WHITE_TO_MOVE;
        self.to_move = !color;
        self.lay(color, point);
        self.recompute_around::<KEEP>(color, point);
    }

    /// Adds a stone to the sets and lines only.
    #[inline(always)]
    pub(super) fn lay(&mut self, color: Color, point: Point) {
        self.key ^= zobrist::stone(color, point);
        self.empty.remove(point);
        self.stones.insert(point);
        self.empty_count -= 1;
        self.lines.toggle_stone(color, point);
    }

    /// Undoes [`Board::lay`].
    #[inline(always)]
    pub(super) fn lift(&mut self, color: Color, point: Point) {
        self.key ^= zobrist::stone(color, point);
        self.empty.insert(point);
        self.stones.remove(point);
        self.empty_count += 1;
        self.lines.toggle_stone(color, point);
    }

    /// Empties the cell of a new stone and recomputes those on its lines.
    #[inline(always)]
    fn recompute_around<const KEEP: u8>(&mut self, color: Color, point: Point) {
        // A length that the compiler knows: no key is checked.
        let classes = &self.tables.lines()[..1 << (4 * R::REACH)];
        let start = self.log_len;
        let log = self.log[start..].first_chunk_mut().expect("the log has room for every stone");
        // An occupied cell is like an empty one on dead lines: it has no class and no value.
        log[0] = Change { cell: self.cells[point.index()], point: point.raw() };
        let found = &mut *self.pending;
        found[0] = (0, point.raw());
        let mut pending = Pending { cells: &mut self.cells, log, logged: 1, found, count: 1 };
        for direction in Direction::ALL {
            let line = self.lines.line(point, direction);
            if KEEP == keep::FOURS && !can_matter_to_fours::<R>(line, color) {
                continue;
            }
            pending.add_line::<R, KEEP>(line, classes, point, direction);
        }
        self.log_len = start + pending.logged;
        let count = if KEEP == keep::ALL { pending.logged } else { pending.count };
        let mut sums = (self.counts, self.sums);
        recompute::<V, KEEP>(
            &self.values,
            &mut self.cells,
            &mut self.classes,
            &self.pending[..count],
            &mut sums,
        );
        (self.counts, self.sums) = sums;
    }

    /// Takes back the last move, however it was placed.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn undo(&mut self) {
        let ply = self.history.pop().expect("undo follows a move");
        self.to_move = ply.color;
        self.key ^= zobrist::WHITE_TO_MOVE;
        let Some(point) = ply.point else { return };
        self.lift(ply.color, point);
        self.sums = ply.sums;
        self.counts = ply.counts;
        let start = ply.log as usize;
        for &Change { cell, point } in &self.log[start..self.log_len] {
            let index = usize::from(point) & (Point::COUNT - 1);
            self.cells[index] = cell;
            self.classes[index] = classes_of(cell);
        }
        self.log_len = start;
    }

    /// Computes what [`Board::place_fours`] maintains, for boards being set up: the cells of every
    /// line through a stone that holds enough stones for a four, or for a three of black under
    /// renju.
    pub(super) fn compute_fours_afresh(&mut self) {
        self.cells.fill(0);
        self.classes.fill(0);
        let mut seen = [false; WORDS];
        let mut cells = PointSet::EMPTY;
        for stone in &self.stones {
            for direction in Direction::ALL {
                if !std::mem::replace(&mut seen[locate(stone, direction).0], true) {
                    self.add_line_afresh(stone, direction, &mut cells);
                }
            }
        }
        for point in &cells {
            self.enter_afresh(point, self.cells[point.index()] as u32);
        }
    }

    /// Writes the line classes that can matter into the cells of the line through a stone, if
    /// enough stones lie on it.
    fn add_line_afresh(&mut self, stone: Point, direction: Direction, cells: &mut PointSet) {
        let (word, place) = self.lines.line(stone, direction);
        let (black, white) = (stones_of(word, Color::Black), stones_of(word, Color::White));
        let few = if R::HAS_FORBIDDEN { second(black) } else { third(black) };
        if few | third(white) == 0 {
            return;
        }
        let first = stone.step(direction, -(place as isize));
        let mut empties = word & word >> 1 & LOW_BITS;
        while empties != 0 {
            let bit = empties.trailing_zeros() as usize;
            empties &= empties - 1;
            let byte = self.tables.line(squeeze(word >> (bit - 2 * R::REACH), R::REACH));
            let seen = spread(byte) << (4 * direction.index());
            if matters::<R>(seen) {
                let point = first.step(direction, (bit / 2) as isize);
                self.cells[point.index()] |= u64::from(seen);
                cells.insert(point);
            }
        }
    }

    /// Computes a cell from the lines alone and adds it to the sums; for boards being set up.
    pub(super) fn compute_afresh(&mut self, point: Point) {
        let lines = Direction::ALL.into_iter().fold(0, |lines, direction| {
            let byte = self.tables.line(self.lines.key::<R>(point, direction));
            lines | spread(byte) << (4 * direction.index())
        });
        self.enter_afresh(point, lines);
    }

    /// Adds a cell with these line classes to sets, counts and sums that do not contain it yet.
    fn enter_afresh(&mut self, point: Point, lines: u32) {
        let cell = self.values.cell::<true>(lines, 0);
        self.cells[point.index()] = cell;
        self.values.exchange(&mut self.sums, 0, cell);
        let classes = classes_of(cell);
        self.classes[point.index()] = classes;
        for color in Color::BOTH {
            self.counts[color].exchange(0, class_of(classes, color));
        }
    }
}
