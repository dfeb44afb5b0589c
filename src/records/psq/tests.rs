use proptest::prelude::*;

use super::*;
use crate::sample::{any_changes, any_game, any_text, changed, game};

fn read(text: &str) -> Result<GameRecord, Located<PsqError>> {
    super::read(text, GivenRule::default())
}

fn names(game: &GameRecord) -> [&str; 2] {
    [&game.black.name, &game.white.name]
}

#[test]
fn psq_files_look_like_piskvorks() {
    let text = write(&game(), Some(5000));
    assert_eq!(
        text,
        "Piskvorky 15x15, 7:7, 0\r\n8,8,0\r\n8,9,12\r\n1,15,345\r\nalpha\r\nbeta\r\n0\r\n"
    );
    assert!(write(&game(), None).starts_with("Piskvorky 15x15, 11:11, 0\r\n"));
    assert!(write(&game(), Some(0)).starts_with("Piskvorky 15x15, 1:1, 0\r\n"));
}

#[test]
fn the_psq_flag_names_the_player_who_began() {
    let text = "Piskvorky 20x20, 11:11, 1\n1,1,5\n20,20,6\nfirst\nsecond\n15\n";
    let game = read(text).unwrap();
    assert_eq!(names(&game), ["second", "first"]);
    let expected = [(Coord::new(0, 0), Some(5)), (Coord::new(19, 19), Some(6))];
    assert_eq!(game.moves, expected.map(|(coord, time_ms)| PlayedMove::new(coord, time_ms)));
    assert_eq!(game.outcome.to_string(), "white wins: timeout");
}

#[test]
fn psq_files_of_single_games_have_no_names() {
    let game = read("Piskvorky 15x15,0:11,0\n\n 8, 8\n9,8,7 \n0\n").unwrap();
    let expected = [(Coord::new(7, 7), None), (Coord::new(8, 7), Some(7))];
    assert_eq!(game.moves, expected.map(|(coord, time_ms)| PlayedMove::new(coord, time_ms)));
    assert_eq!((names(&game), game.outcome), (["black", "white"], GameOutcome::Unfinished));
    assert_eq!(read("Piskvorky 15x15, 11:11, 0\n0\n").unwrap().length(), 0);
}

