//! Shapes by windows of five cells in balanced ternary: an own stone is 1, an empty cell 0, any
//! other cell −1; the first cell is the highest digit. So `11111` is 121 and `11011` is 112.
//!
//! The codes of the fifteen patterns are the usual ones of such players.

use once_cell::sync::Lazy;

use super::shape::{CellLine, LineCell, REACH, Shape};

/// What a window of five holds for its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// Its cells, own stones as 1.
    pub cells: [i8; 5],
    /// Its code.
    pub code: i32,
}

/// The fifteen patterns, up to reflection.
pub(crate) const PATTERNS: [Pattern; 15] = [
    Pattern { cells: [1, 1, 1, 1, 1], code: 121 },
    Pattern { cells: [1, 1, 1, 1, 0], code: 120 },
    Pattern { cells: [1, 1, 0, 1, 1], code: 112 },
    Pattern { cells: [1, 0, 1, 1, 1], code: 94 },
    Pattern { cells: [1, 1, 1, 0, 0], code: 117 },
    Pattern { cells: [1, 1, 0, 1, 0], code: 111 },
    Pattern { cells: [1, 0, 1, 1, 0], code: 93 },
    Pattern { cells: [1, 0, 1, 0, 1], code: 91 },
    Pattern { cells: [0, 1, 1, 1, 0], code: 39 },
    Pattern { cells: [1, 1, 0, 0, 0], code: 108 },
    Pattern { cells: [1, 0, 1, 0, 0], code: 90 },
    Pattern { cells: [0, 1, 0, 1, 0], code: 30 },
    Pattern { cells: [0, 1, 1, 0, 0], code: 36 },
    Pattern { cells: [1, 0, 0, 1, 0], code: 84 },
    Pattern { cells: [1, 0, 0, 0, 1], code: 82 },
];

/// The shapes that weights are given for, strong to weak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum WeightedShape {
    /// Five in a row.
    Five = 1,
    /// Four with both ends free.
    OpenFour = 2,
    /// Four that one stone stops.
    Four = 3,
    /// Three that can become an open four.
    OpenThree = 4,
    /// Three that cannot.
    BlockedThree = 5,
    /// Two with free ends.
    OpenTwo = 6,
    /// Two without.
    BlockedTwo = 7,
}

impl WeightedShape {
    /// All kinds, strong to weak.
    pub const ALL: [WeightedShape; 7] = [
        WeightedShape::Five,
        WeightedShape::OpenFour,
        WeightedShape::Four,
        WeightedShape::OpenThree,
        WeightedShape::BlockedThree,
        WeightedShape::OpenTwo,
        WeightedShape::BlockedTwo,
    ];

    /// The kind as a shape.
    pub const fn shape(self) -> Shape {
        Shape(self as u8)
    }
}

/// The balanced ternary code of five cells.
pub(crate) fn code(cells: [i8; 5]) -> i32 {
    cells.into_iter().fold(0, |code, cell| 3 * code + i32::from(cell))
}

/// Own stones in a window by its code; 0 if it is none of the patterns.
fn stones(code: i32) -> usize {
    static STONES: Lazy<[u8; 243]> = Lazy::new(|| {
        let mut table = [0; 243];
        for pattern in PATTERNS {
            let mut mirrored = pattern.cells;
            mirrored.reverse();
            for code in [pattern.code, self::code(mirrored)] {
                table[(code + 121) as usize] = pattern.cells.iter().sum::<i8>() as u8;
            }
        }
        table
    });
    usize::from(STONES[(code + 121) as usize])
}

/// Cells beside the middle of a line.
const BESIDE: usize = 2 * REACH;

/// The shape that a stone of `own` in the middle of the line would make: the fullest window
/// decides. It is judged open if the next window, one cell further, holds as many stones: usually
/// the cells at both ends are free then. An exception is `OXX.XXXO`: the windows `XX.XX` and
/// `X.XXX` hold four stones each, and an open four is seen although one stone stops it.
pub(crate) fn shape(line: &CellLine, own: LineCell) -> Shape {
    static SHAPES: Lazy<Vec<Shape>> = Lazy::new(|| {
        (0..3usize.pow(BESIDE as u32)).map(|index| recognized(&beside(index))).collect()
    });
    let digit = |cell: &LineCell| match *cell {
        LineCell::Empty => 0,
        cell if cell == own => 1,
        _ => 2,
    };
    let (before, after) = (&line[..REACH], &line[REACH + 1..]);
    SHAPES[before.iter().chain(after).fold(0, |index, cell| 3 * index + digit(cell))]
}

/// The cells of a line by their number in base three, with an own stone in the middle.
fn beside(mut index: usize) -> [i8; BESIDE + 1] {
    let mut cells = [1; BESIDE + 1];
    for place in (0..=BESIDE).rev().filter(|&place| place != REACH) {
        cells[place] = [0, 1, -1][index % 3];
        index /= 3;
    }
    cells
}

/// The shape of a line, by looking at its windows.
fn recognized(cells: &[i8; BESIDE + 1]) -> Shape {
    let window = |first: usize| code([0, 1, 2, 3, 4].map(|place| cells[first + place]));
    let counts: [usize; 5] = [1, 2, 3, 4, 5].map(|first| stones(window(first)));
    let most = counts.into_iter().max().unwrap_or(0);
    let is_open = counts.windows(2).any(|pair| pair[0] == most && pair[1] == most);
    match (most, is_open) {
        (5, _) => WeightedShape::Five.shape(),
        (4, true) => WeightedShape::OpenFour.shape(),
        (4, false) => WeightedShape::Four.shape(),
        (3, true) => WeightedShape::OpenThree.shape(),
        (3, false) => WeightedShape::BlockedThree.shape(),
        (2, true) => WeightedShape::OpenTwo.shape(),
        (2, false) => WeightedShape::BlockedTwo.shape(),
        _ => Shape::NOTHING,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifteen_codes_are_those_of_the_literature() {
        for pattern in PATTERNS {
            assert_eq!(code(pattern.cells), pattern.code, "{:?}", pattern.cells);
            assert_eq!(stones(pattern.code), pattern.cells.iter().filter(|&&c| c == 1).count());
        }
        assert_eq!(stones(code([1, 1, -1, 1, 1])), 0);
    }

    #[test]
    fn windows_tell_open_from_blocked() {
        let seen = |text: &str| {
            let mut line = [LineCell::Wall; 2 * REACH + 1];
            for (cell, sign) in line.iter_mut().zip(text.chars()) {
                *cell = match sign {
                    'X' => LineCell::Black,
                    'O' => LineCell::White,
                    _ => LineCell::Empty,
                };
            }
            shape(&line, LineCell::Black)
        };
        assert_eq!(seen("...XX.XX..."), WeightedShape::Five.shape());
        assert_eq!(seen("..XXX......"), WeightedShape::OpenFour.shape());
        assert_eq!(seen(".OXXX......"), WeightedShape::Four.shape());
        // Two windows hold four, but one stone stops both.
        assert_eq!(seen(".OXX..XXO.."), WeightedShape::OpenFour.shape());
        assert_eq!(seen("...XX......"), WeightedShape::OpenThree.shape());
        assert_eq!(seen("..OXX......"), WeightedShape::BlockedThree.shape());
        assert_eq!(seen("....X......"), WeightedShape::OpenTwo.shape());
        assert_eq!(seen("..O.X..O..."), Shape::NOTHING);
    }
}
