//! The board of the search: stones, and what a move changes about the empty cells.
//!
//! For every empty cell and both players it holds the class of each of the four lines, the combined
//! class and a value; for the whole board, sums of values, and the number and places of the cells
//! of each threat class.
//!
//! `update.rs` applies the changes of a stone, `check.rs` recomputes everything slowly,
//! `pattern.rs` defines the classes, and `tables.rs` looks them up.

use std::marker::PhantomData;

use super::Position;
use super::cell::{Cell, ClassCounts, Classes, class_of, nibbles_of, pair_of};
use super::changes::{Change, ClassChanges, MOST_CHANGES, NO_LOG, PendingCell, Ply, SLOTS};
use super::lines::{Lines, locate, on_board};
use super::pattern::{Combined, LineClass};
use super::tables::{Code, Tables, cell, code, squeeze};
use super::threat_scan::{self, ThreatCells};
use super::values::{Bare, CellValues};
use super::zobrist;
use crate::types::{BoardSize, ByColor, Color, Direction, Point, PointSet, RuleSet, Stone};

/// The incremental board under the rule `R`, up to 22×22.
#[derive(Clone, Debug)]
pub struct Board<R, V: CellValues = Bare> {
    pub(super) size: BoardSize,
    pub(super) tables: &'static Tables,
    pub(super) values: V,
    pub(super) lines: Lines,
    pub(super) cells: Box<[Cell; Point::COUNT]>,
    pub(super) on_board: PointSet,
    pub(super) empty: PointSet,
    pub(super) stones: PointSet,
    /// The combined classes of the cells again, side by side, so that a scan reads four at a time.
    pub(super) classes: Box<[Classes; Point::COUNT]>,
    pub(super) counts: ByColor<ClassCounts>,
    pub(super) sums: V::Sums,
    pub(super) key: u64,
    pub(super) to_move: Color,
    /// The changes of past moves; the first `log_len` entries are valid.
    pub(super) log: Box<[Change]>,
    pub(super) log_len: usize,
    /// Buffer for the cells that a move changes, used within one move only. It is a field because
    /// clearing 64 entries for every stone took a fifteenth of the search time.
    pub(super) pending: Box<[PendingCell; SLOTS]>,
    pub(super) history: Vec<Ply<V::Sums>>,
    pub(super) empty_count: usize,
    rule: PhantomData<R>,
}

impl<R: RuleSet> Board<R> {
    /// The empty board without values, black to move.
    ///
    /// # Panics
    /// If the size is over 22×22.
    pub fn new(size: BoardSize) -> Self {
        Self::with_values(size, Bare::of(R::RULE))
    }

    /// The board of a position, without values.
    ///
    /// # Panics
    /// If the size is over 22×22.
    pub fn from_position(position: &Position) -> Self {
        Self::of_position(position, Bare::of(R::RULE))
    }
}

impl<R: RuleSet, V: CellValues> Board<R, V> {
    /// The empty board with these values, black to move.
    ///
    /// # Panics
    /// If the size is over 22×22.
    pub fn with_values(size: BoardSize, values: V) -> Self {
        Self::with_blocked(size, values, &[])
    }

    /// The board of a position, with these values.
    ///
    /// # Panics
    /// If the size is over 22×22.
    pub fn of_position(position: &Position, values: V) -> Self {
        let blocked: Vec<Point> = position
            .stones()
            .iter()
            .filter(|(_, stone)| *stone == Stone::Blocked)
            .map(|&(coord, _)| Point::from_coord(coord))
            .collect();
        let mut board = Self::with_blocked(position.size(), values, &blocked);
        for &(coord, stone) in position.stones() {
            if let Some(color) = stone.color() {
                board.set_to_move(color);
                board.place(Point::from_coord(coord));
            }
        }
        board.set_to_move(position.to_move());
        board
    }

    /// Replaces the position by another one, which is cheaper than a new board: every cell is
    /// computed once instead of after each stone. The stones cannot be undone, and
    /// [`Board::previous_sums`] is meaningless until another is placed. Returns `false`, without
    /// any change, if size or blocked points differ.
    pub fn set_up(&mut self, position: &Position) -> bool {
        let is_set_up = self.lay_out(position);
        if is_set_up {
            for point in &self.empty.clone() {
                self.compute_afresh(point);
            }
        }
        is_set_up
    }

    /// Like [`Board::set_up`], for sequences of fours: what [`Board::place_fours`] does not
    /// maintain is not computed and must not be read, however stones are placed afterwards. The
    /// median time of a renju puzzle fell from 28 to 24 µs.
    pub fn set_up_fours(&mut self, position: &Position) -> bool {
        let is_set_up = self.lay_out(position);
        if is_set_up {
            self.compute_fours_afresh();
        }
        is_set_up
    }

