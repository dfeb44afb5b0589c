//! Openings of three stones for swap2, in which neither side is better.

use crate::types::Rule;

/// Three stones (black, white, black), each as columns and rows from a corner of the board. Near a
/// corner they have the same value on every board that is not small.
pub(super) type Triple = [(u8, u8); 3];

/// The triples of a rule. Each may be rotated and mirrored.
pub(super) struct Triples {
    /// For boards of 11 lines and more.
    ///
    /// Selected for this engine with `tengen openings` and `tengen analyze`, November 2026: white to
    /// move is worth at most 42, mostly less than 20, with 2 million nodes on 15x15 and with 600,000
    /// nodes on 20x20.
    pub large: [Triple; 8],
    /// For small boards, one by the shorter side, 5 to 10 lines.
    ///
    /// Selected from 70 random triples each, November 2026: white to move is worth at most 19 with
    /// 300,000 nodes on the square board.
    small: [Triple; 6],
}

impl Triples {
    /// Those of a rule.
    pub(super) const fn of(rule: Rule) -> &'static Self {
        match rule {
            Rule::Freestyle => &FREESTYLE,
            Rule::Standard => &STANDARD,
            Rule::Renju => &RENJU,
            Rule::Caro => &CARO,
            Rule::CaroExact => &CARO_EXACT,
        }
    }

    /// The triple for a small board with this shorter side.
    pub(super) fn for_side(&self, side: u8) -> Option<&Triple> {
        self.small.get(usize::from(side.checked_sub(SMALLEST)?))
    }
}

/// The shortest side for which there is a triple.
const SMALLEST: u8 = 5;

const FREESTYLE: Triples = Triples {
    large: [
        [(2, 4), (2, 6), (2, 8)],
        [(2, 2), (4, 3), (3, 5)],
        [(2, 7), (2, 6), (2, 4)],
        [(2, 4), (4, 3), (2, 3)],
        [(6, 3), (5, 4), (3, 2)],
        [(8, 2), (6, 4), (5, 2)],
        [(2, 6), (3, 4), (5, 2)],
        [(6, 5), (5, 7), (8, 3)],
    ],
    small: [
        [(0, 1), (3, 2), (1, 2)],
        [(0, 1), (4, 5), (3, 4)],
        [(0, 1), (5, 2), (5, 5)],
        [(5, 3), (2, 3), (1, 2)],
        [(7, 6), (3, 8), (1, 2)],
        [(6, 3), (5, 8), (1, 2)],
    ],
};

const STANDARD: Triples = Triples {
    large: [
        [(2, 4), (3, 3), (4, 2)],
        [(2, 3), (3, 5), (3, 2)],
        [(3, 2), (5, 2), (4, 2)],
        [(2, 3), (4, 4), (5, 6)],
        [(2, 2), (4, 3), (3, 5)],
        [(6, 5), (5, 7), (8, 3)],
        [(2, 2), (4, 3), (5, 3)],
        [(4, 3), (4, 5), (2, 3)],
    ],
    small: [
        [(0, 2), (3, 4), (3, 1)],
        [(0, 0), (0, 1), (3, 3)],
        [(2, 0), (0, 3), (0, 1)],
        [(3, 4), (1, 5), (0, 0)],
        [(7, 6), (3, 8), (1, 2)],
        [(5, 2), (2, 2), (0, 2)],
    ],
};

const RENJU: Triples = Triples {
    large: [
        [(7, 5), (5, 5), (4, 5)],
        [(7, 2), (8, 4), (6, 4)],
        [(4, 5), (4, 4), (6, 3)],
        [(6, 3), (8, 3), (5, 2)],
        [(6, 4), (7, 6), (4, 6)],
        [(6, 2), (5, 3), (7, 4)],
        [(2, 5), (4, 6), (4, 8)],
        [(4, 4), (6, 6), (8, 6)],
    ],
    small: [
        [(0, 2), (1, 3), (0, 0)],
        [(0, 1), (3, 4), (5, 3)],
        [(0, 2), (6, 0), (1, 5)],
        [(3, 4), (6, 6), (0, 0)],
        [(0, 2), (0, 6), (3, 3)],
        [(0, 3), (2, 0), (5, 3)],
    ],
};

const CARO: Triples = Triples {
    large: [
        [(2, 2), (4, 3), (5, 3)],
        [(2, 4), (3, 3), (4, 2)],
        [(8, 2), (6, 4), (4, 6)],
        [(2, 2), (4, 3), (6, 3)],
        [(2, 3), (3, 5), (2, 7)],
        [(2, 2), (3, 4), (4, 4)],
        [(5, 2), (3, 2), (2, 2)],
        [(4, 4), (5, 5), (2, 2)],
    ],
    small: [
        [(0, 1), (3, 3), (1, 2)],
        [(0, 0), (4, 1), (2, 4)],
        [(1, 6), (6, 5), (0, 1)],
        [(4, 6), (2, 2), (1, 2)],
        [(0, 1), (8, 5), (5, 7)],
        [(0, 3), (0, 8), (9, 5)],
    ],
};

const CARO_EXACT: Triples = Triples {
    large: [
        [(2, 4), (3, 3), (4, 2)],
        [(2, 2), (3, 4), (4, 4)],
        [(2, 2), (3, 4), (5, 5)],
        [(2, 2), (4, 2), (3, 3)],
        [(2, 4), (3, 6), (2, 8)],
        [(2, 4), (2, 3), (2, 2)],
        [(4, 6), (4, 4), (2, 2)],
        [(2, 2), (4, 3), (6, 3)],
    ],
    small: [
        [(0, 1), (1, 1), (3, 1)],
        [(0, 1), (5, 5), (0, 3)],
        [(1, 2), (5, 3), (0, 0)],
        [(1, 1), (5, 6), (2, 2)],
        [(7, 5), (0, 2), (0, 3)],
        [(6, 5), (2, 5), (1, 2)],
    ],
};
