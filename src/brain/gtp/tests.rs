//! Dialogues without searches, as text: `>` is a command, the next lines are its answer.

use std::time::Duration;

use super::line::{self, GtpLine};
use super::load;
use super::session::{GtpAction, GtpConfig, GtpSearch, GtpSession, Loading};
use tengen_engine::engine::Choice;
use tengen_engine::search::Limits;
use tengen_engine::types::{BoardSize, Coord, Rule, Score};

fn session(rule: Rule, side: u64) -> GtpSession {
    let size = BoardSize::square(side).unwrap();
    let turn = Duration::from_secs(1);
    GtpSession::new(GtpConfig { rule, size, limits: Limits::default(), turn, lines: 5 })
}

/// The answer of the session, or what it does instead of one.
fn said(session: &mut GtpSession, text: &str) -> String {
    let command = GtpLine::parse(text).unwrap();
    let answer = match session.obey(&command) {
        GtpAction::Say(Ok(text)) => line::answer(command.id, Ok(&text)),
        GtpAction::Say(Err(error)) => line::answer(command.id, Err(&error)),
        GtpAction::NewGame | GtpAction::Quit => line::answer(command.id, Ok("")),
        GtpAction::Load(Loading { path, moves }) => {
            let (rule, size) = session.board();
            match session.load(load::line_of(&path, rule, size), moves) {
                Ok(()) => line::answer(command.id, Ok("")),
                Err(error) => line::answer(command.id, Err(&error)),
            }
        }
        GtpAction::Think(request) => format!("search {:?}", request.purpose),
        GtpAction::Idle => "idle".to_owned(),
    };
    answer.trim_end().to_owned()
}

/// Plays a dialogue.
#[track_caller]
fn dialogue(rule: Rule, side: u64, script: &str) {
    let mut session = session(rule, side);
    let lines = script.lines().map(str::trim_end).filter(|line| !line.trim().is_empty());
    let (mut seen, mut expected) = (String::new(), String::new());
    for line in lines.map(|line| line.strip_prefix("        ").unwrap_or(line)) {
        expected += line;
        expected.push('\n');
        if let Some(command) = line.strip_prefix("> ") {
            seen += &format!("{line}\n{}\n", said(&mut session, command));
        }
    }
    assert_eq!(seen, expected);
}

