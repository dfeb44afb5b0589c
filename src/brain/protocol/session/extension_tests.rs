//! The session with programs for Yixin and Rapfi.

use super::super::client_messages::MessageForms;
use super::tests::{Dialogue, is_error};
use tengen_engine::board::notation::picture;
use tengen_engine::types::{Color, Rule};

fn rule(dialogue: &Dialogue) -> Rule {
    dialogue.session.game().unwrap().position.rule()
}

#[test]
fn the_first_command_of_yixin_gives_rules_its_numbers_whenever_they_came() {
    for first in ["yxboard 7,7,2 DONE", "YXSHOWFORBID", "yxnbest", "yxblockreset", "yxdbcheck"] {
        let mut dialogue = Dialogue::new();
        dialogue.send("START 15\nINFO RULE 2");
        assert_eq!(rule(&dialogue), Rule::Freestyle, "{first}");
        dialogue.send("YXSTOP");
        assert_eq!(rule(&dialogue), Rule::Freestyle, "{first}");
        dialogue.send(first);
        assert_eq!(rule(&dialogue), Rule::Renju, "{first}");
        dialogue.send("INFO RULE 6\nSTART 15");
        assert_eq!(rule(&dialogue), Rule::Freestyle, "{first}");
    }
    let mut dialogue = Dialogue::started();
    dialogue.send("INFO rule 2\nINFO strength 100");
    assert_eq!(rule(&dialogue), Rule::Renju, "a setting of Rapfi");
}

#[test]
fn a_position_of_any_counts_is_searched_for_the_side_marked_one() {
    let mut dialogue = Dialogue::started();
    dialogue.send("YXBOARD 2,2,1 3,3,1 1,1,2 DONE");
    assert_eq!(dialogue.send("YXNBEST 1"), ["0,0"]);
    let position = &dialogue.requests[0].position;
    assert_eq!((position.to_move(), position.count(Color::Black)), (Color::Black, 2));
    // Once such a program is known, BOARD may have any counts, too.
    assert_eq!(dialogue.send("BOARD 2,2,2 3,3,2 DONE"), ["0,0"]);
    assert_eq!(dialogue.requests[1].position.to_move(), Color::White);
    assert!(is_error(&Dialogue::started().send("BOARD 2,2,2 3,3,2 DONE")));
    assert_eq!(Dialogue::started().send("BOARD\n2,2,2\n-1,-1,1\n3,3,2\nDONE"), ["0,0"]);
}

#[test]
fn nothing_is_answered_for_the_position_before_a_refused_one() {
    for refused in ["YXBOARD 7,7,1 7,7,2 DONE", "YXBOARD\n7,7\nDONE", "YXBOARD\n8,8,1\nABOUT"] {
        let mut dialogue = Dialogue::started();
        dialogue.send("YXBOARD 7,7,2 DONE");
        dialogue.send(refused);
        for command in [
            "YXNBEST 2",
            "YXSEARCHDEFEND",
            "YXBALANCEONE 0",
            "YXBALANCETWO 0",
            "YXSHOWFORBID",
            "TURN 3,3",
            "BEGIN",
            "TAKEBACK 7,7",
            "PLAY 3,3",
            "yxswap2step2",
        ] {
            assert!(is_error(&dialogue.send(command)), "{refused}: {command}");
        }
        assert_eq!(dialogue.requests, []);
        dialogue.send("YXBOARD 0,0,2 DONE");
        assert_eq!(dialogue.send("YXNBEST 1"), ["1,0"], "{refused}");
        dialogue.send(refused);
        assert_eq!(dialogue.send("START 15\nBEGIN"), ["OK", "0,0"], "{refused}");
    }
}

#[test]
fn a_strength_is_a_level_that_is_reported_once_before_the_next_answer() {
    let mut dialogue = Dialogue::started();
    assert_eq!(dialogue.send("INFO STRENGTH 10"), [""; 0]);
    assert_eq!(dialogue.send("BEGIN"), ["MESSAGE strength 10 is level 1 of 10", "0,0"]);
    assert_eq!(dialogue.requests[0].options.level.to_string(), "1");
    assert_eq!(dialogue.send("INFO STRENGTH 10\nTURN 5,5"), ["1,0"]);
    assert_eq!(
        dialogue.send("INFO STRENGTH 100\nyxswap2step1")[0],
        "MESSAGE strength 100 is level 10 of 10"
    );
}

