use proptest::prelude::*;

use super::*;
use crate::Verdict;
use crate::outcome::GameOutcome;
use crate::sample::{any_changes, any_game_with_passes, changed_bytes};
use tengen_engine::types::{BoardSize, Color, Rule};

/// A short finished game.
fn game() -> GameRecord {
    let size = BoardSize::square(15).unwrap();
    let moves = notation::parse_moves("h8a1i8a2j8a3k8a4l8", size).unwrap();
    let mut game = GameRecord {
        started_ms: Some(1_700_000_000_000),
        outcome: GameOutcome::Ended { winner: Some(Color::Black), verdict: Verdict::Five },
        moves: moves.into_iter().map(|coord| PlayedMove::new(coord, Some(7))).collect(),
        ..GameRecord::new(Rule::Renju, size)
    };
    game.set_names("Ann, \"the first\"", "tengen");
    game
}

fn file(games: &[GameRecord]) -> String {
    let rows = games.iter().zip(1..).map(|(game, number)| write(number, game));
    header() + &rows.collect::<String>()
}

fn errors(contents: &LibraryContents) -> Vec<String> {
    contents.damages.iter().map(ToString::to_string).collect()
}

#[test]
fn csv_rows_read_as_documented() {
    let text = file(&[game()]);
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("game,date,black,white,rule,size,result,reason,move,point,time_ms")
    );
    assert_eq!(
        lines.next(),
        Some(
            "1,2023-11-14 22:13:20,\"Ann, \"\"the first\"\"\",tengen,renju,15x15,black,five,1,h8,7"
        )
    );
}

#[test]
fn damaged_rows_are_reported_with_their_line_and_the_rest_is_read() {
    let text = file(&[game(), game(), game()]);
    let lines: Vec<&str> = text.lines().collect();
    for (damage, message) in [
        ("", ""),
        ("nonsense", "line 14: 1 cells, expected 11"),
        ("\"open", "line 14: 1 cells, expected 11"),
        ("0,,a,b,renju,15x15,draw,five,1,h8,", "line 14: column game: '0', expected a number"),
        ("9,soon,a,b,renju,15x15,draw,five,1,h8,", "line 14: column date: 'soon'"),
        ("9,,a,b,go,15x15,draw,five,1,h8,", "line 14: column rule: 'go'"),
        ("9,,a,b,renju,4x15,draw,five,1,h8,", "line 14: column size: '4x15'"),
        ("9,,a,b,renju,15x15,me,five,1,h8,", "line 14: column result: 'me'"),
        ("9,,a,b,renju,15x15,black,luck,1,h8,", "line 14: column reason: 'luck'"),
        ("9,,a,b,renju,15x15,black,five,x,h8,", "line 14: column move: 'x'"),
        ("9,,a,b,renju,15x15,black,five,1,z8,", "line 14: column point: 'z8'"),
        ("9,,a,b,renju,15x15,black,five,1,h8,-1", "line 14: column time_ms: '-1'"),
    ] {
        let mut changed = lines.clone();
        changed[13] = damage;
        let contents = read(changed.join("\n").as_bytes());
        let errors = errors(&contents);
        // The fourth move of game 2 is gone, and with it the five that follow: one warning.
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_eq!(contents.damages[0].followers, 5 - usize::from(damage.is_empty()));
        assert!(
            errors[0].starts_with(if damage.is_empty() { "line 15" } else { message }),
            "{errors:?}"
        );
        let lengths: Vec<_> = contents.games.iter().map(|entry| entry.game.moves.len()).collect();
        assert_eq!(lengths, [9, 3, 9], "{damage}");
    }
}

#[test]
fn rows_of_another_game_and_impossible_stones_are_damage() {
    let mut other = game();
    other.set_names("Ann, \"the first\"", "else");
    let text = file(&[game()]) + &write(1, &other).lines().next().unwrap().replace("h8", "h9");
    assert!(errors(&read(text.as_bytes()))[0].contains("line 11: game 1 is not the one of line 2"));
    let text = file(&[game()]).replace(",9,l8,", ",9,h8,");
    assert_eq!(
        errors(&read(text.as_bytes())),
        ["line 10: move 9 of game 1: point h8 is occupied, expected an empty one"]
    );
    let mut bytes = file(&[game()]).into_bytes();
    *bytes.last_mut().unwrap() = 0xff;
    assert_eq!(errors(&read(&bytes)), ["line 10: not UTF-8, expected text"]);
}

