//! Windows of a line, numbered: the four cells on either side of an empty cell.
//!
//! Seen by one player, a cell of a window is empty, its own or its opponent's; a wall ends the
//! window on its side, whatever lies beyond. A *half* is one side read outward, 121 of them: 3^k
//! with k cells before the wall, k from 0 to 4. A window and its mirror image are one window.

use crate::board::lines::Lines;
use crate::types::{ByColor, Color, Direction, Point};

/// Cells on either side of the middle.
pub const REACH: usize = 4;
/// Number of halves.
pub const HALVES: usize = 1 + 3 + 9 + 27 + 81;
/// Number of windows with a direction: pairs of halves.
pub const DIRECTED: usize = HALVES * HALVES;
/// Number of windows: unordered pairs of halves.
pub const WINDOWS: usize = HALVES * (HALVES + 1) / 2;

/// A pair of halves, the one before the cell times [`HALVES`] plus the one behind it.
pub(crate) type Directed = usize;

/// The window of a pair of halves.
pub const fn window_of(directed: Directed) -> usize {
    let (a, b) = (directed / HALVES, directed % HALVES);
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    high * (high + 1) / 2 + low
}

/// Whether a half has no stone.
const fn is_bare_half(half: usize) -> bool {
    // The first of each length: 0, then after 1, 1 + 3, …
    matches!(half, 0 | 1 | 4 | 13 | 40)
}

/// Whether a pair of halves has no stone.
pub const fn is_bare(directed: Directed) -> bool {
    is_bare_half(directed / HALVES) && is_bare_half(directed % HALVES)
}

/// The halves by the eight bits of a line word that hold them, for one player.
#[derive(Debug)]
pub(crate) struct HalfTables {
    /// The half before a cell, times [`HALVES`]: its outermost cell in the lowest bits.
    pub before: [u16; 256],
    /// The half behind it: its innermost cell in the lowest bits.
    pub behind: [u16; 256],
}

static HALF_TABLES: ByColor<HalfTables> =
    ByColor::new(HalfTables::build(Color::Black), HalfTables::build(Color::White));

impl HalfTables {
    /// The tables for a player.
    #[inline(always)]
    pub(crate) fn of(viewer: Color) -> &'static Self {
        &HALF_TABLES[viewer]
    }

    const fn build(viewer: Color) -> Self {
        let mut tables = Self { before: [0; 256], behind: [0; 256] };
        let mut bits = 0;
        while bits < 256 {
            let cells = [bits & 3, bits >> 2 & 3, bits >> 4 & 3, bits >> 6 & 3];
            tables.behind[bits] = half(cells, viewer);
            let outward = [cells[3], cells[2], cells[1], cells[0]];
            tables.before[bits] = half(outward, viewer) * HALVES as u16;
            bits += 1;
        }
        tables
    }
}

/// The number of a half, its cells from the middle outward, two bits each as in a line word.
const fn half(cells: [usize; REACH], viewer: Color) -> u16 {
    let (mut number, mut first, mut count, mut place) = (0, 0, 1, 0);
    while place < REACH && cells[place] != 0 {
        first += count;
        count *= 3;
        // Empty is 3, the viewer's stone 1, the opponent's 2.
        let digit = match (cells[place], viewer) {
            (3, _) => 0,
            (1, Color::Black) | (2, Color::White) => 1,
            _ => 2,
        };
        number = number * 3 + digit;
        place += 1;
    }
    (first + number) as u16
}

/// The pair of halves around the cell at `place` (5 to 26) of a line word, seen by `viewer`.
#[inline(always)]
fn directed(word: u64, place: usize, viewer: Color) -> Directed {
    let bits = word >> (2 * (place - REACH));
    let tables = HalfTables::of(viewer);
    let before = tables.before[usize::from(bits as u8)];
    let behind = tables.behind[usize::from((bits >> (2 * REACH + 2)) as u8)];
    usize::from(before + behind)
}

/// The four pairs of halves around a cell.
#[inline(always)]
pub fn around(lines: &Lines, point: Point, viewer: Color) -> [Directed; 4] {
    Direction::ALL.map(|direction| {
        let (word, place) = lines.line(point, direction);
        directed(word, place, viewer)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::lines::on_board;
    use crate::types::{BoardSize, Coord};

    #[test]
    fn halves_are_numbered_without_gaps() {
        for viewer in Color::BOTH {
            let all: HashSet<u16> = HALF_TABLES[viewer].behind.into_iter().collect();
            assert_eq!(all, (0..HALVES as u16).collect());
        }
        let windows: HashSet<usize> = (0..DIRECTED).map(window_of).collect();
        assert_eq!(windows, (0..WINDOWS).collect());
    }

    #[test]
    fn a_half_without_a_stone_is_bare() {
        for bits in 0..256usize {
            let cells = [bits & 3, bits >> 2 & 3, bits >> 4 & 3, bits >> 6 & 3];
            let seen = cells.iter().take_while(|&&cell| cell != 0);
            let bare = seen.into_iter().all(|&cell| cell == 3);
            assert_eq!(is_bare_half(usize::from(half(cells, Color::White))), bare, "{cells:?}");
        }
    }

    #[test]
    fn mirrored_windows_are_one_and_colors_are_seen_by_the_viewer() {
        let size = BoardSize::square(15).unwrap();
        let mut lines = Lines::new(&on_board(size));
        let middle = Point::from_coord(Coord::new(7, 7));
        lines.toggle_stone(Color::Black, middle.step(Direction::Row, 2));
        lines.toggle_stone(Color::White, middle.step(Direction::Column, -2));
        lines.toggle_stone(Color::White, middle.step(Direction::Diagonal, 2));
        let [row, column, diagonal, anti] = around(&lines, middle, Color::Black);
        let [row_white, column_white, ..] = around(&lines, middle, Color::White);
        assert_ne!(row, column);
        assert_eq!(window_of(column), window_of(diagonal));
        assert_eq!(row_white, diagonal);
        assert_eq!(window_of(column_white), window_of(row));
        assert!(is_bare(anti) && !is_bare(row));
        let corner = Point::from_coord(Coord::new(0, 0));
        assert!(around(&lines, corner, Color::Black).into_iter().all(is_bare));
    }
}