#[test]
fn messages_have_the_form_that_the_program_reads() {
    let forms = |lines: &str| {
        let mut dialogue = Dialogue::started();
        dialogue.send(lines);
        dialogue.send("BOARD 7,7,2 DONE");
        let MessageForms { piped, words } = dialogue.requests[0].progress.forms;
        (piped, words)
    };
    assert_eq!(forms("INFO rule 4\nINFO show_detail 3\nINFO folder C:\\X"), (false, false));
    assert_eq!(forms("INFO show_detail 4"), (true, false));
    assert_eq!(forms("YXSHOWFORBID"), (true, false));
    assert_eq!(forms("INFO TIMEOUT_TURN 500"), (true, true));
    assert_eq!(forms("INFO TIMEOUT_TURN 500\nINFO SHOW_DETAIL 8"), (false, true));
}

#[test]
fn about_names_the_rule_once_it_is_set() {
    let mut dialogue = Dialogue::started();
    assert!(!dialogue.send("ABOUT")[0].contains("rule"));
    dialogue.send("INFO rule 2");
    assert!(dialogue.send("ABOUT")[0].ends_with(", rule=\"freestyle\""));
    dialogue.send("yxshowinfo");
    assert!(dialogue.send("ABOUT")[0].ends_with(", rule=\"renju\""));
}

#[test]
fn the_board_is_shown_when_asked_and_no_number_changes() {
    let mut dialogue = Dialogue::started();
    dialogue.send("INFO rule 2\nSTART 6\nBOARD 0,0,1 5,1,2 DONE");
    let said = dialogue.send("TRACEBOARD");
    assert_eq!(said[0], "MESSAGE rule freestyle, board 6x6, white to move, 3 stones");
    assert_eq!(
        said.len(),
        1 + picture(&dialogue.session.game().unwrap().position, &[]).lines().count()
    );
    assert!(said.iter().all(|line| line.starts_with("MESSAGE ")), "{said:?}");
    assert!(is_error(&Dialogue::new().send("TRACEBOARD")));
    dialogue.send("RELOADCONFIG config.toml");
    let said = dialogue.send("TRACEBOARD");
    assert!(said[0].starts_with("MESSAGE rule renju, "), "a program for Rapfi: {said:?}");
}

#[test]
fn swap2_is_played_in_steps() {
    let mut dialogue = Dialogue::new();
    dialogue.send("yxshowinfo\nSTART 15");
    let three = dialogue.send("yxswap2step1");
    assert_eq!(
        three,
        ["MESSAGE SWAP2 MOVE1 0 0", "MESSAGE SWAP2 MOVE2 0 1", "MESSAGE SWAP2 MOVE3 0 2"]
    );
    let board = "start 15 15\nyxboard\n7,7,2\n8,8,1\n9,9,2\ndone";
    let choose = |taste, board: &str, step: &str| {
        let mut dialogue = Dialogue::new();
        dialogue.taste = taste;
        dialogue.send("yxshowinfo\nSTART 15");
        dialogue.send(board);
        dialogue.send(step)
    };
    // Black, white, or two more; white is to move.
    assert_eq!(choose(0, board, "yxswap2step2"), ["MESSAGE SWAP2 SWAP1 YES"]);
    assert_eq!(choose(1, board, "yxswap2step2"), ["MESSAGE SWAP2 SWAP1 NO"]);
    assert_eq!(
        choose(2, board, "yxswap2step2"),
        ["MESSAGE SWAP2 MOVE4 0 2", "MESSAGE SWAP2 MOVE5 0 3"]
    );
    let five = "yxboard 7,7,2 8,8,1 9,9,2 1,1,1 2,2,2 done";
    assert_eq!(choose(0, five, "yxswap2step3"), ["MESSAGE SWAP2 SWAP2 YES"]);
    assert_eq!(choose(1, five, "yxswap2step3"), ["MESSAGE SWAP2 SWAP2 NO"]);
    for (board, step) in [(five, "yxswap2step2"), (board, "yxswap2step3"), ("", "yxswap2step2")] {
        assert!(is_error(&choose(0, board, step)), "{step}");
    }
    assert!(is_error(&Dialogue::new().send("yxswap2step1")), "without a board");
}

