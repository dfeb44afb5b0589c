use super::super::engine_thread::fake::FirstPoint;
use super::super::game::{LiveGameSetup, Mover};
use super::super::game_store::fake::MemoryStore;
use super::*;
use tengen_engine::board::notation;
use tengen_engine::rules::opening::OpeningRule;
use tengen_engine::types::{Coord, Stone};

/// A small board, and who moves.
fn setup(mover: Mover) -> LiveGameSetup {
    LiveGameSetup::small(mover, mover)
}

/// A game of two persons.
fn game(points: &str) -> LiveGame {
    let mut game = LiveGame::new(setup(Mover::Person), 0);
    for name in points.split_whitespace() {
        let coord = notation::parse(name, game.position().size()).unwrap();
        game.obey(TableCommand::Put(coord), None, 0);
    }
    game
}

/// What a command loses, the message, and what is saved then.
fn loss(
    game: &mut LiveGame,
    store: &mut MemoryStore,
    command: &TableCommand,
) -> (SaveLoss, String) {
    let mut engine = FirstPoint::default();
    let loss = GameTable::new(game, &mut engine, store).loss_by(command);
    (loss, game.message().to_owned())
}

/// A game in which another stone was set up.
fn edited() -> LiveGame {
    let mut game = game("a1 b1");
    game.obey(TableCommand::Edit, None, 0);
    let corner = game.position().size().center();
    game.obey(TableCommand::Stones(Some(Stone::Black), vec![corner]), None, 0);
    game
}

#[test]
fn every_command_that_drops_a_game_saves_it_first() {
    let commands = [TableCommand::New, TableCommand::QUIT, TableCommand::Edit];
    for (mut game, command) in [game("a1 b1"), game("a1 b1"), edited()].into_iter().zip(commands) {
        let mut store = MemoryStore { saves_all: true, ..MemoryStore::default() };
        assert_eq!(loss(&mut game, &mut store, &command).0, SaveLoss::Nothing, "{command:?}");
        assert_eq!(store.saved, [(None, 2)], "{command:?}");
    }
    // An edit that changes nothing drops nothing.
    let mut store = MemoryStore { saves_all: true, ..MemoryStore::default() };
    assert_eq!(loss(&mut game("a1"), &mut store, &TableCommand::Edit).0, SaveLoss::Nothing);
    assert!(store.saved.is_empty());
}

#[test]
fn a_game_that_cannot_be_saved_is_not_safe() {
    for (mut game, command) in [
        (game("a1"), TableCommand::New),
        (game("a1"), TableCommand::QUIT),
        (game("a1"), TableCommand::Open("c3".to_owned(), None)),
        (edited(), TableCommand::Edit),
    ] {
        let mut store = MemoryStore { saves_all: true, is_full: true, ..MemoryStore::default() };
        let lost = loss(&mut game, &mut store, &command);
        assert_eq!(lost, (SaveLoss::Failed, "The disk is full.".to_owned()), "{command:?}");
        store.saves_all = false;
        assert_eq!(loss(&mut game, &mut store, &command).0, SaveLoss::Unsaved, "{command:?}");
        // A copy in a file is enough.
        game.mark_saved();
        assert_eq!(loss(&mut game, &mut store, &command).0, SaveLoss::Nothing, "{command:?}");
    }
    let mut store = MemoryStore::default();
    assert_eq!(loss(&mut game(""), &mut store, &TableCommand::New).0, SaveLoss::Nothing);
}

#[test]
fn a_position_that_was_set_up_is_not_dropped_without_a_question() {
    let mut game = edited();
    game.obey(TableCommand::Edit, None, 0);
    assert!(game.tree().is_empty() && game.has_contents());
    let commands =
        [TableCommand::New, TableCommand::QUIT, TableCommand::Open("c3".to_owned(), None)];
    for command in &commands {
        let mut store = MemoryStore::default();
        assert_eq!(loss(&mut game, &mut store, command).0, SaveLoss::Unsaved, "{command:?}");
    }
    game.mark_saved();
    for command in &commands {
        let mut store = MemoryStore::default();
        assert_eq!(loss(&mut game, &mut store, command).0, SaveLoss::Nothing, "{command:?}");
    }
}

