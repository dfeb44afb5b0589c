use super::super::engine_thread::fake::FirstPoint;
use super::super::game::{GameSetup, Mover};
use super::super::terminal::fake::Script;
use super::*;
use crate::records::GameRecord;
use crate::types::{BoardSize, ByColor, Rule};

struct Memory(Vec<GameRecord>);

impl GameStore for Memory {
    fn keep(&mut self, _file: Option<&str>, game: &GameRecord) -> Result<String, String> {
        self.0.push(game.clone());
        Ok("Kept.".to_owned())
    }

    fn saves_all(&self) -> bool {
        true
    }
}

struct Played {
    shown: Vec<String>,
    kept: Vec<GameRecord>,
    hurried: usize,
    result: io::Result<()>,
}

fn play(keys: &str, is_slow: bool) -> Played {
    let setup = GameSetup {
        rule: Rule::Freestyle,
        size: BoardSize::square(5).unwrap(),
        seats: ByColor::new(Mover::Person, Mover::Engine),
        names: ["Ann".into(), "tengen".into()],
    };
    let mut game = LiveGame::new(setup, 0);
    let mut brain = FirstPoint { is_slow, ..FirstPoint::default() };
    let mut terminal = Script::new(keys);
    let mut store = Memory(Vec::new());
    let result = run(&mut game, &mut brain, &mut store, &mut terminal);
    Played { shown: terminal.shown, kept: store.0, hurried: brain.hurried, result }
}

#[test]
fn arrows_and_typed_points_put_stones_and_the_engine_answers() {
    let played = play(">\n~:b2\n~q", false);
    assert!(played.result.is_ok());
    let last = played.shown.last().unwrap();
    assert!(last.starts_with("5 O[O]. . .\n4 . . . . .\n3 . . . X .\n2 . X . . .\n"), "{last}");
    assert!(last.contains("White plays b5 (at once)."), "{last}");
    assert!(played.shown.iter().any(|shown| shown.contains("\n:b2\n")), "what is typed is shown");
    assert_eq!(played.kept[0].moves.len(), 4);
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
    assert_eq!((undone.hurried, undone.kept.len()), (1, 0));
}

#[test]
fn a_terminal_that_goes_away_loses_no_game() {
    let played = play("\n~", false);
    assert!(played.result.is_err());
    assert_eq!(played.kept[0].moves.len(), 2);
}

#[test]
fn help_is_shown_and_left_by_any_key() {
    let played = play("?~~xq", false);
    assert!(played.shown[1].contains("put a stone") && played.shown[1].contains("Any key"));
    assert!(played.shown.last().unwrap().contains("black to move (person)"));
}
