//! The board of the search: stones, and everything about the empty cells that a move changes.
//!
//! Of every empty cell it knows at any time, for both players, the class of each of its four lines, the
//! combined class and a value; of the whole board the sum of the values, the number of cells of each
//! threat class, and where those cells are. A stone changes only cells on its four lines at most
//! 4 or 5 away. What it changed is logged, so that undoing is a matter of copying back.
//!
//! The slow recomputation of all this is `check.rs`. What a class means is `pattern.rs`; how it is
//! found, `tables.rs`.

use std::marker::PhantomData;
use std::sync::Arc;

use super::lines::{Lines, locate, on_board};
use super::pattern::{Combined, Line};
use super::tables::{CODES, Code, Tables, cell, code, squeeze};
use super::{Position, zobrist};
use crate::types::{BoardSize, ByColor, Color, Direction, Point, PointSet, RuleSet, Stone};

/// For every code and player the combined class (low byte) and the value (high half) of a cell.
#[derive(Debug)]
pub struct CellRecords {
    records: ByColor<Box<[u32; CODES]>>,
}

impl CellRecords {
    /// Joins a rule's combined classes with values: what a cell is worth to `color` by its code.
    pub fn new(tables: &Tables, value: impl Fn(Color, Code) -> i16) -> Self {
        let records = ByColor::from_fn(|color| {
            let mut table = Box::new([0; CODES]);
            for (code, record) in table.iter_mut().enumerate() {
                let class = tables.combined(color, code) as u32;
                *record = class | (value(color, code) as u16 as u32) << 16;
            }
            table
        });
        Self { records }
    }
}

/// One cell, packed: the four line bytes (black's class in the low nibble, white's in the high one),
/// black's combined class, white's, and black's value less white's as an `i16`. Zero when occupied.
type Cell = u64;

const COMBINED_SHIFT: [u32; 2] = [32, 40];
const VALUE_SHIFT: u32 = 48;
/// Set in a cell that is a threat of either player.
const THREAT_BITS: u64 = 8 << COMBINED_SHIFT[0] | 8 << COMBINED_SHIFT[1];
const NIBBLES: u32 = 0x0f0f_0f0f;

#[inline]
fn combined_of(cell: Cell, color: Color) -> u8 {
    (cell >> COMBINED_SHIFT[color.index()]) as u8
}

#[inline]
fn value_of(cell: Cell) -> i32 {
    i32::from((cell >> VALUE_SHIFT) as i16)
}

/// A cell as it was before a move.
#[derive(Clone, Copy, Debug)]
struct Change {
    cell: Cell,
    point: Point,
}

/// What a move must remember to be undone.
#[derive(Clone, Copy, Debug)]
struct Ply {
    /// `None` for a pass.
    point: Option<Point>,
    color: Color,
    /// Length of the log before the move.
    log: u32,
    /// Value sum before the move.
    value: i32,
}

/// The incremental board under the rule `R`, up to 22×22.
#[derive(Clone, Debug)]
pub struct Board<R> {
    size: BoardSize,
    tables: &'static Tables,
    records: Arc<CellRecords>,
    lines: Lines,
    cells: Box<[Cell; Point::COUNT]>,
    on_board: PointSet,
    empty: PointSet,
    stones: PointSet,
    threats: ByColor<PointSet>,
    /// Number of cells by threat class less 8.
    counts: ByColor<[u16; 8]>,
    value: i32,
    key: u64,
    to_move: Color,
    log: Vec<Change>,
    history: Vec<Ply>,
    empty_count: usize,
    rule: PhantomData<R>,
}

impl<R: RuleSet> Board<R> {
    /// The empty board, black to move.
    ///
    /// # Panics
    /// If the size is over 22×22.
    pub fn new(size: BoardSize, records: Arc<CellRecords>) -> Self {
        Self::with_blocked(size, records, &[])
    }

    /// The board of a position.
    ///
    /// # Panics
    /// If the size is over 22×22.
    pub fn from_position(position: &Position, records: Arc<CellRecords>) -> Self {
        let blocked: Vec<Point> = position
            .stones()
            .iter()
            .filter(|(_, stone)| *stone == Stone::Blocked)
            .map(|&(coord, _)| Point::from_coord(coord))
            .collect();
        let mut board = Self::with_blocked(position.size(), records, &blocked);
        for &(coord, stone) in position.stones() {
            if let Some(color) = stone.color() {
                board.set_to_move(color);
                board.place(Point::from_coord(coord));
            }
        }
        board.set_to_move(position.to_move());
        board
    }

