use std::slice;

use super::super::engine_thread::fake::FirstPoint;
use super::super::game::{LiveGame, LiveGameSetup, Mover};
use super::super::game_store::fake::MemoryStore;
use super::super::resume::Resume;
use super::super::terminal::fake::Script;
use super::*;
use tengen_engine::rules::opening::OpeningRule;
use tengen_engine::types::{Coord, Rule};
use tengen_records::unfinished::PersonClock;

struct Played {
    shown: Vec<String>,
    saved: Vec<(Option<String>, usize)>,
    written: Vec<usize>,
    answer: &'static str,
    hurried: usize,
    result: io::Result<()>,
}

/// A game of a person against the engine on a small board.
fn game() -> LiveGame {
    let setup = LiveGameSetup::small(Mover::Person, Mover::Engine);
    LiveGame::new(setup, 0)
}

/// A game of two persons.
fn persons() -> LiveGame {
    let setup = LiveGameSetup::small(Mover::Person, Mover::Person);
    LiveGame::new(setup, 0)
}

fn play(keys: &str, is_slow: bool) -> Played {
    play_with(keys, is_slow, true)
}

fn play_with(keys: &str, is_slow: bool, saves_all: bool) -> Played {
    let mut game = game();
    let mut brain = FirstPoint { is_slow, ..FirstPoint::default() };
    let mut terminal = Script::new(keys);
    let mut store = MemoryStore { saves_all, ..MemoryStore::default() };
    let result =
        run(GameTable::new(&mut game, &mut brain, &mut store), &mut terminal, &Glyphs::ASCII);
    Played {
        shown: terminal.shown,
        saved: store.saved,
        written: store.written,
        answer: store.answer,
        hurried: brain.hurried,
        result,
    }
}

/// What is shown of a game of two persons; nothing is saved without asking.
fn play_persons(keys: &str) -> Played {
    let (mut game, mut brain) = (persons(), FirstPoint::default());
    let (mut terminal, mut store) = (Script::new(keys), MemoryStore::default());
    let result =
        run(GameTable::new(&mut game, &mut brain, &mut store), &mut terminal, &Glyphs::ASCII);
    let (saved, written, answer) = (store.saved, store.written, store.answer);
    Played { shown: terminal.shown, saved, written, answer, hurried: brain.hurried, result }
}

#[test]
fn arrows_and_typed_points_put_stones_and_the_engine_answers() {
    let played = play(">\n~:b2\n~q", false);
    assert!(played.result.is_ok());
    let last = played.shown.last().unwrap();
    assert!(last.starts_with("5 O  [O]  .   .   .     freestyle 5x5, move 5"), "{last}");
    assert!(last.contains("\n3 .   .   .   X   .") && last.contains("\n2 .   X   .   .   ."));
    assert!(last.contains("White plays b5 (at once)."), "{last}");
    assert!(played.shown.iter().any(|shown| shown.contains("\n:b2\n")), "what is typed is shown");
    assert_eq!(played.saved[0].1, 4);
}

#[test]
fn the_engine_is_hurried_left_and_never_in_the_way_of_leaving() {
    let played = play("\n~~g~q", true);
    assert_eq!(played.hurried, 1);
    assert!(played.shown.iter().any(|shown| shown.contains("The engine thinks")));
    assert!(played.shown.last().unwrap().contains("White plays a5"), "{:?}", played.shown.last());
    let left = play("\n~^", true);
    assert!(left.result.is_ok() && left.hurried == 1);
    let undone = play("\n~u~q", true);
    assert_eq!((undone.hurried, undone.saved.len()), (1, 1));
    assert_eq!(undone.saved[0].1, 1, "a move that was taken back is not lost");
}

#[test]
fn a_terminal_that_goes_away_loses_no_game() {
    let played = play("\n~", false);
    assert!(played.result.is_err());
    assert!(played.saved.is_empty());
    assert_eq!(played.written, [1, 2], "each move was written down, and it stays");
}

#[test]
fn help_is_shown_and_left_by_any_key() {
    let played = play("?~~xq", false);
    assert!(played.shown[1].contains("Keys") && played.shown[1].contains("Esc: back"));
    assert!(played.shown.last().unwrap().contains("black to move (person)"));
}

