//! What is read, what is refused and how, and that what was written comes back.

use super::*;
use crate::board::notation::parse_picture;
use crate::util::rng::Rng;

fn error(line: &str) -> String {
    parse(line).err().unwrap_or_else(|| panic!("was read: {line}")).to_string()
}

fn stones(line: &str) -> Vec<(u8, u8, Stone)> {
    let position = parse(line).expect(line);
    position.stones().iter().map(|&(coord, stone)| (coord.x, coord.y, stone)).collect()
}

#[test]
fn names_and_numbers_of_rules_mean_the_same() {
    for rule in Rule::ALL {
        let named = format!(r#"{{"rule":"{rule}","size":15,"moves":[]}}"#);
        let numbered = format!(r#"{{"rule":{},"size":15,"moves":[]}}"#, rule.wire());
        assert_eq!(parse(&named).unwrap().rule(), rule);
        assert_eq!(parse(&numbered), parse(&named));
    }
    let without = r#"{"size":15,"moves":[],"rule":null}"#;
    assert_eq!(parse(without).unwrap().rule(), Rule::Freestyle);
    assert_eq!(parse_with(without, Rule::Renju).unwrap().rule(), Rule::Renju);
}

#[test]
fn lists_without_order_alternate_as_far_as_they_can() {
    use Stone::{Black, White};
    let more_black = stones(r#"{"size":9,"black":[[0,0],[1,0],[2,0]],"white":[[0,1]]}"#);
    assert_eq!(more_black, [(0, 0, Black), (0, 1, White), (1, 0, Black), (2, 0, Black)]);
    let more_white = stones(r#"{"size":9,"black":[[0,0]],"white":[[0,1],[1,1]]}"#);
    assert_eq!(more_white, [(0, 1, White), (0, 0, Black), (1, 1, White)]);
    assert_eq!(stones(r#"{"size":9,"white":[[3,4]]}"#), [(3, 4, White)]);
}

#[test]
fn the_side_to_move_follows_from_the_stones_unless_told() {
    let to_move = |line: &str| parse(line).expect(line).to_move();
    assert_eq!(to_move(r#"{"size":9,"moves":[]}"#), Color::Black);
    assert_eq!(to_move(r#"{"size":9,"stones":[[1,1]]}"#), Color::White);
    assert_eq!(to_move(r#"{"size":9,"black":[[0,0]],"white":[[1,0]]}"#), Color::Black);
    assert_eq!(to_move(r#"{"size":9,"black":[[0,0]],"white":[]}"#), Color::White);
    assert_eq!(to_move(r#"{"size":9,"black":[],"white":[[0,0]]}"#), Color::Black);
    assert_eq!(to_move(r#"{"size":9,"moves":[],"to_move":"white"}"#), Color::White);
}

#[test]
fn other_fields_pass_silently() {
    let line = r#"{"id":7,"width":9,"height":5,"moves":[[8,4]],"tags":["a",{"b":[null]}]}"#;
    assert_eq!(parse(line).unwrap().size(), BoardSize::new(9, 5).unwrap());
}

#[test]
fn what_is_no_position_is_told_with_what_was_seen_and_where() {
    let cases = [
        ("", "not JSON at column 0: EOF while parsing a value"),
        (r#"{"size":15,]}"#, "not JSON at column 12: key must be a string"),
        ("[1]", "the line is [1], expected a JSON object"),
        (r#"{"moves":[]}"#, "no 'size', expected it or 'width' and 'height'"),
        (r#"{"width":9,"moves":[]}"#, "no 'height', expected it beside 'width'"),
        (r#"{"size":9,"width":9,"moves":[]}"#, "both size and width, expected only one of them"),
        (r#"{"size":4,"moves":[]}"#, "board size 4x4 is outside 5x5 to 181x181"),
        (r#"{"size":-9,"moves":[]}"#, "size is -9, expected a whole number"),
        (r#"{"size":"15","moves":[]}"#, "size is \"15\", expected a whole number"),
        (r#"{"size":15}"#, "no 'moves', expected it or 'black' and 'white'"),
        (
            r#"{"size":15,"rule":"go","moves":[]}"#,
            "unknown rule 'go', expected freestyle, standard, renju, caro or caro-exact",
        ),
        (r#"{"size":15,"rule":7,"moves":[]}"#, "rule is 7, expected 0, 1, 4, 8 or 9"),
        (r#"{"size":15,"rule":[],"moves":[]}"#, "rule is [], expected a name or a number"),
        (r#"{"size":15,"moves":[],"white":[]}"#, "both moves and white, expected only one of them"),
        (r#"{"size":15,"moves":{}}"#, "moves is {}, expected a list of points"),
        (
            r#"{"size":15,"moves":[[7,7],[7]]}"#,
            "moves[1] is [7], expected [x,y], whole numbers from 0 to 180",
        ),
        (
            r#"{"size":15,"black":[[-1,7]]}"#,
            "black[0] is [-1,7], expected [x,y], whole numbers from 0 to 180",
        ),
        (r#"{"size":15,"black":[[7,15]]}"#, "black[0]: point 7,15 is off the 15x15 board"),
        (r#"{"size":15,"black":[[7,7]],"white":[[7,7]]}"#, "white[0]: point 7,7 is occupied"),
        (
            r#"{"size":15,"moves":[],"to_move":"red"}"#,
            "to_move is \"red\", expected \"black\" or \"white\"",
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(error(line), expected, "{line}");
    }
}

#[test]
fn long_wrong_values_are_shortened_between_characters() {
    let line = format!(r#"{{"size":15,"moves":"{}"}}"#, "é".repeat(5000));
    let error = error(&line);
    assert!(error.contains('…') && error.len() < 200, "{error}");
}

#[test]
fn what_was_written_comes_back() {
    let mut rng = Rng::new(5);
    for round in 0..200 {
        let side = |rng: &mut Rng| 5 + rng.below(20) as u64;
        let size = BoardSize::new(side(&mut rng), side(&mut rng)).unwrap();
        let mut position = Position::new(Rule::ALL[round % 5], size);
        let mut coords: Vec<Coord> = size.coords().collect();
        rng.shuffle(&mut coords);
        for &coord in &coords[..rng.below(20)] {
            position.play(coord).unwrap();
        }
        assert_eq!(parse(&write(&position)), Ok(position));
    }
}

#[test]
fn blocked_points_and_lists_without_order_come_back() {
    let picture = "# . . . .\n. X O O .\n. . O . .\n. . . . .\n. . . . #";
    let mut position = parse_picture(Rule::CaroExact, picture).unwrap();
    position.set_to_move(Color::White);
    let line = write(&position);
    assert_eq!(
        line,
        r#"{"rule":"caro-exact","size":5,"black":[[1,1]],"white":[[2,1],[3,1],[2,2]],"blocked":[[0,0],[4,4]],"to_move":"white"}"#
    );
    let back = parse(&line).unwrap();
    assert_eq!(write(&back), line);
    assert_eq!(back.stone_at(Coord::new(4, 4)), Some(Stone::Blocked));
}
