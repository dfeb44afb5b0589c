use super::super::engine_thread::fake::FirstPoint;
use super::super::game::{LiveGameSetup, Mover};
use super::super::game_store::fake::MemoryStore;
use super::*;
use tengen_engine::board::notation;
use tengen_engine::engine::Level;
use tengen_engine::rules::opening::{OpeningChoice, OpeningRule};
use tengen_engine::types::{BoardSize, Stone};

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

/// What a command does before it replaces or leaves the game: the obstacle, and what it says.
fn replace(
    game: &mut LiveGame,
    store: &mut MemoryStore,
    command: &TableCommand,
) -> (Option<Obstacle>, String) {
    let mut engine = FirstPoint::default();
    let mut table = GameTable::new(game, &mut engine, store);
    let obstacle = table.prepare(command).err();
    if obstacle.is_none() {
        match command {
            TableCommand::Quit { .. } => table.leave(),
            command => _ = table.obey(command.clone(), None),
        }
    }
    (obstacle, game.message().to_owned())
}

/// Every way to replace or leave a game.
fn all() -> [TableCommand; 4] {
    let open = TableCommand::Open("c3".to_owned(), None);
    [TableCommand::New, TableCommand::QUIT, open, TableCommand::Edit]
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
fn a_game_that_is_replaced_or_left_stays_in_its_file() {
    for command in all() {
        let mut game = if command == TableCommand::Edit { edited() } else { game("a1 b1") };
        let mut store = MemoryStore::default();
        let (obstacle, said) = replace(&mut game, &mut store, &command);
        assert_eq!((obstacle, &*store.written, store.answer), (None, &[2][..], "set aside"));
        assert!(said.starts_with("The game stays in the old file"), "{command:?}: {said}");
        assert_eq!(store.resume.editor, None, "{command:?}");
    }
    // Nothing is left of a game that is over and saved elsewhere, or of none.
    for (points, is_saved) in [("a1 b1", true), ("", false)] {
        for command in all() {
            let (mut game, mut store) = (game(points), MemoryStore::default());
            if is_saved {
                game.obey(TableCommand::Resign, None, 0);
                game.mark_saved();
            }
            assert_eq!(replace(&mut game, &mut store, &command).0, None, "{command:?}");
            assert_eq!(store.answer, "", "{command:?}");
            assert!(store.written.last().is_none_or(|&moves| moves == 0), "{command:?}");
        }
    }
}

#[test]
fn a_copy_of_a_game_that_goes_on_does_not_take_its_file_away() {
    for command in all().into_iter().filter(|command| *command != TableCommand::Edit) {
        let (mut game, mut store) = (game("a1 b1"), MemoryStore::default());
        game.mark_saved();
        let (_, said) = replace(&mut game, &mut store, &command);
        assert_eq!((store.answer, store.is_closed), ("set aside", false), "{command:?}");
        assert!(said.starts_with("The game stays in the old file"), "{command:?}: {said}");
        // A game of a file that was only looked at leaves nothing.
        let (mut looked_at, mut store) = (super::tests::game("a1 b1"), MemoryStore::default());
        looked_at.stamp(0);
        replace(&mut looked_at, &mut store, &command);
        assert_eq!((store.answer, &*store.written), ("", &[2, 0][..]), "{command:?}");
    }
}

#[test]
fn the_library_gets_the_line_of_a_game_that_is_replaced_or_left() {
    for (command, is_full) in all().into_iter().flat_map(|it| [(it.clone(), false), (it, true)]) {
        let mut game = if command == TableCommand::Edit { edited() } else { game("a1 b1") };
        let mut store = MemoryStore { saves_all: true, is_full, ..MemoryStore::default() };
        let (obstacle, said) = replace(&mut game, &mut store, &command);
        assert_eq!(obstacle, None, "{command:?}");
        let (saved, start) = match is_full {
            false => (vec![(None, 2)], "Saved. The game stays in the old file"),
            true => (vec![], "The disk is full. The game stays in the old file"),
        };
        assert!(said.starts_with(start), "{command:?}: {said}");
        assert_eq!((store.saved, store.answer), (saved, "set aside"), "{command:?}");
    }
    // An edit that changes nothing replaces nothing.
    let mut store = MemoryStore { saves_all: true, ..MemoryStore::default() };
    assert_eq!(replace(&mut game("a1"), &mut store, &TableCommand::Edit).0, None);
    assert!(store.saved.is_empty());
}

#[test]
fn a_game_whose_file_cannot_be_written_is_not_replaced() {
    let why = || "The folder cannot be written.".to_owned();
    for command in all() {
        let mut game = if command == TableCommand::Edit { edited() } else { game("a1 b1") };
        let mut store = MemoryStore { is_read_only: true, ..MemoryStore::default() };
        let lost = replace(&mut game, &mut store, &command);
        assert_eq!(lost, (Some(Obstacle::Unsaved(why())), why()), "{command:?}");
        store.is_read_only = false;
        assert_eq!(replace(&mut game, &mut store, &command).0, None, "there is room again");
    }
    let mut store = MemoryStore { is_read_only: true, ..MemoryStore::default() };
    let mut saved = game("a1");
    saved.mark_saved();
    assert_eq!(replace(&mut saved, &mut store, &TableCommand::New).0, None, "a copy is enough");
    assert_eq!(replace(&mut game(""), &mut store, &TableCommand::New).0, None);
    let (mut game, mut engine) = (game("a1"), FirstPoint::default());
    GameTable::new(&mut game, &mut engine, &mut store).leave();
    assert_eq!(game.message(), "The game is not saved. The folder cannot be written.");
}

#[test]
fn stones_being_set_up_stay_written_down_when_the_game_is_left() {
    for command in [TableCommand::New, TableCommand::QUIT] {
        let mut store = MemoryStore::default();
        let (mut left, mut engine) = (edited(), FirstPoint::default());
        left.mark_saved();
        assert_eq!(replace(&mut left.clone(), &mut store, &command).0, None);
        assert_eq!(store.answer, "set aside", "{command:?}");
        GameTable::new(&mut left, &mut engine, &mut store).break_off();
        let mut back = game("");
        back.continue_with(left.tree().clone(), &Resume::read(&store.resume.text()));
        assert!(back.has_edited() && back.position() == left.position());
    }
    let mut store = MemoryStore::default();
    let (mut left, mut engine) = (edited(), FirstPoint::default());
    let mut table = GameTable::new(&mut left, &mut engine, &mut store);
    table.abandon_if(true);
    table.leave();
    assert_eq!((store.written, store.answer), (vec![2, 0], ""), "quit! drops all of it");
}

#[test]
fn a_game_that_is_over_is_closed_and_another_is_continued() {
    let continues = "The game stays in the old file; tengen play --continue continues it.";
    for (resigns, is_closed, said) in
        [(true, true, "The game stays in the old file."), (false, false, continues)]
    {
        let (mut game, mut store) = (game("a1 b1"), MemoryStore::default());
        if resigns {
            game.obey(TableCommand::Resign, None, 0);
            game.obey(TableCommand::First, None, 0);
        }
        assert_eq!(replace(&mut game, &mut store, &TableCommand::QUIT).1, said);
        assert_eq!((store.is_closed, store.answer), (is_closed, "set aside"));
    }
}

#[test]
fn a_game_is_written_as_over_as_soon_as_it_is_and_so_when_the_window_is_closed() {
    let (mut game, mut engine, mut store) =
        (game("a1 b1"), FirstPoint::default(), MemoryStore::default());
    let mut is_closed_after = |commands: &[TableCommand]| {
        for command in commands.iter().cloned() {
            game.obey(command, None, 0);
        }
        let mut table = GameTable::new(&mut game, &mut engine, &mut store);
        table.write_down();
        table.break_off();
        (store.is_closed, game.message().to_owned())
    };
    let interrupted =
        || (false, "The game was interrupted; tengen play --continue continues it.".to_owned());
    assert_eq!(is_closed_after(&[]), interrupted());
    let over = || (true, "The game stays in the old file.".to_owned());
    assert_eq!(is_closed_after(&[TableCommand::Resign]), over());
    assert_eq!(is_closed_after(&[TableCommand::First]), over());
    let corner = notation::parse("e5", setup(Mover::Person).size).unwrap();
    let sets_up = [TableCommand::Edit, TableCommand::Stones(Some(Stone::Black), vec![corner])];
    assert_eq!(is_closed_after(&sets_up), interrupted());
    assert_eq!(is_closed_after(&[TableCommand::Cancel]), over());
    game.obey(TableCommand::Last, None, 0);
    game.obey(TableCommand::Undo, None, 0);
    GameTable::new(&mut game, &mut engine, &mut store).write_down();
    assert!(!store.is_closed, "the resignation is taken back");
}

#[test]
fn a_game_is_written_again_only_if_it_has_changed() {
    let (mut game, mut engine, mut store) =
        (game("a1 b1"), FirstPoint::default(), MemoryStore::default());
    let mut table = GameTable::new(&mut game, &mut engine, &mut store);
    for command in [TableCommand::Undo, TableCommand::Pause, TableCommand::Forbidden] {
        table.write_down();
        table.game.obey(command, None, 0);
        table.game.say("Nothing that is saved.");
        table.write_down();
    }
    // A pause is written down; what is shown and said is not part of a game.
    assert_eq!(store.written, [2, 2, 2]);
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
        // Of two persons: no level is said.
        assert_eq!(game.message(), "The game continues.");
    }
}

