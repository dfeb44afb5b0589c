//! What is read, what is refused and with which message, and that every position survives a round
//! trip.

use proptest::prelude::*;

use super::*;
use crate::sample::{any_changes, any_text, changed};
use tengen_engine::board::notation::parse_picture;
use tengen_engine::util::rng::Rng;

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
fn the_side_to_move_follows_from_the_stones_unless_to_move_is_given() {
    let to_move = |line: &str| parse(line).expect(line).to_move();
    assert_eq!(to_move(r#"{"size":9,"moves":[]}"#), Color::Black);
    assert_eq!(to_move(r#"{"size":9,"stones":[[1,1]]}"#), Color::White);
    assert_eq!(to_move(r#"{"size":9,"black":[[0,0]],"white":[[1,0]]}"#), Color::Black);
    assert_eq!(to_move(r#"{"size":9,"black":[[0,0]],"white":[]}"#), Color::White);
    assert_eq!(to_move(r#"{"size":9,"black":[],"white":[[0,0]]}"#), Color::Black);
    assert_eq!(to_move(r#"{"size":9,"moves":[],"to_move":"white"}"#), Color::White);
}

#[test]
fn unknown_keys_of_a_position_are_errors_that_name_the_key() {
    let expected = "expected one of `rule`, `size`, `width`, `height`, `moves`, `stones`, `black`, \
                    `white`, `blocked`, `to_move`";
    // `Rule` instead of `rule` was once silently read as freestyle.
    for (line, key) in [
        (r#"{"Rule":"renju","size":15,"moves":[]}"#, "`Rule` (did you mean `rule`?)"),
        (r#"{"size":15,"moves":[],"id":[1,{"a":2}]}"#, "`id`"),
    ] {
        assert_eq!(error(line), format!("unknown key {key}, {expected}"));
    }
    for key in KEYS {
        assert!(expected.contains(&format!("`{key}`")), "{key}");
    }
}

#[test]
fn parse_annotated_returns_the_other_keys() {
    let line = r#"{"id":7,"width":9,"height":5,"moves":[[8,4]],"tags":["a"]}"#;
    let (position, annotations) = parse_annotated(line, &[]).unwrap();
    assert_eq!(position.size(), BoardSize::new(9, 5).unwrap());
    assert_eq!(Value::Object(annotations).to_string(), r#"{"id":7,"tags":["a"]}"#);
    let error = parse_annotated(r#"{"id":7,"size":9,"moves":[[9]]}"#, &[]).unwrap_err().to_string();
    assert!(error.starts_with("moves[0]: seen 1 value, "), "{error}");
    let error = |line| parse_annotated(line, &["nodes"]).unwrap_err().to_string();
    assert_eq!(error(r#"{"sise":9,"moves":[]}"#), "unknown key `sise` (did you mean `size`?)");
    let meant = "unknown key `to_mvoe` (did you mean `to_move`?)";
    assert_eq!(error(r#"{"size":9,"moves":[],"to_mvoe":"white"}"#), meant);
    assert!(error(r#"{"id":9,"moves":[]}"#).starts_with("no 'size', "));
    // Known, though almost `moves`.
    assert!(error(r#"{"size":9,"nodes":5}"#).starts_with("no 'moves', "));
    for line in [r#"{"width":4,"height":9,"moves":[]}"#, r#"{"width":9,"height":182,"moves":[]}"#] {
        assert!(error(line).ends_with("expected a whole number from 5 to 181"), "{line}");
    }
}

#[test]
fn points_are_pairs_or_names() {
    let pairs = parse(r#"{"size":15,"moves":[[7,7],[8,6]]}"#).unwrap();
    assert_eq!(parse(r#"{"size":15,"moves":["h8",[8,6]]}"#), Ok(pairs.clone()));
    assert_eq!(parse(r#"{"size":15,"stones":["H8","i9"]}"#), Ok(pairs));
    let spec: PositionSpec = json::parse(r#"{"size":15,"moves":["h8"]}"#).unwrap();
    assert_eq!(serde_json::to_string(&spec).unwrap(), r#"{"size":15,"moves":["h8"]}"#);
    let error = error(r#"{"size":15,"black":["h8","z1"]}"#);
    assert!(error.starts_with("black[1]: 'z1' is n"), "{error}");
}

/// Lines that are not positions, and the error of each.
const WRONG_POSITIONS: &[(&str, &str)] = &[
    ("", "not JSON: seen the end, expected a value"),
    (r#"{"size":15,]}"#, "not JSON at column 12: seen ']', expected a key in double quotes"),
    (
        r#"{"size":15,"moves":[]} x"#,
        "not JSON at column 24: seen more text after the value, expected the end",
    ),
    ("[1]", "seen a list, expected a position as a JSON object"),
    (r#"{"moves":[]}"#, "no 'size', expected 'size' or both 'width' and 'height'"),
    (r#"{"width":9,"moves":[]}"#, "no 'height', expected it together with 'width'"),
    (r#"{"height":9,"moves":[]}"#, "no 'width', expected it together with 'height'"),
    (r#"{"size":9,"width":9,"moves":[]}"#, "both size and width, expected only one of them"),
    (r#"{"size":4,"moves":[]}"#, "size: seen 4, expected a whole number from 5 to 181"),
    (r#"{"size":-9,"moves":[]}"#, "size: seen -9, expected a whole number from 5 to 181"),
    (r#"{"size":"15","moves":[]}"#, "size: seen \"15\", expected a whole number from 5 to 181"),
    (r#"{"size":15}"#, "no 'moves', expected 'moves', or 'black' or 'white' or both"),
    (
        r#"{"size":15,"moves":[],"stones":[]}"#,
        "seen `moves` twice, expected it once (`stones` is another name for it)",
    ),
    (
        r#"{"size":15,"rule":"go","moves":[]}"#,
        "rule: unknown rule 'go', expected freestyle, standard, renju, caro or caro-exact",
    ),
    (
        r#"{"size":15,"rule":7,"moves":[]}"#,
        "rule: seen 7, expected the name of a rule or its number: \
         0, 1, 4, 8 or 9",
    ),
    (
        r#"{"size":15,"rule":[],"moves":[]}"#,
        "rule: seen a list, expected the name of a rule or its number: \
         0, 1, 4, 8 or 9",
    ),
    (r#"{"size":15,"moves":[],"white":[]}"#, "both moves and white, expected only one of them"),
    (
        r#"{"size":15,"moves":{}}"#,
        "moves: seen an object, expected a list of moves, or a text like \"h8i9\"",
    ),
    (r#"{"size":15,"moves":[[7,7],[7]]}"#, "moves[1]: seen 1 value, expected a pair [x,y]"),
    (r#"{"size":15,"moves":[[7,7,7]]}"#, "moves[0]: seen 3 values, expected a pair [x,y]"),
    (
        r#"{"size":15,"moves":[[7,7],7]}"#,
        "moves[1]: seen 7, expected a point as [x,y] or a name like \"h8\", or null for a pass",
    ),
    (
        r#"{"size":15,"black":[[-1,7]]}"#,
        "black[0][0]: seen -1, expected a whole number from 0 to 180",
    ),
    (r#"{"size":15,"black":[[7,15]]}"#, "black[0]: point [7,15] is off the 15x15 board"),
    (
        r#"{"size":15,"black":[[7,7]],"white":[[7,7]]}"#,
        "white[0]: point [7,7] is occupied, expected an empty one",
    ),
    (
        r#"{"size":15,"moves":[],"to_move":"red"}"#,
        "to_move: seen \"red\", expected \"black\" or \"white\"",
    ),
];

#[test]
fn position_errors_name_the_place_what_was_seen_and_what_was_expected() {
    for (line, expected) in WRONG_POSITIONS {
        assert_eq!(error(line), *expected, "{line}");
    }
}

#[test]
fn long_values_in_position_errors_are_shortened() {
    let line = format!(r#"{{"size":15,"moves":"{}"}}"#, "é".repeat(5000));
    let error = error(&line);
    assert!(error.contains('…') && error.len() < 300, "{error}");
}

#[test]
fn moves_may_be_passes_and_one_text() {
    let passed = parse(r#"{"size":15,"moves":[[7,7],null,"i9"]}"#).unwrap();
    assert_eq!((passed.count(Color::Black), passed.to_move()), (2, Color::White));
    for moves in
        [r#""h8--i9""#, r#""1. h8 pass 2. I9""#, r#"["h8","--","i9"]"#, r#"[[7,7],"pass",[8,6]]"#]
    {
        let line = format!(r#"{{"size":15,"moves":{moves}}}"#);
        assert_eq!(parse(&line), Ok(passed.clone()), "{line}");
        let spec: PositionSpec = json::parse(&line).unwrap();
        let again: PositionSpec = json::parse(&serde_json::to_string(&spec).unwrap()).unwrap();
        assert_eq!(again.to_position(Rule::Freestyle), Ok(passed.clone()));
    }
    assert_eq!(parse(&write(&passed)).unwrap().cells(), passed.cells());
    assert_eq!(
        error(r#"{"size":15,"moves":"h8h8"}"#),
        "moves[1]: point h8 is occupied, expected an empty one"
    );
    assert!(error(r#"{"size":15,"moves":"8,8"}"#).starts_with("moves: seen 8,8, which can count"));
    assert!(error(r#"{"size":15,"black":[null]}"#).starts_with("black[0]: seen null, expected"));
}

#[test]
fn written_positions_come_back() {
    let mut rng = Rng::new(5);
    for round in 0..200 {
        let side = |rng: &mut Rng| 5 + rng.below(20) as u64;
        let size = BoardSize::new(side(&mut rng), side(&mut rng)).unwrap();
        let mut position = Position::new(Rule::ALL[round % Rule::ALL.len()], size);
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

proptest! {
    #[test]
    fn position_parse_survives_any_bytes(changes in any_changes()) {
        let line = r#"{"rule":"caro","width":9,"height":7,"black":[[1,1],"h2"],"white":["a1"],"to_move":"white"}"#;
        let _ = parse(&changed(line, &changes));
        let _ = parse_annotated(&changed(line, &changes), &[]);
    }

    #[test]
    fn position_parse_survives_any_text(text in any_text("{}[]\",:0123456789rulesizemovesblackwhite")) {
        let _ = parse(&text);
    }
}