#[test]
fn a_game_that_is_left_stays_in_its_file_without_a_question() {
    // Quitting by q, Esc, Ctrl-C and a word, and beginning another game.
    for keys in ["\n~q", "\n~%", "\n~^", "\n~:quit\n", "\n~nq", "\n~ca\n~q", "\n~u:b2\n~q"] {
        let played = play_with(keys, false, false);
        assert!(played.result.is_ok(), "{keys:?}: {:?}", played.result);
        assert_eq!((played.answer, played.saved.len()), ("set aside", 0), "{keys:?}");
    }
    // Nothing stays without a move, of what is over and saved elsewhere, or on request.
    for (keys, saves_all) in
        [("q", false), ("%", false), ("\n~Ry~sq", false), ("\n~Ry~q", true), ("\n~:quit!\n", false)]
    {
        assert_eq!(play_with(keys, false, saves_all).answer, "", "{keys:?}");
    }
    // A line in the library is no game that continues.
    for (keys, saves_all) in
        [("\n~sq", false), ("\n~q", true), ("\n~ca\n~q", true), ("\n~u:b2\n~q", true)]
    {
        let played = play_with(keys, false, saves_all);
        assert_eq!((played.answer, played.saved.len()), ("set aside", 1), "{keys:?}");
    }
    let shown = play_with("\n~n", false, false).shown.concat();
    assert!(shown.contains("The game stays in the old file. A new game."), "{shown}");
}

#[test]
fn stones_being_set_up_are_dropped_only_on_request() {
    let drops = "Drop the stones that are being set up? y: yes  n: no  e: play them";
    // Enter changes the point of the cursor.
    for (keys, is_asked, answer) in [
        ("e\nq", false, "set aside"),
        ("e\n:cancel\nyq", true, ""),
        ("e\n:cancel\nnq", true, "set aside"),
        ("e\n:cancel\neq", true, "set aside"),
        // Ctrl-C is not an answer: the position stays on disk.
        ("e\n:cancel\n^", true, "set aside"),
    ] {
        let played = play_persons(keys);
        assert_eq!(played.shown.concat().contains(drops), is_asked, "{keys:?}");
        assert_eq!(played.answer, answer, "{keys:?}");
    }
}

#[test]
fn every_move_is_written_down_until_the_game_is_dropped() {
    assert_eq!(play_with("\n~:b2\n~q", false, false).written, [1, 2, 3, 4]);
    assert_eq!(play_with("\n~n:b2\n~q", false, false).written, [1, 2, 1, 2]);
    assert_eq!(play_with("\n~:quit!\n", false, false).written, [1, 2, 0]);
}

#[test]
fn a_game_whose_file_cannot_be_written_is_dropped_only_on_request() {
    let asks = "The folder cannot be written. Drop it? y: yes  n: no";
    for (keys, is_left) in
        [("\n~q^", true), ("\n~qy", true), ("\n~nny", false), ("\n~nyq", true), ("\n~n^", true)]
    {
        let (mut game, mut brain) = (game(), FirstPoint::default());
        let mut terminal = Script::new(keys);
        let mut store = MemoryStore { is_read_only: true, ..MemoryStore::default() };
        let table = GameTable::new(&mut game, &mut brain, &mut store);
        let result = run(table, &mut terminal, &Glyphs::ASCII);
        assert_eq!(result.is_ok(), is_left, "{keys:?}");
        assert!(terminal.shown.concat().contains(asks), "{keys:?}");
        let is_lost = game.message() == "The game is not saved. The folder cannot be written.";
        assert_eq!(is_lost, keys.contains('^'), "{keys:?}: {}", game.message());
    }
}

fn start_with(interrupted: &str, keys: &str) -> (Played, String) {
    let mut game = game();
    let mut brain = FirstPoint::default();
    let mut terminal = Script::new(keys);
    let tree = tengen_records::sgf::read_tree(interrupted, Rule::Freestyle).unwrap();
    let mut store =
        MemoryStore { interrupted: Some((tree, Resume::default())), ..MemoryStore::default() };
    let result =
        run(GameTable::new(&mut game, &mut brain, &mut store), &mut terminal, &Glyphs::ASCII);
    let shown = terminal.shown.concat();
    let (saved, written, answer) = (store.saved, store.written, store.answer);
    (
        Played { shown: terminal.shown, saved, written, answer, hurried: brain.hurried, result },
        shown,
    )
}