fn request(session: &mut GtpSession, text: &str) -> GtpSearch {
    match session.obey(&GtpLine::parse(text).unwrap()) {
        GtpAction::Think(request) => *request,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_session_says_who_it_is() {
    dialogue(
        Rule::Freestyle,
        15,
        "
        > 1 protocol_version
        =1 2
        > name
        = Tengen
        > 2 known_command genmove
        =2 true
        > known_command fly
        = false
        > 3 fly away
        ?3 unknown command
        > Name
        ? unknown command
        > komi 6.5
        =
        > komi much
        ? syntax error: seen 'much', expected a number
        > gogui-rules_game_id
        = Gomoku
        > quit
        =",
    );
    let list = said(&mut session(Rule::Freestyle, 15), "list_commands");
    assert!(list.starts_with("= boardsize\n") && list.ends_with("\nversion"), "{list}");
}

#[test]
fn a_game_is_played_taken_back_and_scored() {
    dialogue(
        Rule::Freestyle,
        15,
        "
        > boardsize 7
        =
        > play b D4
        =
        > play w J9
        ? syntax error: seen 'J9', expected a point, A1 to G7 without I, pass or resign
        > play w d4
        ? illegal move: D4 is occupied
        > play w e5
        =
        > gogui-rules_board
        = . . . . . . .
        . . . . . . .
        . . . . O . .
        . . . X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        > gogui-rules_side_to_move
        = black
        > final_score
        ? cannot score: the game is not over
        > undo
        =
        > gogui-rules_side_to_move
        = white
        > gg-undo 2
        ? cannot undo
        > gg-undo 1
        =
        > undo
        ? cannot undo
        > showboard
        =
           A B C D E F G
         7 . . . . . . . 7
         6 . . . . . . . 6
         5 . . . . . . . 5
         4 . . . . . . . 4
         3 . . . . . . . 3
         2 . . . . . . . 2
         1 . . . . . . . 1
           A B C D E F G
        black to move",
    );
}

#[test]
fn a_game_of_a_file_is_shown_up_to_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut session = session(Rule::Renju, 15);
    let mut load = |text: &str, more: &str| {
        std::fs::write(path("a.sgf"), text).unwrap();
        let answer = said(&mut session, &format!("loadsgf {}{more}", path("a.sgf")));
        let stones = said(&mut session, "gogui-rules_board").matches(['X', 'O']).count();
        (answer.replace(&path("a.sgf"), "a.sgf"), stones)
    };
    // As GoGui and Sabaki write it.
    let go = "(;FF[4]GM[1]AP[gogui:1.5.1]SZ[9]RU[Japanese]AB[aa];W[ee];B[ef](;W[])(;W[eg]))";
    assert_eq!(load(go, ""), ("=".to_owned(), 3));
    assert_eq!(load(go, " 2"), ("=".to_owned(), 2));
    assert_eq!(load(go, " 1"), ("=".to_owned(), 1));
    for (text, more, expected) in [
        (go, " 9", "a game of 3 moves, expected 8 or more"),
        (go, " x", "? syntax error: seen 'x', expected the number of a move, from 1"),
        ("(;GM[4]RU[caro];B[hh])", "", "a.sgf: a game of caro, expected --rule caro"),
        ("(;GM[4]SZ[30];B[hh])", "", "a.sgf: a board of 30x30, which the protocol cannot name"),
        ("(;GM[4];B[hh];W[hh])", "", "point h8 is occupied"),
        ("(;GM[4];B[hh];W[ii]", "", "the text ends before its ')'"),
        ("h8i9", "", "? cannot load file: a.sgf: "),
    ] {
        let (answer, stones) = load(text, more);
        assert!(answer.starts_with('?') && answer.contains(expected), "{text}: {answer}");
        assert_eq!(stones, 1, "the game stays as it was");
    }
    assert_eq!(said(&mut session, "gogui-rules_board_size"), "= 9");
    assert_eq!(said(&mut session, "undo"), "? cannot undo");
}

#[test]
fn a_five_ends_the_game_and_the_loser_resigns() {
    let mut session = session(Rule::Freestyle, 15);
    for point in ["A1", "B1", "C1", "D1", "E1"] {
        assert_eq!(said(&mut session, "final_score"), "? cannot score: the game is not over");
        assert_eq!(said(&mut session, "gogui-rules_final_result"), "= unknown");
        assert_eq!(said(&mut session, &format!("play b {point}")), "=");
    }
    assert_eq!(said(&mut session, "final_score"), "= B+");
    assert_eq!(said(&mut session, "gogui-rules_final_result"), "= black");
    assert_eq!(said(&mut session, "gogui-rules_legal_moves"), "=");
    assert_eq!(said(&mut session, "genmove w"), "= resign");
    assert_eq!(said(&mut session, "lz-genmove_analyze w 10"), "=\nplay resign");
    assert_eq!(said(&mut session, "genmove b"), "= pass");
    assert_eq!(said(&mut session, "lz-analyze 10"), "idle");
    assert_eq!(said(&mut session, "play w H8"), "? illegal move: the game is over");
    assert_eq!(said(&mut session, "undo"), "=");
    assert_eq!(said(&mut session, "play w H8"), "=");
}

#[test]
fn passes_and_resignation_end_games() {
    dialogue(
        Rule::Renju,
        15,
        "
        > play b pass
        =
        > gogui-rules_side_to_move
        = white
        > play w pass
        =
        > final_score
        = 0
        > gogui-rules_final_result
        = draw
        > undo
        =
        > play w resign
        =
        > final_score
        = B+Resign
        > clear_board
        =
        > gogui-rules_game_id
        = Renju
        > final_score
        ? cannot score: the game is not over",
    );
}

#[test]
fn forbidden_points_are_illegal_to_black_only() {
    let mut session = session(Rule::Renju, 15);
    for point in ["H9", "H10", "J8", "K8"] {
        assert_eq!(said(&mut session, &format!("play b {point}")), "=");
    }
    let refused = said(&mut session, "play b H8");
    assert_eq!(refused, "? illegal move: H8 is forbidden to black (double-three)");
    let legal =
        |session: &mut GtpSession| said(session, "gogui-rules_legal_moves").contains(" H8 ");
    assert!(legal(&mut session), "white is to move");
    assert_eq!(said(&mut session, "play w A1"), "=");
    assert!(!legal(&mut session), "black is to move");
    assert_eq!(said(&mut session, "play w H8"), "=");
}

#[test]
fn boards_that_cannot_be_named_are_refused() {
    let mut session = session(Rule::Freestyle, 15);
    let refused = said(&mut session, "boardsize 26");
    assert_eq!(refused, "? unacceptable size: seen 26x26, expected 5x5 to 25x25");
    assert!(said(&mut session, "boardsize 4").starts_with("? unacceptable size"));
    assert!(said(&mut session, "boardsize 18446744073709551616").starts_with("? syntax error"));
    assert_eq!(said(&mut session, "gogui-rules_board_size"), "= 15");
    assert_eq!(said(&mut session, "boardsize 10 7"), "=");
    assert_eq!(said(&mut session, "gogui-rules_board_size"), "= 10 7");
    assert_eq!(said(&mut session, "play b K7"), "=");
    assert_eq!(said(&mut session, "rectangular_boardsize 25 25"), "=");
    assert_eq!(said(&mut session, "play b Z25"), "=");
}

#[test]
fn a_handicap_is_placed_once_and_is_no_win() {
    let mut session = session(Rule::Freestyle, 15);
    assert!(said(&mut session, "set_free_handicap H8").starts_with("? syntax error"));
    let twice = said(&mut session, "set_free_handicap H8 J9 H8");
    assert_eq!(twice, "? illegal move: H8 is named twice");
    let won = said(&mut session, "set_free_handicap A1 B1 C1 D1 E1");
    assert_eq!(won, "? illegal move: E1 ends the game");
    assert_eq!(said(&mut session, "set_free_handicap H8 J9"), "=");
    assert_eq!(said(&mut session, "gogui-rules_side_to_move"), "= white");
    assert_eq!(said(&mut session, "set_free_handicap A1 A2"), "? board not empty");
    assert_eq!(said(&mut session, "undo"), "? cannot undo");
}

#[test]
fn a_move_has_the_time_that_the_controller_gives() {
    let mut session = session(Rule::Freestyle, 15);
    let second = Duration::from_secs;
    let times = |session: &mut GtpSession, text: &str| {
        let limits = request(session, text).limits;
        (limits.turn, limits.left)
    };
    assert_eq!(times(&mut session, "genmove b"), (Some(second(1)), None));
    assert_eq!(said(&mut session, "time_settings 60 0 0"), "=");
    assert_eq!(times(&mut session, "genmove b"), (None, Some(second(60))));
    assert_eq!(said(&mut session, "time_left b 9 0"), "=");
    assert_eq!(times(&mut session, "genmove b"), (None, Some(second(9))));
    assert_eq!(said(&mut session, "time_settings 0 10 0"), "=");
    assert_eq!(times(&mut session, "genmove b"), (Some(second(1)), None), "no limit");
    assert_eq!(said(&mut session, "kgs-time_settings canadian 0 50 25"), "=");
    assert_eq!(times(&mut session, "genmove w"), (Some(second(2)), None));
    assert_eq!(said(&mut session, "kgs-time_settings none"), "=");
    assert_eq!(times(&mut session, "lz-analyze b 10"), (None, None));
    let unknown = said(&mut session, "kgs-time_settings fischer 1 1");
    assert!(unknown.ends_with("expected none, absolute, byoyomi or canadian"), "{unknown}");
}

#[test]
fn what_the_engine_chose_is_played_or_only_named() {
    let mut session = session(Rule::Freestyle, 15);
    let choice =
        |coord| Choice { moves: vec![coord], score: Score(0), depth: 1, nodes: 1, pv: vec![coord] };
    let asked = request(&mut session, "reg_genmove b");
    assert_eq!(session.chosen(&asked, &choice(Coord::new(8, 7)), Duration::ZERO), "J8");
    assert_eq!(said(&mut session, "gogui-rules_side_to_move"), "= black");
    let asked = request(&mut session, "genmove b");
    assert_eq!(session.chosen(&asked, &choice(Coord::new(8, 7)), Duration::ZERO), "J8");
    assert_eq!(said(&mut session, "gogui-rules_side_to_move"), "= white");
    assert_eq!(said(&mut session, "play w J8"), "? illegal move: J8 is occupied");
    // Any color may move at any time.
    let asked = request(&mut session, "genmove b");
    assert_eq!(asked.position.to_move(), tengen_engine::types::Color::Black);
    // An engine without a legal move passes.
    assert_eq!(session.chosen(&asked, &choice(Coord::new(8, 7)), Duration::ZERO), "pass");
}
