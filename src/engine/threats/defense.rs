//! The replies that answer a threat: exact sets, from the windows of the lines concerned.

use arrayvec::ArrayVec;

use crate::board::tables::code_of;
use crate::board::{Board, CellValues, Combined, LineClass};
use crate::rules::forbidden::is_forbidden;
use crate::types::{Color, Direction, Point, PointSet, RuleSet};

/// Replies to one cell's threat never exceed this: at most two lines of 11 cells.
pub(crate) type Replies = ArrayVec<Point, 24>;

/// The cells on which a defender's stone leaves `attacker` without a five, given at least one cell
/// that makes one. Empty: the attacker wins. The cells may be forbidden to the defender.
pub(crate) fn against_five<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    attacker: Color,
) -> Replies {
    let mut fives = board.threats_from(attacker, Combined::Five);
    let Some(first) = fives.next() else { return Replies::new() };
    if !R::FIVE_CAN_BE_BLOCKED {
        // Only the cell itself stops this five, and it stops no other.
        return if fives.next().is_some() { Replies::new() } else { [first].into_iter().collect() };
    }
    let mut replies = replies_to_cell(board, attacker, first, Combined::Five);
    for five in fives {
        let others = replies_to_cell(board, attacker, five, Combined::Five);
        replies.retain(|reply| others.contains(reply));
    }
    replies
}

/// The cells on which a defender's stone stops one five of the attacker, the cell of the five
/// first.
pub(crate) fn against_one_five<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    attacker: Color,
    five: Point,
) -> Replies {
    if R::FIVE_CAN_BE_BLOCKED {
        replies_to_cell(board, attacker, five, Combined::Five)
    } else {
        [five].into_iter().collect()
    }
}

/// The cells on which a defender's stone leaves `attacker` without a cell of class
/// [`Combined::OpenFour`], given that there is one and no five. Empty: only the defender's own
/// fours can delay the win.
pub(crate) fn against_open_four<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    attacker: Color,
) -> Replies {
    let mut cells = board.threats_from(attacker, Combined::OpenFour);
    let Some(first) = cells.next() else { return Replies::new() };
    let mut replies = replies_to_cell(board, attacker, first, Combined::OpenFour);
    for cell in cells {
        if replies.is_empty() {
            break;
        }
        replies.retain(|reply| stops(board, attacker, cell, *reply, Combined::OpenFour));
    }
    replies
}

/// The cells on which a defender's stone, other than a four, can refute the four-threes that
/// `attacker` threatens; `None` if no four-three is sure to win, and under rules where a four has
/// more than one answer.
///
/// A four-three wins by a four, its answer, and an open four. It is refuted by a stone on its cell,
/// by a stone that breaks the four or the three, and by a stone with which the answer to the four
/// makes a four itself.
pub(crate) fn against_four_three<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    attacker: Color,
) -> Option<PointSet> {
    if R::FIVE_CAN_BE_BLOCKED || R::RULE.forbids(attacker) {
        return None;
    }
    board
        .threats_from(attacker, Combined::FourThree)
        .filter(|&cell| board.combined(attacker, cell) == Combined::FourThree)
        .filter_map(|cell| spoilers(board, attacker, cell))
        .reduce(|common, cells| common.intersection(&cells))
}

/// The cells that refute one four-three, if its answer does not already make a four.
fn spoilers<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    attacker: Color,
    cell: Point,
) -> Option<PointSet> {
    let mut cells: PointSet = [cell].into_iter().collect();
    for direction in Direction::ALL {
        let line = board.line(attacker, cell, direction);
        if !line.is_four() && !line.is_open_three() {
            continue;
        }
        for reply in window::<R>(cell, direction).filter(|&reply| board.is_empty(reply)) {
            let after = board.line_after_reply(attacker, cell, direction, reply);
            if line.is_four() && !after.is_four() {
                // The answer is either the five-point or a cell that the five needs.
                if may_make_four(board, !attacker, reply) {
                    return None;
                }
                cells.insert(reply);
                add_counter_cells(board, !attacker, reply, &mut cells);
            } else if line.is_open_three() && !after.is_open_three() {
                cells.insert(reply);
            }
        }
    }
    Some(cells)
}