    /// Replaces the stones by those of a position. The cells remain to be computed.
    fn lay_out(&mut self, position: &Position) -> bool {
        let is_blocked = |point| !self.empty.contains(point) && !self.stones.contains(point);
        let blocked = position.stones().iter().filter(|(_, stone)| *stone == Stone::Blocked);
        let blocked_here = self.on_board.len() - self.empty_count - self.stones.len();
        if position.size() != self.size
            || blocked.clone().count() != blocked_here
            || !blocked.clone().all(|&(coord, _)| is_blocked(Point::from_coord(coord)))
        {
            return false;
        }
        while let Some(ply) = self.history.pop() {
            ply.point.into_iter().for_each(|point| self.lift(ply.color, point));
        }
        let (sums, counts) = (V::Sums::default(), ByColor::default());
        for &(coord, stone) in position.stones() {
            let Some(color) = stone.color() else { continue };
            let point = Point::from_coord(coord);
            self.lay(color, point);
            self.cells[point.index()] = 0;
            self.classes[point.index()] = 0;
            self.history.push(Ply { point: Some(point), color, log: NO_LOG, sums, counts });
        }
        (self.sums, self.counts, self.log_len) = (sums, counts, 0);
        self.set_to_move(position.to_move());
        true
    }

    pub(crate) fn with_blocked(size: BoardSize, values: V, blocked: &[Point]) -> Self {
        assert!(size.is_fast(), "a board of {size} does not fit into the padded space");
        let on_board = on_board(size);
        let mut lines = Lines::new(&on_board);
        let mut empty = on_board;
        for &point in blocked {
            lines.block(point);
            empty.remove(point);
        }
        let mut board = Self {
            size,
            tables: Tables::of(R::RULE),
            values,
            lines,
            cells: Box::new([0; Point::COUNT]),
            on_board,
            empty,
            stones: PointSet::EMPTY,
            classes: Box::new([0; Point::COUNT]),
            counts: ByColor::default(),
            sums: V::Sums::default(),
            key: 0,
            to_move: Color::Black,
            log: vec![Change::default(); size.area() * MOST_CHANGES + SLOTS].into_boxed_slice(),
            log_len: 0,
            pending: Box::new([PendingCell::default(); SLOTS]),
            history: Vec::with_capacity(size.area()),
            empty_count: empty.len(),
            rule: PhantomData,
        };
        for point in &empty {
            board.compute_afresh(point);
        }
        board
    }

    /// Lets the side to move pass; undone by [`Board::undo`].
    pub fn pass(&mut self) {
        self.history.push(Ply {
            point: None,
            color: self.to_move,
            log: self.log_len as u32,
            sums: self.sums,
            counts: self.counts,
        });
        let color = self.to_move;
        self.set_to_move(!color);
    }

    /// Sets the side to move, without a pass in the history.
    pub fn set_to_move(&mut self, color: Color) {
        if color != self.to_move {
            self.key ^= zobrist::WHITE_TO_MOVE;
            self.to_move = color;
        }
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The key of stones and side to move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key after a stone of the side to move on an empty cell.
    #[inline]
    pub fn key_after(&self, point: Point) -> u64 {
        self.key ^ zobrist::stone(self.to_move, point) ^ zobrist::WHITE_TO_MOVE
    }

    /// The sums over the cells.
    #[inline]
    pub fn sums(&self) -> V::Sums {
        self.sums
    }

    /// Number of moves and passes made, set-up stones included.
    #[inline]
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// The point of the move `back` plies ago (0 = the last); `None` for a pass or before the
    /// start.
    #[inline]
    pub fn move_back(&self, back: usize) -> Option<Point> {
        let index = self.history.len().checked_sub(back + 1)?;
        self.history[index].point
    }

    /// The sums over the cells before the last move, if there was one.
    #[inline]
    pub fn previous_sums(&self) -> Option<V::Sums> {
        self.history.last().map(|ply| ply.sums)
    }

    /// Whether the cell is on the board and empty.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.empty.contains(point)
    }

