//! Each rule step by step, and random walks through all of them.

use proptest::prelude::*;

use super::alike::alike;
use super::*;
use crate::rules::legality;
use crate::types::{BoardSize, Color, Coord, Rule};
use crate::util::rng::Rng;

fn opening(rule: OpeningRule) -> OpeningPhase {
    let game = match rule {
        OpeningRule::Caro => Rule::Caro,
        _ if rule.is_of_renju() => Rule::Renju,
        _ => Rule::Freestyle,
    };
    OpeningPhase::new(rule, game, BoardSize::square(15).unwrap()).unwrap()
}

/// Makes choices, each written as `1 h8`: who chooses, and what.
fn play(rule: OpeningRule, script: &str) -> OpeningPhase {
    let mut opening = opening(rule);
    let mut choosers = Vec::new();
    for line in script.split(',').map(str::trim).filter(|line| !line.is_empty()) {
        let (who, text) = line.split_once(' ').unwrap();
        let expected = if who == "1" { OpeningPlayer::First } else { OpeningPlayer::Second };
        assert_eq!(opening.chooser(), Some(expected), "{line}");
        let choice = opening.parse(text).unwrap();
        opening.choose(choice).unwrap_or_else(|error| panic!("{line}: {error}"));
        choosers.push(expected);
    }
    assert_eq!(opening.choosers(), choosers);
    opening
}

/// Who has black in the end, and whose move it is.
fn result(opening: &OpeningPhase) -> (bool, OpeningPlayer, Color) {
    let black = opening.colors()[Color::Black];
    (opening.is_over(), black, opening.position().to_move())
}

fn refused(opening: &mut OpeningPhase, text: &str) -> String {
    let before = opening.clone();
    let error = match opening.parse(text) {
        Ok(choice) => opening.choose(choice).unwrap_err(),
        Err(error) => error,
    };
    assert_eq!(*opening, before, "a refused choice changes nothing");
    error.to_string()
}

use OpeningPlayer::{First, Second};

#[test]
fn a_free_opening_is_over_at_once() {
    let mut free = opening(OpeningRule::Free);
    assert_eq!(result(&free), (true, First, Color::Black));
    assert_eq!(
        refused(&mut free, "h8"),
        "'h8' is not a choice, expected nothing: the opening is over"
    );
    assert_eq!(free.undo(), None);
}

#[test]
fn swap_lets_the_second_choose_after_three_stones() {
    let swapped = play(OpeningRule::Swap, "1 h8, 1 a1, 1 o15, 2 swap");
    assert_eq!(result(&swapped), (true, Second, Color::White));
    let kept = play(OpeningRule::Swap, "1 h8, 1 a1, 1 o15, 2 white");
    assert_eq!(result(&kept), (true, First, Color::White));
    let mut open = play(OpeningRule::Swap, "1 h8, 1 a1, 1 o15");
    assert_eq!(refused(&mut open, "two"), "seen two, expected black or white");
    assert_eq!(refused(&mut open, "b2"), "seen 1,13, expected black or white");
    let message = refused(&mut open, "b99");
    assert_eq!(message, "'b99' is not a choice, expected black or white");
    let mut occupied = play(OpeningRule::Swap, "1 h8");
    assert_eq!(refused(&mut occupied, "h8"), "point 7,7 is occupied");
}

#[test]
fn swap2_returns_the_choice_with_two_more_stones() {
    let three = "1 h8, 1 i9, 1 k12";
    let taken = play(OpeningRule::Swap2, &format!("{three}, 2 black"));
    assert_eq!(result(&taken), (true, Second, Color::White));
    let two = format!("{three}, 2 two, 2 a1, 2 b2");
    let kept = play(OpeningRule::Swap2, &format!("{two}, 1 keep"));
    assert_eq!(result(&kept), (true, First, Color::White));
    let swapped = play(OpeningRule::Swap2, &format!("{two}, 1 white"));
    assert_eq!(result(&swapped), (true, Second, Color::White));
    let mut again = play(OpeningRule::Swap2, &two);
    assert_eq!(refused(&mut again, "two"), "seen two, expected black or white");
}

#[test]
fn caro_keeps_the_third_stone_away() {
    let mut opening = play(OpeningRule::Caro, "");
    assert_eq!(refused(&mut opening, "h9"), "point 7,6 is not at the center");
    let mut opening = play(OpeningRule::Caro, "1 h8, 2 o1");
    assert_eq!(refused(&mut opening, "j10"), "point 9,5 is not outside the middle 5x5 square");
    assert_eq!(opening.choices().len(), 225 - 25 - 1);
    opening.choose(opening.parse("k8").unwrap()).unwrap();
    assert_eq!(result(&opening), (true, First, Color::White));
}

