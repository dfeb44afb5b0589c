//! What a stone on a cell makes: fives, fours and open threes, with the cells that complete them.

use tengen_engine::board::{Board, Combined, LineClass, Position};
use tengen_engine::rules::forbidden::is_forbidden;
use tengen_engine::types::{Color, Coord, Direction, Point, RuleSet, with_rule};

/// What a stone makes in all its lines together, weak to strong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShapeKind {
    /// One open three.
    OpenThree,
    /// Two or more open threes.
    DoubleThree,
    /// One four.
    Four,
    /// A four and an open three.
    FourThree,
    /// Two or more fours.
    DoubleFour,
    /// A four that one stone cannot stop.
    OpenFour,
    /// A win at once.
    Five,
}

impl ShapeKind {
    /// The name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            ShapeKind::OpenThree => "open-three",
            ShapeKind::DoubleThree => "double-three",
            ShapeKind::Four => "four",
            ShapeKind::FourThree => "four-three",
            ShapeKind::DoubleFour => "double-four",
            ShapeKind::OpenFour => "open-four",
            ShapeKind::Five => "five",
        }
    }

    /// Whether one stone does not stop it.
    pub const fn is_double(self) -> bool {
        matches!(self, Self::DoubleThree | Self::FourThree | Self::DoubleFour | Self::OpenFour)
    }

    /// The kind of several lines, each a five, an open four, a four or an open three.
    fn of(lines: &[LineShape]) -> Option<Self> {
        let count = |kind| lines.iter().filter(|line| line.kind == kind).count();
        let (fours, threes) = (count(ShapeKind::Four), count(ShapeKind::OpenThree));
        Some(match () {
            () if count(ShapeKind::Five) > 0 => ShapeKind::Five,
            () if count(ShapeKind::OpenFour) > 0 => ShapeKind::OpenFour,
            () if fours > 1 => ShapeKind::DoubleFour,
            () if fours > 0 && threes > 0 => ShapeKind::FourThree,
            () if fours > 0 => ShapeKind::Four,
            () if threes > 1 => ShapeKind::DoubleThree,
            () if threes > 0 => ShapeKind::OpenThree,
            () => return None,
        })
    }
}

/// What a stone makes in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineShape {
    /// [`ShapeKind::Five`], [`ShapeKind::OpenFour`], [`ShapeKind::Four`] or
    /// [`ShapeKind::OpenThree`].
    pub kind: ShapeKind,
    /// The line.
    pub direction: Direction,
    /// The cells that make five of a four, and an open four of an open three.
    pub next: Vec<Coord>,
}

/// A cell with what a stone of a player would make there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeThreat {
    /// The cell.
    pub at: Coord,
    /// What the stone makes.
    pub kind: ShapeKind,
    pub lines: Vec<LineShape>,
}

impl ShapeThreat {
    /// How many threats it is at once: the cells that make five, and the open threes.
    pub(crate) fn count(&self) -> usize {
        let (threes, fours): (Vec<&LineShape>, Vec<&LineShape>) =
            self.lines.iter().partition(|line| line.kind == ShapeKind::OpenThree);
        let mut fives: Vec<Coord> = fours.iter().flat_map(|line| line.next.clone()).collect();
        fives.sort_unstable_by_key(|cell| (cell.y, cell.x));
        fives.dedup();
        fives.len() + threes.len()
    }
}

/// The empty cells on which a stone of `color` makes an open three or more and may be played, row
/// by row from the top. `None` on boards over 22×22.
pub fn threats_of(position: &Position, color: Color) -> Option<Vec<ShapeThreat>> {
    if !position.size().is_fast() {
        return None;
    }
    Some(with_rule!(position.rule(), R => {
        let mut board = Board::<R>::from_position(position);
        all_of(&mut board, color)
    }))
}

/// What a stone of `color` on the empty cell makes, if an open three or more. Also `None` on boards
/// over 22×22.
pub(crate) fn threat_at(position: &Position, color: Color, at: Coord) -> Option<ShapeThreat> {
    if !position.size().is_fast() || !position.is_empty_at(at) {
        return None;
    }
    with_rule!(position.rule(), R => {
        let mut board = Board::<R>::from_position(position);
        threat(&mut board, color, Point::from_coord(at))
    })
}

fn all_of<R: RuleSet>(board: &mut Board<R>, color: Color) -> Vec<ShapeThreat> {
    let is_candidate = |&point: &Point| {
        let class = board.combined(color, point);
        class.is_threat() || class == Combined::Suspect
    };
    let mut cells: Vec<Point> = board.empties().iter().filter(is_candidate).collect();
    cells.retain(|&point| !is_forbidden(board, color, point));
    cells.into_iter().filter_map(|point| threat(board, color, point)).collect()
}

