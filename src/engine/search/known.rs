//! Knowledge about positions near the root before a search, such as from a book. It goes into the
//! table, where proved values cause cutoffs and others order moves.

use super::entry::{Entry, ScoreBound};
use super::tt::SharedTable;
use crate::board::Board;
use crate::board::values::CellValues;
use crate::types::{Coord, Point, RuleSet};

/// The depth of proved values: deeper than every search, so that they cut off in open windows, too.
pub(super) const PROVED_DEPTH: i32 = 120;

/// The depth of other values: shallower than the horizon, so that they only order moves.
const UNPROVED_DEPTH: i32 = -8;

/// A position after some moves from the root, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownLine {
    /// The moves from the root.
    pub moves: Vec<Coord>,
    /// The value for the side to move after them.
    pub value: i32,
    /// The best move after them.
    pub best: Option<Coord>,
    /// Whether the value is proved.
    pub is_proved: bool,
}

/// Stores what is known; lines that cannot be played on the board are skipped.
pub(super) fn store<R: RuleSet, V: CellValues>(
    board: &mut Board<R, V>,
    table: SharedTable<'_>,
    known: &[KnownLine],
) {
    for line in known {
        let mut placed = 0;
        for &coord in &line.moves {
            let point = Point::from_coord(coord);
            if !board.is_empty(point) {
                break;
            }
            board.place(point);
            placed += 1;
        }
        if placed == line.moves.len() {
            let best = line.best.map(Point::from_coord).filter(|&best| board.is_empty(best));
            table.store(board.key(), entry(line, best));
        }
        (0..placed).for_each(|_| board.undo());
    }
}

fn entry(line: &KnownLine, best: Option<Point>) -> Entry {
    // A proved win may be shorter than the book knows; that changes no decision.
    let depth = if line.is_proved { PROVED_DEPTH } else { UNPROVED_DEPTH };
    let bound = ScoreBound::Exact;
    Entry { value: line.value, eval: None, best, depth, bound }
}

#[cfg(test)]
mod tests {
    use super::super::tt::SearchTable;
    use super::*;
    use crate::types::BoardSize;
    use crate::types::rule::Freestyle;

    fn line(moves: &[(u8, u8)], value: i32, is_proved: bool) -> KnownLine {
        let moves = moves.iter().map(|&(x, y)| Coord::new(x, y)).collect();
        KnownLine { moves, value, best: Some(Coord::new(4, 4)), is_proved }
    }

    #[test]
    fn known_positions_are_found_by_their_keys_and_the_board_is_as_before() {
        let mut board = Board::<Freestyle>::new(BoardSize::square(9).unwrap());
        let before = board.key();
        let mut table = SearchTable::new(1 << 16);
        let shared = table.begin_search(None, || true);
        let known = [
            line(&[], 30, false),
            line(&[(4, 4)], -28_999, true),
            line(&[(1, 1), (2, 2)], 0, true),
            line(&[(1, 1), (1, 1)], 7, true),
        ];
        store(&mut board, shared, &known);
        assert_eq!((board.key(), board.ply()), (before, 0));
        let root = shared.probe(before).unwrap();
        assert_eq!((root.value, root.depth, root.bound), (30, UNPROVED_DEPTH, ScoreBound::Exact));
        assert_eq!(root.best, Some(Point::from_coord(Coord::new(4, 4))));
        board.place(Point::from_coord(Coord::new(4, 4)));
        let lost = shared.probe(board.key()).unwrap();
        assert_eq!(
            (lost.value, lost.depth, lost.bound),
            (-28_999, PROVED_DEPTH, ScoreBound::Exact)
        );
        assert_eq!(lost.best, None, "the point is occupied there");
        board.undo();
        board.place(Point::from_coord(Coord::new(1, 1)));
        assert_eq!(shared.probe(board.key()), None);
        board.place(Point::from_coord(Coord::new(2, 2)));
        assert_eq!(shared.probe(board.key()).unwrap().bound, ScoreBound::Exact);
    }
}
