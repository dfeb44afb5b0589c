//! The traps of the rule book, one picture each. `!` marks the point that is asked about.

use super::*;
use crate::board::notation::parse_picture;

/// The position of a picture and the point marked `!` in it.
fn marked(rule: Rule, picture: &str) -> (Position, Coord) {
    let position = parse_picture(rule, &picture.replace('!', ".")).unwrap();
    let cells: Vec<char> = picture.chars().filter(|c| !c.is_whitespace()).collect();
    let index = cells.iter().position(|&cell| cell == '!').expect("a picture with a mark");
    let coord = position.size().coords().nth(index).unwrap();
    (position, coord)
}

/// The verdict of renju on the marked point.
#[track_caller]
fn assert_forbidden(expected: Option<ForbiddenKind>, picture: &str) {
    let (position, coord) = marked(Rule::Renju, picture);
    assert_eq!(forbidden(&position, coord), expected, "{picture}");
}

#[test]
fn a_five_overrides_the_overline_made_with_it() {
    // Diagram A of the data: a vertical five and a horizontal six with one stone.
    let picture = "
        O . . . . . . . . . . . . . .
        . . O . . . . . . . . . . . .
        . . . . . . . . . . . . . . O
        . O . . . . X . . . . O . . .
        . . . . . . X . . . . . . . .
        . . . . . . X . . . . . . . .
        . . . . . . X . . . . . . . .
        . . . X X X ! X X . . . . . .";
    assert_forbidden(None, picture);
    let (mut position, coord) = marked(Rule::Renju, picture);
    position.put(coord, Stone::Black).unwrap();
    let column: Vec<Coord> = (3..8).map(|y| Coord::new(6, y)).collect();
    assert_eq!(winning_line(&position, coord), Some(column.clone()));
    assert_eq!(winner(&position), Some((Color::Black, column)));
}
