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

/// One cell, packed: four nibbles with black's line classes, four with white's, black's combined
/// class (a byte), white's, and black's value less white's as an `i16`. Zero when occupied.
type Cell = u64;

const CLASS_SHIFT: [u32; 2] = [32, 40];
const VALUE_SHIFT: u32 = 48;
/// Where a line byte of the tables goes within the low half of a cell: black's nibble and white's.
const LINE_MASK: u32 = 0x000f_000f;

/// Numbers of cells by threat class less 8.
type Counts = [u16; 8];

/// What a cell of a class (index) adds to [`Counts`]: lets the counts be kept without a branch, which
/// would be mispredicted for every fourth cell (places and undoes a half faster so).
static ONE: [Counts; 16] = {
    let mut one = [[0; 8]; 16];
    let mut class = 8;
    while class < 16 {
        one[class][class - 8] = 1;
        class += 1;
    }
    one
};

#[inline(always)]
fn count_change(counts: &mut Counts, from: u8, to: u8) {
    let (from, to) = (&ONE[usize::from(from & 15)], &ONE[usize::from(to & 15)]);
    for (count, (from, to)) in counts.iter_mut().zip(from.iter().zip(to)) {
        *count = count.wrapping_add(*to).wrapping_sub(*from);
    }
}

#[inline]
fn class_of(cell: Cell, color: Color) -> u8 {
    (cell >> CLASS_SHIFT[color.index()]) as u8
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
    /// Threat counts before the move.
    counts: ByColor<Counts>,
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
    /// The combined classes of the cells once more, a byte each, to be searched by words.
    classes: Box<ByColor<[u8; Point::COUNT]>>,
    counts: ByColor<Counts>,
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
            classes: Box::new(ByColor::new([0; Point::COUNT], [0; Point::COUNT])),
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
            board.change::<true>(point, cell);
        }
        board.log.clear();
        board
    }

    /// A cell computed from the lines alone.
    fn fresh_cell(&self, point: Point) -> Cell {
        let lines = Direction::ALL.into_iter().fold(0, |lines, direction| {
            let byte = self.tables.line(self.lines.key::<R>(point, direction));
            lines | spread(byte) << (4 * direction.index())
        });
        self.packed::<true>(lines, 0)
    }

    /// The cell with the given line classes. Without `VALUE` it keeps the value of `old`.
    #[inline(always)]
    fn packed<const VALUE: bool>(&self, lines: u32, old: Cell) -> Cell {
        let black = self.records.records[Color::Black][code(lines as u16)];
        let white = self.records.records[Color::White][code((lines >> 16) as u16)];
        let classes =
            u64::from(black & 0xff) << CLASS_SHIFT[0] | u64::from(white & 0xff) << CLASS_SHIFT[1];
        let value = if VALUE {
            u64::from((black >> 16).wrapping_sub(white >> 16) as u16) << VALUE_SHIFT
        } else {
            old & 0xffff << VALUE_SHIFT
        };
        u64::from(lines) | classes | value
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
            counts: self.counts,
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
        let shift = 4 * direction.index() as u32;
        let (word, place) = self.lines.line(point, direction);
        let window = ((1u64 << (4 * R::REACH + 2)) - 1) << (2 * (place - R::REACH));
        let mut empties = word & word >> 1 & LOW_BITS & window;
        while empties != 0 {
            let bit = empties.trailing_zeros() as usize;
            empties &= empties - 1;
            let key = squeeze(word >> (bit - 2 * R::REACH), R::REACH);
            let seen = spread(self.tables.line(key)) << shift;
            let neighbor = point.step(direction, (bit / 2) as isize - place as isize);
            let old = self.cells[neighbor.index()];
            if (old as u32 ^ seen) & LINE_MASK << shift != 0 {
                let lines = old as u32 & !(LINE_MASK << shift) | seen;
                let new = self.packed::<VALUE>(lines, old);
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
        for color in Color::BOTH {
            let class = class_of(new, color);
            self.classes[color][point.index()] = class;
            count_change(&mut self.counts[color], class_of(old, color), class);
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
        self.counts = ply.counts;
        let start = ply.log as usize;
        for index in (start..self.log.len()).rev() {
            let Change { cell, point } = self.log[index];
            self.cells[point.index()] = cell;
            for color in Color::BOTH {
                self.classes[color][point.index()] = class_of(cell, color);
            }
        }
        self.log.truncate(start);
    }

    /// Lets the side to move pass; undone by [`Board::undo`].
    pub fn pass(&mut self) {
        self.history.push(Ply {
            point: None,
            color: self.to_move,
            log: self.log.len() as u32,
            value: self.value,
            counts: self.counts,
        });
        let color = self.to_move;
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
        Combined::from_index(self.classes[color][point.index()])
    }

    /// What one line through an empty cell gives `color`.
    #[inline]
    pub fn line(&self, color: Color, point: Point, direction: Direction) -> Line {
        let shift = 16 * color.index() + 4 * direction.index();
        Line::from_index((self.cells[point.index()] >> shift) as u8 & 15)
    }

    /// The classes of the four lines through an empty cell for `color`.
    #[inline]
    pub fn line_classes(&self, color: Color, point: Point) -> [Line; 4] {
        Direction::ALL.map(|direction| self.line(color, point, direction))
    }

    /// The code of an empty cell for `color`, an index into tables of values.
    #[inline]
    pub fn code(&self, color: Color, point: Point) -> Code {
        code((self.cells[point.index()] >> (16 * color.index())) as u16)
    }

    /// Number of empty cells of a threat class.
    #[inline]
    pub fn count(&self, color: Color, class: Combined) -> u16 {
        debug_assert!(class.is_threat());
        self.counts[color][class as usize & 7]
    }

    /// Number of empty cells of a threat class or better.
    #[inline]
    pub fn count_from(&self, color: Color, class: Combined) -> usize {
        debug_assert!(class.is_threat());
        self.counts[color][class as usize & 7..].iter().map(|&count| usize::from(count)).sum()
    }

    /// The empty cells of a threat class or better, row by row.
    #[inline]
    pub fn threats_from(&self, color: Color, class: Combined) -> Threats<'_> {
        Threats {
            classes: &self.classes[color],
            threshold: class as u8,
            left: self.count_from(color, class),
            word: FIRST_WORD,
            found: 0,
        }
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

/// A byte of the line table as it stands in a cell: black's nibble low, white's 16 bits higher.
#[inline(always)]
fn spread(byte: u8) -> u32 {
    (u32::from(byte) | u32::from(byte) << 12) & LINE_MASK
}

/// The first word of eight cells that can lie on a board.
const FIRST_WORD: usize = Point::MARGIN as usize * Point::STRIDE / 8;

/// Iterator over the cells of a threat class or better. It looks at eight cells at a time and ends as
/// soon as all are found, which the counts foretell.
#[derive(Clone, Debug)]
pub struct Threats<'a> {
    classes: &'a [u8; Point::COUNT],
    threshold: u8,
    left: usize,
    word: usize,
    /// The high bits of the bytes in the word before `word` that are yet to be given out.
    found: u64,
}

impl Iterator for Threats<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        const ONES: u64 = 0x0101_0101_0101_0101;
        if self.left == 0 {
            return None;
        }
        while self.found == 0 {
            let bytes = self.classes[8 * self.word..].first_chunk::<8>()?;
            let classes = u64::from_le_bytes(*bytes);
            // Classes are below 16, so this carries into a byte's high bit from the threshold on.
            self.found = classes.wrapping_add(ONES * u64::from(0x80 - self.threshold)) & ONES << 7;
            self.word += 1;
        }
        let byte = self.found.trailing_zeros() as usize / 8;
        self.found &= self.found - 1;
        self.left -= 1;
        Some(Point::from_index(8 * (self.word - 1) + byte))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}