/// Whether a stone on the cell may make a four. Under renju a black four that looks forbidden is
/// allowed if at most one of its threes is real.
pub(super) fn may_make_four<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    color: Color,
    cell: Point,
) -> bool {
    let class = board.combined(color, cell);
    let has_four = || Direction::ALL.into_iter().any(|d| board.line(color, cell, d).is_four());
    class.is_four() || (R::RULE.forbids(color) && class == Combined::Suspect && has_four())
}

/// Whether a player may have a four to make, see [`may_make_four`].
pub(super) fn may_have_fours<R: RuleSet, V: CellValues>(board: &Board<R, V>, color: Color) -> bool {
    let among_suspects =
        || R::RULE.forbids(color) && board.suspects().any(|cell| may_make_four(board, color, cell));
    board.count_from(color, Combined::Four) > 0 || among_suspects()
}

/// Adds the cells on which one more stone of `color` could make the cell `answer` a four.
pub(super) fn add_counter_cells<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    color: Color,
    answer: Point,
    cells: &mut PointSet,
) {
    for direction in Direction::ALL {
        if board.line(color, answer, direction) >= LineClass::B3 {
            let window = window::<R>(answer, direction);
            window.filter(|&cell| board.is_empty(cell)).for_each(|cell| cells.insert(cell));
        }
    }
}

/// The cells of the window around a cell, without the middle, near ones first.
pub(super) fn window<R: RuleSet>(cell: Point, direction: Direction) -> impl Iterator<Item = Point> {
    (1..=R::REACH as isize)
        .flat_map(|steps| [steps, -steps])
        .map(move |steps| cell.step(direction, steps))
}

/// The cells on which a defender's stone reduces a cell below `class` for the attacker, the cell
/// itself first.
fn replies_to_cell<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    attacker: Color,
    cell: Point,
    class: Combined,
) -> Replies {
    let mut replies: Replies = [cell].into_iter().collect();
    for direction in Direction::ALL {
        let line = board.line(attacker, cell, direction);
        if line != LineClass::F5 && !line.is_four() {
            continue;
        }
        for reply in window::<R>(cell, direction) {
            if board.is_empty(reply) && stops(board, attacker, cell, reply, class) {
                let _ = replies.try_push(reply);
            }
        }
    }
    replies
}

/// Whether a defender's stone on `reply` reduces `cell` below `class` for the attacker.
fn stops<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    attacker: Color,
    cell: Point,
    reply: Point,
    class: Combined,
) -> bool {
    if reply == cell {
        return true;
    }
    let Some(direction) = common_line::<R>(cell, reply) else { return false };
    let mut lines = board.line_classes(attacker, cell);
    lines[direction.index()] = board.line_after_reply(attacker, cell, direction, reply);
    board.tables().combined(attacker, code_of(lines)) < class
}

/// The line on which two different cells lie within a window of each other.
fn common_line<R: RuleSet>(a: Point, b: Point) -> Option<Direction> {
    let dx = b.column() as i32 - a.column() as i32;
    let dy = b.row() as i32 - a.row() as i32;
    if dx.abs().max(dy.abs()) > R::REACH as i32 {
        return None;
    }
    match (dx, dy) {
        (_, 0) => Some(Direction::Row),
        (0, _) => Some(Direction::Column),
        _ if dx == dy => Some(Direction::Diagonal),
        _ if dx == -dy => Some(Direction::AntiDiagonal),
        _ => None,
    }
}

/// All cells on which `color` makes a four or better and may play, including those that only look
/// forbidden to black.
pub(crate) fn four_cells<R: RuleSet, V: CellValues>(board: &Board<R, V>, color: Color) -> PointSet {
    let mut cells: PointSet = board.threats_from(color, Combined::Four).collect();
    if R::RULE.forbids(color) {
        legal_though_suspect(board).for_each(|cell| cells.insert(cell));
    }
    cells
}

