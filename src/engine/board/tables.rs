//! The immutable tables of a rule: from a window of a line to the class of its middle cell for both
//! players, and from four classes to the combined class.
//!
//! A window is the line 4 or 5 cells to each side of an empty cell ([`RuleSet::REACH`]), two bits
//! per cell, without the middle: 16 or 20 bits. It determines every class exactly, because a five
//! through the middle reaches 4 cells, and a stone that makes it an overline or blocks its end lies
//! one cell further. Only windows whose walls lie at the outer ends can occur on a board without
//! blocked points, 14,641 or 132,496 of them; these are filled at start, in a few milliseconds. A
//! window with a wall inside has the class of the window in which everything beyond that wall is
//! wall too.

use super::pattern::{Combined, LineClass};
use crate::types::{Color, OncePerRule, Rule, RuleSet, with_rule};

/// The two bits of a cell in a line word; 00 is a wall: off the board, or a blocked point.
pub mod cell {
    /// A black stone.
    pub const BLACK: u64 = 0b01;
    /// A white stone.
    pub const WHITE: u64 = 0b10;
    /// An empty cell.
    pub(crate) const EMPTY: u64 = 0b11;
}

/// Number of unordered pairs of line classes: 14 · 15 / 2.
const PAIRS: usize = 105;
/// Entries of a table indexed by a [`Code`]: two pair numbers of seven bits. A power of two, so
/// that a mask replaces a bounds check.
pub(crate) const CODES: usize = 1 << 14;

/// The four line classes of a cell for one player, as an index: two unordered pairs of classes, the
/// row with the column and the one diagonal with the other.
pub(crate) type Code = usize;

/// All tables of one rule.
#[derive(Debug)]
pub struct Tables {
    /// By window key: the class for black in the low nibble, for white in the high nibble.
    line: Box<[u8]>,
    /// By code: the combined class, for black and for white.
    combined: [Box<[u8; CODES]>; 2],
}

/// The number of an unordered pair of classes, indexed by the two class nibbles. Entries for
/// nibbles that are not a class are never read; they hold the number of the pair of strongest
/// classes.
static PAIR: [u8; 256] = build_pairs();

/// [`PAIR`], shifted as in a [`Code`].
static FIRST_PAIR: [u16; 256] = {
    let pairs = build_pairs();
    let mut table = [0; 256];
    let mut classes = 0;
    while classes < 256 {
        table[classes] = (pairs[classes] as u16) << 7;
        classes += 1;
    }
    table
};

const fn build_pairs() -> [u8; 256] {
    let mut table = [(PAIRS - 1) as u8; 256];
    let mut high = 0;
    let mut number = 0;
    while high < LineClass::COUNT {
        let mut low = 0;
        while low <= high {
            table[high << 4 | low] = number;
            table[low << 4 | high] = number;
            number += 1;
            low += 1;
        }
        high += 1;
    }
    table
}

/// The code of four line classes, a nibble each.
#[inline(always)]
pub fn code(nibbles: u16) -> Code {
    let [first, second] = nibbles.to_le_bytes();
    let code = FIRST_PAIR[usize::from(first)] | u16::from(PAIR[usize::from(second)]);
    usize::from(code) & (CODES - 1)
}

/// The code of four line classes.
pub fn code_of(lines: [LineClass; 4]) -> Code {
    code(lines.iter().rev().fold(0, |bits, &line| bits << 4 | line as u16))
}

/// Removes the middle cell from a window of `2 * reach + 1` cells.
#[inline]
pub(crate) const fn squeeze(window: u64, reach: usize) -> usize {
    let half = 2 * reach;
    let low = window & ((1 << half) - 1);
    let high = window >> (half + 2) & ((1 << half) - 1);
    (high << half | low) as usize
}