#[test]
fn a_game_against_the_engine_that_continues_names_its_level() {
    let mut engine = FirstPoint::default();
    engine.strength.options.level = "3".parse().unwrap();
    let begun = LiveGame::new(setup(Mover::Engine), 0);
    let resume = Resume::new(&engine.strength, &begun);
    engine.strength.options.level = "full".parse().unwrap();
    let (mut game, mut store) = (LiveGame::new(setup(Mover::Engine), 0), MemoryStore::default());
    let found = Interrupted { game: begun.tree().clone(), resume, description: String::new() };
    GameTable::new(&mut game, &mut engine, &mut store).continue_game(found);
    assert_eq!(game.message(), "The game continues at level 3.");
}

#[test]
fn a_game_of_two_persons_continues_at_no_level() {
    let setup = LiveGameSetup::small(Mover::Person, Mover::Person);
    let mut game = LiveGame::new(setup, 0);
    game.say_continued(Some(Level::Full));
    assert_eq!(game.message(), "The game continues.");
    // As it is with an engine, whoever is to move.
    let setup = LiveGameSetup::small(Mover::Person, Mover::Engine);
    let mut game = LiveGame::new(setup, 0);
    game.say_continued(Some(Level::Full));
    assert_eq!(game.message(), "The game continues at level full.");
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

#[test]
fn the_engine_knows_what_it_has_used_of_its_clock_in_an_opening() {
    let size = BoardSize::square(15).unwrap();
    let setup = LiveGameSetup { size, ..LiveGameSetup::small(Mover::Engine, Mover::Person) };
    let mut game = LiveGame::new(setup, 0).with_opening(OpeningRule::Swap2).unwrap();
    let asked = |game: &mut LiveGame| {
        let (mut engine, mut store) = (FirstPoint::default(), MemoryStore::default());
        assert_eq!(game.waiting_for(), WaitingFor::Opening);
        GameTable::new(game, &mut engine, &mut store).ask(WaitingFor::Opening);
        engine.kind
    };
    assert_eq!(asked(&mut game), Some(SearchKind::Move { used_ms: 0 }));
    let at = |name| OpeningChoice::Point(notation::parse(name, size).unwrap());
    game.take_choices(&["h8", "i9", "k11"].map(at), 70);
    for text in ["two", "a1", "b2"] {
        game.obey(TableCommand::Choose(text.to_owned()), Some(10), 0);
    }
    assert_eq!(asked(&mut game), Some(SearchKind::Move { used_ms: 70 }));
}