#[test]
fn psq_errors_name_the_line() {
    for (text, message) in [
        ("", "line 1, column 1: '' is not the head of a psq file"),
        ("Piskvorky 15x15, 11:11, 2\n", "is not the head"),
        ("Piskvorky 15, 11:11, 0\n", "is not the head"),
        ("Piskvorky 15x15, 11:11, x\n", "is not the head"),
        (
            "Piskvorky 15x15, 1:1, 0\n8,8,0\n9,\n",
            "line 3, column 1: the file ends inside the move '9,'",
        ),
        (
            "Piskvorky 15x15, 1:1, 0\n8,8,0\n-1\n1,Experimental_1\n",
            "line 4, column 1: '1,Experimental_1' names a league of unknown rule",
        ),
        ("Piskvorky 4x15, 1:1, 0\n", "line 1, column 1: board size 4x15"),
        ("Piskvorky 15x15, 1:1, 0\n1,1,0\n0,3,0\n", "line 3, column 1: move 0,3 is off"),
        ("Piskvorky 15x15, 1:1, 0\n16,3,0\n", "line 2, column 1: move 16,3 is off"),
        ("Piskvorky 15x15, 1:1, 0\n1,1,0\n1,1,0\n", "line 3, column 1: point a15 is occupied"),
        (
            "Piskvorky 15x15, 1:1, 0\n1,1,0\n9;9,0\n2,2,0\n",
            "line 3, column 1: '9;9,0' is not a move",
        ),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

/// A whole file in this order: head, moves, names, code.
const WHOLE: &str =
    "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,12,97\r\n10,8,5\r\nalpha\r\nbeta\r\n0\r\n";

#[test]
fn a_last_move_without_a_time_is_whole_where_none_has_one() {
    let mut moves = Vec::new();
    let unread = each("Piskvorky 15x15, 11:11, 0\n8,8\n9,9", Rule::Freestyle, |_, game| {
        moves.push(game.length());
        ControlFlow::Continue(())
    });
    assert_eq!(moves, [2]);
    let said = unread.unwrap().all_sentences().join("\n");
    assert!(
        said.starts_with("line 3, column 1: the game ends after move 2, expected two names"),
        "{said}"
    );
}

#[test]
fn a_file_that_broke_off_tells_what_it_lost() {
    let kept = |text: &str| {
        let mut moves = None;
        let unread = each(text, Rule::Freestyle, |_, game| {
            moves = Some(game.length());
            ControlFlow::Continue(())
        });
        match unread {
            Ok(unread) => (moves, unread.all_sentences().join("\n")),
            Err(error) => (moves, error.to_string()),
        }
    };
    assert_eq!(kept(WHOLE), (Some(3), String::new()));
    for (end, moves, said) in [
        (
            "0\r\n",
            Some(3),
            "line 6, column 1: the game ends with 'beta' after move 3, expected two",
        ),
        ("a\r\n0\r\n", Some(3), "line 6, column 1: the game ends with 'bet' after move 3"),
        ("beta\r\n0\r\n", Some(3), "line 5, column 1: the game ends with 'alpha' after move 3"),
        ("alpha\r\nbeta\r\n0\r\n", Some(3), "line 4, column 1: the game ends after move 3"),
        (
            ",5\r\nalpha\r\nbeta\r\n0\r\n",
            Some(2),
            "line 4, column 1: the file ends inside the move '10,8'",
        ),
        (
            "0,8,5\r\nalpha\r\nbeta\r\n0\r\n",
            Some(2),
            "line 4, column 1: the file ends inside the move '1'",
        ),
        (
            "2,97\r\n10,8,5\r\nalpha\r\nbeta\r\n0\r\n",
            Some(1),
            "line 3, column 1: the file ends inside the move '9,1'",
        ),
        (
            "8,8,0\r\n9,12,97\r\n10,8,5\r\nalpha\r\nbeta\r\n0\r\n",
            None,
            "line 1, column 1: the game ends after its head",
        ),
    ] {
        let (seen, sentence) = kept(WHOLE.strip_suffix(end).unwrap());
        assert_eq!(seen, moves, "{end}: {sentence}");
        assert!(sentence.starts_with(said), "{end}: {sentence}");
        assert_eq!(
            sentence.ends_with("; of game 1 what stands before it is read"),
            moves.is_some()
        );
    }
    // Anywhere else: not without a word, but for the line break at the end.
    for end in 1..WHOLE.len() - 2 {
        assert_ne!(kept(&WHOLE[..end]).1, "", "{:?}", &WHOLE[..end]);
    }
}

#[test]
fn what_is_no_game_after_a_head_is_not_an_empty_game() {
    let head = "Piskvorky 15x15, 11:11, 0\n";
    for (rest, said) in [
        ("", "line 1, column 1: the game ends after its head"),
        ("<html>\n", "line 2, column 1: the game ends with '<html>' after its head"),
        ("not\na\ngame\n", "line 4, column 1: the game ends with 'game' after its head"),
        (
            "99999999999999999999,1,0\n",
            "line 2, column 1: the game ends with '99999999999999999999,1,0'",
        ),
    ] {
        let error = read(&format!("{head}{rest}")).unwrap_err().to_string();
        assert!(error.starts_with(said), "{error}");
    }
    let whole = read(&format!("{head}alpha\nbeta\n0\n")).unwrap();
    assert_eq!((whole.length(), names(&whole)), (0, ["alpha", "beta"]));
    let error = read(&format!("{WHOLE}<html>\n")).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 8, column 1: '<html>' after the end of the game, expected another game or nothing"
    );
}

#[test]
fn heads_of_other_programs_are_read() {
    for head in [
        "Piskvorky 15x15 , 0 - 0",
        "piskvorky 15x15, 11:11, 0",
        "Piskvorky 15x15",
        "PISKVORK 15 x 15;0:0",
        "Piskvorky: 15X15, 5 5 1",
        "Piskvorky 15x15, 11:11",
    ] {
        let game = read(&format!("{head}\r\n8,8,0\r\n9,7,1\r\n-1\r\n")).unwrap();
        assert_eq!((game.length(), game.size.width()), (2, 15), "{head}");
        assert_eq!(game.outcome, GameOutcome::Unfinished, "{head}");
    }
}

/// Six in a row of black, as the judge of Gomocup saves it.
const OVERLINE: &str = "Piskvorky 15x15, 11:11, 0\n1,1,0\n1,15,0\n2,1,0\n3,15,0\n3,1,0\n5,15,0\n\
    5,1,0\n7,15,0\n6,1,0\n9,15,0\n4,1,0\nA.zip\nB.zip\n-1\n";

#[test]
fn results_of_gomocup_are_kept_with_their_rule() {
    let said = |line: &str, rule: Option<Rule>| {
        let game = super::read(&format!("{OVERLINE}{line}"), rule).unwrap();
        assert_eq!(names(&game), ["A.zip", "B.zip"]);
        format!("{} {}", game.rule, game.outcome)
    };
    assert_eq!(said("2,Renju_1\n", None), "renju white wins: forbidden (overline)");
    assert_eq!(said("1,Freestyle15_1\n", None), "freestyle black wins: five");
    assert_eq!(said("0,Standard_1", None), "standard draw: adjudicated");
    assert_eq!(said("2,Standard1\n\n", Some(Rule::Renju)), "standard white wins: adjudicated");
    assert_eq!(said("1,Experimental", Some(Rule::Caro)), "caro black wins: five");
    let late = OVERLINE.replace("-1\n", "15\n").replace("4,1,0\n", "");
    let swapped = late.replace(", 0\n", ", 1\n") + "1,Renju";
    assert_eq!(read(&swapped).unwrap().outcome.to_string(), "white wins: timeout");
}

#[test]
fn the_games_of_a_list_are_read_one_by_one() {
    let game = "Piskvorky 9x9, 1:1, 0\n1,1,0\n2,2,0\n-1\n";
    let bad = "Piskvorky 9x9, 1:1, 0\n1,1,0\n1,1,0\n-1\n";
    let mut numbers = Vec::new();
    let unread = each(
        &[game, bad, game, "Piskvorky 9x9\n5,5,0\n6,"].concat(),
        Rule::Caro,
        |number, game| {
            numbers.push((number, game.length()));
            ControlFlow::Continue(())
        },
    );
    assert_eq!(numbers, [(1, 2), (3, 2), (4, 1)]);
    let sentences = unread.unwrap().all_sentences();
    assert!(sentences[0].starts_with("line 7, column 1: point a9 is occupied"), "{sentences:?}");
    assert!(sentences[0].ends_with("; game 2 is skipped"), "{sentences:?}");
    assert!(sentences[1].starts_with("line 15, column 1: the file ends inside the move '6,'"));
}

#[test]
fn psq_names_never_look_like_moves() {
    let mut game = game();
    game.black.name = "1,2,3".into();
    game.white.name = " \n".into();
    let back = read(&write(&game, None)).unwrap();
    assert_eq!((back.length(), names(&back)), (3, ["pbrain-1,2,3", "pbrain-"]));
}

proptest! {
    #[test]
    fn psq_games_come_back(game in any_game()) {
        let text = write(&game, None);
        let back = super::read(&text, game.rule).unwrap();
        prop_assert_eq!((back.rule, back.size), (game.rule, game.size));
        prop_assert_eq!(names(&back)[0], readable_name(&game.black.name));
        let timed = |of: PlayedMove| PlayedMove::plain(of.point, of.time_ms.or(Some(0)));
        prop_assert_eq!(&back.moves, &game.all_moves().map(timed).collect::<Vec<_>>());
        prop_assert_eq!(write(&back, None), text);
    }

    #[test]
    fn psq_read_survives_changed_files(changes in any_changes()) {
        if let Ok(game) = read(&changed(&write(&game(), None), &changes)) {
            prop_assert!(game.final_position().is_ok());
        }
    }

    #[test]
    fn psq_read_survives_any_text(text in any_text("Piskvorky 15x, 1:1, 0\n-+9")) {
        let _ = read(&text);
        let _ = read(&format!("Piskvorky 15x15, 1:1, 0\n{text}"));
    }
}