#[test]
fn a_position_of_the_command_line_is_saved_already() {
    let mut game = edited();
    game.obey(TableCommand::Edit, None, 0);
    game.stamp(0);
    let mut store = MemoryStore { saves_all: true, is_full: true, ..MemoryStore::default() };
    let lost = loss(&mut game, &mut store, &TableCommand::QUIT);
    let message = "A new game begins with this position.".to_owned();
    assert_eq!(lost, (SaveLoss::Nothing, message), "no attempt to save it has failed");
}

#[test]
fn stones_being_set_up_are_not_dropped_without_a_question() {
    let commands = [TableCommand::New, TableCommand::QUIT, TableCommand::Open("c3".into(), None)];
    for (command, saves_all) in
        commands.iter().flat_map(|command| [(command, false), (command, true)])
    {
        let mut store = MemoryStore { saves_all, ..MemoryStore::default() };
        assert_eq!(loss(&mut edited(), &mut store, command).0, SaveLoss::Edited, "{command:?}");
        assert!(store.saved.is_empty(), "the game may continue");
    }
    let mut unchanged = game("a1");
    unchanged.mark_saved();
    unchanged.obey(TableCommand::Edit, None, 0);
    let mut store = MemoryStore::default();
    assert_eq!(loss(&mut unchanged, &mut store, &TableCommand::New).0, SaveLoss::Nothing);
}

#[test]
fn stones_being_set_up_stay_written_down_when_the_game_is_left() {
    let left =
        "The position that is being set up is not saved. tengen play --continue continues it.";
    let unwritten = "The position that is being set up is not saved. The folder cannot be written.";
    for (is_read_only, written, said) in [(false, vec![2], left), (true, vec![], unwritten)] {
        let mut store = MemoryStore { is_read_only, ..MemoryStore::default() };
        let (mut game, mut engine) = (edited(), FirstPoint::default());
        GameTable::new(&mut game, &mut engine, &mut store).leave();
        assert_eq!((store.written, game.message()), (written, said));
    }
    let mut store = MemoryStore::default();
    let (mut left, mut engine) = (edited(), FirstPoint::default());
    GameTable::new(&mut left, &mut engine, &mut store).break_off();
    let mut back = game("");
    back.continue_with(left.tree().clone(), &Resume::read(&store.resume.text()));
    assert!(back.has_edited() && back.position() == left.position());
    let mut store = MemoryStore::default();
    let mut table = GameTable::new(&mut left, &mut engine, &mut store);
    table.abandon_if(true);
    table.leave();
    assert_eq!((store.written, store.answer), (vec![0], ""), "quit! drops all of it");
}

#[test]
fn an_engine_that_has_stopped_is_not_asked_again() {
    let (note, choices) = (String::new(), Vec::new());
    let stopped = EngineMove { coord: None, time_ms: 0, note, choices, review: None };
    let asks = [TableCommand::Go, TableCommand::Hint, TableCommand::Explain, TableCommand::Analyze];
    let asked = asks.map(|command| {
        let mut game = game("a1");
        game.obey(command, None, 0);
        game
    });
    let opening = LiveGame::new(setup(Mover::Engine), 0).with_opening(OpeningRule::Swap2).unwrap();
    for mut game in asked.into_iter().chain([opening]) {
        let asked = game.waiting_for();
        assert_ne!(asked, WaitingFor::Person);
        let (mut engine, mut store) = (FirstPoint::default(), MemoryStore::default());
        assert!(!GameTable::new(&mut game, &mut engine, &mut store).take(asked, &stopped));
        assert_eq!(game.waiting_for(), WaitingFor::Person, "{asked:?}");
        assert_eq!(game.message(), "The engine has stopped.", "{asked:?}");
    }
}