impl Tables {
    /// The tables of a rule, built at the first call.
    pub fn of(rule: Rule) -> &'static Tables {
        static TABLES: OncePerRule<Tables> = OncePerRule::new();
        TABLES.of(rule, || with_rule!(rule, R => Tables::build::<R>()))
    }

    /// The classes of the middle of a window: black's in the low nibble, white's in the high one.
    #[inline]
    pub fn line(&self, key: usize) -> u8 {
        self.line[key]
    }

    /// The table of line classes by window key.
    #[inline]
    pub fn lines(&self) -> &[u8] {
        &self.line
    }

    /// The combined class of a code for `color`.
    #[inline]
    pub fn combined(&self, color: Color, code: Code) -> Combined {
        Combined::from_index(self.combined[color.index()][code])
    }

    /// The combined class as a number.
    #[inline]
    pub(super) fn combined_index(&self, color: Color, code: Code) -> u8 {
        self.combined[color.index()][code]
    }

    /// Builds the tables of a rule.
    pub fn build<R: RuleSet>() -> Tables {
        let windows = Windows::<R>::new();
        let black = Classifier::new(Color::Black, &windows).classify_all();
        let differs = !R::RULE.treats_colors_alike();
        let white = differs.then(|| Classifier::new(Color::White, &windows).classify_all());
        let white = white.as_ref().unwrap_or(&black);
        let line = windows.fill(&windows.join(&black, white)).into_boxed_slice();
        let combined = Color::BOTH.map(|color| combined_table(R::RULE.forbids(color)));
        Tables { line, combined }
    }
}

fn combined_table(restrained: bool) -> Box<[u8; CODES]> {
    let mut table = Box::new([0; CODES]);
    let pairs = || LineClass::ALL.into_iter().flat_map(|a| LineClass::ALL.map(|b| [a, b]));
    for [a, b] in pairs() {
        for [c, d] in pairs().filter(|[c, d]| c <= d && a <= b) {
            let lines = [a, b, c, d];
            table[code_of(lines)] = Combined::of(lines, restrained) as u8;
        }
    }
    table
}

/// Black and white stones exchanged, of a window or a half.
const fn swap_colors(key: usize) -> usize {
    const LOW: usize = 0x5555_5555;
    (key & LOW) << 1 | key >> 1 & LOW
}

/// The windows that occur on a board without blocked points, numbered: the number of the high half
/// times the count of all halves, plus the number of the low half. A half is numbered by its cells
/// from the middle outward; a half with a wall inside has the number of the half that ends there.
struct Windows<R> {
    /// The halves by number, outward: the innermost cell in the lowest bits, walls only at the end.
    halves: Vec<usize>,
    /// The number of a high half by its bits.
    high: Vec<u16>,
    /// The number of a low half by its bits.
    low: Vec<u16>,
    /// What black sees in each half, by number.
    views: Vec<View>,
    rule: std::marker::PhantomData<R>,
}

/// What black sees in a half window.
#[derive(Clone, Copy)]
struct View {
    /// Black's stones next to the middle.
    run: usize,
    /// Whether a white stone follows them.
    is_stopped: bool,
    /// A bit for each empty cell at most 4 away, the innermost lowest.
    empty: usize,
}

impl View {
    /// The view of a half whose innermost cell is in the lowest bits.
    fn of<R: RuleSet>(half: usize) -> View {
        let at = |i: usize| half >> (2 * i) & 3;
        let run = (0..R::REACH).take_while(|&i| at(i) == 1).count();
        let empty = (0..4).filter(|&i| at(i) == 3).fold(0, |bits, i| bits | 1 << i);
        View { run, is_stopped: run < R::REACH && at(run) == 2, empty }
    }
}

impl<R: RuleSet> Windows<R> {
    /// The bits of a half.
    const BITS: usize = 2 * R::REACH;

    fn new() -> Self {
        let mut halves = Vec::new();
        for open in 0..=R::REACH as u32 {
            for number in 0..3usize.pow(open) {
                let digits = (0..open).map(|place| number / 3usize.pow(place) % 3 + 1);
                halves.push(digits.enumerate().fold(0, |half, (i, cell)| half | cell << (2 * i)));
            }
        }
        let mut high = vec![0; 1 << Self::BITS];
        for (number, &half) in (0..).zip(&halves) {
            high[half] = number;
        }
        for half in 0..1usize << Self::BITS {
            let open = (0..R::REACH).take_while(|i| half >> (2 * i) & 3 != 0).count();
            // The cut half is the smaller word, so it is numbered already.
            high[half] = high[half & ((1 << (2 * open)) - 1)];
        }
        let low = (0..1 << Self::BITS).map(|half| high[mirror::<R>(half)]).collect();
        let views = halves.iter().map(|&half| View::of::<R>(half)).collect();
        Self { halves, high, low, views, rule: std::marker::PhantomData }
    }

