use super::super::engine_thread::fake::FirstPoint;
use super::super::game::{GameSetup, Mover};
use super::*;
use crate::records::GameRecord;
use crate::types::{BoardSize, ByColor, Rule};

#[derive(Default)]
struct Memory {
    kept: Vec<(Option<String>, usize)>,
    saves_all: bool,
}

impl GameStore for Memory {
    fn keep(&mut self, file: Option<&str>, game: &GameRecord) -> Result<String, String> {
        if file == Some("nowhere") {
            return Err("Not kept.".to_owned());
        }
        self.kept.push((file.map(str::to_owned), game.moves.len()));
        Ok("Kept.".to_owned())
    }

    fn saves_all(&self) -> bool {
        self.saves_all
    }
}

fn session(seats: [Mover; 2], script: &str, store: &mut Memory) -> String {
    let [black, white] = seats;
    let setup = GameSetup {
        rule: Rule::Freestyle,
        size: BoardSize::square(5).unwrap(),
        seats: ByColor::new(black, white),
        names: ["Ann".into(), "tengen".into()],
    };
    let mut game = LiveGame::new(setup, 0);
    let mut output = Vec::new();
    let mut brain = FirstPoint::default();
    run(&mut game, &mut brain, store, &mut script.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_script_plays_a_game_against_the_engine() {
    let text = session(
        [Mover::Person, Mover::Engine],
        "e1\nd2\nc3\nwhat\n\nb4\na5\nhint\nundo\nsave my.csv\nquit\nnever read",
        &mut Memory::default(),
    );
    for part in [
        "Black plays e1.\nWhite plays a5 (at once).\n5(O). . . .\n",
        "'what' is no command and no point of a 5x5 board",
        "a5 is occupied.",
        "The engine would play e5 (at once).\n5 O O O(O)+\n",
        "Kept.\n",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(!text.contains("never"));
}

#[test]
fn a_game_kept_elsewhere_or_not_at_all_is_still_kept_where_all_are() {
    let persons = [Mover::Person, Mover::Person];
    let kept = |script: &str| {
        let mut store = Memory { saves_all: true, ..Memory::default() };
        session(persons, script, &mut store);
        store.kept
    };
    assert_eq!(kept("a1\nsave nowhere\nquit\n"), [(None, 1)]);
    assert_eq!(kept("a1\nsave b\nquit\n"), [(Some("b".to_owned()), 1), (None, 1)]);
    assert_eq!(kept("a1\nsave\nquit\n"), [(None, 1)]);
}

#[test]
fn engines_play_to_the_end_by_themselves_and_all_games_are_kept_if_wanted() {
    let mut store = Memory { saves_all: true, ..Memory::default() };
    let text = session([Mover::Engine, Mover::Engine], "new\n", &mut store);
    assert!(text.contains("freestyle 5x5, move "), "{text}");
    assert_eq!(store.kept.len(), 2, "the one before new and the one that is left");
    assert!(store.kept.iter().all(|(file, moves)| file.is_none() && *moves >= 9));
}

#[test]
fn the_end_of_the_input_is_a_clean_end_and_bytes_do_no_harm() {
    let mut store = Memory::default();
    let text = session([Mover::Person, Mover::Person], "a1\n\u{0}\nhelp\n", &mut store);
    assert!(text.contains("Black plays a1.") && text.contains("undo  redo"), "{text}");
    assert_eq!(store.kept, []);
}