#[test]
fn swap1_lets_the_second_choose_after_one_stone() {
    assert_eq!(result(&play(OpeningRule::Swap1, "1 a1, 2 keep")), (true, First, Color::White));
    assert_eq!(result(&play(OpeningRule::Swap1, "1 h8, 2 swap")), (true, Second, Color::White));
    let mut open = play(OpeningRule::Swap1, "1 h8");
    assert_eq!(refused(&mut open, "i9"), "seen 8,6, expected black or white");
}

#[test]
fn pro_and_long_pro_keep_the_third_stone_away() {
    let mut pro = play(OpeningRule::Pro, "1 h8, 2 i9");
    assert_eq!(refused(&mut pro, "j10"), "point 9,5 is not outside the middle 5x5 square");
    assert_eq!(result(&play(OpeningRule::Pro, "1 h8, 2 i9, 1 h11")), (true, First, Color::White));
    let mut long = play(OpeningRule::LongPro, "1 h8, 2 i9");
    assert_eq!(refused(&mut long, "h11"), "point 7,4 is not outside the middle 7x7 square");
    assert_eq!(long.choices().len(), 225 - 49);
    let long = play(OpeningRule::LongPro, "1 h8, 2 i9, 1 h12");
    assert_eq!(result(&long), (true, First, Color::White));
}

#[test]
fn rif_offers_two_fifth_stones() {
    let mut opening = play(OpeningRule::Rif, "1 h8");
    assert_eq!(refused(&mut opening, "h10"), "point 7,5 is not inside the middle 3x3 square");
    let mut opening = play(OpeningRule::Rif, "1 h8, 1 h9, 1 h10, 2 swap, 1 h12");
    assert_eq!((opening.count(), opening.chooser()), (2, Some(Second)));
    assert_eq!(refused(&mut opening, "h12"), "point 7,3 is occupied");
    opening.choose(opening.parse("g8").unwrap()).unwrap();
    let twin = refused(&mut opening, "i8");
    assert_eq!(twin, "point 8,7 makes the same figure as 6,7, which is already offered");
    opening.choose(opening.parse("i9").unwrap()).unwrap();
    assert_eq!(refused(&mut opening, "h11"), "point 7,4 is not offered");
    assert_eq!(opening.chooser(), Some(First), "white picks");
    opening.choose(opening.parse("g8").unwrap()).unwrap();
    assert_eq!(result(&opening), (true, Second, Color::White));
    let kept = play(OpeningRule::Rif, "1 h8, 1 i9, 1 j8, 2 keep, 2 a1, 1 b2, 1 c2, 2 c2");
    assert_eq!(result(&kept), (true, First, Color::White));
}

#[test]
fn the_first_three_stones_make_26_openings() {
    let mut figures = std::collections::HashSet::new();
    let from_center = |at: Coord| (i32::from(at.x) - 7, i32::from(at.y) - 7);
    for second in ["h9", "i9"] {
        let opening = play(OpeningRule::Rif, &format!("1 h8, 1 {second}"));
        let (a, b) = from_center(opening.position().stones()[1].0);
        for choice in opening.choices() {
            let OpeningChoice::Point(third) = choice else { panic!("{choice:?}") };
            let (x, y) = from_center(third);
            let images = [(x, y, a, b), (-x, y, -a, b), (x, -y, a, -b), (-x, -y, -a, -b)];
            let turned = images.iter().flat_map(|&(x, y, a, b)| [(x, y, a, b), (y, x, b, a)]);
            figures.insert(turned.min());
        }
    }
    assert_eq!(figures.len(), 26);
}

#[test]
fn yamaguchi_declares_the_fifth_stones_with_the_opening() {
    let mut opening = play(OpeningRule::Yamaguchi, "1 h8, 1 h9, 1 h10");
    assert_eq!(refused(&mut opening, "13"), "seen 13 fifth stones, expected 1 to 12");
    let opening = play(OpeningRule::Yamaguchi, "1 h8, 1 h9, 1 h10, 1 3, 2 swap, 1 h12");
    assert_eq!((opening.chooser(), opening.step()), (Some(Second), Some(OpeningStep::Offer(3))));
    let script = "1 h8, 1 h9, 1 h10, 1 3, 2 swap, 1 h12, 2 a1, 2 b3, 2 c5, 1 b3";
    assert_eq!(result(&play(OpeningRule::Yamaguchi, script)), (true, Second, Color::White));
    let one = "1 h8, 1 h9, 1 h10, 1 1, 2 keep, 2 h12, 1 a1, 2 a1";
    assert_eq!(result(&play(OpeningRule::Yamaguchi, one)), (true, First, Color::White));
}

