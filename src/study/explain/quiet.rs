//! What a quiet move does: the twos that it builds, the opponent's threes that it stops before they
//! are made, and what it leaves to the opponent. All is read from the lines of the board.

use super::shape::{ShapeKind, ShapeThreat, line_cells, threats_of};
use tengen_engine::board::{Board, LineClass, Position};
use tengen_engine::types::{Coord, Direction, Point, RuleSet, with_rule};

/// An open two that a move builds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTwo {
    /// The line.
    pub direction: Direction,
    /// The cells on which a third stone makes an open three of it.
    pub next: Vec<Coord>,
}

/// The open twos that a stone of the side to move builds on an empty cell. Empty on boards over
/// 22×22.
pub(super) fn twos(position: &Position, play: Coord) -> Vec<OpenTwo> {
    if !position.size().is_fast() || !position.is_empty_at(play) {
        return Vec::new();
    }
    with_rule!(position.rule(), R => {
        let mut board = Board::<R>::from_position(position);
        twos_on(&mut board, Point::from_coord(play))
    })
}

fn twos_on<R: RuleSet>(board: &mut Board<R>, point: Point) -> Vec<OpenTwo> {
    let color = board.to_move();
    let classes = board.line_classes(color, point);
    board.place(point);
    let is_two = |class| matches!(class, LineClass::F2 | LineClass::F2A | LineClass::F2B);
    let of_line = |(direction, _)| {
        let is_three = |class| matches!(class, LineClass::F3 | LineClass::F3S);
        OpenTwo { direction, next: line_cells(board, color, point, direction, is_three) }
    };
    let lines = Direction::ALL.into_iter().zip(classes).filter(|&(_, class)| is_two(class));
    let twos = lines.map(of_line).filter(|two| !two.next.is_empty()).collect();
    board.undo();
    twos
}

/// Where the room of these twos lies from the stone: columns to the right and rows down, on average.
pub(super) fn room(play: Coord, twos: &[OpenTwo]) -> (f64, f64) {
    let cells: Vec<Coord> = twos.iter().flat_map(|two| two.next.iter().copied()).collect();
    let mean = |sum: f64| sum / cells.len().max(1) as f64;
    let right = cells.iter().map(|cell| f64::from(cell.x) - f64::from(play.x)).sum();
    let down = cells.iter().map(|cell| f64::from(cell.y) - f64::from(play.y)).sum();
    (mean(right), mean(down))
}

/// The opponent's open threes that could be made before the move and no more after it.
pub(super) fn early(before: &[ShapeThreat], left: &[ShapeThreat]) -> Vec<ShapeThreat> {
    let is_gone = |threat: &&ShapeThreat| {
        threat.kind == ShapeKind::OpenThree && left.iter().all(|now| now.at != threat.at)
    };
    before.iter().filter(is_gone).cloned().collect()
}

/// What the opponent can make after the move with one stone, stronger than a four or a three alone
/// and short of an open four: what a player overlooks. Strongest first.
pub(super) fn leaves(after: &Position) -> Vec<ShapeThreat> {
    let threats = threats_of(after, after.to_move()).unwrap_or_default();
    let is_overlooked = |kind| {
        matches!(kind, ShapeKind::DoubleThree | ShapeKind::FourThree | ShapeKind::DoubleFour)
    };
    let mut left: Vec<ShapeThreat> =
        threats.into_iter().filter(|threat| is_overlooked(threat.kind)).collect();
    left.sort_by_key(|threat| std::cmp::Reverse(threat.kind));
    left
}

#[cfg(test)]
mod tests {
    use crate::explain::{Facts, MoveReasons};
    use tengen_engine::board::notation::{parse, parse_picture};
    use tengen_engine::types::{Color, Rule};

    /// What is said about a move of black.
    fn said(picture: &str, play: &str) -> String {
        let mut position = parse_picture(Rule::Freestyle, picture).unwrap();
        position.set_to_move(Color::Black);
        let size = position.size();
        let play = parse(play, size).unwrap();
        MoveReasons::of(&Facts::seen(&position, play))
            .map_or_else(String::new, |why| why.text(size))
    }

    #[test]
    fn a_move_that_builds_names_its_twos_and_where_their_room_is() {
        let picture = "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . X . . . . .
            . . . . . . . . . . .
            . O . . . X . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .";
        // With f6 and f4: a row to the right of d4 and a diagonal up to f6.
        let text = said(picture, "d4");
        assert!(text.starts_with("d4 builds two open twos towards the right"), "{text}");
        let text = said(picture, "e5");
        assert!(text.starts_with("e5 builds two open twos"), "{text}");
        assert_eq!(said(picture, "k1"), "");
    }

    #[test]
    fn a_three_is_stopped_before_it_is_made() {
        let picture = "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . O O . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . X .
            . . . . . . . . . . .
            . . . . . . . . . . .";
        let text = said(picture, "f6");
        assert!(text.starts_with("f6 stops white's three at "), "{text}");
        assert!(text.ends_with(" before it is made."), "{text}");
        assert_eq!(said(picture, "a1"), "");
    }

    #[test]
    fn what_a_move_leaves_is_named_with_what_it_makes() {
        let picture = "
            . . . . . . . . . .
            . . . . . . . . . .
            . . . . O . . . . .
            . . . . O . . . . .
            X O O O . . . . . .
            . . . . . . . . . .
            . . . . . . . . . .
            . . . . . . . . . X";
        let text = said(picture, "j8");
        assert_eq!(
            text,
            "j8 leaves e4, after which white has a four-three: five at f4 and an open four at e7 or e3."
        );
        // A stone there leaves nothing.
        assert!(said(picture, "e4").contains("prevents white's four-three at e4"));
        assert!(!said(picture, "e4").contains("leaves"));
    }
}