#[test]
fn an_interrupted_game_is_offered_and_continued_with_its_players() {
    let game = "(;GM[4]SZ[7]RU[renju]PB[tengen]PW[Bob];B[dd];W[aa];B[ab];W[bb])";
    let (played, shown) = start_with(game, "~y~:g7\n~q");
    assert!(shown.contains("A game was interrupted after 4 moves (yesterday). y: continue it"));
    // The engine is black here and answers at once, then the person as white, then the engine.
    assert_eq!(played.written.iter().max(), Some(&7));
    assert!(shown.contains("Bob (person)") && shown.contains("renju 7x7"), "{shown}");
    let (later, shown) = start_with(game, "~n~q");
    assert_eq!((later.answer, later.written.len()), ("", 0));
    assert!(shown.contains("freestyle 5x5, move 1"));
    assert_eq!(start_with(game, "d~q").0.answer, "deleted");
    assert!(start_with(game, "^").0.result.is_ok());
}

#[test]
fn a_file_is_replaced_only_after_a_confirmation() {
    let played = play_with("\n~:save old.sgf\n~nq", false, true);
    assert_eq!(played.saved.len(), 1, "in the store only");
    let played = play_with("\n~:save old.sgf\n~yq", false, true);
    assert_eq!(played.saved[0].0.as_deref(), Some("old.sgf"));
    assert!(played.shown.iter().any(|shown| shown.contains("old.sgf exists. Replace it?")));
    let played = play_with("\n~:save! old.sgf\nq", false, false);
    assert_eq!(played.saved.len(), 1, "in the file only");
}

#[test]
fn resigning_needs_a_confirmation_and_ends_the_game() {
    let played = play("\n~Rn~Ry~q", false);
    let shown = played.shown.concat();
    assert!(shown.contains("Resign? y: yes  n: no"), "{shown}");
    assert!(shown.contains("white wins, black resigned"), "{shown}");
}

#[test]
fn clicks_place_stones_and_take_them_back() {
    let click = |column, row, is_left| Some(Input::Click { column, row, is_left });
    let mut game = persons();
    let mut script = Script::new("q");
    script.inputs.push_front(click(11, 0, true));
    for input in [click(3, 2, false), click(3, 2, true), click(79, 23, true), None] {
        script.inputs.push_front(input);
    }
    script.inputs.push_back(click(0, 0, true));
    let mut store = MemoryStore { saves_all: true, ..MemoryStore::default() };
    let mut brain = FirstPoint::default();
    run(GameTable::new(&mut game, &mut brain, &mut store), &mut script, &Glyphs::ASCII).unwrap();
    // Read from the last to the first: a click beside the board, a stone, undone, another stone.
    assert_eq!((game.moves().len(), game.tree().len()), (1, 2));
    assert_eq!(game.moves()[0].point, Some(Coord::new(2, 0)));
}

/// The time of a move that is made after all these commands, in seconds; `before` are given two
/// minutes after the turn began, and a minute before the others.
fn time_of_a_move(before: &[TableCommand], after: &[TableCommand]) -> Option<u64> {
    const MINUTE: Duration = Duration::from_secs(60);
    let (mut game, mut brain) = (persons(), FirstPoint::default());
    let (mut terminal, mut store) = (Script::new(""), MemoryStore::default());
    let table = GameTable::new(&mut game, &mut brain, &mut store);
    let mut driver = ScreenDriver::new(table, &mut terminal, &Glyphs::ASCII, None);
    driver.turn_since = driver.turn_since.checked_sub(2 * MINUTE).unwrap();
    for command in before {
        driver.execute(command.clone());
    }
    driver.turn_since = driver.turn_since.checked_sub(MINUTE).unwrap();
    for command in after {
        driver.execute(command.clone());
    }
    driver.execute(TableCommand::Put(Coord::new(0, 0)));
    driver.table.game.moves()[0].time_ms.map(|ms| ms / 1000)
}

