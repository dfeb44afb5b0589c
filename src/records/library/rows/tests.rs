use proptest::prelude::*;

use super::*;
use crate::records::sample::any_game;

/// A short finished game.
fn game() -> KeptGame {
    let size = BoardSize::square(15).unwrap();
    let moves = notation::parse_moves("h8a1i8a2j8a3k8a4l8", size).unwrap();
    KeptGame {
        started_ms: Some(1_700_000_000_000),
        black: "Ann, \"the first\"".into(),
        white: "tengen".into(),
        rule: Rule::Renju,
        size,
        outcome: Outcome::Ended { winner: Some(Color::Black), verdict: Verdict::Five },
        moves: moves.into_iter().map(|coord| KeptMove { coord, time_ms: Some(7) }).collect(),
    }
}

fn file(games: &[KeptGame]) -> String {
    let rows = games.iter().zip(1..).map(|(game, number)| write(number, game));
    header() + &rows.collect::<String>()
}

fn errors(contents: &LibraryContents) -> Vec<String> {
    contents.damages.iter().map(ToString::to_string).collect()
}

#[test]
fn a_row_reads_as_documented() {
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
fn a_damaged_row_is_told_with_its_line_and_the_rest_is_read() {
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
        // The fourth move of game 2 is gone, so what follows in it is left out and told.
        assert_eq!(errors.len(), 5 + usize::from(!damage.is_empty()), "{errors:?}");
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
    let other = KeptGame { white: "else".into(), ..game() };
    let text = file(&[game()]) + &write(1, &other).lines().next().unwrap().replace("h8", "h9");
    assert!(
        errors(&read(text.as_bytes()))[0].contains("line 11: game 1 is another one than in line 2")
    );
    let text = file(&[game()]).replace(",9,l8,", ",9,h8,");
    assert_eq!(
        errors(&read(text.as_bytes())),
        ["line 10: move 9 of game 1: point 7,7 is occupied"]
    );
    let mut bytes = file(&[game()]).into_bytes();
    *bytes.last_mut().unwrap() = 0xff;
    assert_eq!(errors(&read(&bytes)), ["line 10: bytes that are no UTF-8, expected text"]);
}

#[test]
fn line_ends_of_windows_and_a_byte_order_mark_are_read() {
    let text = format!("\u{feff}{}", file(&[game()])).replace('\n', "\r\n");
    let contents = read(text.as_bytes());
    assert_eq!(contents.damages, []);
    assert_eq!(contents.games[0].game, game());
}

proptest! {
    #[test]
    fn games_come_back(games in proptest::collection::vec(any_game(), 0..4)) {
        let games: Vec<_> = games.iter().map(|game| KeptGame::try_from(game).unwrap()).collect();
        let contents = read(file(&games).as_bytes());
        prop_assert_eq!(&contents.damages, &[]);
        let back: Vec<_> = contents.games.into_iter().map(|entry| entry.game).collect();
        prop_assert_eq!(back, games);
    }

    #[test]
    fn no_bytes_break_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes);
    }
}
