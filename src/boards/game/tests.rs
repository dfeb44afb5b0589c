use super::super::engine_thread::Strength;
use super::super::resume::Resume;
use super::*;
use tengen_engine::rules::opening::OpeningChoice;
use tengen_engine::types::{BoardSize, ByColor, Rule, Stone};

mod saved;

fn game(rule: Rule, side: u64, black: Mover, white: Mover) -> LiveGame {
    let setup = LiveGameSetup {
        rule,
        size: BoardSize::square(side).unwrap(),
        ..LiveGameSetup::small(black, white)
    };
    LiveGame::new(setup, 1_700_000_000_123)
}

fn at(game: &LiveGame, name: &str) -> Coord {
    notation::parse(name, game.position().size()).unwrap()
}

fn put(game: &mut LiveGame, names: &str) {
    for name in names.split_whitespace() {
        let coord = at(game, name);
        assert_eq!(game.obey(TableCommand::Put(coord), Some(5), 0), GameEffect::None);
        assert_eq!(game.message(), "", "{name}");
    }
}

fn obey(game: &mut LiveGame, command: TableCommand) -> GameEffect {
    game.obey(command, None, 0)
}

#[test]
fn two_persons_play_to_a_win_and_the_line_is_marked() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    put(&mut game, "a1 a9 b1 b9 c1 c9 d1 d9 e1");
    assert_eq!(game.outcome().winner(), Some(Color::Black));
    assert_eq!(game.marks(false).win.len(), 5);
    obey(&mut game, TableCommand::Put(Coord::new(8, 8)));
    assert!(game.message().starts_with("The game is over"));
    let saved = game.record().unwrap();
    assert_eq!((saved.black.name.as_str(), saved.moves.len()), ("Ann", 9));
    assert_eq!(saved.outcome.to_string(), "black wins: five");
    assert_eq!(saved.started_ms, Some(1_700_000_000_123));
    assert_eq!(obey(&mut game, TableCommand::Undo), GameEffect::Stop);
    assert_eq!((game.outcome(), game.moves().len()), (GameOutcome::Unfinished, 8));
    obey(&mut game, TableCommand::Redo);
    assert!(game.is_over());
}

#[test]
fn a_pass_is_made_shown_and_taken_back() {
    let mut game = game(Rule::Renju, 9, Mover::Person, Mover::Person);
    put(&mut game, "e5");
    obey(&mut game, TableCommand::Pass);
    assert_eq!((game.message(), game.position().to_move()), ("", Color::Black));
    put(&mut game, "e6");
    let record = game.record().unwrap();
    assert_eq!(record.moves.iter().filter(|played| played.point.is_none()).count(), 1);
    obey(&mut game, TableCommand::Numbers);
    assert_eq!(game.marks(false).numbers, [(at(&game, "e5"), 1), (at(&game, "e6"), 3)]);
    obey(&mut game, TableCommand::Undo);
    assert_eq!(game.marks(false).last, None, "the last move is the pass");
    obey(&mut game, TableCommand::Pass);
    assert_eq!(game.outcome().to_string(), "draw: passes");
    obey(&mut game, TableCommand::Pass);
    assert!(game.message().starts_with("The game is over"), "{}", game.message());
    obey(&mut game, TableCommand::Undo);
    assert_eq!((game.outcome(), game.moves().len()), (GameOutcome::Unfinished, 2));
}

#[test]
fn the_engine_answers_a_pass() {
    let mut game = game(Rule::Renju, 9, Mover::Person, Mover::Engine);
    obey(&mut game, TableCommand::Pass);
    assert_eq!(game.waiting_for(), WaitingFor::Move);
    obey(&mut game, TableCommand::Pass);
    assert!(game.message().contains("which the engine makes"), "{}", game.message());
    let answer = at(&game, "e5");
    game.answer(answer, 70, "");
    assert_eq!(game.message(), "White plays e5.");
}

