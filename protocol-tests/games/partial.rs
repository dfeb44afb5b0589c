//! Files of which a part cannot be read: every command gives the rest, names the damage on stderr and
//! ends with status 1.

use std::fs;
use std::path::Path;

use super::{common, folder, refused, tengen};

const LIST: &str =
    "(;GM[4]RE[B+];B[hh];W[ig])\n(;GM[4];B[hh];W[hh])\n(;GM[4]RE[0];B[gi];W[hh];B[ii])\n";
const DAMAGE: &str =
    "line 2, column 17: point h8 is occupied, expected an empty one; game 2 is skipped";

/// A library of two games, of which the first lacks a row.
const ROWS: &str = "game,date,black,white,rule,size,result,reason,move,point,time_ms\n\
    1,,a,b,freestyle,15x15,black,resigned,1,h8,\n\
    1,,a,b,freestyle,15x15,black,resigned,2\n\
    1,,a,b,freestyle,15x15,black,resigned,3,i9,\n\
    2,,a,b,freestyle,15x15,white,resigned,1,g7,\n";

/// Runs a command on a damaged file; checks its status, and parts of stdout and stderr.
#[track_caller]
fn assert_partial(folder: &Path, arguments: &str, out: &[&str], damage: &str) {
    let output = common::run(&mut tengen(folder, arguments), "");
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(out.iter().all(|part| said.contains(part)), "{arguments}: {said}{errors}");
    assert_eq!(errors.lines().count(), 1, "{arguments}: {errors}");
    assert!(errors.contains(damage), "{arguments}: {errors}");
    assert_eq!(output.status.code(), Some(1), "{arguments}");
}

#[test]
fn every_command_gives_the_games_that_can_be_read() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("a.sgf"), LIST).unwrap();
    for (arguments, out) in [
        ("games list -f a.sgf", &["   1  ", "   3  ", "3 moves"][..]),
        ("games show 1 3 -f a.sgf", &["game 1: ", "game 3: ", "\ng7 h8 i7\n"]),
        ("games replay 3 -f a.sgf --speed 1000", &["3. Black i7"]),
        ("games convert a.sgf - --to txt", &["h8i9\ng7h8i7\n"]),
        ("games review a.sgf --nodes 50", &["3 moves"]),
        ("games review a.sgf 1 --nodes 50", &["2 moves"]),
        ("judge a.sgf", &["\"winner\":\"none\""]),
        ("analyze a.sgf --nodes 50", &["\"position\":1"]),
        ("solve a.sgf --number 1 --nodes 50", &["\"result\""]),
        ("book import a.sgf --into a.tgbook", &["a.sgf: "]),
    ] {
        assert_partial(folder, arguments, out, DAMAGE);
    }
    let strict = refused(folder, "book import a.sgf --into b.tgbook --strict", "");
    assert!(strict.contains(DAMAGE) && strict.contains("--strict"), "{strict}");
    assert!(!folder.join("b.tgbook").exists());
    let shown = common::stdout_of(&mut tengen(folder, "book show a.tgbook --moves g7h8"), "");
    assert!(shown.contains("0-1-0"), "{shown}");
}

#[test]
fn a_file_that_is_refused_keeps_no_other_from_being_imported() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("a.txt"), "1. h8 i9 1-0\ng7h7\n").unwrap();
    fs::write(folder.join("bad.sgf"), "(;GM[4];B[hh];W[hh])").unwrap();
    fs::write(folder.join("c.link"), "gomocalc.com/#/h8i9j10\ngomocalc.com/#/h8h8\n").unwrap();
    let import = "book import bad.sgf a.txt bad.sgf c.link --into a.tgbook";
    let output = common::run(&mut tengen(folder, import), "");
    let (said, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(said.starts_with("a.txt: ") && said.contains("\nc.link: "), "{said}");
    assert_eq!(errors.matches("bad.sgf: line 1, column 17: ").count(), 2, "{errors}");
    assert!(errors.contains("c.link: line 2: move 2: point h8"), "{errors}");
    assert_eq!(output.status.code(), Some(2));
    refused(folder, "book import bad.sgf --into b.tgbook", "");
    assert!(!folder.join("b.tgbook").exists());
}

#[test]
fn a_row_of_a_library_that_cannot_be_read_is_a_damage() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("games.csv"), ROWS).unwrap();
    let damage = "games.csv:3: 9 cells, expected 11: ";
    for (arguments, out) in [
        ("games list", &["   1  ", "   2  "][..]),
        ("games show 2", &["\ng7\n"]),
        ("games replay 2 --speed 1000", &["1. Black g7"]),
        ("games convert games.csv - --to txt", &["h8\ng7\n"]),
        ("games review 2 --nodes 50", &["1 move, "]),
        ("games review games.csv 2 --nodes 50", &["1 move, "]),
        ("book import games.csv --into a.tgbook", &["games.csv: "]),
    ] {
        assert_partial(folder, arguments, out, damage);
    }
}

#[test]
fn a_last_game_that_cannot_be_read_has_no_other_in_its_place() {
    let folder = folder();
    let folder = folder.path();
    let without_last = LIST.rsplit_once("\n(").unwrap().0;
    fs::write(folder.join("a.sgf"), without_last).unwrap();
    let error = refused(folder, "games review a.sgf --nodes 50", "");
    assert!(error.contains(DAMAGE), "{error}");
    assert!(error.contains("expected the number of one of the others"), "{error}");
    assert_partial(folder, "games review a.sgf 1 --nodes 50", &["2 moves"], DAMAGE);
}