#[test]
fn a_game_that_cannot_be_saved_stays_written_down_when_it_is_left() {
    for (is_full, written, message) in [
        (false, vec![1, 0], "Saved."),
        (true, vec![1], "The disk is full. tengen play --continue continues it."),
    ] {
        let mut store = MemoryStore { saves_all: true, is_full, ..MemoryStore::default() };
        let (mut game, mut engine) = (game("a1"), FirstPoint::default());
        let mut table = GameTable::new(&mut game, &mut engine, &mut store);
        table.write_down();
        table.leave();
        assert_eq!((store.written, game.message()), (written, message));
    }
}

#[test]
fn the_engine_learns_of_every_new_game() {
    let mut store = MemoryStore::default();
    let (mut game, mut engine) = (edited(), FirstPoint::default());
    let mut table = GameTable::new(&mut game, &mut engine, &mut store);
    table.obey(TableCommand::Edit, None);
    table.obey(TableCommand::Undo, None);
    table.obey(TableCommand::New, None);
    let found = Interrupted {
        game: super::tests::game("c3").tree().clone(),
        resume: Resume::default(),
        description: String::new(),
    };
    table.continue_game(found);
    assert_eq!((engine.new_games, store.answer), (3, "adopted"));
}

#[test]
fn a_game_that_continues_keeps_the_strength_of_the_command_line() {
    for (keeps, level) in [(false, "3"), (true, "full")] {
        let mut engine = FirstPoint::default();
        engine.strength.options.level = "3".parse().unwrap();
        let resume = Resume::new(&engine.strength, &game("c3"));
        engine.strength.options.level = "full".parse().unwrap();
        let (mut game, mut store) = (game(""), MemoryStore::default());
        let table = GameTable::new(&mut game, &mut engine, &mut store);
        let found = Interrupted {
            game: super::tests::game("c3").tree().clone(),
            resume,
            description: String::new(),
        };
        table.keeping_strength(keeps).continue_game(found);
        assert_eq!(engine.strength.options.level.name(), level);
        let says = if keeps { "The game continues." } else { "The game continues at level 3." };
        assert_eq!(game.message(), says);
    }
}

#[test]
fn a_game_that_continues_is_saved_again_only_if_it_changes() {
    let mut engine = FirstPoint::default();
    let mut store = MemoryStore { saves_all: true, ..MemoryStore::default() };
    let mut first = game("a1 b1");
    first.obey(TableCommand::Comment("why".to_owned()), None, 0);
    GameTable::new(&mut first, &mut engine, &mut store).leave();
    assert_eq!((store.saved.len(), store.answer), (1, "set aside"));
    for (played, saved) in [(None, 1), (None, 1), (Some(Coord::new(2, 2)), 2)] {
        let found = Interrupted {
            game: first.tree().clone(),
            resume: store.resume.clone(),
            description: String::new(),
        };
        let mut game = game("");
        let mut table = GameTable::new(&mut game, &mut engine, &mut store);
        table.continue_game(found);
        if let Some(coord) = played {
            table.obey(TableCommand::Put(coord), None);
        }
        table.leave();
        assert_eq!(store.saved.len(), saved, "{played:?}");
    }
}

#[test]
fn a_hint_and_an_explanation_are_searched_on_no_clock() {
    let (mut game, mut engine, mut store) =
        (game("a1"), FirstPoint::default(), MemoryStore::default());
    let mut kind = |wanted| {
        GameTable::new(&mut game, &mut engine, &mut store).ask(wanted);
        engine.kind
    };
    assert_eq!(kind(WaitingFor::Hint), Some(SearchKind::Hint));
    assert_eq!(kind(WaitingFor::Explanation), Some(SearchKind::Explanation));
    assert_eq!(kind(WaitingFor::Analysis), Some(SearchKind::Analysis));
    assert_eq!(kind(WaitingFor::Move), Some(SearchKind::Move { used_ms: 0 }));
}