    fn with_blocked(size: BoardSize, records: Arc<CellRecords>, blocked: &[Point]) -> Self {
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
            records,
            lines,
            cells: Box::new([0; Point::COUNT]),
            on_board,
            empty,
            stones: PointSet::EMPTY,
            threats: ByColor::default(),
            counts: ByColor::default(),
            value: 0,
            key: 0,
            to_move: Color::Black,
            log: Vec::with_capacity(1024),
            history: Vec::with_capacity(size.area()),
            empty_count: empty.len(),
            rule: PhantomData,
        };
        for point in &empty {
            let cell = board.fresh_cell(point);
            board.cells[point.index()] = cell;
            board.value += value_of(cell);
            board.tally(point, 0, cell);
        }
        board
    }

    /// A cell computed from the lines alone.
    fn fresh_cell(&self, point: Point) -> Cell {
        let bytes = Direction::ALL.map(|direction| self.line_byte(point, direction));
        self.packed::<true>(u32::from_le_bytes(bytes), 0)
    }

    fn line_byte(&self, point: Point, direction: Direction) -> u8 {
        self.tables.line(self.lines.key::<R>(point, direction))
    }

    /// The cell with the given line bytes. Without `VALUE` it keeps the value of `old`.
    #[inline(always)]
    fn packed<const VALUE: bool>(&self, bytes: u32, old: Cell) -> Cell {
        let black = self.records.records[Color::Black][code(bytes & NIBBLES)];
        let white = self.records.records[Color::White][code(bytes >> 4 & NIBBLES)];
        let classes = u64::from(black & 0xff) << COMBINED_SHIFT[0]
            | u64::from(white & 0xff) << COMBINED_SHIFT[1];
        let value = if VALUE {
            u64::from((black >> 16).wrapping_sub(white >> 16) as u16) << VALUE_SHIFT
        } else {
            old & 0xffff << VALUE_SHIFT
        };
        u64::from(bytes) | classes | value
    }

    /// Puts a stone of the side to move on an empty cell and passes the move to the other.
    #[inline]
    pub fn place(&mut self, point: Point) {
        self.put::<true>(point);
    }

    /// Like [`Board::place`] without keeping [`Board::value`], which must not be asked for until the
    /// stone is undone. For forced lines, where only classes matter.
    #[inline]
    pub fn place_patterns(&mut self, point: Point) {
        self.put::<false>(point);
    }

    #[inline(always)]
    fn put<const VALUE: bool>(&mut self, point: Point) {
        debug_assert!(self.is_empty(point), "{point:?} is not empty");
        let color = self.to_move;
        self.history.push(Ply {
            point: Some(point),
            color,
            log: self.log.len() as u32,
            value: self.value,
        });
        self.key ^= zobrist::stone(color, point) ^ zobrist::WHITE_TO_MOVE;
        self.to_move = !color;
        self.empty.remove(point);
        self.stones.insert(point);
        self.empty_count -= 1;
        self.lines.toggle_stone(color, point);
        // At most 40 cells change; one check here spares one at every push.
        self.log.reserve(48);
        self.change::<VALUE>(point, 0);
        self.update_line::<VALUE>(point, Direction::Row);
        self.update_line::<VALUE>(point, Direction::Column);
        self.update_line::<VALUE>(point, Direction::Diagonal);
        self.update_line::<VALUE>(point, Direction::AntiDiagonal);
    }

    /// Brings the empty cells of one line around a new stone up to date.
    #[inline(always)]
    fn update_line<const VALUE: bool>(&mut self, point: Point, direction: Direction) {
        const LOW_BITS: u64 = 0x5555_5555_5555_5555;
        let shift = 8 * direction.index() as u32;
        let (word, place) = self.lines.line(point, direction);
        let window = ((1u64 << (4 * R::REACH + 2)) - 1) << (2 * (place - R::REACH));
        let mut empties = word & word >> 1 & LOW_BITS & window;
        while empties != 0 {
            let bit = empties.trailing_zeros() as usize;
            empties &= empties - 1;
            let key = squeeze(word >> (bit - 2 * R::REACH), R::REACH);
            let byte = self.tables.line(key);
            let neighbor = point.step(direction, (bit / 2) as isize - place as isize);
            let old = self.cells[neighbor.index()];
            if (old >> shift) as u8 != byte {
                let bytes = old as u32 & !(0xff << shift) | u32::from(byte) << shift;
                let new = self.packed::<VALUE>(bytes, old);
                self.change::<VALUE>(neighbor, new);
            }
        }
    }

    /// Writes a cell, logs what it was, and keeps the sums.
    #[inline(always)]
    fn change<const VALUE: bool>(&mut self, point: Point, new: Cell) {
        let old = std::mem::replace(&mut self.cells[point.index()], new);
        self.log.push(Change { cell: old, point });
        if VALUE {
            self.value += value_of(new) - value_of(old);
        }
        if (old | new) & THREAT_BITS != 0 {
            self.tally(point, old, new);
        }
    }

    /// Keeps counts and places of threats when a cell changes from `old` to `new`.
    fn tally(&mut self, point: Point, old: Cell, new: Cell) {
        for color in Color::BOTH {
            let (from, to) = (combined_of(old, color), combined_of(new, color));
            if from & 8 != 0 {
                self.counts[color][usize::from(from & 7)] -= 1;
                self.threats[color].remove(point);
            }
            if to & 8 != 0 {
                self.counts[color][usize::from(to & 7)] += 1;
                self.threats[color].insert(point);
            }
        }
    }

    /// Takes back the last move, however it was put.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn undo(&mut self) {
        let ply = self.history.pop().expect("undo follows a move");
        self.to_move = ply.color;
        self.key ^= zobrist::WHITE_TO_MOVE;
        let Some(point) = ply.point else { return };
        self.key ^= zobrist::stone(ply.color, point);
        self.empty.insert(point);
        self.stones.remove(point);
        self.empty_count += 1;
        self.lines.toggle_stone(ply.color, point);
        self.value = ply.value;
        let start = ply.log as usize;
        for index in (start..self.log.len()).rev() {
            let Change { cell, point } = self.log[index];
            let current = std::mem::replace(&mut self.cells[point.index()], cell);
            if (current | cell) & THREAT_BITS != 0 {
                self.tally(point, current, cell);
            }
        }
        self.log.truncate(start);
    }

    /// Lets the side to move pass; undone by [`Board::undo`].
    pub fn pass(&mut self) {
        let (color, value) = (self.to_move, self.value);
        self.history.push(Ply { point: None, color, log: self.log.len() as u32, value });
        self.set_to_move(!color);
    }

    /// Says whose move it is, without a pass in the history.
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

    /// Sum of the cells' values, black's less white's.
    #[inline]
    pub fn value(&self) -> i32 {
        self.value
    }

    /// Number of moves and passes made, set-up stones included.
    #[inline]
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// The point of the move `back` plies ago (0 = the last); `None` for a pass or before the start.
    #[inline]
    pub fn move_back(&self, back: usize) -> Option<Point> {
        let index = self.history.len().checked_sub(back + 1)?;
        self.history[index].point
    }

    /// The value sum before the last move, if there was one.
    #[inline]
    pub fn previous_value(&self) -> Option<i32> {
        self.history.last().map(|ply| ply.value)
    }

    /// Whether the cell is on the board and empty.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.empty.contains(point)
    }

    /// The color of the stone on a cell, if one lies there.
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

    /// What an empty cell gives `color`.
    #[inline]
    pub fn combined(&self, color: Color, point: Point) -> Combined {
        Combined::from_index(combined_of(self.cells[point.index()], color))
    }

    /// What one line through an empty cell gives `color`.
    #[inline]
    pub fn line(&self, color: Color, point: Point, direction: Direction) -> Line {
        let byte = (self.cells[point.index()] >> (8 * direction.index())) as u8;
        Line::from_index(byte >> (4 * color.index()) & 15)
    }

    /// The classes of the four lines through an empty cell for `color`.
    #[inline]
    pub fn line_classes(&self, color: Color, point: Point) -> [Line; 4] {
        Direction::ALL.map(|direction| self.line(color, point, direction))
    }

    /// The code of an empty cell for `color`, an index into tables of values.
    #[inline]
    pub fn code(&self, color: Color, point: Point) -> Code {
        code(self.cells[point.index()] as u32 >> (4 * color.index()) & NIBBLES)
    }

    /// Number of empty cells of a threat class.
    #[inline]
    pub fn count(&self, color: Color, class: Combined) -> u16 {
        debug_assert!(class.is_threat());
        self.counts[color][class as usize & 7]
    }

    /// The empty cells that are threats of `color`: an open three or more.
    #[inline]
    pub fn threats(&self, color: Color) -> &PointSet {
        &self.threats[color]
    }

    /// The cells of a threat class or better.
    #[inline]
    pub fn threats_from(
        &self,
        color: Color,
        class: Combined,
    ) -> impl Iterator<Item = Point> + use<'_, R> {
        debug_assert!(class.is_threat());
        self.threats[color].iter().filter(move |&point| self.combined(color, point) >= class)
    }

    /// The class for `color` that the middle of `point`'s window would have if `reply` in it, an empty
    /// cell of the same line, were a stone of the opponent.
    #[inline]
    pub fn line_after_reply(
        &self,
        color: Color,
        point: Point,
        direction: Direction,
        reply: Point,
    ) -> Line {
        let (word, place) = self.lines.line(point, direction);
        let (_, reply_place) = locate(reply, direction);
        // Empty is 11: taking away the own color's bit leaves the opponent's stone.
        let own = [cell::BLACK, cell::WHITE][color.index()];
        let word = word ^ own << (2 * reply_place);
        let key = squeeze(word >> (2 * (place - R::REACH)), R::REACH);
        Line::from_index(self.tables.line(key) >> (4 * color.index()) & 15)
    }
}
