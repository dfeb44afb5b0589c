use super::*;

fn table(rule: Rule, side: u64, black: Seat, white: Seat) -> Table {
    let setup = Setup {
        rule,
        size: BoardSize::square(side).unwrap(),
        seats: ByColor::new(black, white),
        names: ["Ann".into(), "tengen".into()],
    };
    Table::new(setup, 1_700_000_000_123)
}

fn at(table: &Table, name: &str) -> Coord {
    notation::parse(name, table.position().size()).unwrap()
}

fn put(table: &mut Table, names: &str) {
    for name in names.split_whitespace() {
        let coord = at(table, name);
        assert_eq!(table.obey(Command::Put(coord), Some(5), 0), Effect::None);
        assert_eq!(table.message(), "", "{name}");
    }
}

fn obey(table: &mut Table, command: Command) -> Effect {
    table.obey(command, None, 0)
}

#[test]
fn two_persons_play_to_a_win_and_the_line_is_marked() {
    let mut table = table(Rule::Freestyle, 9, Seat::Person, Seat::Person);
    put(&mut table, "a1 a9 b1 b9 c1 c9 d1 d9 e1");
    assert_eq!(table.ending().and_then(Ending::winner), Some(Color::Black));
    assert_eq!(table.marks(false).win.len(), 5);
    obey(&mut table, Command::Put(Coord::new(8, 8)));
    assert!(table.message().starts_with("The game is over"));
    let kept = table.kept();
    assert_eq!((kept.black.as_str(), kept.moves.len()), ("Ann", 9));
    assert_eq!(kept.outcome.to_string(), "black wins: five");
    assert_eq!(kept.started_ms, Some(1_700_000_000_000));
    assert_eq!(obey(&mut table, Command::Undo), Effect::Forget);
    assert_eq!((table.ending(), table.moves().len()), (None, 8));
    obey(&mut table, Command::Redo);
    assert!(table.ending().is_some());
}

#[test]
fn against_the_engine_undo_and_redo_go_to_the_persons_turn() {
    let mut table = table(Rule::Freestyle, 9, Seat::Person, Seat::Engine);
    put(&mut table, "e5");
    assert_eq!(table.wish(), Wish::Move);
    obey(&mut table, Command::Put(Coord::new(0, 0)));
    assert!(table.message().contains("which the engine makes"), "{}", table.message());
    let answer = at(&table, "e6");
    table.answer(answer, 70, "(depth 1)");
    assert_eq!(table.message(), "White plays e6 (depth 1).");
    assert_eq!((table.used_ms(Color::Black), table.used_ms(Color::White)), (5, 70));
    obey(&mut table, Command::Undo);
    assert_eq!((table.moves().len(), table.wish()), (0, Wish::Person));
    obey(&mut table, Command::Redo);
    assert_eq!((table.moves().len(), table.wish()), (2, Wish::Person));
    // Taking back while the engine thinks takes back the one move.
    put(&mut table, "d4");
    assert_eq!(obey(&mut table, Command::Undo), Effect::Forget);
    assert_eq!(table.moves().len(), 2);
    obey(&mut table, Command::Undo);
    put(&mut table, "a1");
    obey(&mut table, Command::Redo);
    assert_eq!(table.message(), "There is nothing to put again.");
}

#[test]
fn the_engines_first_move_is_never_taken_back_for_nothing() {
    let mut table = table(Rule::Freestyle, 9, Seat::Engine, Seat::Person);
    table.answer(Coord::new(4, 4), 1, "");
    obey(&mut table, Command::Undo);
    assert_eq!(table.message(), "There is nothing to take back.");
    assert_eq!(table.moves().len(), 1);
}

#[test]
fn forbidden_points_are_told_shown_and_refused() {
    let mut table = table(Rule::Renju, 15, Seat::Person, Seat::Person);
    put(&mut table, "h7 a1 h6 a3 i8 a5 j8 a7");
    obey(&mut table, Command::Put(Coord::new(7, 7)));
    assert_eq!(table.message(), "h8 is forbidden to black: double-three.");
    obey(&mut table, Command::Forbidden);
    assert_eq!(table.message(), "Forbidden to black: h8 (double-three).");
    assert_eq!(table.marks(false).forbidden, [Coord::new(7, 7)]);
    obey(&mut table, Command::Put(Coord::new(8, 7)));
    assert_eq!(table.message(), "i8 is occupied.");
}

