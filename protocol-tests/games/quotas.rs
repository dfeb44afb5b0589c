//! Files of any number of games, and files that are none: what is read is bounded.

use std::fs;

use super::{folder, refused, stdout, tengen};

const HEADER: &str = "game,date,black,white,rule,size,result,reason,move,point,time_ms\n";

#[test]
fn max_games_limits_what_is_read_and_says_so() {
    let folder = folder();
    let rows = |n: u32| format!("{n},,a,b,renju,15x15,unfinished,,1,h8,\n");
    let library: String = (1..=5).map(rows).collect();
    fs::write(folder.path().join("games.csv"), format!("{HEADER}{library}")).unwrap();
    fs::write(folder.path().join("a.sgf"), "(;B[hh])".repeat(5)).unwrap();
    for (arguments, lines) in [
        ("games list", 5),
        ("games list --max-games 2", 2),
        ("games convert a.sgf - --to txt --max-games 3", 3),
        ("games convert a.sgf - --to txt --max-games 5", 5),
    ] {
        let run = tengen(folder.path(), arguments).output().unwrap();
        let (text, error) =
            (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
        assert_eq!(text.lines().count(), lines, "{arguments}: {text}");
        assert_eq!(error.contains("(--max-games)"), lines < 5, "{arguments}: {error}");
    }
    let import = "book import a.sgf --into a.tgbook --max-games 2";
    let run = tengen(folder.path(), import).output().unwrap();
    let error = String::from_utf8(run.stderr).unwrap();
    assert!(error.contains("a.sgf: only the first 2 games are read (--max-games)"), "{error}");
}

/// Nothing is written if any game cannot be, although one at a time is read.
#[test]
fn convert_writes_all_games_or_none() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.sgf"), format!("{}(;AB[aa];B[hh])", "(;B[hh])".repeat(3))).unwrap();
    for to in ["b.txt", "b.csv", "b.psq"] {
        let error = refused(folder.path(), &format!("games convert a.sgf {to}"), "");
        assert!(error.contains("game 4"), "{to}: {error}");
        assert!(!path(to).exists() && !path("b-1.psq").exists(), "{to}");
    }
    fs::write(path("library.csv"), format!("{HEADER}7,,a,b,renju,15x15,unfinished,,1,h8,\n"))
        .unwrap();
    let before = fs::read(path("library.csv")).unwrap();
    refused(folder.path(), "games convert a.sgf library.csv", "");
    assert_eq!(fs::read(path("library.csv")).unwrap(), before);
    stdout(folder.path(), "games convert a.sgf library.csv 1 2", "");
    let listed = stdout(folder.path(), "games list --file library.csv", "");
    let numbers: Vec<_> =
        listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(numbers, ["7", "8", "9"]);
}

#[test]
fn names_that_spreadsheets_take_for_formulas_come_back() {
    let folder = folder();
    fs::write(folder.path().join("a.sgf"), "(;GM[4]PB[=1+2]PW['@x];B[hh])").unwrap();
    let rows = stdout(folder.path(), "games convert a.sgf - --to csv", "");
    assert!(rows.contains(",'=1+2,''@x,"), "{rows}");
    fs::write(folder.path().join("games.csv"), rows).unwrap();
    let listed = stdout(folder.path(), "games list", "");
    assert!(listed.contains("  =1+2 - '@x  "), "{listed}");
}

/// A pipe that nobody writes waits for ever, a device may have no end.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_no_files() {
    let folder = folder();
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status();
    assert!(made.expect("mkfifo").success());
    fs::write(folder.path().join("a.sgf"), "(;B[hh])").unwrap();
    for name in ["pipe", "/dev/zero", "."] {
        for arguments in [
            format!("games list --file {name}"),
            format!("games convert {name} - --from sgf --to txt"),
            format!("games convert {name} - --from csv --to txt"),
            format!("games review {name} --nodes 1"),
            format!("book show {name}"),
            format!("book check {name}"),
            format!("book import {name} --into b.tgbook --format lib"),
            format!("book import {name} --into b.tgbook --format jsonl"),
            format!("book import {name} --into b.tgbook --format yxdb"),
            format!("solve --book {name} a.sgf"),
            format!("analyze --weights {name} a.sgf"),
            format!(
                "match --engine cmd=sh,name=a --engine cmd=sh,name=b --rule renju --size 15 --games 2 --openings {name}"
            ),
        ] {
            let error = refused(folder.path(), &arguments, "");
            let is_told = [
                "a pipe or a device",
                "is a folder",
                "a directory",
                "expected a name",
                "expected records",
            ];
            assert!(is_told.iter().any(|part| error.contains(part)), "{arguments}: {error}");
        }
    }
}