#[test]
fn a_clock_that_stops_stays_where_it_is() {
    let (mut game, mut brain) = (persons(), FirstPoint::default());
    let (mut terminal, mut store) = (Script::new(""), MemoryStore::default());
    let table = GameTable::new(&mut game, &mut brain, &mut store);
    let mut driver = ScreenDriver::new(table, &mut terminal, &Glyphs::ASCII, None);
    driver.turn_since = driver.turn_since.checked_sub(Duration::from_secs(125)).unwrap();
    driver.draw().unwrap();
    for command in [TableCommand::Analyze, TableCommand::Analyze] {
        driver.execute(command);
        driver.draw().unwrap();
    }
    assert_eq!(terminal.shown.len(), 3);
    for shown in &terminal.shown {
        assert!(shown.contains("2:05"), "{shown}");
    }
}

#[test]
fn time_in_which_the_clock_stands_is_charged_to_nobody() {
    assert!(time_of_a_move(&[], &[]).is_some_and(|time| time >= 180));
    for (stop, start) in [
        (TableCommand::Pause, TableCommand::Pause),
        (TableCommand::Analyze, TableCommand::Analyze),
        (TableCommand::Edit, TableCommand::Cancel),
        (TableCommand::Edit, TableCommand::Edit),
    ] {
        let time = time_of_a_move(slice::from_ref(&stop), &[start]);
        assert!(time.is_some_and(|time| (120..180).contains(&time)), "{stop:?}: {time:?}");
    }
    for stop in [TableCommand::Pause, TableCommand::Analyze] {
        assert_eq!(time_of_a_move(slice::from_ref(&stop), &[]), None, "{stop:?}");
        assert_eq!(time_of_a_move(&[stop, TableCommand::Hint], &[]), None);
    }
}

#[test]
fn stones_are_set_up_by_keys_and_the_game_begins_with_them() {
    let played = play("e\n>\n\nte~:d4\n~q", false);
    let shown = played.shown.concat();
    assert!(shown.contains("setting up"), "{shown}");
    // Black at c3, white at d3, white moves first: the engine.
    assert!(shown.contains("\n3 .   .   X   O   .") && shown.contains("White plays a5"), "{shown}");
    let dropped = play("e\n:cancel\ny~q", false).shown.concat();
    assert!(dropped.contains("The position is dropped"), "{dropped}");
}

#[test]
fn an_opening_that_was_interrupted_continues_at_the_same_step_and_level() {
    let mut store = MemoryStore::default();
    let mut brain = FirstPoint::default();
    // A person places swap2's three stones and dies before the engine chooses.
    let mut game = game().with_opening(OpeningRule::Swap2).unwrap();
    let mut terminal = Script::new(":level 4\n~:c3\n~:b2\n~");
    assert!(
        run(GameTable::new(&mut game, &mut brain, &mut store), &mut terminal, &Glyphs::ASCII)
            .is_err()
    );
    let noted = (game.tree().clone(), store.resume.clone());
    assert_eq!(noted.0.len(), 2);
    let mut store = MemoryStore { interrupted: Some(noted), ..MemoryStore::default() };
    let mut brain = FirstPoint::default();
    let mut new = super::tests::game();
    let mut terminal = Script::new("~y~:d4\n~~q");
    let result =
        run(GameTable::new(&mut new, &mut brain, &mut store), &mut terminal, &Glyphs::ASCII);
    assert!(result.is_ok());
    let shown = terminal.shown.concat();
    assert!(shown.contains("The game continues at level 4."), "{shown}");
    assert!(shown.contains("swap2: Ann chooses"), "{shown}");
    assert!(shown.contains("The engine takes "), "{shown}");
    assert_eq!(brain.strength.options.level.name(), "4");
}