#[test]
fn soosorv_8_is_played_in_steps() {
    let mut dialogue = Dialogue::new();
    dialogue.send("yxshowinfo\nINFO rule 2\nSTART 15");
    let three = dialogue.send("yxsoosorvstep1");
    assert_eq!(three[0], "MESSAGE SOOSORV MOVE1 7 7");
    assert_eq!(three.len(), 3);
    // The rows of the steps come after the word; the row of a point first.
    let rows = "7,7\n6,8\n5,9\n";
    dialogue.taste = 1;
    let fourth = dialogue.send(&format!("yxsoosorvstep3\n{rows}done"));
    assert_eq!(fourth, ["MESSAGE SOOSORV MOVE4 0 1 2"]);
    let first_color = format!("yxsoosorvstep2\n{rows}done");
    let second_color = format!("yxsoosorvstep4 2\n{rows}3,3\ndone");
    assert_eq!(dialogue.send(&first_color), ["MESSAGE SOOSORV SWAP1 N"]);
    assert_eq!(dialogue.send(&second_color), ["MESSAGE SOOSORV SWAP2 Y"]);
    dialogue.taste = 0;
    assert_eq!(dialogue.send(&first_color), ["MESSAGE SOOSORV SWAP1 Y"]);
    assert_eq!(dialogue.send(&second_color), ["MESSAGE SOOSORV SWAP2 N"]);
    assert!(dialogue.openings.iter().rev().take(4).all(|request| request.is_single));
    let offers = dialogue.send(&format!("yxsoosorvstep5 2\n{rows}3,3\ndone"));
    assert_eq!(
        offers,
        [
            "MESSAGE SOOSORV MOVE5 REFRESH",
            "MESSAGE SOOSORV MOVE5 0 0",
            "MESSAGE SOOSORV MOVE5 0 1",
            "MESSAGE SOOSORV MOVE5 DONE"
        ]
    );
    let picked = dialogue.send(&format!("yxsoosorvstep6\n{rows}3,3\n2,1\n1,3\ndone"));
    assert_eq!(picked, ["MESSAGE SOOSORV MOVE5C 2 1"]);
    let game = &dialogue.session.game().unwrap().position;
    assert_eq!((game.stones().len(), game.to_move()), (5, Color::White), "{}", picture(game, &[]));
}

#[test]
fn wrong_steps_are_errors_and_their_rows_are_skipped() {
    let mut dialogue = Dialogue::started();
    for wrong in [
        "yxsoosorvstep2\n7,7\ndone",
        "yxsoosorvstep2\n7,7\n7,7\n8,8\ndone",
        "yxsoosorvstep2\n0,0\n1,1\n2,2\ndone",
        "yxsoosorvstep3\n7,7,1\ndone",
        "yxsoosorvstep4\n7,7\n6,6\n5,5\n4,4\ndone",
        "yxsoosorvstep4 9\n7,7\n6,6\n5,5\n4,4\ndone",
        "yxsoosorvstep5 many\n7,7\n6,6\n5,5\n4,4\ndone",
        "yxsoosorvstep6\n7,7\n6,6\n5,5\n4,4\ndone",
    ] {
        let said = dialogue.send(wrong);
        assert!(is_error(&said), "{wrong}: {said:?}");
    }
    assert_eq!(dialogue.openings, []);
    let small = Dialogue::new().send("START 5\nyxsoosorvstep1");
    assert!(small[1].starts_with("ERROR YXSOOSORVSTEP1: "), "{small:?}");
}

#[test]
fn fifth_stones_that_the_rule_does_not_allow_are_not_picked() {
    let mut dialogue = Dialogue::started();
    dialogue.send("INFO rule 4");
    // The fifth stones a8 and h15 make the same figure with a line and a corner.
    let said = dialogue.send("yxsoosorvstep6 7,7 6,6 8,8 5,5 7,0 0,7 3,1 DONE");
    assert_eq!(said, ["MESSAGE SOOSORV MOVE5C 7 0"]);
    let offers = dialogue.openings[0].opening.offers();
    assert_eq!(offers.len(), 2, "{offers:?}");
}
