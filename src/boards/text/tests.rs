use super::super::engine_thread::fake::FirstPoint;
use super::super::game::{LiveGame, LiveGameSetup, Mover};
use super::super::game_store::fake::MemoryStore;
use super::*;
use tengen_records::unfinished::PersonClock;

fn game([black, white]: [Mover; 2]) -> LiveGame {
    let setup = LiveGameSetup::small(black, white);
    LiveGame::new(setup, 0)
}

fn session(seats: [Mover; 2], script: &str, store: &mut MemoryStore) -> String {
    session_of(&mut game(seats), script, store)
}

fn session_of(game: &mut LiveGame, script: &str, store: &mut MemoryStore) -> String {
    let mut output = Vec::new();
    let mut brain = FirstPoint::default();
    run(GameTable::new(game, &mut brain, store), &mut script.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_script_plays_a_game_against_the_engine() {
    let text = session(
        [Mover::Person, Mover::Engine],
        "e1\nd2\nc3\nwhat\n\nb4\na5\nhint\nundo\nsave my.csv\nquit\nnever read",
        &mut MemoryStore::default(),
    );
    for part in [
        "Black plays e1.\nWhite plays a5 (at once).\n5(O). . . .\n",
        "'what' is neither a command nor a point of a 5x5 board",
        "a5 is occupied.",
        "The engine would play e5 (at once).\n5 O O O(O)+\n",
        "Saved.\n",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(!text.contains("never"));
}

#[test]
fn autosave_is_independent_of_a_save_elsewhere_or_a_failed_one() {
    let persons = [Mover::Person, Mover::Person];
    let saved = |script: &str| {
        let mut store = MemoryStore { saves_all: true, ..MemoryStore::default() };
        session(persons, script, &mut store);
        store.saved
    };
    assert_eq!(saved("a1\nsave nowhere\nquit\n"), [(None, 1)]);
    assert_eq!(saved("a1\nsave b\nquit\n"), [(Some("b.sgf".to_owned()), 1), (None, 1)]);
    assert_eq!(saved("a1\nsave\nquit\n"), [(None, 1)]);
}

#[test]
fn engines_play_to_the_end_and_all_games_are_saved_on_request() {
    let mut store = MemoryStore { saves_all: true, ..MemoryStore::default() };
    let text = session([Mover::Engine, Mover::Engine], "new\n", &mut store);
    assert!(text.contains("freestyle 5x5, move "), "{text}");
    assert_eq!(store.saved.len(), 2, "the game before new and the last one");
    assert!(store.saved.iter().all(|(file, moves)| file.is_none() && *moves >= 9));
}

#[test]
fn the_end_of_the_input_is_a_clean_end_and_bytes_do_no_harm() {
    let mut store = MemoryStore::default();
    let text = session([Mover::Person, Mover::Person], "a1\n\u{0}\nhelp\n", &mut store);
    assert!(
        text.contains("Black plays a1.") && text.contains("undo          take back\n"),
        "{text}"
    );
    assert_eq!(store.saved, []);
}

#[test]
fn the_help_lists_only_commands_that_work_without_a_screen() {
    let persons = [Mover::Person, Mover::Person];
    let text = session(persons, "help\nquit\n", &mut MemoryStore::default());
    assert!(text.contains("explain  ") && !text.contains("analy"), "{text}");
    let text = session(persons, "analyze\nquit\n", &mut MemoryStore::default());
    assert!(text.contains("Analysis needs the screen; hint and explain work here.\n"), "{text}");
}

const STAYS: &str = "The game stays in the old file; tengen play --continue continues it.\n";

#[test]
fn a_script_loses_no_game_that_a_full_library_does_not_get() {
    let persons = [Mover::Person, Mover::Person];
    for (script, written) in [
        ("a1\nnew\n", vec![1]),
        ("a1\nquit\n", vec![1]),
        // A copy is safe.
        ("a1\nsave a.sgf\nnew\nb1\nb2\n", vec![1, 1, 2]),
    ] {
        let mut store = MemoryStore { saves_all: true, is_full: true, ..MemoryStore::default() };
        let text = session(persons, script, &mut store);
        assert!(text.contains("The disk is full."), "{script:?}: {text}");
        assert_eq!((store.written, store.answer), (written, "set aside"), "{script:?}: {text}");
    }
    // Both the game and the position that follows stay.
    let mut store = MemoryStore { saves_all: true, is_full: true, ..MemoryStore::default() };
    let text = session(persons, "a1\nedit\nblack c3\nedit\n", &mut store);
    assert!(text.contains("The disk is full. The game stays in the old file."), "{text}");
    assert_eq!((store.written, store.answer), (vec![1, 1, 1, 0], "set aside"), "{text}");
    let mut store = MemoryStore { saves_all: true, ..MemoryStore::default() };
    let text = session(persons, "a1\na2\nedit\nblack c3\nedit\nnew\n", &mut store);
    assert_eq!(store.saved, [(None, 2)], "edit saves the game that it replaces");
    assert!(text.contains("The game stays in the old file. A new game."), "{text}");
}

#[test]
fn a_game_stays_in_its_file_unless_it_is_saved_elsewhere_or_abandoned() {
    let persons = [Mover::Person, Mover::Person];
    let replaced = "The game stays in the old file. A new game.\n";
    for (script, answer, says) in [
        ("a1\na2\n", "set aside", STAYS),
        ("a1\nquit\nb2\n", "set aside", STAYS),
        // A copy does not continue.
        ("a1\nsave\nquit\n", "set aside", STAYS),
        ("a1\nresign\nsave\nquit\n", "", "Saved.\n"),
        ("a1\nquit!\n", "", "white to move (Player 2)\n"),
        ("a1\nnew\n", "set aside", replaced),
        ("edit\nblack c3\nedit\nnew\n", "set aside", replaced),
        ("comment plan\nquit\n", "set aside", STAYS),
        ("comment plan\nsave a.sgf\nquit\n", "set aside", STAYS),
        // The library holds neither comments nor variations.
        ("a1\ncomment why\nsave\nquit\n", "set aside", STAYS),
        ("a1\nsave\ncomment why\nquit\n", "set aside", STAYS),
        ("a1\nundo\nb1\nsave\nquit\n", "set aside", STAYS),
        ("a1\ncomment why\nsave b.csv\nnew\n", "set aside", replaced),
        ("a1\ncomment why\nresign\nsave\nquit\n", "set aside", "The game stays in the old file.\n"),
        ("a1\ncomment why\nresign\nsave\nsave a.sgf\nquit\n", "", "Saved.\n"),
        ("a1\ncomment why\nsave\nquit!\n", "", "Saved.\n"),
        ("a1\nresign\nquit\n", "set aside", "The game stays in the old file.\n"),
    ] {
        let mut store = MemoryStore::default();
        let text = session(persons, script, &mut store);
        assert_eq!(store.answer, answer, "{script:?}");
        assert!(text.contains(says), "{script:?}: {text}");
        assert_eq!(text.contains(STAYS), says == STAYS, "{script:?}: {text}");
        assert!(!text.contains("is not saved"), "{script:?}: {text}");
    }
}

#[test]
fn a_game_that_continues_says_so_before_it_is_left() {
    let persons = [Mover::Person, Mover::Person];
    let mut store = MemoryStore { saves_all: true, ..MemoryStore::default() };
    let mut first = game(persons);
    let text = session_of(&mut first, "a1\ncomment why\nquit\n", &mut store);
    assert!(text.ends_with(&format!("Saved. {STAYS}")), "{text}");
    let mut second = game(persons);
    second.continue_with(first.tree().clone(), &store.resume);
    let text = session_of(&mut second, "quit\n", &mut store);
    assert!(text.starts_with("The game continues.\n5 . . . . .\n"), "{text}");
    assert!(text.ends_with(STAYS), "{text}");
}

#[test]
fn a_game_that_no_file_can_hold_is_not_dropped_without_a_word() {
    let persons = [Mover::Person, Mover::Person];
    let failed = "The game is not saved. The folder cannot be written.\n";
    for script in ["a1\nnew\nb2\nquit\n", "a1\nquit\n", "a1\ncomment why\nsave\nquit\n"] {
        let mut store = MemoryStore { is_read_only: true, ..MemoryStore::default() };
        let text = session(persons, script, &mut store);
        assert!(text.ends_with(failed), "{script:?}: {text}");
        assert!(!text.contains("A new game."), "{script:?}: {text}");
    }
    let mut store = MemoryStore { is_read_only: true, ..MemoryStore::default() };
    let text = session(persons, "a1\nquit!\n", &mut store);
    assert!(!text.contains("is not saved"), "{text}");
}

#[test]
fn a_game_of_a_file_replaces_the_one_on_the_board_unless_it_is_damaged() {
    let persons = [Mover::Person, Mover::Person];
    let mut store = MemoryStore { saves_all: true, ..MemoryStore::default() };
    let text = session(persons, "a1\nopen zz\nopen\na2\nopen c3d4 1\nundo\nquit\n", &mut store);
    assert!(text.contains("Nothing is opened: it is damaged.\n"), "{text}");
    assert!(text.contains("open needs a file"), "{text}");
    assert!(text.contains("Black plays a1.\n") && text.contains("White plays a2.\n"), "{text}");
    let opened = "The game of c3d4 is on the board. A row is skipped.\n5 . . . . .\n4 . . .(O).\n";
    assert!(text.contains(opened), "{text}");
    assert_eq!(store.saved, [(None, 2)], "a game that is only looked at is not saved again");
}

#[test]
fn stones_being_set_up_are_lost_neither_by_a_command_nor_at_the_end() {
    let persons = [Mover::Person, Mover::Person];
    let mut store = MemoryStore::default();
    let text = session(persons, "edit\nblack c3\nsave a.sgf\nquit\n", &mut store);
    assert!(
        text.contains("Finish the position first: edit plays it, cancel drops it.\n"),
        "{text}"
    );
    assert!(text.ends_with(STAYS), "{text}");
    assert!(store.saved.is_empty() && store.answer == "set aside" && store.resume.editor.is_some());
    for command in ["new", "open c3"] {
        let script = format!("edit\nblack c3\n{command}\nquit\n");
        let text = session(persons, &script, &mut MemoryStore::default());
        assert!(text.contains("The game stays in the old file. "), "{text}");
    }
    // With quit! only the stones are dropped where the library gets every game.
    for (script, saved, answer) in [
        ("a1\nedit\nblack c3\nquit!\n", vec![(None, 1)], ""),
        ("a1\nedit\nblack c3\n", vec![(None, 1)], "set aside"),
    ] {
        let mut store = MemoryStore { saves_all: true, ..MemoryStore::default() };
        let text = session(persons, script, &mut store);
        assert_eq!((store.saved, store.answer), (saved, answer), "{text}");
    }
    let text = session(persons, "cancel\nedit\nblack\n", &mut MemoryStore::default());
    assert!(text.contains("No position is being set up.\n"), "{text}");
    assert!(text.contains("black needs points, such as black d4 e5.\n"), "{text}");
}

#[test]
fn a_point_in_the_editor_changes_its_stone_and_shows_it() {
    let script = "edit\nc3\nc3\nc3\ncancel\nquit\n";
    let text = session([Mover::Person, Mover::Person], script, &mut MemoryStore::default());
    let row = |third: &str| format!("3 . . {third} . .");
    let of_stone = |stone: &str| text.contains(&row(stone));
    assert!(of_stone("X") && of_stone("O"), "{text}");
    assert!(text.contains("a point alone steps through black"), "{text}");
}

#[test]
fn a_resignation_taken_back_and_an_edit_say_what_is_next() {
    let persons = [Mover::Person, Mover::Person];
    let text = session(persons, "a1\nresign\nundo\nedit\nquit\n", &mut MemoryStore::default());
    let after = text.split_once("resigned").expect("a resignation").1;
    assert!(after.contains("move 2: white to move"), "the board after undo: {text}");
    assert!(after.contains("Set up stones with commands such as black d4 e5"), "{text}");
}

#[test]
fn the_sign_of_the_better_move_is_explained_once() {
    let mut game = crate::game::reviewed();
    let text = session_of(&mut game, "first\nmistake\nboard\nboard\n", &mut MemoryStore::default());
    assert_eq!(text.matches("@ the better move: ").count(), 1, "{text}");
    assert!(text.matches(" @").count() >= 3, "it is on every board: {text}");
}

#[test]
fn whose_time_is_over_loses_with_the_next_line() {
    let clock = PersonClock { turn_ms: Some(0), ..PersonClock::default() };
    let persons = LiveGameSetup::small(Mover::Person, Mover::Person);
    let mut game = LiveGame::new(LiveGameSetup { clock, ..persons }, 0);
    let text = session_of(&mut game, "e1\n", &mut MemoryStore::default());
    assert!(text.contains("black to move (Ann), 0:00.0 left\n"), "{text}");
    let over = "Black's time is over: white wins.\n";
    let (before, after) = text.split_once(over).unwrap_or_else(|| panic!("{text}"));
    assert!(!before.contains("plays") && !after.contains("plays"), "{text}");
    assert!(after.contains("white wins, black lost on time\n"), "{text}");
    // Without a clock nothing is measured.
    let text = session([Mover::Person, Mover::Person], "e1\n", &mut MemoryStore::default());
    assert!(!text.contains("left"), "{text}");
}

/// A game of two persons who have so many milliseconds per turn, in a driver that has no input.
fn with_driver(turn_ms: u64, test: impl FnOnce(&mut TextDriver<'_, '_>)) {
    let clock = PersonClock { turn_ms: Some(turn_ms), ..PersonClock::default() };
    let persons = LiveGameSetup::small(Mover::Person, Mover::Person);
    let mut game = LiveGame::new(LiveGameSetup { clock, ..persons }, 0);
    let (mut brain, mut store) = (FirstPoint::default(), MemoryStore::default());
    let table = GameTable::new(&mut game, &mut brain, &mut store);
    let (moment, turn_since) = (table.game.moment(), Instant::now());
    let (mut output, turn_spent) = (Vec::new(), Duration::ZERO);
    let output = &mut output;
    test(&mut TextDriver { table, output, better: None, turn_since, turn_spent, moment });
}

#[test]
fn a_loss_on_time_that_is_taken_back_gives_the_turn_again() {
    with_driver(60_000, |driver| {
        driver.turn_since = driver.turn_since.checked_sub(Duration::from_secs(61)).unwrap();
        driver.person(&mut &b"board\n"[..]).unwrap();
        assert!(driver.table.game.is_over());
        driver.person(&mut &b"undo\ne1\n"[..]).unwrap();
        assert_eq!((driver.table.game.is_over(), driver.table.game.moves().len()), (false, 1));
    });
}

#[test]
fn a_hint_uses_the_time_of_a_person() {
    with_driver(60_000, |driver| {
        driver.turn_since = driver.turn_since.checked_sub(Duration::from_secs(50)).unwrap();
        driver.person(&mut &b"hint\n"[..]).unwrap();
        driver.engine_moves().unwrap();
        driver.follow(false);
        assert!(driver.turn_ms().is_some_and(|ms| ms >= 50_000), "{:?}", driver.turn_ms());
        driver.person(&mut &b"e1\n"[..]).unwrap();
        assert!(driver.turn_ms().is_some_and(|ms| ms < 50_000), "{:?}", driver.turn_ms());
    });
}