#[test]
fn against_the_engine_undo_and_redo_go_to_the_persons_turn() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Engine);
    put(&mut game, "e5");
    assert_eq!(game.waiting_for(), WaitingFor::Move);
    obey(&mut game, TableCommand::Put(Coord::new(0, 0)));
    assert!(game.message().contains("which the engine makes"), "{}", game.message());
    let answer = at(&game, "e6");
    game.answer(answer, 70, "(depth 1)");
    assert_eq!(game.message(), "White plays e6 (depth 1).");
    assert_eq!((game.used_ms(Color::Black), game.used_ms(Color::White)), (5, 70));
    obey(&mut game, TableCommand::Undo);
    assert_eq!((game.moves().len(), game.waiting_for()), (0, WaitingFor::Person));
    obey(&mut game, TableCommand::Redo);
    assert_eq!((game.moves().len(), game.waiting_for()), (2, WaitingFor::Person));
    // Taking back while the engine thinks takes back the one move.
    put(&mut game, "d4");
    assert_eq!(obey(&mut game, TableCommand::Undo), GameEffect::Stop);
    assert_eq!(game.moves().len(), 2);
    obey(&mut game, TableCommand::Undo);
    put(&mut game, "a1");
    obey(&mut game, TableCommand::Redo);
    assert_eq!(game.message(), "There is nothing to redo.");
}

#[test]
fn the_engines_first_move_is_never_taken_back_for_nothing() {
    let mut game = game(Rule::Freestyle, 9, Mover::Engine, Mover::Person);
    game.answer(Coord::new(4, 4), 1, "");
    obey(&mut game, TableCommand::Undo);
    assert_eq!(game.message(), "There is nothing to take back.");
    assert_eq!(game.moves().len(), 1);
}

#[test]
fn forbidden_points_are_listed_shown_and_refused() {
    let mut game = game(Rule::Renju, 15, Mover::Person, Mover::Person);
    put(&mut game, "h7 a1 h6 a3 i8 a5 j8 a7");
    obey(&mut game, TableCommand::Put(Coord::new(7, 7)));
    assert_eq!(game.message(), "h8 is forbidden to black: double-three.");
    obey(&mut game, TableCommand::Forbidden);
    assert_eq!(game.message(), "Forbidden to black: h8 (double-three).");
    assert_eq!(game.marks(false).forbidden, [Coord::new(7, 7)]);
    obey(&mut game, TableCommand::Put(Coord::new(8, 7)));
    assert_eq!(game.message(), "i8 is occupied.");
}

#[test]
fn forbidden_points_and_threats_are_those_of_the_stones_that_are_set_up() {
    let mut game = game(Rule::Renju, 15, Mover::Person, Mover::Person);
    obey(&mut game, TableCommand::Edit);
    let stones = ["h7", "h6", "i8", "j8"].map(|name| at(&game, name)).to_vec();
    obey(&mut game, TableCommand::Stones(Some(Stone::Black), stones));
    obey(&mut game, TableCommand::Forbidden);
    assert_eq!(game.message(), "Forbidden to black: h8 (double-three).");
    obey(&mut game, TableCommand::Threats);
    let message = game.message();
    assert!(message.ends_with("White: none.") && !message.contains("Black: none"), "{message}");
}

#[test]
fn a_game_that_is_over_is_not_analyzed() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    put(&mut game, "a1 a9 b1 b9 c1 c9 d1 d9 e1");
    assert_eq!(obey(&mut game, TableCommand::Analyze), GameEffect::None);
    assert_eq!((game.message(), game.is_analyzing()), ("The game is over.", false));
    // An analysis that reaches the end of the game can be ended there.
    obey(&mut game, TableCommand::Undo);
    obey(&mut game, TableCommand::Analyze);
    put(&mut game, "e1");
    assert!(game.is_analyzing());
    obey(&mut game, TableCommand::Analyze);
    assert_eq!((game.message(), game.is_analyzing()), ("The analysis is over.", false));
}

