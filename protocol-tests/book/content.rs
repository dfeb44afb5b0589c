//! What a store holds: said, shown, edited, deleted; bad input changes nothing.

use std::fs;

use super::{checked, common, folder, lines, proved_here, refused, stdout, tengen};

#[test]
fn what_is_said_is_shown_on_every_image_edited_and_deleted() {
    let folder = folder();
    let folder = folder.path();
    stdout(folder, "book new a.tgbook");
    stdout(
        folder,
        "book edit a.tgbook --moves h8i9 --value 35 --best g7 --comment good --text a1=A",
    );
    stdout(folder, "book edit a.tgbook --moves h8 --label blocked");
    // The mirror image of the same position.
    let shown = stdout(folder, "book show a.tgbook --moves h8g9");
    for part in [
        "freestyle 15x15, 2 stones, black to move",
        "value 35, exact, best i7, by person",
        "o1: A",
        "| good",
        "2 positions in all",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    let other = stdout(folder, "book show a.tgbook --rule renju");
    assert!(other.ends_with("\n2 positions in all; other boards: freestyle 15x15\n"), "{other}");
    let before = stdout(folder, "book show a.tgbook --moves h8");
    assert!(before.contains("blocked, by person") && before.contains("-35"), "{before}");
    // The reply has four images: four letters on the board, one row.
    assert_eq!(before.matches("person  ").count(), 1, "{before}");
    let board = before.lines().filter(|line| line.starts_with(['.', 'X']));
    assert_eq!(board.map(|line| line.matches('a').count()).sum::<usize>(), 4, "{before}");
    let json = stdout(folder, "book show a.tgbook --moves h8 --json");
    assert!(json.starts_with("{\"positions\":2,\"position\":{\"rule\":\"freestyle\","), "{json}");
    assert!(json.contains("\"record\":{\"label\":\"blocked\",\"trust\":\"person\"}"), "{json}");
    assert!(json.contains("{\"move\":[8,6],\"record\":{\"value\":35,"), "{json}");
    stdout(folder, "book edit a.tgbook --moves h8i9 --comment= --text a1=");
    let shown = stdout(folder, "book show a.tgbook --moves h8i9");
    assert!(!shown.contains("good") && shown.contains("value 35"), "{shown}");
    let kept = common::run(&mut tengen(folder, "book delete a.tgbook --moves h8"), "n\n");
    assert_eq!(kept.status.code(), Some(1));
    assert_eq!(checked(folder, "a.tgbook"), 2);
    stdout(folder, "book delete a.tgbook --moves h8 --yes");
    assert_eq!(checked(folder, "a.tgbook"), 1);
}

#[test]
fn bad_input_is_one_line_and_changes_nothing() {
    let folder = folder();
    let folder = folder.path();
    stdout(folder, "book new a.tgbook");
    fs::write(folder.join("other.txt"), "text").expect("a file");
    fs::write(folder.join("a.jsonl"), lines(0, 3) + "{\"size\":15}\n").expect("a file");
    fs::write(folder.join("a.csv"), "game,place\n").expect("a file");
    let proved = "{\"size\":15,\"moves\":[],\"label\":\"win\",\"trust\":\"checker\"}\n";
    for (arguments, expected) in [
        ("book new a.tgbook", "'a.tgbook' exists, expected the name of a new file"),
        ("book show none.tgbook", "cannot read 'none.tgbook'"),
        ("book show other.txt", "'other.txt' is not a book"),
        ("book show a.tgbook --moves h8h8", "--moves: move 2: point h8 is occupied"),
        ("book show a.tgbook --moves z99", "'z99' is not a point of a 15x15 board"),
        ("book edit a.tgbook", "nothing to change, expected --label"),
        ("book edit a.tgbook --value 30001", "--value: seen '30001', expected"),
        ("book edit a.tgbook --label won", "--label: seen 'won', expected none, win, loss"),
        ("book edit a.tgbook --text h8", "--text: seen 'h8', expected POINT=TEXT"),
        ("book edit a.tgbook --moves h8 --best h8", "--best: h8 is occupied"),
        ("book delete a.tgbook --yes", "does not have this position"),
        (
            "book import a.jsonl --into a.tgbook",
            "a.jsonl: line 4: no 'moves', expected 'moves', or",
        ),
        ("book import a.csv --into a.tgbook", "expected"),
        ("book import other.pdf --into a.tgbook", "expected a name that ends with one of .jsonl"),
        ("book import none.jsonl --into a.tgbook", "cannot read 'none.jsonl'"),
        ("book export a.tgbook --out a.psq", "psq holds games, not records"),
        ("book export a.tgbook --out a.foo", "ends with one of .jsonl, .csv, .db, .sgf, .lib, or"),
        ("book export a.tgbook --out a.tgbook --format csv", "is an input file"),
        ("book merge a.tgbook --into a.tgbook", "is an input file"),
        ("book seal a.tgbook --out none/b", "cannot write 'none/b'"),
        ("book grow a.tgbook", "expected --nodes or --time-ms"),
        (
            "book grow a.tgbook --nodes 9 --moves a1b1a2b2a3b3a4b4a5",
            "the game is over: black has won, expected an open position",
        ),
        (
            "book edit a.tgbook --label win --moves a1b1a2b2a3b3a4b4a5",
            "the game is over: black has won",
        ),
        ("book edit a.tgbook --label loss --value 5", "--value: seen 5 with label loss, expected"),
        (
            "book export a.tgbook --out - --format csv",
            "--out: seen '-', expected the name of a file",
        ),
        ("book grow a.tgbook --nodes 9 --steps 1 --svg a.tgbook", "is an input file"),
        ("analyze --book other.txt --nodes 9", "--book: 'other.txt' is not a book"),
        ("play --book none --nodes 9", "--book: cannot read 'none'"),
    ] {
        let error = refused(folder, arguments);
        assert!(error.contains(expected), "{arguments}: {error}");
        assert_eq!(checked(folder, "a.tgbook"), 0, "{arguments}");
    }
    stdout(folder, "book edit a.tgbook --moves h8 --value 29995 --label win");
    stdout(folder, "book edit a.tgbook --moves h8 --label loss");
    let shown = stdout(folder, "book show a.tgbook --moves h8");
    assert!(shown.contains("loss") && !shown.contains("+M5"), "{shown}");
    proved_here(folder, proved, "proved.tgbook");
    stdout(folder, "book merge proved.tgbook --into a.tgbook");
    let error = refused(folder, "book edit a.tgbook --label loss");
    assert!(error.contains("the position is proved (win by checker), expected one that is not"));
    stdout(folder, "book edit a.tgbook --comment text");
    assert!(stdout(folder, "book show a.tgbook").contains("win, by checker\n| text"));
}

/// The first wrong record is named, and nothing of its file is stored.
#[test]
fn wrong_records_and_games_are_refused_with_their_place() {
    let folder = folder();
    let folder = folder.path();
    stdout(folder, "book new a.tgbook");
    let columns = "rule,size,black,white,blocked,to_move,label,value,bound,depth,best,nodes,trust,engine,won,drawn,lost,comment";
    let row = "renju,15x15,h8,,,white,win,5,exact,3,i9,10,person,,,,,";
    let game = "game,date,black,white,rule,size,result,reason,move,point,time_ms\n\
        1,,A,B,freestyle,15x15,unfinished,,1,zz,\n";
    let said = |keys: &str| format!("{{\"size\":15,\"moves\":[\"h8\"],{keys}}}\n");
    for (name, text, why) in [
        (
            "open.csv",
            format!("{columns}\n{row}\"text\n{row}more\n"),
            "line 2: a text in quotes that does not end",
        ),
        ("long.csv", format!("{columns}\n{row},\n"), "line 2: seen 19 fields, expected 18"),
        (
            "wrong.csv",
            format!("{columns}\n{}\n", row.replace(",5,", ",-5,")),
            "line 2, column value: '-5', expected 0 or more for a win",
        ),
        (
            "games.csv",
            game.to_owned(),
            "line 2: column point: 'zz', expected a point such as h8, or -- for a pass",
        ),
        (
            "wrong.jsonl",
            said("\"label\":\"loss\",\"value\":100"),
            "line 1: value: seen 100, expected 0 or less for a loss",
        ),
        (
            "large.jsonl",
            said("\"value\":40000"),
            "line 1: value: seen 40000, expected -30000 to 30000",
        ),
    ] {
        fs::write(folder.join(name), text).expect("a file");
        let error = refused(folder, &format!("book import {name} --into a.tgbook"));
        assert_eq!(error, format!("tengen: {name}: {why}\n"));
        assert_eq!(checked(folder, "a.tgbook"), 0, "{name}");
    }
}

#[test]
fn a_command_that_fails_leaves_no_empty_store() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("good.jsonl"), lines(0, 3)).expect("a file");
    fs::write(folder.join("bad.jsonl"), lines(3, 3) + "{\"size\":15}\n").expect("a file");
    refused(folder, "book import bad.jsonl --into a.tgbook");
    assert!(!folder.join("a.tgbook").exists());
    refused(folder, "book import good.jsonl bad.jsonl --into a.tgbook");
    assert_eq!(checked(folder, "a.tgbook"), 3);
    fs::write(folder.join("other.txt"), "text").expect("a file");
    refused(folder, "book grow new.tgbook --nodes 9 --steps 1 --shard 1/2 --base other.txt");
    refused(folder, "book merge other.txt --into new.tgbook");
    assert!(!folder.join("new.tgbook").exists());
    stdout(folder, "book new empty.tgbook");
    refused(folder, "book import bad.jsonl --into empty.tgbook");
    assert_eq!(checked(folder, "empty.tgbook"), 0);
}