#[test]
fn tarannikov_exchanges_colors_after_each_of_five_stones() {
    let script = "1 h8, 2 swap, 1 i9, 2 keep, 2 j8, 1 swap, 2 k11, 1 swap, 2 l12, 1 keep";
    assert_eq!(result(&play(OpeningRule::Tarannikov, script)), (true, Second, Color::White));
    let four = "1 h8, 2 keep, 2 i9, 1 keep, 1 j8, 2 keep, 2 k8";
    let mut opening = play(OpeningRule::Tarannikov, four);
    assert_eq!(refused(&mut opening, "ten"), "seen ten, expected black or white");
    let mut opening = play(OpeningRule::Tarannikov, &format!("{four}, 1 keep"));
    assert_eq!(refused(&mut opening, "m8"), "point 12,7 is not inside the middle 9x9 square");
}

#[test]
fn soosorv_offers_as_many_fifth_stones_as_declared() {
    let mut opening = play(OpeningRule::Soosorv8, "1 h8");
    assert_eq!(opening.choices().len(), 8);
    assert_eq!(refused(&mut opening, "h10"), "point 7,5 is not inside the middle 3x3 square");
    let mut opening = play(OpeningRule::Soosorv8, "1 h8, 1 h9");
    assert_eq!(opening.choices().len(), 23);
    assert_eq!(refused(&mut opening, "h11"), "point 7,4 is not inside the middle 5x5 square");
    // The second takes black; the first, now white, places the fourth stone and declares two.
    let mut opening = play(OpeningRule::Soosorv8, "1 h8, 1 h9, 1 h10, 2 swap, 1 h12");
    assert_eq!(refused(&mut opening, "9"), "seen 9 fifth stones, expected 1 to 8");
    assert_eq!(refused(&mut opening, "0"), "seen 0 fifth stones, expected 1 to 8");
    let script = "1 h8, 1 h9, 1 h10, 2 swap, 1 h12, 1 2, 2 keep, 2 g8";
    let mut opening = play(OpeningRule::Soosorv8, script);
    let message = refused(&mut opening, "i8");
    assert_eq!(message, "point 8,7 makes the same figure as 6,7, which is already offered");
    assert_eq!(refused(&mut opening, "g8"), "point 6,7 is already offered");
    opening.choose(opening.parse("i9").unwrap()).unwrap();
    assert_eq!((opening.chooser(), opening.step()), (Some(First), Some(OpeningStep::Pick)));
    assert_eq!(refused(&mut opening, "i8"), "point 8,7 is not offered");
    opening.choose(opening.parse("i9").unwrap()).unwrap();
    assert_eq!(result(&opening), (true, Second, Color::White));
    assert_eq!(opening.position().stones().len(), 5);
}

#[test]
fn messages_for_people_repeat_what_was_typed() {
    let said = |opening: &OpeningPhase, text: &str| {
        let error = opening.check(opening.parse(text).unwrap()).unwrap_err();
        error.in_words(text, opening.position().size())
    };
    let swap2 = play(OpeningRule::Swap2, "1 h8");
    assert_eq!(said(&swap2, "keep"), "seen 'keep', expected a point for a white stone");
    let soosorv = play(OpeningRule::Soosorv8, "1 h8, 1 h9, 1 h10, 2 swap, 1 h12");
    assert_eq!(said(&soosorv, "12"), "seen 12 fifth stones, expected 1 to 8");
    let script = "1 h8, 1 h9, 1 h10, 2 swap, 1 h12, 1 2, 2 keep, 2 g8";
    let soosorv = play(OpeningRule::Soosorv8, script);
    assert_eq!(said(&soosorv, "g8"), "g8 is already offered");
    let twin = "i8 makes the same figure as g8, which is already offered";
    assert_eq!(said(&soosorv, "i8"), twin);
    assert_eq!(soosorv.step_in_words().as_deref(), Some("a fifth stone to offer, 1 left"));
}

#[test]
fn soosorv_colors_can_be_exchanged_twice() {
    let script = "1 h8, 1 h9, 1 j10, 2 keep, 2 g7, 2 1, 1 swap, 2 a1, 1 a1";
    assert_eq!(result(&play(OpeningRule::Soosorv8, script)), (true, Second, Color::White));
    let script = "1 h8, 1 h9, 1 j10, 2 swap, 1 g7, 1 1, 2 swap, 1 a1, 2 a1";
    assert_eq!(result(&play(OpeningRule::Soosorv8, script)), (true, First, Color::White));
}

#[test]
fn taraguchi_exchanges_colors_after_each_stone() {
    let script = "1 h8, 2 swap, 1 i9, 2 keep, 2 j8, 1 swap, 2 k11, 1 swap, 2 l12, 1 keep";
    let opening = play(OpeningRule::Taraguchi10, script);
    assert_eq!(result(&opening), (true, Second, Color::White));
    let four = "1 h8, 2 keep, 2 i9, 1 keep, 1 j8, 2 keep";
    let mut opening = play(OpeningRule::Taraguchi10, four);
    assert_eq!(refused(&mut opening, "l8"), "point 11,7 is not inside the middle 7x7 square");
    let mut opening = play(OpeningRule::Taraguchi10, &format!("{four}, 2 k8, 1 keep"));
    assert_eq!(refused(&mut opening, "m8"), "point 12,7 is not inside the middle 9x9 square");
}