    /// The window with these halves.
    fn key(&self, [high, low]: [usize; 2]) -> usize {
        self.halves[high] << Self::BITS | mirror::<R>(self.halves[low])
    }

    /// The classes for both players by window number: the low nibble is black's, the high one
    /// `white`'s of the window with the colors exchanged.
    fn join(&self, black: &[u8], white: &[u8]) -> Vec<u8> {
        let count = self.halves.len();
        let swapped: Vec<usize> =
            self.halves.iter().map(|&half| self.high[swap_colors(half)].into()).collect();
        let mut both = Vec::with_capacity(black.len());
        for (row, &high) in black.chunks(count).zip(&swapped) {
            let white = &white[high * count..(high + 1) * count];
            both.extend(row.iter().zip(&swapped).map(|(black, &low)| black | white[low] << 4));
        }
        both
    }

    /// Rearranges entries from window numbers to window keys, windows with walls inside included.
    fn fill(&self, by_number: &[u8]) -> Vec<u8> {
        let count = self.halves.len();
        let mut line = Vec::with_capacity(1 << (2 * Self::BITS));
        for high in 0..1 << Self::BITS {
            let number = usize::from(self.high[high]);
            let cut = self.halves[number];
            if cut < high {
                // The same row again.
                line.extend_from_within(cut << Self::BITS..(cut + 1) << Self::BITS);
            } else {
                let row = &by_number[number * count..(number + 1) * count];
                line.extend(self.low.iter().map(|&low| row[usize::from(low)]));
            }
        }
        line
    }
}

/// A half window with its cells in reverse order.
fn mirror<R: RuleSet>(half: usize) -> usize {
    (0..R::REACH).fold(0, |out, i| out << 2 | half >> (2 * i) & 3)
}

/// Finds the class of every window for one player, from the classes of the windows with one more
/// stone.
struct Classifier<'a, R> {
    color: Color,
    windows: &'a Windows<R>,
    /// How much smaller the number of a window is with a stone of the player at a cell at most 4
    /// away: the low half's cells outward, then the high half's.
    steps: [usize; 8],
    /// By the number of the window.
    classes: Vec<u8>,
}

impl<'a, R: RuleSet> Classifier<'a, R> {
    /// A classifier for `color`, whose stones are the black ones of its windows.
    fn new(color: Color, windows: &'a Windows<R>) -> Self {
        let count = windows.halves.len();
        // The digits of an empty cell and a black stone are 2 and 0.
        let step = |place| 2 * 3usize.pow(place);
        let steps = std::array::from_fn(|cell| match cell as u32 {
            low @ 0..4 => step(low),
            high => step(high - 4) * count,
        });
        Self { color, windows, steps, classes: vec![0; count * count] }
    }

    fn classify_all(mut self) -> Vec<u8> {
        let count = self.windows.halves.len();
        for high in 0..count {
            for low in 0..count {
                // A line has no direction: that halves the work.
                self.classes[high * count + low] = match low < high {
                    true => self.classes[low * count + high],
                    false => self.decide([high, low]) as u8,
                };
            }
        }
        self.classes
    }

