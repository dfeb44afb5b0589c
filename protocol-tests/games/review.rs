//! `tengen games review` of real games: engines of three levels played them, and each has a forced
//! win that was missed.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{folder, refused, stdout};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/games").join(name)
}

fn reviewed(name: &str) -> Value {
    let folder = folder();
    let line = format!("games review {} --nodes 3000 --json", sample(name).display());
    serde_json::from_str(&stdout(folder.path(), &line, "")).expect("JSON")
}

/// The move `number` of the game missed a win by `kind`, which an independent proof confirms.
#[track_caller]
fn assert_missed(name: &str, number: usize, kind: &str) {
    let review = reviewed(name);
    assert_eq!(review["complete"], true);
    let moves = review["moves"].as_array().expect("a list");
    let missed = moves.iter().find(|one| one["number"] == number).expect("the move");
    assert_eq!(missed["verdict"], "missed-win", "{missed}");
    assert_eq!(missed["forced_win"]["kind"], kind, "{missed}");
    assert_eq!(missed["forced_win"]["line"], missed["best"], "{missed}");
    let before: Vec<&Value> = moves[..number - 1].iter().map(|one| &one["move"]).collect();
    let opening = review["opening"].as_array().expect("a list").iter();
    let before: Vec<&Value> = opening.chain(before).collect();
    let position = json!({"rule": review["rule"], "size": review["width"], "moves": before});
    let folder = folder();
    let solve = format!("solve --kind {kind} --nodes 100000 --proof win.jsonl");
    let answer = stdout(folder.path(), &solve, &position.to_string());
    assert!(answer.contains("\"result\":\"win\""), "{answer}");
    let verified = stdout(folder.path(), "solve verify win.jsonl", "");
    assert!(verified.contains("holds against every reply"), "{verified}");
}

#[test]
fn the_missed_win_of_a_freestyle_game_is_found_and_proved() {
    assert_missed("missed-win-freestyle.psq", 18, "vct");
    assert_missed("missed-win-freestyle.psq", 21, "vcf");
}

/// A first look saw no win after i11; the second one proves that it still wins.
#[test]
fn a_move_that_still_wins_is_not_called_a_mistake() {
    let review = reviewed("missed-win-renju.sgf");
    let moves = review["moves"].as_array().expect("a list");
    let verdict = |number: usize| {
        let found = moves.iter().find(|one| one["number"] == number);
        found.map(|one| one["verdict"].clone()).expect("the move")
    };
    assert_eq!((verdict(12), verdict(15)), (json!("blunder"), json!("good")), "{review}");
    let next = moves.iter().find(|one| one["number"] == 17).expect("the move");
    assert_eq!(next["forced_win"]["kind"], "vct", "{next}");
}

#[test]
fn the_missed_win_of_a_standard_game_is_found_and_proved() {
    assert_missed("missed-win-standard.csv", 21, "vct");
}

#[test]
fn a_review_is_printed_and_written_as_sgf_and_html() {
    let folder = folder();
    let game = sample("missed-win-renju.sgf");
    let line = format!("games review {} --nodes 3000 --sgf a.sgf --html a.html", game.display());
    let text = stdout(folder.path(), &line, "");
    assert!(text.contains("black's win chance after each move"), "{text}");
    assert!(text.contains("12. white h11 ?? blunder: white's win chance"), "{text}");
    let error = refused(folder.path(), &line, "");
    assert!(error.contains("'a.sgf' exists, expected --force to overwrite it"), "{error}");
    let page = fs::read_to_string(folder.path().join("a.html")).expect("the page");
    assert!(page.contains("<svg") && page.contains("blunder"), "{page}");
    // The annotated game is a game again, with the same moves.
    let moves = |name: &str| {
        let command = format!("games convert {name} - --to txt");
        crate::common::run(&mut crate::tengen(folder.path(), &command), "")
    };
    let (annotated, plain) = (moves("a.sgf"), moves(&game.display().to_string()));
    assert_eq!(annotated.stdout, plain.stdout);
    let lost = String::from_utf8_lossy(&annotated.stderr);
    assert!(lost.contains("txt does not hold rule, variations and comments"), "{lost}");
}

#[test]
fn games_to_review_are_named_by_number_or_file() {
    let folder = folder();
    let library = sample("missed-win-standard.csv");
    let by_number = format!("games review 2 --file {} --nodes 20 --json", library.display());
    let by_file = format!("games review {} 2 --nodes 20 --json", library.display());
    assert_eq!(stdout(folder.path(), &by_number, ""), stdout(folder.path(), &by_file, ""));
    for (line, expected) in [
        (format!("games review 7 --file {}", library.display()), "has no game 7"),
        (format!("games review {} 7", library.display()), "no game 7, the file has 1 game"),
        (
            format!("games review {} --file other.csv", library.display()),
            "expected --file with the number of a game",
        ),
        ("games review none.sgf".to_owned(), "none.sgf"),
        ("games review x".to_owned(), "or a number of the library"),
        ("games review 1 --nodes 0".to_owned(), "--nodes"),
    ] {
        let error = refused(folder.path(), &line, "");
        assert!(error.contains(expected) && error.lines().count() == 1, "{line}: {error}");
    }
    // The last game, as of `play --game`.
    fs::write(folder.path().join("two.txt"), "h8i9\nh8i9g9\n").expect("written");
    let last = stdout(folder.path(), "games review two.txt --nodes 20", "");
    assert!(last.contains("3 moves"), "{last}");
    let first = stdout(folder.path(), "games review two.txt 1 --nodes 20", "");
    assert!(first.contains("2 moves"), "{first}");
}

/// What a review has searched is kept, so that one that was interrupted continues.
#[test]
fn a_review_continues_with_the_searches_of_a_file() {
    let folder = folder();
    let game = sample("missed-win-renju.sgf");
    let line = format!("games review {} --nodes 300 --json --resume a.jsonl", game.display());
    let file = folder.path().join("a.jsonl");
    let first = stdout(folder.path(), &line, "");
    let whole = fs::read_to_string(&file).expect("the searches");
    assert!(whole.lines().count() > 5, "{whole}");
    assert_eq!(stdout(folder.path(), &line, ""), first);
    assert_eq!(fs::read_to_string(&file).expect("the searches"), whole);
    // As a killed program leaves it: the last line is torn.
    fs::write(&file, &whole[..whole.len() / 2]).expect("written");
    assert_eq!(stdout(folder.path(), &line, ""), first);
    assert_eq!(fs::read_to_string(&file).expect("the searches"), whole);
    // A file of something else is refused and stays.
    fs::write(&file, "h8 i9\n").expect("written");
    let error = refused(folder.path(), &line, "");
    assert!(error.contains("--resume a.jsonl") && error.contains("line 1"), "{error}");
    assert_eq!(fs::read_to_string(&file).expect("the file"), "h8 i9\n");
    let timed = line.replace("--nodes 300", "--time-ms 5");
    assert!(refused(folder.path(), &timed, "").contains("limited by nodes"));
}

#[test]
fn a_game_that_begins_with_stones_on_the_board_is_reviewed() {
    let folder = folder();
    // Both have an open three; white plays far away instead of making its four.
    let sgf = "(;GM[4]SZ[15]AB[gg][hg][ig]AW[gi][hi][ii]PL[W];W[aa];B[jg];W[oo];B[kg])";
    fs::write(folder.path().join("a.sgf"), sgf).expect("written");
    let text = stdout(folder.path(), "games review a.sgf --nodes 500", "");
    assert!(text.contains("1. white a15 ✗ missed win"), "{text}");
}
