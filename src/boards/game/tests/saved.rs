//! What of a game is saved, and where a game that was interrupted continues.

use super::super::super::engine_thread::fake::FirstPoint;
use super::*;

#[test]
fn a_game_is_saved_only_with_its_comments_and_variations() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    put(&mut game, "e5");
    obey(&mut game, TableCommand::Comment("why".to_owned()));
    game.mark_in_library();
    assert!(game.is_unsaved() && !game.is_missing_in_library());
    game.mark_saved();
    assert!(!game.is_unsaved());
}

#[test]
fn a_comment_without_text_removes_the_one_that_is_there() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    let mut said = |text: &str| {
        obey(&mut game, TableCommand::Comment(text.to_owned()));
        game.message().to_owned()
    };
    assert_eq!(said(""), "There is no comment on the start of the game.");
    said("why");
    assert_eq!(said(""), "The comment on the start of the game is removed.");
    put(&mut game, "e5");
    obey(&mut game, TableCommand::Comment(String::new()));
    assert_eq!(game.message(), "There is no comment on this move.");
    assert!(!game.tree().has_remarks());
}

#[test]
fn a_line_in_the_library_stays_there_until_something_else_is_played() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    put(&mut game, "e5 d4");
    obey(&mut game, TableCommand::Undo);
    put(&mut game, "f6");
    game.mark_in_library();
    game.mark_saved();
    obey(&mut game, TableCommand::Comment("why".to_owned()));
    assert!(game.is_unsaved() && !game.is_missing_in_library());
    obey(&mut game, TableCommand::Variation);
    assert!(!game.is_missing_in_library(), "a look at the other line changes nothing");
    put(&mut game, "a1");
    assert!(game.is_missing_in_library());
    game.mark_in_library();
    obey(&mut game, TableCommand::Resign);
    assert!(game.is_missing_in_library(), "its result is not there");
}

#[test]
fn a_position_that_was_set_up_is_no_line_for_the_library() {
    let setup = game(Rule::Freestyle, 9, Mover::Person, Mover::Person).setup;
    let mut start = Position::new(Rule::Freestyle, setup.size);
    start.put(Coord::new(4, 4), Stone::White).unwrap();
    let mut game = LiveGame::with_tree(setup, GameTree::from_position(start));
    assert!(game.is_unsaved() && !game.is_missing_in_library());
    game.stamp(0);
    assert!(!game.is_unsaved());
    put(&mut game, "a1");
    assert!(game.is_unsaved() && !game.is_missing_in_library());
}

/// A game with two lines, on the board the second one.
fn variations() -> LiveGame {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    put(&mut game, "e5 d4 a1");
    obey(&mut game, TableCommand::Undo);
    obey(&mut game, TableCommand::Undo);
    put(&mut game, "f6 a2 a3");
    game
}

/// A game that was left and continues.
fn continued(left: &LiveGame) -> LiveGame {
    let resume = Resume::new(&FirstPoint::default().strength, left);
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    game.continue_with(left.tree().clone(), &Resume::read(&resume.text()));
    game
}

#[test]
fn a_file_gets_the_line_on_the_board_first_unless_it_had_another() {
    let main = |tree: &GameTree| tree.line_through(GameTree::ROOT).len();
    let mut game = variations();
    assert_eq!(continued(&game).with_line_first().tree(), game.with_line_first().tree());
    obey(&mut game, TableCommand::Resign);
    obey(&mut game, TableCommand::First);
    let saved = game.with_line_first().tree().clone();
    assert_eq!((main(game.tree()), main(&saved), saved.len()), (3, 4, game.tree().len()));
    assert_eq!(saved.head().outcome.to_string(), "white wins: resigned");
    game.mark_opened();
    assert!(!game.shows_main_line());
    assert_eq!(game.with_line_first().tree(), game.tree());
    assert_eq!(continued(&game).with_line_first().tree(), game.tree());
    obey(&mut game, TableCommand::Last);
    obey(&mut game, TableCommand::Promote);
    assert!(game.shows_main_line());
}

#[test]
fn a_game_that_continues_is_where_it_was_left() {
    for undone in 0..=4 {
        let mut left = variations();
        for _ in 0..undone {
            obey(&mut left, TableCommand::Undo);
        }
        let mut back = continued(&left);
        assert_eq!((back.at(), back.undone.clone()), (left.at(), left.undone.clone()), "{undone}");
        assert_eq!((back.record(), back.message()), (left.record(), "The game continues."));
        obey(&mut back, TableCommand::Last);
        assert_eq!(back.moves().len(), 4, "the line that was played, not the main one");
    }
    // The main line needs no note.
    let mut main = variations();
    obey(&mut main, TableCommand::First);
    obey(&mut main, TableCommand::Redo);
    put(&mut main, "d4");
    assert_eq!(main.resumed_line(), (vec![], 1));
}