    /// The color of the stone on a cell, if there is one.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Color> {
        match self.lines.at(point) {
            cell::BLACK => Some(Color::Black),
            cell::WHITE => Some(Color::White),
            _ => None,
        }
    }

    /// Number of empty cells.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// The empty cells.
    #[inline]
    pub fn empties(&self) -> &PointSet {
        &self.empty
    }

    /// The cells with a stone.
    #[inline]
    pub fn stones(&self) -> &PointSet {
        &self.stones
    }

    /// All cells of the board.
    #[inline]
    pub fn on_board(&self) -> &PointSet {
        &self.on_board
    }

    /// The lines as words.
    #[inline]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The tables of the rule.
    #[inline]
    pub fn tables(&self) -> &'static Tables {
        self.tables
    }

    /// The combined class of an empty cell for `color`.
    #[inline]
    pub fn combined(&self, color: Color, point: Point) -> Combined {
        Combined::from_index(class_of(self.classes[point.index()], color))
    }

    /// Both combined classes of an empty cell, see [`pair_of`].
    #[inline]
    pub(crate) fn class_pair(&self, color: Color, point: Point) -> usize {
        pair_of(self.classes[point.index()], color)
    }

    /// The class of one line through an empty cell for `color`.
    #[inline]
    pub fn line(&self, color: Color, point: Point, direction: Direction) -> LineClass {
        let nibbles = nibbles_of(self.cells[point.index()], color);
        LineClass::from_index((nibbles >> (4 * direction.index())) as u8 & 15)
    }

    /// Whether a stone of the player on an empty cell makes a line of three or more that can still
    /// become five.
    #[inline]
    pub fn makes_three(&self, color: Color, point: Point) -> bool {
        const THREES: u16 = 0x8888;
        nibbles_of(self.cells[point.index()], color) & THREES != 0
    }

    /// The classes of the four lines through an empty cell for `color`.
    #[inline]
    pub fn line_classes(&self, color: Color, point: Point) -> [LineClass; 4] {
        Direction::ALL.map(|direction| self.line(color, point, direction))
    }

    /// Collects the empty cells whose combined classes the last move changed, at most 40; returns
    /// their number. None after a pass and for a stone that was set up; after an undo, those of the
    /// move before. The classes after the move are read from the board, so call this before the next
    /// one.
    #[inline]
    pub fn class_changes(&self, into: &mut ClassChanges) -> usize {
        let start = self.history.last().map_or(self.log_len, |ply| ply.log as usize);
        let mut count = 0;
        // The first change is the stone's own cell.
        for change in self.log.get(start + 1..self.log_len).unwrap_or_default() {
            let change = change.classes(&self.classes);
            into[count % SLOTS] = change;
            count += usize::from(change.before != change.after);
        }
        count
    }

    /// The code of an empty cell for `color`, an index into tables of values.
    #[inline]
    pub fn code(&self, color: Color, point: Point) -> Code {
        code(nibbles_of(self.cells[point.index()], color))
    }

    /// Number of empty cells of a threat class.
    #[inline]
    pub fn count(&self, color: Color, class: Combined) -> u16 {
        debug_assert!(class.is_threat());
        self.counts[color].of(class as u8)
    }

    /// The threat classes of `color` that occur: [`Combined::OpenThree`] is bit 0, the better ones
    /// follow.
    #[inline]
    pub fn threat_bits(&self, color: Color) -> u8 {
        self.counts[color].present()
    }

    /// Number of empty cells of a threat class or better.
    #[inline]
    pub fn count_from(&self, color: Color, class: Combined) -> usize {
        debug_assert!(class.is_threat());
        self.counts[color].from(class as u8)
    }

    /// The empty cells of a threat class or better, row by row.
    #[inline]
    pub fn threats_from(&self, color: Color, class: Combined) -> ThreatCells<'_> {
        ThreatCells::new(&self.classes, color, class as u8, self.count_from(color, class))
    }

    /// The empty cells that look forbidden to black under renju, row by row:
    /// [`Combined::Suspect`].
    #[inline]
    pub fn suspects(&self) -> impl Iterator<Item = Point> + '_ {
        threat_scan::suspects(&self.classes, self.size.height())
    }

    /// The class for `color` that the middle of `point`'s window would have if `reply` in it, an
    /// empty cell of the same line, were a stone of the opponent.
    #[inline]
    pub fn line_after_reply(
        &self,
        color: Color,
        point: Point,
        direction: Direction,
        reply: Point,
    ) -> LineClass {
        let (word, place) = self.lines.line(point, direction);
        let (_, reply_place) = locate(reply, direction);
        // Empty is 11: taking away the own color's bit leaves the opponent's stone.
        let own = [cell::BLACK, cell::WHITE][color.index()];
        let word = word ^ own << (2 * reply_place);
        let key = squeeze(word >> (2 * (place - R::REACH)), R::REACH);
        LineClass::from_index(self.tables.line(key) >> (4 * color.index()) & 15)
    }
}
