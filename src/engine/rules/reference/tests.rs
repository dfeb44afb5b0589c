//! The pitfalls of the rule book, one picture each. `!` marks the point in question.

use proptest::prelude::*;

use super::*;
use crate::board::notation::parse_picture;
use ForbiddenKind::{DoubleFour, DoubleThree, Overline};

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

/// The verdict on a single row, whose ends are the edges of the board.
fn in_row(row: &str) -> String {
    let cells: String = row.split_whitespace().collect();
    let free = format!("{}\n", ".".repeat(cells.len()));
    format!("{free}{free}{cells}\n{free}{free}")
}

/// The number of fours that the marked stone makes in its row.
#[track_caller]
fn assert_fours(expected: usize, row: &str) {
    let (position, coord) = marked(Rule::Renju, &in_row(row));
    let fours = Stones::of(&position).with_black(coord, |stones| stones.count_fours(coord));
    assert_eq!(fours, expected, "{row}");
    let kind = (expected >= 2).then_some(DoubleFour);
    assert_eq!(forbidden(&position, coord), kind, "{row}");
}

/// Whether the marked stone makes a three in its row: whether it is forbidden if a column with a
/// certain three crosses the row there.
#[track_caller]
fn assert_three(expected: bool, row: &str) {
    let cells: Vec<char> = row.chars().filter(|c| !c.is_whitespace()).collect();
    let crossing = cells.iter().position(|&cell| cell == '!').expect("a row with a mark");
    let mut rows = vec![vec!['.'; cells.len()]; 9];
    rows[2][crossing] = 'X';
    rows[3][crossing] = 'X';
    rows[4] = cells;
    let picture: String = rows.into_iter().flat_map(|row| row.into_iter().chain(['\n'])).collect();
    assert_forbidden(expected.then_some(DoubleThree), &picture);
}

// Diagrams A to F: each was judged wrongly by some program.