#[test]
fn a_rule_without_forbidden_points_has_none_to_show() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    obey(&mut game, TableCommand::Forbidden);
    assert_eq!(game.message(), "Nothing is forbidden under freestyle.");
    assert!(!game.view().forbidden);
    // The view outlives a game, and the next one may have another rule.
    let mut renju = self::game(Rule::Renju, 9, Mover::Person, Mover::Person);
    obey(&mut renju, TableCommand::Forbidden);
    assert!(renju.shows_forbidden());
    renju.open(game.tree().clone(), 0);
    assert!(!renju.shows_forbidden());
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
    let mut position = notation::parse_picture(Rule::Renju, picture).unwrap();
    position.set_to_move(Color::Black);
    let setup = game(Rule::Renju, 6, Mover::Person, Mover::Person).setup;
    let mut game = LiveGame::with_tree(setup, GameTree::from_position(position));
    obey(&mut game, TableCommand::Put(Coord::new(3, 0)));
    assert!(matches!(game.outcome().verdict(), Some(Verdict::Forbidden(_))), "{}", game.message());
}

#[test]
fn a_hint_is_marked_until_the_next_stone() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Engine);
    obey(&mut game, TableCommand::Hint);
    assert_eq!(game.waiting_for(), WaitingFor::Hint);
    game.answer(Coord::new(4, 4), 1, "(depth 3)");
    assert_eq!(game.message(), "The engine would play e5 (depth 3).");
    assert_eq!(
        (game.marks(false).hint, game.waiting_for()),
        (Some(Coord::new(4, 4)), WaitingFor::Person)
    );
    put(&mut game, "e5");
    assert_eq!(game.marks(false).hint, None);
}

#[test]
fn go_moves_for_a_person_once_and_hurries_the_engine() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Engine);
    assert_eq!(obey(&mut game, TableCommand::Go), GameEffect::None);
    assert_eq!(game.waiting_for(), WaitingFor::Move);
    assert_eq!(obey(&mut game, TableCommand::Go), GameEffect::Hurry);
    game.answer(Coord::new(4, 4), 1, "");
    game.answer(Coord::new(4, 3), 1, "");
    assert_eq!((game.waiting_for(), game.moves().len()), (WaitingFor::Person, 2));
}

#[test]
fn seats_can_be_changed_and_engines_paused() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Engine);
    obey(&mut game, TableCommand::Swap);
    assert_eq!(
        (game.waiting_for(), game.message()),
        (WaitingFor::Move, "Black: engine, white: person.")
    );
    obey(&mut game, TableCommand::Pause);
    assert_eq!(game.waiting_for(), WaitingFor::Person);
    put(&mut game, "a1");
    obey(&mut game, TableCommand::Pause);
    assert_eq!(game.waiting_for(), WaitingFor::Person);
}

#[test]
fn a_pending_question_ends_with_a_command_that_stops_the_engine() {
    for question in [TableCommand::Hint, TableCommand::Explain] {
        for command in [TableCommand::Swap, TableCommand::Pause, TableCommand::Analyze] {
            let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
            let is_asked = |game: &LiveGame| {
                matches!(game.waiting_for(), WaitingFor::Hint | WaitingFor::Explanation)
            };
            obey(&mut game, question.clone());
            assert!(is_asked(&game), "{question:?}");
            assert_eq!(obey(&mut game, command.clone()), GameEffect::Stop);
            assert!(!is_asked(&game), "{question:?} {command:?}");
        }
    }
}

#[test]
fn the_cursor_stays_on_the_board_and_puts_stones() {
    let mut game = game(Rule::Freestyle, 5, Mover::Person, Mover::Person);
    obey(&mut game, TableCommand::Move { right: 9, down: -9 });
    assert_eq!(game.marks(true).cursor, Some(Coord::new(4, 0)));
    obey(&mut game, TableCommand::PutHere);
    assert_eq!(game.moves()[0].point, Some(Coord::new(4, 0)));
}

#[test]
fn an_impossible_answer_stops_the_engine_instead_of_asking_it_for_ever() {
    let mut game = game(Rule::Freestyle, 5, Mover::Person, Mover::Engine);
    put(&mut game, "a1");
    let taken = at(&game, "a1");
    game.answer(taken, 1, "");
    assert_eq!((game.waiting_for(), game.moves().len()), (WaitingFor::Person, 1));
    assert!(game.message().contains("which is illegal"));
}

