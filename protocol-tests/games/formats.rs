//! Files of the programs that other people use: each is read as the program that wrote it means it.

use std::fs;

use super::{common, folder, refused, stdout, tengen};

/// The games of a file as lists of moves.
fn moves(name: &str, contents: &[u8]) -> String {
    let folder = folder();
    fs::write(folder.path().join(name), contents).unwrap();
    let output =
        common::run(&mut tengen(folder.path(), &format!("games convert {name} - --to txt")), "");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const PGN: &str = "[Event \"renju 15x15\"]\n[Site \"?\"]\n[Date \"2026.11.27\"]\n[Round \"1.1\"]\n\
    [White \"b\"]\n[Black \"a\"]\n[Result \"1-0\"]\n[Termination \"five\"]\n[PlyCount \"10\"]\n\n\
    {h8h9g10f10i9g11i7e9h12f9} 1-0\n\n";

const RIF: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<database>
<players><player id="1" name="One" surname="A"/><player id="2" name="Two" surname="B"/></players>
<games>
<game id="1" rule="1" round="1" black="1" white="2" bresult="1" btime="30" wtime="20" opening="3" alt="i10" swap="--"><move>h8 i9 j10 i8 i7 h7 g6 j8 k8 h10</move></game>
<game id="2" rule="4" black="2" white="1" bresult="0.5" alt="" swap="ww"><move>h8 h9 i10 g7</move></game>
</games>
</database>
"#;

#[test]
fn files_of_other_programs_are_read() {
    let record = "pbrain-one.exe\npbrain-two.exe\n7,7,100\n8,7,90\n7,8,80\n8,8,70\n0\n";
    let drawing = "  A B C D E\n5 . . . . .\n4 . X O . .\n3 . . X . .\n2 . . . . .\n1 . . . . .\n";
    for (name, contents, expected) in [
        ("a.rec", record, "h8i8h7i7\n"),
        ("a.sav", "15\n15\n4\n7 7\n6 8\n5 9\n8 8\n", "h8i9j10i7\n"),
        ("a.pos", "\u{4}pbT", ""),
        ("b.pos", "h8i8h9\n", "h8i8h9\n"),
        ("a.pgn", PGN, "h8h9g10f10i9g11i7e9h12f9\n"),
        ("playok.txt", "[Site \"PlayOK\"]\n[Result \"1-0\"]\n\n1. h8 i9 2. j10 1-0\n", "h8i9j10\n"),
        ("a.rif", RIF, "h8i9j10i8i7h7g6j8k8h10\nh8h9i10g7\n"),
        ("link.txt", "https://gomocalc.com/#/h8i9j10\n", "h8i9j10\n"),
    ] {
        match expected {
            "" => assert_eq!(moves(name, b"\x04\x70\x62\x54\x80"), "h8i9j10i7\n"),
            _ => assert_eq!(moves(name, contents.as_bytes()), expected, "{name}"),
        }
    }
    let folder = folder();
    fs::write(folder.path().join("board.txt"), drawing).unwrap();
    let sgf = stdout(folder.path(), "games convert board.txt - --to sgf", "");
    assert!(sgf.contains("SZ[5]") && sgf.contains("AB[bb][cc]") && sgf.contains("AW[cb]"), "{sgf}");
}

#[test]
fn names_results_and_dates_are_kept() {
    let folder = folder();
    fs::write(folder.path().join("a.rif"), RIF).unwrap();
    fs::write(folder.path().join("a.pgn"), PGN).unwrap();
    let list = stdout(folder.path(), "games list -f a.rif", "");
    let lines: Vec<&str> = list.lines().collect();
    assert!(lines[0].contains("One A - Two B  renju 15x15  10 moves  black wins"), "{list}");
    assert!(lines[1].contains("Two B - One A") && lines[1].contains("draw"), "{list}");
    let sgf = stdout(folder.path(), "games convert a.rif - 1 --to sgf", "");
    assert!(sgf.contains(r"Fifth stones offered\: i10"), "{sgf}");
    let list = stdout(folder.path(), "games list -f a.pgn", "");
    assert!(list.contains("2026-11-27") && list.contains("a - b  renju 15x15"), "{list}");
    assert!(list.contains("white wins: five"), "{list}");
    let show = stdout(folder.path(), "games show 1 -f a.pgn", "");
    assert!(show.contains("White wins: five."), "{show}");
}

#[test]
fn every_reader_of_games_takes_the_rule_the_board_and_the_code_page() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("a.txt"), "h8i9\n").unwrap();
    fs::write(folder.join("a.sgf"), "(;GM[4]RU[FREESTYLE]SZ[15]DT[2026-11-27];B[hh])").unwrap();
    let asked = "--rule renju --size 20";
    let list = stdout(folder, &format!("games list -f a.txt {asked}"), "");
    assert!(list.contains("renju 20x20  2 moves"), "{list}");
    let show = stdout(folder, &format!("games show 1 -f a.txt {asked}"), "");
    assert!(show.starts_with("game 1: ") && show.contains("renju 20x20"), "{show}");
    let run = |arguments: &str| {
        let output = common::run(&mut tengen(folder, arguments), "");
        assert!(output.status.success(), "{arguments}");
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    // What a game says of its rule is not overruled in silence.
    let (list, said) = run("games list -f a.sgf --rule renju");
    assert!(list.contains("  2026-11-27           ") && list.contains("freestyle 15x15"), "{list}");
    let expected = "a.sgf: game 1 names the rule freestyle and stays of that rule; --rule renju is for games that name none";
    assert_eq!(said, format!("tengen: {expected}\n"));
    // A day without a time has none in the library either.
    stdout(folder, "games convert a.sgf a.csv", "");
    let library = fs::read_to_string(folder.join("a.csv")).unwrap();
    assert!(library.contains("\n1,2026-11-27,"), "{library}");
    assert!(run("games list -f a.csv").0.contains("  2026-11-27  "));
}

#[test]
fn a_board_that_is_set_up_is_listed_and_refused_as_a_list_of_moves() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("board.txt"), ". . . . .\n. X O . .\n. . X . .\n. . . . .\n. . . . .\n")
        .unwrap();
    let list = stdout(folder, "games list -f board.txt", "");
    assert!(list.contains("freestyle 5x5  3 stones set up, 0 moves  unfinished"), "{list}");
    let error = refused(folder, "games show 1 -f board.txt", "");
    assert!(error.contains("game 1 has stones set up") && error.contains("play --game"), "{error}");
    // What is only read is no format to write.
    let error = refused(folder, "games convert board.txt - --to drawing", "");
    assert!(error.contains("--to: seen 'drawing', expected csv, lib, link"), "{error}");
}