#[test]
fn a_five_overrides_the_overline_made_with_it() {
    // A: a vertical five and a horizontal six with one stone.
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

#[test]
fn a_straight_four_made_together_with_a_five_is_no_three() {
    // B: the diagonal's only straight four needs (7,6), which completes a five in the row.
    assert_forbidden(
        None,
        "
        . . . . . . . . . . O . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . O
        . . . . . . . . . . . . . . .
        . . . . X . X . . . . . . O .
        . . . . . X X . ! . . . . . .
        . . . X X X X . . . . . O . .
        . . . . . . X . . . . . . . .
        . . . . . X . . . . . . . . .
        . . . . . . . . . . . . . O .
        O . . . . . . . . . . . . . .
        . . . . . . . . . . . . O . .
        . . . . O . . . . O . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . O . . . . . .",
    );
}

#[test]
fn fives_are_looked_for_on_every_level_of_the_recursion() {
    // C: the column's (13,8) and the anti-diagonal's (10,10) are both permitted.
    assert_forbidden(
        Some(DoubleThree),
        "
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . X . . . . . . . O .
        . . . . . . . . . . . . . . .
        . . . . O . . . . . . . . . .
        . . O . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . ! O
        . . . . . . O O . X . . X . .
        . . . . . . . . . . . X . X .
        . . . . . . O . . . . X . X .
        . O . . O . . . . . X . X . .
        . . . . . . . . . . X . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . O . . . . . .",
    );
}

#[test]
fn a_three_whose_extension_is_a_double_four_is_none() {
    // D: the column can only be extended at (7,4), which is a double four with the row.
    assert_forbidden(
        None,
        "
        . . . O . . . . . . . O . . O
        . . . . . . . X . . . . . . .
        . . . . . . . ! . . . . . . O
        . . . . . . . X X . . . . . .
        . . . . X . . . . X X X . . .
        . . . . . . . . . . . . . . .",
    );
}

#[test]
fn a_double_three_may_hang_on_four_levels() {
    // E: the row by (1,9) or (5,9), the column by (2,8), permitted only after deeper looks.
    assert_forbidden(
        Some(DoubleThree),
        "
        . . . . O . . . . . . . . O .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . O . . . . O
        . . . . . . . . . . . . . . .
        . . . . . O . . . . . . . . .
        . . X X . . . . . . . . O . .
        . X X . . . . . . . . . . . .
        O . . . X X . . . . . . . . .
        . . ! X X . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . O . . . . . . . . .",
    );
}

#[test]
fn a_double_three_may_be_refuted_on_the_third_level() {
    // F: the row's (3,8) is itself a double three, since of its own threes' extensions (3,9) and
    // (5,6) are permitted and only (1,10) is not. Cut at two levels it would look forbidden.
    assert_forbidden(
        None,
        "
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . O . .
        . . . . . . . . . O . . . . .
        . . . . . . . . . . O . . . .
        . . . . . . . . . . . . . . .
        . X . . X . . . . . . . . . .
        . ! X . X . . . . . . . . . .
        . . X . . . O . . . . . . . .
        . . X X . . . . . . . . . . .
        . . . X . . O . . . . . . . .
        . O . . . . . . . . . . . . .
        . . . . O . . . . . . . . . .
        O . . . . . . . . . . . . . .",
    );
}

#[test]
fn one_line_can_hold_two_fours() {
    assert_fours(2, "X . X ! X . X");
    assert_fours(2, "O X . X ! X . X O");
    assert_fours(2, "X X . ! X . X X");
    assert_fours(2, "X X X . ! . X X X");
}

#[test]
fn a_straight_four_is_one_four_with_two_completing_points() {
    assert_fours(1, ". . X X ! X . .");
    assert_fours(1, ". X X ! X O");
    assert_fours(1, "X X . ! X");
}

#[test]
fn four_stones_that_could_only_become_six_are_no_four() {
    assert_fours(1, "X X X . ! X . X X");
    assert_fours(0, "X . X ! X X . X");
    assert_fours(0, "X X X X . . ! X");
    assert_fours(0, "O X X ! X #");
    assert_fours(0, "O X X ! X");
}

#[test]
fn a_three_needs_room_on_both_sides() {
    assert_three(true, ". . . X X ! . . .");
    assert_three(true, ". . X . X ! . . .");
    assert_three(true, ". X X ! . .");
    assert_three(true, "O . X X ! . . O");
    assert_three(false, "O . X X ! . O");
    assert_three(false, "# . X X ! . #");
    assert_three(false, "X X ! . . . .");
    assert_three(false, ". . . O X X ! . . .");
}

#[test]
fn a_far_stone_spoils_only_the_side_where_it_makes_six() {
    assert_three(true, "X . . X X ! . . .");
    assert_three(false, "X . . X X ! . . X");
    assert_three(false, "X . X X ! . .");
}

#[test]
fn a_four_with_a_three_is_permitted_and_with_two_threes_forbidden() {
    let four_three = "
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . X . . . . .
        . . . . X . . . . .
        O X X X ! . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .";
    assert_forbidden(None, four_three);
    let four_three_three = "
        . . . . . . . . . .
        . . . . . . . . . .
        . . X . X . . . . .
        . . . X X . . . . .
        O X X X ! . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .";
    assert_forbidden(Some(DoubleThree), four_three_three);
}

#[test]
fn of_several_kinds_the_first_in_the_order_of_the_test_is_named() {
    let overline_and_fours = "
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        . X X X ! X X . .
        . . . X . X . . .
        . . X . . . X . .
        . X . . . . . X .
        . . . . . . . . .";
    assert_forbidden(Some(Overline), overline_and_fours);
    assert_forbidden(
        Some(DoubleFour),
        &overline_and_fours.replace(". X X X ! X X . .", ". . X X ! . . . ."),
    );
    assert_forbidden(None, &overline_and_fours.replace(". X X X ! X X . .", ". X X X ! X . . ."));
}

#[test]
fn only_empty_points_of_renju_are_forbidden() {
    let (mut position, coord) = marked(Rule::Renju, &in_row("X . X ! X . X"));
    assert_eq!(forbidden_points(&position), [(coord, DoubleFour)]);
    assert_eq!(forbidden(&position, Coord::new(0, 2)), None);
    assert_eq!(forbidden(&position, Coord::new(255, 255)), None);
    for rule in Rule::ALL.into_iter().filter(|&rule| rule != Rule::Renju) {
        position.set_rule(rule);
        assert_eq!(forbidden(&position, coord), None);
        assert_eq!(forbidden_points(&position), []);
    }
}

/// Under which rules the marked black stone and its white twin win.
#[track_caller]
fn assert_wins(row: &str, black: &[Rule], white: &[Rule]) {
    let swapped = |c| {
        if c == 'X' {
            'O'
        } else if c == 'O' {
            'X'
        } else {
            c
        }
    };
    let twin: String = row.chars().map(swapped).collect();
    for (row, stone, rules) in [(row, Stone::Black, black), (&twin, Stone::White, white)] {
        for rule in Rule::ALL {
            let (mut position, last) = marked(rule, &in_row(row));
            assert_eq!(winner(&position), None, "{row} before, {rule}");
            position.put(last, stone).unwrap();
            let line = winning_line(&position, last);
            assert_eq!(line.is_some(), rules.contains(&rule), "{row}, {rule}");
            assert_eq!(
                winner(&position),
                line.zip(stone.color()).map(|(line, color)| (color, line))
            );
        }
    }
}

#[test]
fn each_rule_has_its_winning_runs() {
    use Rule::{Caro, Freestyle, Renju, Standard};
    let all = &Rule::ALL;
    assert_wins(". X X ! X . .", &[], &[]);
    assert_wins(". X X ! X X .", all, all);
    assert_wins("X X ! X X", all, all);
    assert_wins(". X X X ! X X . .", &[Freestyle, Caro], &[Freestyle, Renju, Caro]);
    assert_wins("O X X X ! X X O", &[Freestyle, Caro], &[Freestyle, Renju, Caro]);
    assert_wins("X X X X ! X X X X", &[Freestyle, Caro], &[Freestyle, Renju, Caro]);
    let unblockable = &[Freestyle, Standard, Renju];
    assert_wins("O X X ! X X O", unblockable, unblockable);
    assert_wins("O X X X X ! O .", unblockable, unblockable);
    // The edge and blocked points do not count as opponent's stones.
    assert_wins("O X X ! X X", all, all);
    assert_wins("! X X X X O", all, all);
    assert_wins("# X X ! X X O", all, all);
    assert_wins("# X X ! X X #", all, all);
    assert_wins(". X X ! X # X", &[], &[]);
}

#[test]
fn runs_are_found_in_every_direction_up_to_the_corners() {
    for (width, height) in [(5, 5), (181, 5), (5, 181), (181, 181), (7, 9)] {
        let size = BoardSize::new(width, height).unwrap();
        let (right, bottom) = (size.width() - 1, size.height() - 1);
        let lines: [fn(u8, u8, u8) -> Coord; 4] = [
            |n, right, bottom| Coord::new(right - n, bottom),
            |n, _, bottom| Coord::new(0, bottom - n),
            |n, right, bottom| Coord::new(right - n, bottom - n),
            |n, right, _| Coord::new(right - n, n),
        ];
        for line in lines {
            let mut position = Position::new(Rule::CaroExact, size);
            let mut coords: Vec<Coord> = (0..5).map(|n| line(n, right, bottom)).collect();
            for &coord in &coords {
                assert_eq!(winner(&position), None);
                position.put(coord, Stone::White).unwrap();
            }
            let mut found = winning_line(&position, coords[2]).expect("five in a row");
            assert_eq!(winner(&position), Some((Color::White, found.clone())));
            coords.sort();
            found.sort();
            assert_eq!(found, coords);
        }
    }
}

#[test]
fn a_point_without_a_players_stone_wins_nothing() {
    let (mut position, coord) = marked(Rule::Freestyle, &in_row("# # ! # #"));
    assert_eq!(winning_line(&position, coord), None);
    position.put(coord, Stone::Blocked).unwrap();
    assert_eq!(winning_line(&position, coord), None);
    assert_eq!(winning_line(&position, Coord::new(200, 200)), None);
    assert_eq!(winner(&position), None);
}

/// One of the eight turns and reflections: bit 0 mirrors x, bit 1 mirrors y, bit 2 swaps them then.
fn turned(position: &Position, symmetry: u8) -> (Position, impl Fn(Coord) -> Coord) {
    let size = position.size();
    let turn = move |coord: Coord| {
        let x = if symmetry & 1 == 0 { coord.x } else { size.width() - 1 - coord.x };
        let y = if symmetry & 2 == 0 { coord.y } else { size.height() - 1 - coord.y };
        if symmetry & 4 == 0 { Coord::new(x, y) } else { Coord::new(y, x) }
    };
    let (width, height) = (u64::from(size.width()), u64::from(size.height()));
    let (width, height) = if symmetry & 4 == 0 { (width, height) } else { (height, width) };
    let mut image = Position::new(position.rule(), BoardSize::new(width, height).unwrap());
    for &(coord, stone) in position.stones() {
        image.put(turn(coord), stone).unwrap();
    }
    (image, turn)
}

/// Boards crowded enough that forbidden points and fives are frequent.
fn any_position() -> impl Strategy<Value = Position> {
    let cell = prop_oneof![
        12 => Just(None),
        6 => Just(Some(Stone::Black)),
        3 => Just(Some(Stone::White)),
        1 => Just(Some(Stone::Blocked)),
    ];
    let sides = (5u64..=12, 5u64..=12, 0usize..5);
    sides.prop_flat_map(move |(width, height, rule)| {
        let cells = prop::collection::vec(cell.clone(), (width * height) as usize);
        cells.prop_map(move |cells| {
            let size = BoardSize::new(width, height).unwrap();
            let mut position = Position::new(Rule::ALL[rule], size);
            for (coord, stone) in size.coords().zip(cells) {
                if let Some(stone) = stone {
                    position.put(coord, stone).unwrap();
                }
            }
            position
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn forbidden_points_turn_with_the_board(mut position in any_position()) {
        position.set_rule(Rule::Renju);
        for symmetry in 0..8 {
            let (image, turn) = turned(&position, symmetry);
            let mut expected: Vec<_> = forbidden_points(&position)
                .into_iter()
                .map(|(coord, kind)| (turn(coord), kind))
                .collect();
            expected.sort_by_key(|(coord, _)| (coord.y, coord.x));
            prop_assert_eq!(forbidden_points(&image), expected);
        }
    }

    #[test]
    fn wins_turn_with_the_board(position in any_position()) {
        let wins = |position: &Position, coord| winning_line(position, coord).is_some();
        for symmetry in 0..8 {
            let (image, turn) = turned(&position, symmetry);
            prop_assert_eq!(winner(&image).is_some(), winner(&position).is_some());
            for coord in position.size().coords() {
                prop_assert_eq!(wins(&image, turn(coord)), wins(&position, coord));
            }
        }
    }

    #[test]
    fn a_winner_has_a_stone_that_wins(position in any_position()) {
        let winning: Vec<Coord> = position
            .size()
            .coords()
            .filter(|&coord| winning_line(&position, coord).is_some())
            .collect();
        match winner(&position) {
            Some((color, line)) => {
                prop_assert!(line.iter().all(|coord| winning.contains(coord)));
                prop_assert!(line.iter().all(|&coord| position.stone_at(coord) == Some(color.into())));
            }
            None => prop_assert_eq!(winning, []),
        }
    }
}