/// A spreadsheet may have sorted the rows.
#[test]
fn rows_of_a_game_may_be_apart_from_each_other() {
    let games = [3, 1, 2].map(|number| {
        let mut game = game();
        game.set_names(&format!("player {number}"), "tengen");
        (number, game)
    });
    let rows: Vec<Vec<String>> = games
        .iter()
        .map(|(number, game)| write(*number, game).lines().map(|row| format!("{row}\n")).collect())
        .collect();
    let mut text = header();
    for index in 0..9 {
        for rows in &rows {
            text.push_str(&rows[index]);
        }
        // A row without a number belongs to no game.
        text.push_str("damaged\n");
    }
    let contents = read(text.as_bytes());
    let read: Vec<_> = contents.games.iter().map(|stored| &stored.game).collect();
    assert_eq!(read.len(), 3);
    for (read, (number, game)) in read.into_iter().zip(&games) {
        assert_eq!((read.game, &read.black, &read.moves), (*number, &game.black, &game.moves));
    }
    assert_eq!(contents.games[1].lines, (0..9).map(|index| 3 + 4 * index).collect::<Vec<_>>());
    let damaged: Vec<_> = contents.damages.iter().map(|damage| damage.line).collect();
    assert_eq!(damaged, (0..9).map(|index| 5 + 4 * index).collect::<Vec<_>>());
}

#[test]
fn of_very_much_damage_the_first_rows_are_described() {
    let text = header() + &"x\n".repeat(LibraryDamages::MOST + 7) + &write(1, &game());
    let mut games = 0;
    let damages = each(text.as_bytes(), |_| {
        games += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((games, damages.rows.len(), damages.more), (1, LibraryDamages::MOST, 7));
}

#[test]
fn line_ends_of_windows_and_a_byte_order_mark_are_read() {
    let text = format!("\u{feff}{}", file(&[game()])).replace('\n', "\r\n");
    let contents = read(text.as_bytes());
    assert_eq!(contents.damages, []);
    assert_eq!(contents.games[0].game, game());
}

/// What CSV can hold of a game: one plain list of stones, whole seconds, plain names.
fn as_csv_holds_it(number: u64, game: &GameRecord) -> GameRecord {
    let mut held = GameRecord {
        game: number,
        outcome: game.outcome,
        started_ms: game.started_ms.map(|ms| ms / 1000 * 1000),
        moves: game.all_moves().map(|of| PlayedMove::plain(of.point, of.time_ms)).collect(),
        ..GameRecord::new(game.rule, game.size)
    };
    held.black.name = plain_name(&game.black.name);
    held.white.name = plain_name(&game.white.name);
    held
}

proptest! {
    #[test]
    fn csv_games_come_back(games in proptest::collection::vec(any_game_with_passes(), 0..4)) {
        let contents = read(file(&games).as_bytes());
        prop_assert_eq!(&contents.damages, &[]);
        let back: Vec<_> = contents.games.into_iter().map(|entry| entry.game).collect();
        let held = (1..).zip(&games).map(|(number, game)| as_csv_holds_it(number, game));
        prop_assert_eq!(back, held.collect::<Vec<_>>());
    }

    #[test]
    fn csv_read_survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes);
    }

    /// Whatever is damaged, the games that are read can be written and read again.
    #[test]
    fn csv_read_survives_changed_files(changes in any_changes()) {
        let bytes = changed_bytes(&file(&[game(), game()]), &changes);
        let contents = read(&bytes);
        for StoredGame { game, .. } in contents.games {
            prop_assert!(game.final_position().is_ok());
            let again = read((header() + &write(game.game, &game)).as_bytes());
            prop_assert_eq!(again.damages, &[]);
        }
    }
}