    /// The class of the window with these halves; the classes of windows with smaller numbers are
    /// known.
    fn decide(&self, parts: [usize; 2]) -> LineClass {
        let [high, low] = parts.map(|half| self.windows.views[half]);
        let run = high.run + low.run + 1;
        if R::RULE.is_win(self.color, run, high.is_stopped && low.is_stopped) {
            return LineClass::F5;
        }
        if run >= 6 {
            return LineClass::Foul;
        }
        // How many cells, filled with one more stone, lead to each class: four bits each.
        let number = parts[0] * self.windows.halves.len() + parts[1];
        let mut reached = 0u64;
        let mut cells = high.empty << 4 | low.empty;
        while cells != 0 {
            let step = self.steps[cells.trailing_zeros() as usize & 7];
            reached += 1 << (4 * self.classes[number - step]);
            cells &= cells - 1;
        }
        let count = |class: LineClass| reached >> (4 * class as u32) & 15;
        match () {
            () if count(LineClass::F5) > 0 => self.four(parts, count(LineClass::F5), run),
            () if count(LineClass::F4) > 1 => LineClass::F3S,
            () if count(LineClass::F4) > 0 => LineClass::F3,
            () if count(LineClass::B4) > 0 => LineClass::B3,
            () => match count(LineClass::F3) + count(LineClass::F3S) {
                4.. => LineClass::F2B,
                3 => LineClass::F2A,
                1.. => LineClass::F2,
                0 if count(LineClass::B3) > 0 => LineClass::B2,
                0 if count(LineClass::F2) + count(LineClass::F2A) + count(LineClass::F2B) > 0 => {
                    LineClass::F1
                }
                0 if count(LineClass::B2) > 0 => LineClass::B1,
                0 => LineClass::Dead,
            },
        }
    }

    /// The class of a window with `fives` five-points, at least one.
    fn four(&self, parts: [usize; 2], fives: u64, run: usize) -> LineClass {
        if fives < 2 {
            return LineClass::B4;
        }
        if R::RULE.forbids(self.color) {
            // Two five-points lie one on each side of the run. Around a run of four they are the
            // ends of one straight four; around a shorter run each belongs to a four of its own.
            return if run == 4 { LineClass::F4 } else { LineClass::Foul };
        }
        if R::FIVE_CAN_BE_BLOCKED && self.some_reply_stops_all(self.windows.key(parts)) {
            return LineClass::B4;
        }
        LineClass::F4
    }

    /// Whether one stone of the opponent anywhere in the window leaves no five-point.
    fn some_reply_stops_all(&self, key: usize) -> bool {
        let empty = |key: usize, shift: usize| key >> shift & 3 == 3;
        Self::cells().filter(|&shift| empty(key, shift)).any(|reply| {
            let after = key ^ 0b01 << reply;
            !Self::near_cells().filter(|&shift| empty(after, shift)).any(|shift| {
                let run = Run::of::<R>(after ^ 0b10 << shift);
                R::RULE.is_win(self.color, run.length, run.both_ends_opponent)
            })
        })
    }

    /// The bit shifts of all cells of a window.
    fn cells() -> impl Iterator<Item = usize> {
        (0..2 * R::REACH).map(|i| 2 * i)
    }

    /// The bit shifts of the cells that can belong to a five with the middle: at most 4 away.
    fn near_cells() -> impl Iterator<Item = usize> {
        (R::REACH - 4..R::REACH + 4).map(|i| 2 * i)
    }
}

/// The run of own (black) stones through the middle of a window, the middle being one of them.
struct Run {
    length: usize,
    both_ends_opponent: bool,
}