#[test]
fn a_new_game_keeps_the_seats_and_nothing_else() {
    let mut game = game(Rule::Renju, 9, Mover::Person, Mover::Engine);
    put(&mut game, "e5");
    assert!(game.is_unsaved());
    assert_eq!(obey(&mut game, TableCommand::Save(None, false)), GameEffect::Save(None, false));
    game.mark_saved();
    assert!(!game.is_unsaved());
    // Another game with the same number of moves is not the saved one.
    obey(&mut game, TableCommand::Undo);
    put(&mut game, "d4");
    assert!(game.is_unsaved());
    game.mark_saved();
    assert_eq!(obey(&mut game, TableCommand::New), GameEffect::Stop);
    assert_eq!((game.moves().len(), game.waiting_for()), (0, WaitingFor::Person));
    assert_eq!(obey(&mut game, TableCommand::Save(None, false)), GameEffect::None);
    assert_eq!(game.message(), "There is no move to save yet.");
}

#[test]
fn an_opening_offers_each_step_and_ends_with_colors() {
    let game = game(Rule::Freestyle, 15, Mover::Person, Mover::Engine);
    let mut game = game.with_opening(OpeningRule::Swap2).unwrap();
    let first = "swap2: Ann chooses a point for a black stone";
    assert_eq!(game.opening_status().as_deref(), Some(first));
    obey(&mut game, TableCommand::Choose("keep".to_owned()));
    assert_eq!(game.message(), "Seen 'keep', expected a point for a black stone.");
    for name in ["h8", "i9", "k11"] {
        assert_eq!(game.waiting_for(), WaitingFor::Person);
        let coord = at(&game, name);
        obey(&mut game, TableCommand::Put(coord));
        assert_eq!(game.message(), "", "{name}");
    }
    assert_eq!(game.waiting_for(), WaitingFor::Opening);
    obey(&mut game, TableCommand::Choose("black".to_owned()));
    assert_eq!(game.message(), "It is the engine's choice.");
    obey(&mut game, TableCommand::Undo);
    assert_eq!((game.waiting_for(), game.moves().len()), (WaitingFor::Person, 2));
    let coord = at(&game, "k11");
    obey(&mut game, TableCommand::Put(coord));
    let two = [OpeningChoice::Two].into_iter();
    let stones = ["a1", "b2"].map(|name| OpeningChoice::Point(at(&game, name)));
    game.take_choices(&two.chain(stones).collect::<Vec<_>>(), 70);
    assert_eq!(game.message(), "The engine places two more stones: a1 b2.");
    assert_eq!(game.opening_status().as_deref(), Some("swap2: Ann chooses black or white"));
    obey(&mut game, TableCommand::Choose("5".to_owned()));
    assert!(game.message().contains("expected black or white"), "{}", game.message());
    obey(&mut game, TableCommand::Hint);
    assert_eq!(game.message(), "Finish the opening first.");
    obey(&mut game, TableCommand::Choose("white".to_owned()));
    assert_eq!(game.message(), "Ann takes white. The opening is over: engine has black.");
    assert_eq!((game.seat(Color::White), game.waiting_for()), (Mover::Person, WaitingFor::Person));
    let record = game.record().unwrap();
    assert_eq!((record.opening.name.as_str(), record.opening.moves.len()), ("swap2", 5));
    obey(&mut game, TableCommand::New);
    assert!(game.opening().is_some() && game.moves().is_empty());
}

