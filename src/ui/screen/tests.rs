use super::super::engine_thread::fake::FirstPoint;
use super::super::game::{GameSetup, Mover};
use super::super::terminal::fake::Script;
use super::*;
use crate::records::GameRecord;
use crate::types::{BoardSize, ByColor, Rule};

/// A store in memory; saves all games without asking, or only on request.
struct ScreenStore {
    games: Vec<GameRecord>,
    saves_all: bool,
}

impl GameStore for ScreenStore {
    fn save(&mut self, _file: Option<&str>, game: &GameRecord) -> Result<String, String> {
        self.games.push(game.clone());
        Ok("Saved.".to_owned())
    }

    fn saves_all(&self) -> bool {
        self.saves_all
    }
}

struct Played {
    shown: Vec<String>,
    saved: Vec<GameRecord>,
    hurried: usize,
    result: io::Result<()>,
}

fn play(keys: &str, is_slow: bool) -> Played {
    play_with(keys, is_slow, true)
}

fn play_with(keys: &str, is_slow: bool, saves_all: bool) -> Played {
    let setup = GameSetup {
        rule: Rule::Freestyle,
        size: BoardSize::square(5).unwrap(),
        seats: ByColor::new(Mover::Person, Mover::Engine),
        names: ["Ann".into(), "tengen".into()],
    };
    let mut game = LiveGame::new(setup, 0);
    let mut brain = FirstPoint { is_slow, ..FirstPoint::default() };
    let mut terminal = Script::new(keys);
    let mut store = ScreenStore { games: Vec::new(), saves_all };
    let result = run(&mut game, &mut brain, &mut store, &mut terminal);
    Played { shown: terminal.shown, saved: store.games, hurried: brain.hurried, result }
}

#[test]
fn arrows_and_typed_points_put_stones_and_the_engine_answers() {
    let played = play(">\n~:b2\n~q", false);
    assert!(played.result.is_ok());
    let last = played.shown.last().unwrap();
    assert!(last.starts_with("5 O[O]. . .\n4 . . . . .\n3 . . . X .\n2 . X . . .\n"), "{last}");
    assert!(last.contains("White plays b5 (at once)."), "{last}");
    assert!(played.shown.iter().any(|shown| shown.contains("\n:b2\n")), "what is typed is shown");
    assert_eq!(played.saved[0].moves.len(), 4);
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
    assert_eq!((undone.hurried, undone.saved.len()), (1, 0));
}

#[test]
fn a_terminal_that_goes_away_loses_no_game() {
    let played = play("\n~", false);
    assert!(played.result.is_err());
    assert_eq!(played.saved[0].moves.len(), 2);
}

#[test]
fn help_is_shown_and_left_by_any_key() {
    let played = play("?~~xq", false);
    assert!(played.shown[1].contains("place a stone") && played.shown[1].contains("any key"));
    assert!(played.shown.last().unwrap().contains("black to move (person)"));
}

#[test]
fn screen_asks_before_it_drops_an_unsaved_game() {
    let asks = |played: &Played| {
        played.shown.iter().filter(|shown| shown.contains("Save the game?")).count()
    };
    // Quitting by q, Esc and Ctrl-C, answered yes and no.
    for (keys, saved) in [
        ("\n~qy", 1),
        ("\n~%y", 1),
        ("\n~^Y", 1),
        ("\n~qn", 0),
        ("\n~%n", 0),
        ("\n~^^", 0),
        ("\n~:quit\ny", 1),
        // Another key is no answer; Esc continues the game.
        ("\n~qx~n", 0),
        ("\n~q%:c3\n~qy", 1),
        // A new game drops the old one as well.
        ("\n~nyq", 1),
        ("\n~nnq", 0),
    ] {
        let played = play_with(keys, false, false);
        assert!(played.result.is_ok(), "{keys:?}: {:?}", played.result);
        assert!(asks(&played) > 0, "{keys:?}");
        assert_eq!(played.saved.len(), saved, "{keys:?}");
    }
    // Nothing to ask: no move, saved already, or all games are saved.
    for (keys, saves_all) in [("q", false), ("\n~sq", false), ("\n~q", true), ("%", false)] {
        let played = play_with(keys, false, saves_all);
        assert!(played.result.is_ok() && asks(&played) == 0, "{keys:?}");
    }
}