impl Run {
    fn of<R: RuleSet>(key: usize) -> Run {
        let at = |i: usize| key >> (2 * i) & 3;
        let high = (R::REACH..2 * R::REACH).take_while(|&i| at(i) == 1).count();
        let low = (0..R::REACH).rev().take_while(|&i| at(i) == 1).count();
        let is_opponent = |i: Option<usize>| i.is_some_and(|i| i < 2 * R::REACH && at(i) == 2);
        Run {
            length: high + low + 1,
            both_ends_opponent: is_opponent(Some(R::REACH + high))
                && is_opponent((R::REACH - low).checked_sub(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::rule::{Caro, Freestyle, Renju, Standard};

    /// The class of the `?` of a picture for black (`X`) and white (`O`); outside of it is wall
    /// (`|`).
    fn classes<R: RuleSet>(picture: &str) -> (LineClass, LineClass) {
        let middle = picture.find('?').unwrap();
        let at = |i: isize| match picture.as_bytes().get(middle.wrapping_add_signed(i)) {
            Some(b'X') => 1,
            Some(b'O') => 2,
            Some(b'.') => 3,
            _ => 0usize,
        };
        let reach = R::REACH as isize;
        let cells = (-reach..=reach).filter(|&i| i != 0);
        let key = cells.enumerate().fold(0, |key, (n, i)| key | at(i) << (2 * n));
        let byte = Tables::of(R::RULE).line(key);
        (LineClass::from_index(byte & 15), LineClass::from_index(byte >> 4))
    }

    fn black<R: RuleSet>(picture: &str) -> LineClass {
        classes::<R>(picture).0
    }

    #[test]
    fn freestyle_classes_of_common_shapes() {
        assert_eq!(black::<Freestyle>("..XX?XX.."), LineClass::F5);
        assert_eq!(black::<Freestyle>("...XX?X.."), LineClass::F4);
        assert_eq!(black::<Freestyle>("OXXX?...."), LineClass::B4);
        assert_eq!(black::<Freestyle>("..XX?.X.."), LineClass::B4);
        assert_eq!(black::<Freestyle>("X.XX?.X.."), LineClass::F4);
        assert_eq!(black::<Freestyle>("X.X?X.X"), LineClass::F4);
        assert_eq!(black::<Freestyle>("..XX?...."), LineClass::F3S);
        assert_eq!(black::<Freestyle>(".OXX?...."), LineClass::B3);
        assert_eq!(black::<Freestyle>("O.XX?..O"), LineClass::F3);
        assert_eq!(black::<Freestyle>("O.XX?.O"), LineClass::B3);
        assert_eq!(black::<Freestyle>("...X?...."), LineClass::F2B);
        assert_eq!(black::<Freestyle>("....?...."), LineClass::F1);
        assert_eq!(black::<Freestyle>("O.X?.O"), LineClass::Dead);
        assert_eq!(classes::<Freestyle>("OOOO?XXX"), (LineClass::Dead, LineClass::F5));
    }

    #[test]
    fn exact_five_sees_the_sixth_stone() {
        assert_eq!(black::<Standard>("XXX?XX..."), LineClass::Foul);
        assert_eq!(black::<Standard>("X.XXX?..."), LineClass::B4);
        assert_eq!(black::<Freestyle>("X.XXX?..."), LineClass::F4);
    }

    #[test]
    fn renju_tells_a_straight_four_from_two_fours_in_a_line() {
        assert_eq!(black::<Renju>("..XXX?..."), LineClass::F4);
        assert_eq!(black::<Renju>("X.X?X.X.."), LineClass::Foul);
        assert_eq!(black::<Renju>("XX.X?.XX."), LineClass::Foul);
        assert_eq!(black::<Renju>("XXX.?.XXX"), LineClass::Foul);
        assert_eq!(classes::<Renju>("O.O?O.O..").1, LineClass::F4);
        assert_eq!(classes::<Renju>("OOO?OO...").1, LineClass::F5);
    }

    #[test]
    fn caro_fours_can_be_stopped_from_outside() {
        assert_eq!(black::<Caro>("..XXX?..."), LineClass::F4);
        assert_eq!(black::<Caro>(".O.XXX?.O"), LineClass::B4);
        assert_eq!(black::<Caro>("OXXX?XO.."), LineClass::Dead);
        assert_eq!(black::<Caro>("|XXX?XO.."), LineClass::F5);
        assert_eq!(black::<Caro>("OXXX?XXO."), LineClass::F5);
    }

    #[test]
    fn numbers_and_windows_are_one_to_one_and_mirrors_exchange_the_halves() {
        let windows = Windows::<Standard>::new();
        let count = windows.halves.len();
        assert_eq!(count, 364);
        for (high, low) in (0..count).flat_map(|high| (0..count).map(move |low| (high, low))) {
            let key = windows.key([high, low]);
            let parts =
                |key: usize| [windows.high[key >> 10], windows.low[key & 1023]].map(usize::from);
            assert_eq!(parts(key), [high, low]);
            let [a, b] = [key >> 10, key & 1023].map(mirror::<Standard>);
            assert_eq!(parts(b << 10 | a), [low, high]);
        }
    }

    #[test]
    fn a_wall_inside_a_window_hides_what_lies_beyond() {
        assert_eq!(black::<Freestyle>("XX|X?XX.."), black::<Freestyle>("|X?XX.."));
        assert_eq!(black::<Standard>("X|XXX?X.."), LineClass::F5);
    }
}