#[test]
fn taraguchi_offers_ten_fifth_stones_instead() {
    let four = "1 h8, 2 keep, 2 i9, 1 keep, 1 j8, 2 keep, 2 k8, 1 ten";
    let ten = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1"];
    let offers: String = ten.iter().map(|point| format!(", 1 {point}")).collect();
    let opening = play(OpeningRule::Taraguchi10, &format!("{four}{offers}, 2 c1"));
    assert_eq!(result(&opening), (true, First, Color::White));
    assert_eq!(opening.offers().len(), 10);
}

#[test]
fn small_boards_are_refused() {
    for &rule in OpeningRule::ALL {
        assert_eq!(rule.name().parse(), Ok(rule));
        let size = |side: u8| BoardSize::square(side.into()).unwrap();
        let least = rule.least_side();
        assert!(OpeningPhase::new(rule, Rule::Renju, size(least)).is_ok());
        if least > BoardSize::MIN {
            let error = OpeningPhase::new(rule, Rule::Renju, size(least - 1)).unwrap_err();
            assert!(error.to_string().contains("needs a board of"), "{error}");
        }
    }
    let error = "swap3".parse::<OpeningRule>().unwrap_err().to_string();
    assert!(error.starts_with("unknown opening rule 'swap3', expected free, swap1,"), "{error}");
}

#[test]
fn figures_ignore_the_edge() {
    let position = play(OpeningRule::Swap2, "1 c3, 1 c4, 1 c6, 2 two").position().clone();
    let point = |x, y| Coord::new(x, y);
    // Mirrored at column c, which is not the middle of the board.
    assert!(alike(&position, point(1, 9), point(3, 9)));
    assert!(!alike(&position, point(1, 9), point(4, 9)));
    assert!(!alike(&position, point(1, 9), point(3, 10)));
}

/// A random walk to the end of the opening.
fn walk(opening: &mut OpeningPhase, rng: &mut Rng) {
    let mut steps = 0;
    while let Some(&choice) = rng.choose(&opening.choices()) {
        opening.choose(choice).unwrap();
        steps += 1;
        assert!(steps < 40, "an opening ends");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn every_walk_ends_in_a_normal_game(
        index in 0..OpeningRule::ALL.len(),
        game in 0..Rule::ALL.len(),
        (width, height) in (9u64..=20, 9u64..=20),
        seed in any::<u64>(),
    ) {
        let size = BoardSize::new(width, height).unwrap();
        let rule = OpeningRule::ALL[index];
        let mut opening = OpeningPhase::new(rule, Rule::ALL[game], size).unwrap();
        walk(&mut opening, &mut Rng::new(seed));
        prop_assert!(opening.is_over() && opening.chooser().is_none());
        // The stones alternate, black first, none ends the game, and each color has one player.
        let position = opening.position();
        let (black, white) = (position.count(Color::Black), position.count(Color::White));
        prop_assert!(black == white || black == white + 1);
        prop_assert_eq!(position.to_move() == Color::White, black > white);
        prop_assert!(position.moves_in_turn().is_some());
        for &(coord, _) in position.stones() {
            prop_assert_eq!(legality::ending_after(position, coord), None);
        }
        let colors = opening.colors();
        prop_assert_eq!(colors[Color::Black], colors[Color::White].other());
    }

    #[test]
    fn undo_goes_back_through_every_state(
        index in 0..OpeningRule::ALL.len(),
        seed in any::<u64>(),
    ) {
        let mut opening = opening(OpeningRule::ALL[index]);
        let start = opening.clone();
        let mut states = Vec::new();
        let mut rng = Rng::new(seed);
        while let Some(&choice) = rng.choose(&opening.choices()) {
            states.push((opening.clone(), choice));
            opening.choose(choice).unwrap();
        }
        while let Some((state, choice)) = states.pop() {
            prop_assert_eq!(opening.undo(), Some(choice));
            prop_assert_eq!(&opening, &state);
        }
        prop_assert_eq!(opening.undo(), None);
        prop_assert_eq!(opening, start);
    }

    #[test]
    fn texts_of_choices_come_back(index in 0..OpeningRule::ALL.len(), seed in any::<u64>()) {
        let mut opening = opening(OpeningRule::ALL[index]);
        let mut rng = Rng::new(seed);
        while let Some(&choice) = rng.choose(&opening.choices()) {
            let text = choice.text(opening.position().size());
            prop_assert_eq!(opening.parse(&text.to_uppercase()), Ok(choice));
            opening.choose(choice).unwrap();
        }
    }
}