#[test]
fn in_an_opening_players_have_names_and_their_own_time_whatever_the_colors() {
    let size = BoardSize::square(15).unwrap();
    let small = LiveGameSetup::small(Mover::Person, Mover::Person);
    let setup = LiveGameSetup { size, names: PlayerNames::default(), ..small };
    let mut game = LiveGame::new(setup, 0).with_opening(OpeningRule::Swap2).unwrap();
    let choose = |game: &mut LiveGame, text: &str| {
        game.obey(TableCommand::Choose(text.to_owned()), Some(10), 0);
    };
    let asked = |game: &LiveGame| game.opening_status().unwrap_or_default();
    assert_eq!(asked(&game), "swap2: Player 1 chooses a point for a black stone");
    for text in ["h8", "i9", "k11"] {
        let at = notation::parse(text, size).unwrap();
        game.obey(TableCommand::Put(at), Some(100), 0);
    }
    assert_eq!(asked(&game), "swap2: Player 2 chooses black, white or two (more stones)");
    let used = |game: &LiveGame| PARTICIPANTS.map(|player| game.participant_ms(player));
    assert_eq!(used(&game), [300, 0]);
    let before = game.moment();
    choose(&mut game, "two");
    assert_eq!(game.message(), "Player 2 places two more stones.");
    assert_ne!(game.moment(), before, "the clock of the other one begins");
    assert_eq!(used(&game), [300, 10]);
    obey(&mut game, TableCommand::Undo);
    assert_eq!(used(&game), [300, 0], "the time of a choice that is taken back goes with it");
    // Saved, and continued with the names and the times.
    let resume = Resume::new(&Strength::default(), &game);
    let resume = Resume::read(&resume.text());
    let mut later = LiveGame::new(
        LiveGameSetup { size, ..LiveGameSetup::small(Mover::Person, Mover::Engine) },
        0,
    );
    later.continue_with(game.tree().clone(), &resume);
    assert_eq!(asked(&later), asked(&game));
    assert_eq!(used(&later), [300, 0]);
    // As an earlier version has saved it, without times: those to come are still those of who chooses.
    let text = Resume::new(&Strength::default(), &game).text();
    let old = text.replace(r#","times_ms":[100,100,100]"#, "");
    assert_ne!(old, text);
    let mut untimed = later.clone();
    untimed.continue_with(game.tree().clone(), &Resume::read(&old));
    choose(&mut untimed, "two");
    assert_eq!(used(&untimed), [0, 10]);
    // Player 2 takes black.
    choose(&mut later, "black");
    assert_eq!(later.message(), "Player 2 takes black. The opening is over: Player 2 has black.");
    assert_eq!([later.name(Color::Black), later.name(Color::White)], ["Player 2", "Player 1"]);
    assert_eq!([Color::Black, Color::White].map(|color| later.used_ms(color)), [10, 300]);
    let record = later.record().unwrap();
    assert_eq!((record.black.name.as_str(), record.white.name.as_str()), ("Player 2", "Player 1"));
    let resume = Resume::new(&Strength::default(), &later);
    let mut last = LiveGame::new(
        LiveGameSetup { size, ..LiveGameSetup::small(Mover::Person, Mover::Person) },
        0,
    );
    last.continue_with(later.tree().clone(), &Resume::read(&resume.text()));
    assert_eq!([Color::Black, Color::White].map(|color| last.used_ms(color)), [10, 300]);
    assert_eq!(last.name(Color::Black), "Player 2");
    obey(&mut last, TableCommand::Swap);
    assert_eq!(last.message(), "Black: Player 1, white: Player 2.");
}

#[test]
fn two_persons_may_have_one_name_or_two() {
    let opening = |given: &[&str], white| {
        let size = BoardSize::square(15).unwrap();
        let given = given.iter().map(|name| (*name).to_owned()).collect();
        let names = PlayerNames { given, engine: "tengen".to_owned() };
        let setup = LiveGameSetup { size, names, ..LiveGameSetup::small(Mover::Person, white) };
        let game = LiveGame::new(setup, 0).with_opening(OpeningRule::Swap).unwrap();
        PARTICIPANTS.map(|player| game.participant_name(player))
    };
    assert_eq!(opening(&["Ann", "Bo"], Mover::Person), ["Ann", "Bo"]);
    assert_eq!(opening(&["Ann"], Mover::Person), ["Ann", "Player 2"]);
    assert_eq!(opening(&["Ann", "Ann"], Mover::Person), ["Player 1 (Ann)", "Player 2 (Ann)"]);
    assert_eq!(opening(&[], Mover::Engine), ["person", "tengen"]);
}

#[test]
fn undo_ends_at_the_end_of_an_opening_that_was_played() {
    let mut game = game(Rule::Freestyle, 15, Mover::Person, Mover::Engine);
    game.tree = GameTree::new(Rule::Freestyle, game.setup.size);
    let mut node = GameTree::ROOT;
    for name in ["h8", "i9", "k11", "a1", "b2"] {
        let moved = PlayedMove::new(at(&game, name), None);
        node = game.tree.play(node, moved).unwrap();
    }
    game.tree.mark_opening("swap2", 5);
    game.setup.seats = ByColor::new(Mover::Engine, Mover::Person);
    game.go_to(node);
    put(&mut game, "c3");
    let answer = at(&game, "d4");
    game.answer(answer, 0, "");
    for _ in 0..2 {
        obey(&mut game, TableCommand::Undo);
        assert_eq!(game.moves().len(), 5);
    }
    assert_eq!(game.message(), "There is nothing to take back after the opening.");
    // A file may say what it likes: all of its game can be looked at.
    game.mark_opened();
    obey(&mut game, TableCommand::Undo);
    assert_eq!(game.moves().len(), 3);
}

#[test]
fn new_games_begin_by_the_opening_rule_whatever_was_on_the_board() {
    let game = || game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    let begun = || game().with_opening(OpeningRule::Swap2).unwrap();
    let mut edited = begun();
    obey(&mut edited, TableCommand::Edit);
    obey(&mut edited, TableCommand::Stones(Some(Stone::Black), vec![Coord::new(4, 4)]));
    obey(&mut edited, TableCommand::Edit);
    let mut continued = begun();
    continued.continue_with(game().tree().clone(), &Resume::default());
    let mut opened = begun();
    opened.open(game().tree().clone(), 0);
    for mut other in [edited, continued, opened] {
        assert!(other.opening().is_none());
        obey(&mut other, TableCommand::New);
        assert_eq!(other.opening().map(|phase| phase.rule()), Some(OpeningRule::Swap2));
    }
}

#[test]
fn every_opening_rule_can_be_played_to_its_end() {
    for &rule in OpeningRule::ALL {
        let mut game =
            game(Rule::Renju, 15, Mover::Person, Mover::Person).with_opening(rule).unwrap();
        let mut steps = 0;
        while let Some(phase) = game.opening() {
            let choice = phase.choices()[0].text(game.position().size());
            obey(&mut game, TableCommand::Choose(choice));
            steps += 1;
            assert!(steps < 40, "{rule}: {}", game.message());
        }
        assert_eq!(game.waiting_for(), WaitingFor::Person, "{rule}");
    }
    let small = game(Rule::Renju, 5, Mover::Person, Mover::Person);
    assert!(small.with_opening(OpeningRule::Taraguchi10).is_err());
}

#[test]
fn a_record_holds_the_game_to_its_end_wherever_the_board_is() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    put(&mut game, "a1 a9 b1 b9 c1 c9 d1 d9 e1");
    for back in [TableCommand::Undo, TableCommand::Undo, TableCommand::First] {
        obey(&mut game, back);
        let record = game.record().unwrap();
        assert_eq!(
            (record.moves.len(), record.outcome.to_string().as_str()),
            (9, "black wins: five")
        );
    }
    // Another move begins another line, which is not over.
    put(&mut game, "i9");
    let record = game.record().unwrap();
    assert_eq!((record.moves.len(), record.outcome), (1, GameOutcome::Unfinished));
    // The line is the one taken back last, not the older one.
    obey(&mut game, TableCommand::Undo);
    assert_eq!(game.record().unwrap().moves.len(), 1);
}