#[test]
fn black_with_forbidden_points_only_plays_one_and_loses() {
    let picture = "
        X X X . X X
        O O X O O X
        X X O O X O
        O O X X O O
        O X O O X O
        ";
    let mut table = table(Rule::Renju, 6, Seat::Person, Seat::Person);
    table.position = notation::parse_picture(Rule::Renju, picture).unwrap();
    table.position.set_to_move(Color::Black);
    obey(&mut table, Command::Put(Coord::new(3, 0)));
    assert!(matches!(table.ending(), Some(Ending::Foul { .. })), "{}", table.message());
}

#[test]
fn a_hint_is_marked_until_the_next_stone() {
    let mut table = table(Rule::Freestyle, 9, Seat::Person, Seat::Engine);
    obey(&mut table, Command::Hint);
    assert_eq!(table.wish(), Wish::Hint);
    table.answer(Coord::new(4, 4), 1, "(depth 3)");
    assert_eq!(table.message(), "The engine would play e5 (depth 3).");
    assert_eq!((table.marks(false).hint, table.wish()), (Some(Coord::new(4, 4)), Wish::Person));
    put(&mut table, "e5");
    assert_eq!(table.marks(false).hint, None);
}

#[test]
fn go_moves_for_a_person_once_and_hurries_the_engine() {
    let mut table = table(Rule::Freestyle, 9, Seat::Person, Seat::Engine);
    assert_eq!(obey(&mut table, Command::Go), Effect::None);
    assert_eq!(table.wish(), Wish::Move);
    assert_eq!(obey(&mut table, Command::Go), Effect::Hurry);
    table.answer(Coord::new(4, 4), 1, "");
    table.answer(Coord::new(4, 3), 1, "");
    assert_eq!((table.wish(), table.moves().len()), (Wish::Person, 2));
}

#[test]
fn seats_can_be_changed_and_engines_paused() {
    let mut table = table(Rule::Freestyle, 9, Seat::Person, Seat::Engine);
    obey(&mut table, Command::Swap);
    assert_eq!((table.wish(), table.message()), (Wish::Move, "Black: engine, white: person."));
    obey(&mut table, Command::Pause);
    assert_eq!(table.wish(), Wish::Person);
    put(&mut table, "a1");
    obey(&mut table, Command::Pause);
    assert_eq!(table.wish(), Wish::Person);
}

#[test]
fn the_cursor_stays_on_the_board_and_puts_stones() {
    let mut table = table(Rule::Freestyle, 5, Seat::Person, Seat::Person);
    obey(&mut table, Command::Move { right: 9, down: -9 });
    assert_eq!(table.marks(true).cursor, Some(Coord::new(4, 0)));
    obey(&mut table, Command::PutHere);
    assert_eq!(table.moves()[0].coord, Coord::new(4, 0));
}

#[test]
fn an_impossible_answer_stops_the_engine_instead_of_asking_it_for_ever() {
    let mut table = table(Rule::Freestyle, 5, Seat::Person, Seat::Engine);
    put(&mut table, "a1");
    let taken = at(&table, "a1");
    table.answer(taken, 1, "");
    assert_eq!((table.wish(), table.moves().len()), (Wish::Person, 1));
    assert!(table.message().contains("cannot be played"));
}

#[test]
fn a_new_game_keeps_the_seats_and_nothing_else() {
    let mut table = table(Rule::Renju, 9, Seat::Person, Seat::Engine);
    put(&mut table, "e5");
    assert!(table.is_unsaved());
    assert_eq!(obey(&mut table, Command::Save(None)), Effect::Save(None));
    table.mark_saved();
    assert!(!table.is_unsaved());
    // Another game of as many moves is not the one that was kept.
    obey(&mut table, Command::Undo);
    put(&mut table, "d4");
    assert!(table.is_unsaved());
    table.mark_saved();
    assert_eq!(obey(&mut table, Command::New), Effect::Forget);
    assert_eq!((table.moves().len(), table.wish()), (0, Wish::Person));
    assert_eq!(obey(&mut table, Command::Save(None)), Effect::None);
    assert_eq!(table.message(), "There is no move to keep yet.");
}