/// Fours of black under renju that only look forbidden: at most one of their two threes is real.
pub(super) fn legal_though_suspect<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
) -> impl Iterator<Item = Point> + '_ {
    let has_four = |point: &Point| {
        board.line_classes(Color::Black, *point).into_iter().any(LineClass::is_four)
    };
    board.suspects().filter(has_four).filter(|&point| !is_forbidden(board, Color::Black, point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{parse_picture, picture};
    use crate::types::rule::{Caro, Freestyle, Standard};
    use crate::types::{Coord, Rule};

    /// The replies to black's threat, drawn as `!`.
    fn drawn<R: RuleSet>(text: &str, find: impl Fn(&Board<R>, Color) -> Replies) -> String {
        let position = parse_picture(R::RULE, text).unwrap();
        let board = Board::<R>::from_position(&position);
        let marks: Vec<_> =
            find(&board, Color::Black).iter().map(|point| (point.coord(), '!')).collect();
        picture(&position, &marks)
    }

    fn rows(text: &str) -> String {
        text.lines()
            .map(str::trim)
            .filter(|row| !row.is_empty())
            .map(|row| format!("{row}\n"))
            .collect()
    }

    #[test]
    fn a_roomy_three_has_two_answers_and_a_tight_one_three() {
        let roomy = ". . . . . . . . . . .\n. . . . X X X . . . .\n".to_owned()
            + &". . . . . . . . . . .\n".repeat(4);
        let expected = roomy.replace(". X X X .", "! X X X !");
        assert_eq!(drawn::<Freestyle>(&roomy, against_open_four), rows(&expected));
        let tight = roomy.replace(". . . . X X X . . . .", ". . O . X X X . . . .");
        let expected = tight.replace("O . X X X . .", "O ! X X X ! !");
        assert_eq!(drawn::<Freestyle>(&tight, against_open_four), rows(&expected));
    }

    #[test]
    fn two_open_threes_apart_have_no_answer() {
        let text = "
            . . . . . . . . . . .
            . . . X X X . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . X X X . . . . .
            . . . . . . . . . . .
            ";
        assert_eq!(drawn::<Freestyle>(text, against_open_four), rows(text));
    }

    #[test]
    fn a_four_three_is_refuted_on_its_lines_or_by_a_counter_four() {
        let text = "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . X . . . . . .
            . . . . X . . . . . .
            O X X X . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            ";
        // Its cell and the five-point; on the line of the three the cells that prevent an open
        // four.
        let spoiled = "
            . . . . . . . . . . .
            . . . . ! . . . . . .
            . . . . X . . . . . .
            . . . . X . . . . . .
            O X X X ! ! . . . . .
            . . . . ! . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            ";
        let find = |board: &Board<Freestyle>, attacker| -> Replies {
            against_four_three(board, attacker).unwrap().iter().collect()
        };
        assert_eq!(drawn::<Freestyle>(text, find), rows(spoiled));
        // White has two stones in the column of the five-point: a third makes the answer a four.
        let countered = text.replacen(". . . . . . . . . . .", ". . . . . O . . . . .", 1);
        let countered = countered.replacen(". . . . X . .", ". . . . X O .", 1);
        let board_of = |text: &str| {
            let position = parse_picture(Rule::Freestyle, text).unwrap();
            Board::<Freestyle>::from_position(&position)
        };
        let cells = against_four_three(&board_of(&countered), Color::Black).unwrap();
        assert!(cells.contains(Point::from_coord(Coord::new(5, 1))));
        assert!(cells.contains(Point::from_coord(Coord::new(5, 3))));
        assert!(!cells.contains(Point::from_coord(Coord::new(9, 8))));
    }

    #[test]
    fn a_five_of_caro_can_also_be_stopped_at_its_end() {
        let text = "
            . . . . . . . . . .
            . O X X X X . . . .
            . . . . . . . . . .
            . . . . . . . . . .
            . . . . . . . . . .
            ";
        let at_the_cell = text.replace("X X X X .", "X X X X !");
        assert_eq!(drawn::<Standard>(text, against_five), rows(&at_the_cell));
        let with_the_end = text.replace("X X X X . .", "X X X X ! !");
        assert_eq!(drawn::<Caro>(text, against_five), rows(&with_the_end));
    }
}