#[test]
fn the_level_is_reported_and_changed() {
    let played = play(":level\n~:level 3\n~:level 11\n~q", false);
    let shown = played.shown.concat();
    for part in [
        "The engine plays at level full.",
        "The engine plays at level 3.",
        "Unknown level '11', expected 1 to 10",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
}

#[test]
fn resigning_is_asked_while_the_engine_thinks() {
    let played = play("\n~Rn~Ry~q", true);
    let shown = played.shown.concat();
    assert!(shown.contains("Resign? y: yes  n: no"), "{shown}");
    assert!(shown.contains("white wins, black resigned"), "{shown}");
    // Ctrl-C at a question leaves and drops nothing.
    for keys in ["\n~R^", "\n~:save old.sgf\n^"] {
        let played = play_with(keys, false, false);
        assert!(played.result.is_ok() && played.answer == "set aside", "{keys:?}");
    }
}

#[test]
fn the_engine_waits_until_it_is_known_which_game_is_played() {
    let game = "(;GM[4]SZ[7]RU[renju]PB[Bob]PW[Eve];B[dd];W[aa])";
    let setup = LiveGameSetup::small(Mover::Engine, Mover::Person);
    for (keys, written) in [("~~y~q", vec![2]), ("~~n~~q", vec![1])] {
        let (mut live, mut brain) = (LiveGame::new(setup.clone(), 0), FirstPoint::default());
        let mut terminal = Script::new(keys);
        let tree = tengen_records::sgf::read_tree(game, Rule::Freestyle).unwrap();
        let interrupted = Some((tree, Resume::default()));
        let mut store = MemoryStore { interrupted, ..MemoryStore::default() };
        let table = GameTable::new(&mut live, &mut brain, &mut store);
        run(table, &mut terminal, &Glyphs::ASCII).unwrap();
        assert_eq!(store.written, written, "{keys}");
    }
}

#[test]
fn a_game_that_cannot_be_read_is_reported() {
    let (mut live, mut brain) = (game(), FirstPoint::default());
    let mut terminal = Script::new("~q");
    let notes = vec!["games-1.sgf cannot be read: why.".to_owned()];
    let mut store = MemoryStore { notes, ..MemoryStore::default() };
    let table = GameTable::new(&mut live, &mut brain, &mut store);
    run(table, &mut terminal, &Glyphs::ASCII).unwrap();
    assert!(terminal.shown[0].contains("games-1.sgf cannot be read: why."));
}

#[test]
fn what_was_found_belongs_to_a_move_and_leaves_with_it() {
    let line = super::super::engine_thread::SearchLine {
        score: tengen_engine::types::Score(20),
        pv: vec![Coord::new(0, 0)],
    };
    let progress = SearchProgress { depth: 3, lines: vec![line], ..SearchProgress::default() };
    let (mut live, mut store) = (game(), MemoryStore::default());
    let mut brain = FirstPoint { progress, ..FirstPoint::default() };
    let mut terminal = Script::new("\n~~u~:b2\n~q");
    let table = GameTable::new(&mut live, &mut brain, &mut store);
    run(table, &mut terminal, &Glyphs::ASCII).unwrap();
    let found = |shown: &String| {
        shown
            .lines()
            .find_map(|line| line.split_once("Engine: last search, "))
            .map(|(_, of)| of.trim().to_owned())
    };
    assert_eq!(found(&terminal.shown[2]).as_deref(), Some("move 2"), "{}", terminal.shown[2]);
    assert_eq!(found(&terminal.shown[4]), None, "taken back: {}", terminal.shown[4]);
    assert_eq!(found(terminal.shown.last().unwrap()).as_deref(), Some("move 2"));
}

#[test]
fn a_loss_on_time_that_is_taken_back_gives_the_turn_again() {
    let clock = PersonClock { match_ms: Some(60_000), ..PersonClock::default() };
    let setup = LiveGameSetup::small(Mover::Person, Mover::Person);
    let mut game = LiveGame::new(LiveGameSetup { clock, ..setup }, 0);
    let (mut brain, mut terminal) = (FirstPoint::default(), Script::new(""));
    let mut store = MemoryStore::default();
    let table = GameTable::new(&mut game, &mut brain, &mut store);
    let mut driver = ScreenDriver::new(table, &mut terminal, &Glyphs::ASCII, None);
    driver.look_at_clock();
    assert!(!driver.table.game.is_over());
    driver.turn_since = driver.turn_since.checked_sub(Duration::from_secs(61)).unwrap();
    driver.look_at_clock();
    assert!(driver.table.game.is_over());
    driver.execute(TableCommand::Undo);
    driver.look_at_clock();
    assert!(!driver.table.game.is_over());
    driver.execute(TableCommand::Put(Coord::new(0, 0)));
    // A look back stops the clock.
    driver.execute(TableCommand::First);
    assert_eq!(driver.turn_ms(), None);
}