fn threat<R: RuleSet>(board: &mut Board<R>, color: Color, point: Point) -> Option<ShapeThreat> {
    let classes = board.line_classes(color, point);
    let to_move = board.to_move();
    board.set_to_move(color);
    board.place(point);
    let mut lines = Vec::new();
    for (direction, class) in Direction::ALL.into_iter().zip(classes) {
        let (kind, next) = match class {
            LineClass::F5 => (ShapeKind::Five, None),
            LineClass::F4 => (ShapeKind::OpenFour, Some(LineClass::F5)),
            LineClass::B4 => (ShapeKind::Four, Some(LineClass::F5)),
            LineClass::F3 | LineClass::F3S => (ShapeKind::OpenThree, Some(LineClass::F4)),
            _ => continue,
        };
        let next =
            next.map_or_else(Vec::new, |next| completions(board, color, point, direction, next));
        // Renju: a three all of whose fours are forbidden does not count.
        if kind != ShapeKind::OpenThree || !next.is_empty() {
            lines.push(LineShape { kind, direction, next });
        }
    }
    board.undo();
    board.set_to_move(to_move);
    Some(ShapeThreat { at: point.coord(), kind: ShapeKind::of(&lines)?, lines })
}

/// The empty cells of the line through the stone on `point` on which another stone makes `class` in
/// that line and may be played.
fn completions<R: RuleSet>(
    board: &Board<R>,
    color: Color,
    point: Point,
    direction: Direction,
    class: LineClass,
) -> Vec<Coord> {
    line_cells(board, color, point, direction, |made| made == class)
}

/// The cells on a line where a stone makes a class of which `is_wanted` is true.
pub(super) fn line_cells<R: RuleSet>(
    board: &Board<R>,
    color: Color,
    point: Point,
    direction: Direction,
    is_wanted: impl Fn(LineClass) -> bool,
) -> Vec<Coord> {
    let reach = R::REACH as isize;
    (-reach..=reach)
        .filter(|&steps| steps != 0)
        .map(|steps| point.step(direction, steps))
        .filter(|&cell| board.is_empty(cell) && is_wanted(board.line(color, cell, direction)))
        .filter(|&cell| !is_forbidden(board, color, cell))
        .map(Point::coord)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::{name, parse, parse_picture};
    use tengen_engine::types::Rule;

    /// The threat as `kind: line cells, line cells`.
    fn shown(rule: Rule, picture: &str, at: &str) -> String {
        let position = parse_picture(rule, picture).unwrap();
        let size = position.size();
        let Some(found) = threat_at(&position, Color::Black, parse(at, size).unwrap()) else {
            return "nothing".to_owned();
        };
        let line = |line: &LineShape| {
            let next: Vec<String> = line.next.iter().map(|&coord| name(coord, size)).collect();
            format!("{} {}", line.kind.name(), next.join(" "))
        };
        let lines: Vec<String> = found.lines.iter().map(line).collect();
        format!("{}: {}", found.kind.name(), lines.join(", "))
    }

    const FOUR_THREE: &str = "
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . X . . . . .
        . . . . X . . . . .
        O X X X . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . O";

    #[test]
    fn a_four_three_names_the_cells_of_both() {
        assert_eq!(
            shown(Rule::Freestyle, FOUR_THREE, "e4"),
            "four-three: four f4, open-three e7 e3"
        );
        assert_eq!(shown(Rule::Renju, FOUR_THREE, "e4"), "four-three: four f4, open-three e7 e3");
        assert_eq!(shown(Rule::Freestyle, FOUR_THREE, "a1"), "nothing");
    }

    #[test]
    fn all_threats_of_a_side_are_listed_without_forbidden_points() {
        let position = parse_picture(Rule::Freestyle, FOUR_THREE).unwrap();
        let all = threats_of(&position, Color::Black).unwrap();
        let kinds: Vec<&str> = all.iter().map(|threat| threat.kind.name()).collect();
        assert!(kinds.contains(&"four-three") && kinds.contains(&"open-three"), "{kinds:?}");
        assert_eq!(threats_of(&position, Color::White), Some(Vec::new()));
        let double = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . X . . . .
            . . . . X . . . .
            . . X X . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            O O . . . . . . O";
        let at = |rule| {
            let position = parse_picture(rule, double).unwrap();
            let all = threats_of(&position, Color::Black).unwrap();
            let at = parse("e5", position.size()).unwrap();
            all.into_iter().find(|threat| threat.at == at).map(|threat| threat.kind)
        };
        assert_eq!(at(Rule::Freestyle), Some(ShapeKind::DoubleThree));
        assert_eq!(at(Rule::Renju), None);
    }
}