#[test]
fn a_resignation_is_recorded_from_everywhere_on_its_line() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    put(&mut game, "a1 a9");
    obey(&mut game, TableCommand::Resign);
    obey(&mut game, TableCommand::First);
    let record = game.record().unwrap();
    assert_eq!((record.moves.len(), record.outcome.winner()), (2, Some(Color::White)));
}

/// A game of Eve against Bob on 9x9 that black lost by the clock.
fn lost_on_time() -> (GameTree, GameOutcome) {
    let size = BoardSize::square(9).unwrap();
    let mut record = tengen_records::GameRecord::new(Rule::Freestyle, size);
    let moves = notation::parse_moves("a1a9b1b9", record.size).unwrap();
    record.moves = moves.into_iter().map(|coord| PlayedMove::new(coord, None)).collect();
    record.set_names("Eve", "Bob");
    record.outcome = GameOutcome::Ended { winner: Some(Color::White), verdict: Verdict::Timeout };
    record.note = Some("at home".to_owned());
    (GameTree::from_record(&record).unwrap(), record.outcome)
}

/// Black's player, the result and the note in the head of the tree.
fn head(game: &LiveGame) -> (&str, GameOutcome, Option<&str>) {
    let head = game.tree().head();
    (&head.black.name, head.outcome, head.note.as_deref())
}