#[test]
fn an_engine_that_is_paused_stays_so_in_a_game_that_continues() {
    for (command, waits) in [
        (TableCommand::First, WaitingFor::Person),
        (TableCommand::Variation, WaitingFor::Person),
        // Nothing was paused: it moves.
        (TableCommand::Numbers, WaitingFor::Move),
    ] {
        let mut looked = variations();
        looked.setup.seats = ByColor::new(Mover::Engine, Mover::Engine);
        looked.tree.edit_head(|head| head.set_names("tengen", "tengen"));
        let first = looked.tree.first_after(GameTree::ROOT).unwrap();
        looked.go_to(looked.tree.first_after(first).unwrap());
        obey(&mut looked, command.clone());
        let back = continued(&looked);
        assert_eq!((back.at(), back.waiting_for()), (looked.at(), waits), "{command:?}");
        let is_paused = waits == WaitingFor::Person;
        assert_eq!(back.message().ends_with(navigate::PAUSED), is_paused, "{command:?}");
    }
}

#[test]
fn an_opening_that_continues_after_a_choice_was_taken_back_pauses_nobody() {
    let mut left = game(Rule::Freestyle, 15, Mover::Person, Mover::Engine)
        .with_opening(OpeningRule::Swap2)
        .unwrap();
    for text in ["h8", "i9"] {
        obey(&mut left, TableCommand::Choose(text.to_owned()));
    }
    obey(&mut left, TableCommand::Undo);
    assert_eq!(left.moves().len(), 1);
    let back = continued(&left);
    assert_eq!((back.moves().len(), back.is_paused()), (1, false));
    assert_eq!(back.opening_status(), left.opening_status());
}

#[test]
fn a_line_that_a_game_does_not_have_changes_nothing() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    put(&mut game, "e5 d4 a1");
    for (text, moves) in [
        (r#"{"choices":[0,5],"undone":1}"#, 3),
        (r#"{"choices":"e5d4"}"#, 3),
        (r#"{"undone":7}"#, 0),
        (r#"{"undone":1}"#, 2),
    ] {
        let tree = game.tree().clone();
        game.continue_with(tree, &Resume::read(text));
        assert_eq!(game.moves().len(), moves, "{text}");
    }
}

#[test]
fn a_resignation_continues_and_ends_its_line() {
    let mut game = variations();
    obey(&mut game, TableCommand::Undo);
    obey(&mut game, TableCommand::Resign);
    let record = game.record().unwrap();
    assert_eq!((record.moves.len(), record.outcome.result()), (3, "black"));
    let saved = game.with_line_first().tree().clone();
    assert_eq!((saved.head().outcome, saved.len()), (record.outcome, 6));
    let mut back = continued(&game);
    assert_eq!((back.at(), back.surrendered().map(|it| it.loser)), (game.at(), Some(Color::White)));
    assert_eq!(back.record().unwrap().outcome, record.outcome);
    // Wherever the board is.
    obey(&mut back, TableCommand::First);
    let mut back = continued(&back);
    assert_eq!((back.at(), back.record()), (GameTree::ROOT, Some(record)));
    obey(&mut back, TableCommand::Last);
    assert_eq!((back.at(), back.surrendered().map(|it| it.loser)), (game.at(), Some(Color::White)));
}

#[test]
fn a_resignation_on_the_main_line_ends_it_before_moves_that_were_taken_back() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    put(&mut game, "e5 d4 a1 b1");
    for command in [TableCommand::Undo, TableCommand::Undo, TableCommand::Resign] {
        obey(&mut game, command);
    }
    let record = game.record().unwrap();
    assert_eq!((record.moves.len(), record.outcome.result()), (2, "white"));
    obey(&mut game, TableCommand::First);
    let mut back = continued(&game);
    assert_eq!((back.at(), back.record()), (GameTree::ROOT, Some(record.clone())));
    obey(&mut back, TableCommand::Last);
    assert_eq!((back.moves().len(), back.record()), (2, Some(record)));
}

#[test]
fn a_game_of_a_file_continues_as_one_that_the_library_need_not_get() {
    let mut game = variations();
    let tree = game.tree().clone();
    game.open(tree, 0);
    assert!(!game.is_unsaved());
    let mut back = continued(&game);
    // Its file may have changed since.
    assert!(back.is_unsaved() && back.is_opened() && !back.is_missing_in_library());
    put(&mut back, "c3");
    assert!(back.is_missing_in_library());
}
