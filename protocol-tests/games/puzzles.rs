//! `tengen puzzles` by the built executable.

use std::fs;

use super::{folder, refused, stdout, tengen};

/// Both have an open three; white did not stop black's, and black did not use it.
const LOST: &str = "h8g10i8h10j8i10o15j10\n";

#[test]
fn what_was_missed_in_a_game_is_asked_and_what_is_mastered_does_not_come_again() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), LOST).expect("written");
    let line = "puzzles a.txt --forced --color black --progress p.jsonl";
    let text = stdout(folder.path(), line, "k8\nl8\ng8\n");
    assert!(text.contains("Puzzle 1 of 1 (freestyle): black to move and win"), "{text}");
    let solved = "Solved without help: 1, with hints: 0, solution shown: 0, not solved: 0.";
    assert!(text.contains(solved) && text.contains("; mastered: 1."), "{text}");
    let again = stdout(folder.path(), line, "");
    assert!(again.contains("There is no puzzle that is not mastered."), "{again}");
    let asked = stdout(folder.path(), &format!("{line} --again"), "quit\n");
    assert!(asked.contains("Puzzle 1 of 1"), "{asked}");
    // Whatever is no progress stays as it is.
    fs::write(folder.path().join("p.jsonl"), "h8\n").expect("written");
    let error = refused(folder.path(), line, "");
    assert!(error.contains("--progress p.jsonl") && error.contains("line 1"), "{error}");
    assert_eq!(fs::read_to_string(folder.path().join("p.jsonl")).expect("the file"), "h8\n");
}

#[test]
fn puzzles_are_listed_as_lines_that_are_read_again() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), LOST).expect("written");
    let list = stdout(folder.path(), "puzzles a.txt --forced --list", "");
    assert_eq!(list.lines().count(), 2, "{list}");
    assert!(list.contains("\"goal\":\"defend\"") && list.contains("\"goal\":\"win\""), "{list}");
    fs::write(folder.path().join("a.puzzles"), &list).expect("written");
    assert_eq!(stdout(folder.path(), "puzzles a.puzzles --list", ""), list);
    // The win is proved again: a position without one is no puzzle.
    let false_claim = list.lines().last().expect("a line").replace("[9,7]", "[0,0]");
    fs::write(folder.path().join("b.puzzles"), format!("{false_claim}\n{list}")).expect("written");
    let ended = tengen(folder.path(), "puzzles b.puzzles --list").output().expect("run");
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    let error = String::from_utf8_lossy(&ended.stderr);
    assert!(error.contains("line 1: no forced win was found"), "{error}");
    assert_eq!(String::from_utf8_lossy(&ended.stdout), list, "the other lines are read");
    // What no move of a game is, is refused by its key.
    for (from, to, said) in [
        ("\"position\"", "\"played\":[180,7],\"position\"", "line 1: played: "),
        ("\"position\"", "\"best\":[[0,0],[0,180]],\"position\"", "line 1: best: "),
    ] {
        fs::write(folder.path().join("c.puzzles"), list.replace(from, to)).expect("written");
        let error = refused(folder.path(), "puzzles c.puzzles --list", "");
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn options_of_games_need_a_file() {
    for (line, why) in [
        ("puzzles --forced", "needs <FILE>"),
        ("puzzles --nodes 5", "needs <FILE>"),
        ("puzzles --day 2026-11-28 --nodes 5", "cannot be used with"),
        ("puzzles --all --forced", "cannot be used with"),
    ] {
        let error = refused(folder().path(), line, "");
        assert!(error.contains(why), "{line}: {error}");
    }
}

#[test]
fn the_mistakes_of_a_review_are_puzzles() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), LOST).expect("written");
    let review = stdout(folder.path(), "games review a.txt --nodes 300 --json", "");
    let review: serde_json::Value = serde_json::from_str(&review).expect("JSON");
    let moves = review["moves"].as_array().expect("a list");
    let wanted: Vec<_> = moves
        .iter()
        .filter(|one| one.get("exercise").is_some())
        .map(|one| &one["number"])
        .collect();
    let list = stdout(folder.path(), "puzzles a.txt --nodes 300 --list", "");
    let lines: Vec<serde_json::Value> =
        list.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let found: Vec<_> = lines.iter().map(|line| line["origin"].as_str().expect("text")).collect();
    let wanted: Vec<_> =
        wanted.iter().map(|number| format!("a.txt, game 1, move {number}")).collect();
    assert_eq!(found, wanted, "{list}");
    assert!(lines.iter().any(|line| line["goal"] == "win"), "{list}");
    // The solution is drawn, up to the move that decides.
    let shown = stdout(
        folder.path(),
        "puzzles a.txt --nodes 300 --color black",
        &"show\n".repeat(lines.len()),
    );
    assert!(shown.contains("black played o15; black to move and win"), "{shown}");
    let words: Vec<&str> = shown.split_whitespace().collect();
    assert!(shown.contains("  1 .") && words.join(" ").contains("cannot stop both"), "{shown}");
}

#[test]
fn a_day_has_the_same_puzzles_for_everyone() {
    let folder = folder();
    let day = |day: &str| stdout(folder.path(), &format!("puzzles --list --day {day}"), "");
    let (one, next) = (day("2026-11-28"), day("2026-11-29"));
    assert_eq!(one.lines().count(), 5, "{one}");
    assert_eq!(day("2026-11-28"), one);
    assert!(one.lines().all(|line| !next.contains(line)), "{one}{next}");
    assert!(refused(folder.path(), "puzzles --day tomorrow", "").contains("not a day"));
}

#[test]
fn a_color_chooses_among_lines_and_built_in_puzzles_as_well() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), LOST).expect("written");
    let list = stdout(folder.path(), "puzzles a.txt --forced --list", "");
    fs::write(folder.path().join("a.puzzles"), &list).expect("written");
    let of = |color: &str| stdout(folder.path(), &format!("puzzles a.puzzles --list {color}"), "");
    let (black, white) = (of("--color black"), of("--color white"));
    assert_eq!((black.lines().count(), white.lines().count()), (1, 1), "{black}{white}");
    assert!(black.contains("\"goal\":\"win\""), "{black}");
    let day = |color: &str| {
        let line = format!("puzzles --list --day 2026-11-28 {color}");
        stdout(folder.path(), &line, "").lines().count()
    };
    assert_eq!(day("--color black") + day("--color white"), 5);
}

#[test]
fn a_board_that_is_too_large_does_not_lose_the_other_games() {
    let folder = folder();
    let sgf =
        "(;GM[4]SZ[25];B[aa];W[bb])(;GM[4]SZ[15];B[hh];W[gf];B[ih];W[hf];B[jh];W[if];B[oa];W[jf])";
    fs::write(folder.path().join("a.sgf"), sgf).expect("written");
    let ended = tengen(folder.path(), "puzzles a.sgf --forced --list").output().expect("run");
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    assert!(!ended.stdout.is_empty(), "{ended:?}");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(said.contains("1 game on boards over 22x22 left out"), "{said}");
}