#[test]
fn a_game_of_a_file_keeps_its_players_and_result_beside_its_variations() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    let (tree, outcome) = lost_on_time();
    game.open(tree, 0);
    let original = ("Eve", outcome, Some("at home"));
    game.name_engine("3".parse().unwrap());
    obey(&mut game, TableCommand::Swap);
    assert_eq!(head(&game), original);
    obey(&mut game, TableCommand::Undo);
    put(&mut game, "c9 c1");
    assert_eq!(head(&game), original);
    assert_eq!(game.record().unwrap().outcome, GameOutcome::Unfinished, "of the variation");
    obey(&mut game, TableCommand::Promote);
    assert_eq!((head(&game).1, head(&game).2), (GameOutcome::Unfinished, None));
    // The old main line comes back with its result.
    obey(&mut game, TableCommand::Undo);
    obey(&mut game, TableCommand::Undo);
    obey(&mut game, TableCommand::First);
    for name in ["a1", "a9", "b1", "b9"] {
        let coord = at(&game, name);
        obey(&mut game, TableCommand::Put(coord));
    }
    obey(&mut game, TableCommand::Promote);
    assert_eq!((head(&game).1, head(&game).2), (outcome, Some("at home")));
    assert_eq!(game.record().unwrap().outcome, outcome);
    // Who plays on at the end is a player of the game.
    put(&mut game, "d9");
    assert_eq!(head(&game), (game.name(Color::Black), GameOutcome::Unfinished, None));
}

#[test]
fn a_resignation_belongs_to_the_line_where_somebody_resigned() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    put(&mut game, "d4 e5 f6");
    obey(&mut game, TableCommand::Undo);
    put(&mut game, "g7");
    obey(&mut game, TableCommand::Resign);
    assert_eq!(game.record().unwrap().outcome.winner(), Some(Color::Black));
    obey(&mut game, TableCommand::Variation);
    assert_eq!(game.record().unwrap().outcome, GameOutcome::Unfinished, "of the other line");
    assert_eq!(head(&game).1, GameOutcome::Unfinished);
    obey(&mut game, TableCommand::Variation);
    assert!(game.is_over(), "it is remembered");
    obey(&mut game, TableCommand::Undo);
    assert!(!game.is_over() && game.moves().len() == 3, "and only it is taken back");
}

#[test]
fn the_engine_without_a_value_names_its_move_only() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Engine);
    put(&mut game, "e5");
    game.answer(Coord::new(4, 3), 1, "");
    assert_eq!(game.message(), "White plays e6.");
}

#[test]
fn the_name_of_a_weaker_engine_has_its_level() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Engine);
    let white = |game: &LiveGame| game.tree().head().white.name.clone();
    game.name_engine(Level::Full);
    assert_eq!((game.name(Color::White), white(&game).as_str()), ("tengen", "tengen"));
    game.name_engine("2".parse().unwrap());
    assert_eq!(game.name(Color::White), "tengen, level 2");
    assert_eq!(white(&game), "tengen, level 2");
    let tree = game.tree().clone();
    let mut other = self::game(Rule::Freestyle, 9, Mover::Person, Mover::Person);
    other.continue_with(tree, &Resume::default());
    assert_eq!(other.seat(Color::White), Mover::Engine);
}

#[test]
fn a_game_with_stones_after_its_end_is_over() {
    let mut game = game(Rule::Freestyle, 9, Mover::Person, Mover::Engine);
    let mut record = tengen_records::GameRecord::new(Rule::Freestyle, game.position().size());
    let moves = notation::parse_moves("a1a9b1b9c1c9d1d9e1f9", record.size).unwrap();
    record.moves = moves.into_iter().map(|coord| PlayedMove::new(coord, None)).collect();
    game.open(GameTree::from_record(&record).unwrap(), 0);
    assert_eq!(game.outcome().to_string(), "black wins: five");
    assert_eq!(game.waiting_for(), WaitingFor::Person, "the engine does not play on");
}
