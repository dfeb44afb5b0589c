//! Renju's forbidden points, fast: on the incremental board.
//!
//! The combined class [`Combined::Suspect`] is a first filter at no cost: every forbidden cell has
//! it. The rest is decided from line classes alone. Overlines and double fours are forbidden. In a
//! double three each three must be real: one more stone must make it a straight four, without
//! making a five elsewhere, on a cell that is not forbidden itself, which is the same question one
//! stone deeper. Hypothetical stones are put into a copy of the line words (1.5 KB); no other part
//! of the board is touched. The definition-shaped twin is [`super::reference`].

use crate::board::lines::Lines;
use crate::board::{Board, CellValues, Combined, LineClass, Tables};
use crate::types::rule::Renju;
use crate::types::{Color, Direction, ForbiddenKind, Point, RuleSet};

/// Whether and why an empty cell is forbidden to black. `None` under every rule but renju.
#[inline]
pub fn forbidden<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    point: Point,
) -> Option<ForbiddenKind> {
    if !R::HAS_FORBIDDEN || board.combined(Color::Black, point) != Combined::Suspect {
        return None;
    }
    let classes = board.line_classes(Color::Black, point);
    if let Some(kind) = forbidden_by_classes(board.lines(), point, classes) {
        return Some(kind);
    }
    let mut probe = Probe { tables: board.tables(), lines: board.lines().clone() };
    probe.has_two_real_threes(point, classes).then_some(ForbiddenKind::DoubleThree)
}

/// Whether `color` may not play on an empty cell.
#[inline]
pub fn is_forbidden<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    color: Color,
    point: Point,
) -> bool {
    R::HAS_FORBIDDEN && color == Color::Black && forbidden(board, point).is_some()
}

/// Overlines and double fours, for which the classes of a cell suffice.
fn forbidden_by_classes(
    lines: &Lines,
    point: Point,
    classes: [LineClass; 4],
) -> Option<ForbiddenKind> {
    let mut kind = None;
    for (direction, class) in Direction::ALL.into_iter().zip(classes) {
        if class == LineClass::Foul {
            if run_length(lines, point, direction) >= 6 {
                return Some(ForbiddenKind::Overline);
            }
            kind = Some(ForbiddenKind::DoubleFour);
        }
    }
    let fours = classes.iter().filter(|class| class.is_four()).count();
    if fours >= 2 { Some(ForbiddenKind::DoubleFour) } else { kind }
}

/// Length of the black run through a cell, were it a black stone.
fn run_length(lines: &Lines, point: Point, direction: Direction) -> usize {
    let ahead = first_not_black(lines, point, direction, 1).1;
    let behind = first_not_black(lines, point, direction, -1).1;
    ahead + behind + 1
}

/// The first cell from `point` on that is not a black stone, and the number of black stones before
/// it.
fn first_not_black(
    lines: &Lines,
    point: Point,
    direction: Direction,
    sense: isize,
) -> (Point, usize) {
    use crate::board::tables::cell;
    let mut at = point.step(direction, sense);
    let mut stones = 0;
    while lines.at(at) == cell::BLACK {
        at = at.step(direction, sense);
        stones += 1;
    }
    (at, stones)
}

/// The lines with hypothetical black stones on them.
struct Probe {
    tables: &'static Tables,
    lines: Lines,
}

impl Probe {
    /// Whether black on `point` makes two threes that are real. `classes` are those of the cell.
    fn has_two_real_threes(&mut self, point: Point, classes: [LineClass; 4]) -> bool {
        let threes = classes.iter().filter(|class| class.is_open_three()).count();
        if threes < 2 {
            return false;
        }
        self.lines.toggle_stone(Color::Black, point);
        let mut missing = 2;
        let mut left = threes;
        for (direction, class) in Direction::ALL.into_iter().zip(classes) {
            if class.is_open_three() && missing > 0 && left >= missing {
                missing -= usize::from(self.is_real_three(point, direction));
                left -= 1;
            }
        }
        self.lines.toggle_stone(Color::Black, point);
        missing == 0
    }

    /// Whether the three along `direction` through the black stone on `point` can become a straight
    /// four. That takes a stone next to the run, so there are at most two candidates.
    fn is_real_three(&mut self, point: Point, direction: Direction) -> bool {
        [1, -1].into_iter().any(|sense| {
            let (cell, _) = first_not_black(&self.lines, point, direction, sense);
            self.is_empty(cell) && self.makes_legal_straight_four(cell, direction)
        })
    }

    fn is_empty(&self, cell: Point) -> bool {
        self.lines.at(cell) == crate::board::tables::cell::EMPTY
    }

    fn makes_legal_straight_four(&mut self, cell: Point, direction: Direction) -> bool {
        let class = |direction| {
            let key = self.lines.key::<Renju>(cell, direction);
            LineClass::from_index(self.tables.line(key) & 15)
        };
        // The line in question decides most cases.
        if class(direction) != LineClass::F4 {
            return false;
        }
        let classes = Direction::ALL.map(class);
        !classes.contains(&LineClass::F5)
            && forbidden_by_classes(&self.lines, cell, classes).is_none()
            && !self.has_two_real_threes(cell, classes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::board::notation::parse_picture;
    use crate::rules::reference;
    use crate::types::Rule;

    fn board(position: &Position) -> Board<Renju> {
        Board::from_position(position)
    }

    fn assert_agreement(position: &Position) {
        let board = board(position);
        for coord in position.empty_coords() {
            let fast = forbidden(&board, Point::from_coord(coord));
            let slow = reference::forbidden(position, coord);
            let picture = || crate::board::notation::picture(position, &[(coord, '!')]);
            assert_eq!(fast, slow, "at {coord}:\n{}", picture());
        }
    }

    #[test]
    fn the_three_kinds_are_found() {
        let position = parse_picture(
            Rule::Renju,
            "
            . . . . . . . . . . . . . . .
            . . X . . . . . . . . . . . .
            . . X . . . . . . X . X X X .
            . . . X X . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            O X X X . . . . . . . . . . .
            . . . . X . . . . . . . . . .
            . . . . X . . X X X . X X . .
            . . . . X . . . . . . . . . .
            . . . . O . . . . . . . . . .
            . . . . . . . . . . . . . . .
            ",
        )
        .unwrap();
        let board = board(&position);
        let at = |x, y| forbidden(&board, Point::from_coord(crate::types::Coord::new(x, y)));
        assert_eq!(at(2, 3), Some(ForbiddenKind::DoubleThree));
        assert_eq!(at(4, 9), Some(ForbiddenKind::DoubleFour));
        assert_eq!(at(10, 11), Some(ForbiddenKind::Overline));
        assert_eq!(at(0, 0), None);
        assert_agreement(&position);
    }
}
