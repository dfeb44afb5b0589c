//! Books as users have them: the built executable and files, kills, several processes at once.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

/// `tengen …` in a folder.
fn tengen(folder: &Path, arguments: &str) -> Command {
    let mut command = common::tengen();
    command.args(arguments.split_whitespace()).current_dir(folder);
    command
}

/// The output of a run that must succeed and write nothing to stderr.
fn stdout(folder: &Path, arguments: &str) -> String {
    common::stdout_of(&mut tengen(folder, arguments), "")
}

/// The line on stderr of a run that must end with exit status 2.
#[track_caller]
fn refused(folder: &Path, arguments: &str) -> String {
    let error = common::refusal_of(&mut tengen(folder, arguments), "");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// JSON lines of different positions with three stones, `count` of them after the first `skipped`.
fn lines(skipped: usize, count: usize) -> String {
    let pairs = (0..15u32).flat_map(|x| (0..15u32).map(move |y| (x, y)));
    let pairs: Vec<(u32, u32)> = pairs.filter(|&point| point != (7, 7)).collect();
    let all = (0..pairs.len()).flat_map(|a| (a + 1..pairs.len()).map(move |b| (a, b)));
    let line = |(number, (a, b)): (usize, (usize, usize))| {
        let ((ax, ay), (bx, by)) = (pairs[a], pairs[b]);
        let value = number % 1000;
        format!(
            "{{\"size\":15,\"black\":[[{ax},{ay}],[7,7]],\"white\":[[{bx},{by}]],\"to_move\":\"white\",\"value\":{value},\"trust\":\"search\",\"depth\":9}}\n"
        )
    };
    // Every image of a position is written as well: only every eighth is new.
    all.enumerate().skip(skipped).take(count).map(line).collect()
}

/// The number of positions that `tengen book check` finds.
fn checked(folder: &Path, store: &str) -> usize {
    let text = stdout(folder, &format!("book check {store}"));
    let (_, count) = text.split_once("store, ").unwrap_or_else(|| panic!("{text}"));
    count.split(' ').next().and_then(|count| count.parse().ok()).expect("a number")
}

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
    fs::write(folder.join("proved.jsonl"), proved).expect("a file");
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
        ("book import other.txt --into a.tgbook", "expected a name that ends with one of .jsonl"),
        ("book import none.jsonl --into a.tgbook", "cannot read 'none.jsonl'"),
        ("book export a.tgbook --out a.psq", "psq holds one game"),
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
        ("book export a.tgbook --out - --format csv", "seen '-', expected the name of a file"),
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
    stdout(folder, "book import proved.jsonl --into a.tgbook");
    let error = refused(folder, "book edit a.tgbook --label loss");
    assert!(error.contains("the position is proved (win by checker), expected one that is not"));
    stdout(folder, "book edit a.tgbook --comment text");
    assert!(stdout(folder, "book show a.tgbook").contains("win, by checker\n| text"));
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

#[test]
fn what_is_exported_is_imported_again() {
    let folder = folder();
    let folder = folder.path();
    let records = lines(0, 500)
        + "{\"rule\":\"renju\",\"width\":9,\"height\":12,\"moves\":[[3,3]],\"label\":\"win\",\"trust\":\"checker\",\"comment\":\"a\\nb, \\\"c\\\"\",\"texts\":[[[0,0],\"A\"]],\"won\":3}\n";
    fs::write(folder.join("a.jsonl"), records).expect("a file");
    let said = stdout(folder, "book import a.jsonl --into a.tgbook");
    assert!(said.starts_with("a.jsonl: 501 positions: "), "{said}");
    stdout(folder, "book export a.tgbook --out b.jsonl");
    stdout(folder, "book import b.jsonl --into b.tgbook");
    stdout(folder, "book export b.tgbook --out c.jsonl");
    let text = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
    assert_eq!(text("b.jsonl"), text("c.jsonl"));
    assert_eq!(text("b.jsonl").lines().count(), checked(folder, "a.tgbook"));
    let again = stdout(folder, "book import b.jsonl --into b.tgbook");
    assert!(again.contains(" 0 new, 0 changed, "), "{again}");
    let merged = stdout(folder, "book merge a.tgbook --into b.tgbook");
    assert!(merged.contains(" 0 new, 0 changed, "), "{merged}");
    // CSV has no column for texts on points.
    let output = common::run(&mut tengen(folder, "book export a.tgbook --out d.csv"), "");
    let warning = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success() && warning.contains("csv does not hold the texts on points of 1")
    );
    stdout(folder, "book import d.csv --into d.tgbook");
    stdout(folder, "book export d.tgbook --out e.jsonl");
    assert_eq!(
        text("e.jsonl"),
        text("b.jsonl")
            .replace(",\"texts\":[[[0,0],\"A\"]]", "")
            .replace(",\"texts\":[[[8,0],\"A\"]]", "")
            .replace(",\"texts\":[[[0,11],\"A\"]]", "")
            .replace(",\"texts\":[[[8,11],\"A\"]]", "")
    );
}

/// What Rapfi's databases hold: label (stored for the other side), value, bound, depth, comment, texts.
#[test]
fn databases_and_libraries_come_back() {
    let folder = folder();
    let folder = folder.path();
    let records = "\
        {\"rule\":\"renju\",\"size\":15,\"moves\":[[7,7],[8,6],[9,9]],\"label\":\"loss\",\"value\":-29980,\"bound\":\"exact\",\"depth\":20,\"trust\":\"import\",\"comment\":\"a\\nb\",\"texts\":[[[0,0],\"A\"]]}\n\
        {\"size\":20,\"black\":[[3,3]],\"white\":[],\"to_move\":\"white\",\"label\":\"forced\",\"value\":12,\"bound\":\"lower\",\"depth\":3,\"trust\":\"import\"}\n\
        {\"rule\":\"standard\",\"size\":9,\"moves\":[],\"comment\":\"only a remark\"}\n";
    fs::write(folder.join("a.jsonl"), records).expect("a file");
    stdout(folder, "book import a.jsonl --into a.tgbook");
    let said = stdout(folder, "book export a.tgbook --out a.db");
    assert_eq!(said, "3 positions written to a.db\n");
    stdout(folder, "book import a.db --into b.tgbook");
    let exported = |store: &str| {
        stdout(folder, &format!("book export {store} --out {store}.jsonl"));
        fs::read_to_string(folder.join(format!("{store}.jsonl"))).expect("a file")
    };
    assert_eq!(exported("a.tgbook"), exported("b.tgbook"));
    fs::write(folder.join("cut.db"), &fs::read(folder.join("a.db")).expect("a file")[..40])
        .expect("a file");
    assert!(refused(folder, "book import cut.db --into b.tgbook").starts_with("tengen: cut.db: "));
    // A library has moves from the empty board, comments and texts.
    stdout(folder, "book new c.tgbook");
    for (moves, remark) in
        [("h8", "--comment one"), ("h8i9", "--comment two"), ("h8i9k8", "--text a2=B")]
    {
        stdout(folder, &format!("book edit c.tgbook --moves {moves} {remark}"));
    }
    let said = stdout(folder, "book export c.tgbook --out c.lib");
    assert_eq!(said, "3 positions written to c.lib\n");
    stdout(folder, "book import c.lib --into d.tgbook");
    assert_eq!(exported("c.tgbook"), exported("d.tgbook"));
    fs::write(folder.join("bad.lib"), "text").expect("a file");
    assert!(refused(folder, "book import bad.lib --into d.tgbook").contains("bad.lib: "));
}

#[test]
fn games_count_once_and_come_back_as_a_tree() {
    let folder = folder();
    let folder = folder.path();
    let script = "h8\na1\ni8\na2\nj8\na3\nk8\nb7\nl8\nsave a.sgf\nquit\n";
    common::stdout_of(&mut tengen(folder, "play --white person --name Ann"), script);
    let said = stdout(folder, "book import a.sgf --into a.tgbook --plies 4");
    assert_eq!(said, "a.sgf: 5 positions: 5 new, 0 changed, 0 kept\n");
    let said = stdout(folder, "book import a.sgf --into a.tgbook --plies 4");
    assert!(said.contains(" 0 new, 0 changed"), "{said}");
    let shown = stdout(folder, "book show a.tgbook");
    assert!(shown.contains("games: 1 won, 0 drawn, 0 lost") && shown.contains("1-0-0"), "{shown}");
    stdout(folder, "book edit a.tgbook --moves h8a1 --comment here");
    let output = common::run(&mut tengen(folder, "book export a.tgbook --out b.sgf"), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "5 positions written to b.sgf\n");
    let warning = "tengen: sgf does not hold the results of games of 5 positions; jsonl does\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), warning);
    let sgf = fs::read_to_string(folder.join("b.sgf")).expect("a file");
    assert!(sgf.contains("C[here]") && sgf.matches(";B[").count() == 2, "{sgf}");
}

#[test]
fn a_sealed_book_answers_as_its_store_and_damage_is_an_error() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("a.jsonl"), lines(0, 300)).expect("a file");
    stdout(folder, "book import a.jsonl --into a.tgbook");
    stdout(folder, "book edit a.tgbook --value 20 --best h8");
    let said = stdout(folder, "book seal a.tgbook --out a.book --provenance test");
    for command in
        ["book seal a.tgbook --out a.book", "book export a.tgbook --out a.book --format csv"]
    {
        assert!(
            refused(folder, command).contains("'a.book' exists, expected --force"),
            "{command}"
        );
    }
    assert_eq!(said, format!("{} positions sealed in a.book\n", checked(folder, "a.tgbook")));
    let show = |book: &str| stdout(folder, &format!("book show {book}"));
    assert_eq!(show("a.book"), show("a.tgbook"));
    let text = stdout(folder, "book check a.book");
    assert!(text.contains("sealed book, ") && text.ends_with("undamaged\ntest\n"), "{text}");
    assert!(refused(folder, "book edit a.book --value 1").contains("is a sealed book"));
    let mut bytes = fs::read(folder.join("a.book")).expect("a file");
    bytes[40] ^= 1;
    fs::write(folder.join("b.book"), &bytes).expect("a file");
    assert!(refused(folder, "book show b.book").contains("is damaged: its checksum is wrong"));
    // A brain that is given it reports the damage and plays.
    let brain =
        common::run(&mut tengen(folder, "--book b.book"), "START 15\nINFO max_node 300\nBEGIN\n");
    let said = String::from_utf8_lossy(&brain.stdout).into_owned();
    assert!(said.contains("MESSAGE --book: 'b.book' is damaged"), "{said}");
    assert!(said.lines().last().is_some_and(|line| line.contains(',')), "{said}");
}

#[test]
fn a_brain_plays_from_the_book_and_notes_what_it_searched() {
    let folder = folder();
    let folder = folder.path();
    stdout(folder, "book new a.tgbook");
    stdout(folder, "book edit a.tgbook --moves h8 --value 10 --best a1");
    stdout(folder, "book seal a.tgbook --out a.book");
    let last = |arguments: &str, script: &str| {
        let said = common::stdout_of(&mut tengen(folder, arguments), script);
        said.lines().last().expect("a move").to_owned()
    };
    let script = "START 15\nINFO max_node 2000\nTURN 7,7\n";
    assert_eq!(last("--book a.tgbook", script), "0,14");
    assert_eq!(last("--book a.book", script), "0,14");
    assert_ne!(last("", script), "0,14");
    let by_info = "START 15\nINFO max_node 2000\nINFO book a.book\nTURN 7,7\n";
    assert_eq!(last("", by_info), "0,14");
    let off = "START 15\nINFO max_node 2000\nINFO book\nTURN 7,7\n";
    assert_ne!(last("--book a.book", off), "0,14");
    let missing = "START 15\nINFO max_node 20\nINFO book none.tgbook\nBEGIN\n";
    let said = common::stdout_of(&mut tengen(folder, ""), missing);
    let message = "MESSAGE book: cannot read 'none.tgbook'";
    assert!(said.contains(message) && said.contains("playing without it"), "{said}");
    assert_eq!(said.matches("MESSAGE").count(), 1, "{said}");
    assert_eq!(said.lines().last(), Some("7,7"));
    assert_eq!(checked(folder, "a.tgbook"), 1);
    last(
        "--book a.tgbook --book-learn",
        "START 15\nINFO max_node 2000\nBOARD\n7,7,2\n7,8,1\n8,8,2\nDONE\n",
    );
    assert_eq!(checked(folder, "a.tgbook"), 2);
    fs::write(folder.join("one.jsonl"), "{\"size\":15,\"moves\":[\"h8\",\"i9\"]}\n")
        .expect("a file");
    stdout(folder, "analyze one.jsonl --nodes 500 --book a.tgbook --book-learn");
    assert_eq!(checked(folder, "a.tgbook"), 3, "the only search is noted, too");
    let shown = stdout(folder, "book show a.tgbook --moves h8h7i7");
    assert!(shown.contains("by search, tengen "), "{shown}");
    fs::write(folder.join("in.jsonl"), "{\"size\":15,\"moves\":[\"h8\"]}\n").expect("a file");
    let proof = "{\"size\":15,\"moves\":[\"h8\"],\"label\":\"win\",\"trust\":\"checker\",\"value\":29991,\"best\":\"a1\"}\n";
    fs::write(folder.join("proof.jsonl"), proof).expect("a file");
    stdout(folder, "book import proof.jsonl --into a.tgbook");
    let line = stdout(folder, "analyze in.jsonl --nodes 500 --book a.tgbook");
    assert!(line.contains("\"mate\":9") && line.contains("\"best\":[0,14]"), "{line}");
}

/// The database panics on a file that is cut short; this is one line for every command, and none
/// on stderr for a brain.
#[test]
fn a_store_that_is_cut_short_is_one_line() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("in.jsonl"), lines(0, 200)).expect("a file");
    stdout(folder, "book import in.jsonl --into a.tgbook");
    let bytes = fs::read(folder.join("a.tgbook")).expect("the store");
    fs::write(folder.join("cut.tgbook"), &bytes[..30_000]).expect("a file");
    let damaged = "'cut.tgbook' is damaged: it is cut short, or its pages contradict each other";
    for arguments in ["book show cut.tgbook", "play --book cut.tgbook --nodes 9"] {
        let error = refused(folder, arguments);
        assert!(error.contains(damaged), "{arguments}: {error}");
    }
    let script = "START 15\nINFO max_node 20\nBEGIN\n";
    let said = common::stdout_of(&mut tengen(folder, "--book cut.tgbook"), script);
    assert!(said.contains(damaged) && said.ends_with("7,7\n"), "{said}");
    assert_eq!(said.matches("MESSAGE").count(), 1, "{said}");
}

#[test]
fn the_built_in_book_wins_and_is_only_read() {
    let folder = folder();
    let folder = folder.path();
    for (rule, number) in [("freestyle", 0), ("standard", 1)] {
        let solve = |arguments: &str| {
            stdout(folder, &format!("solve --book built-in --rule {rule} {arguments}"))
        };
        let (win, loss) = (solve("--moves h8i9"), solve("--moves h8"));
        assert!(win.starts_with("{\"result\":\"win\",\"kind\":\"book\","), "{win}");
        assert!(loss.starts_with("{\"result\":\"loss\",\"kind\":\"book\","), "{loss}");
        let script = format!("INFO rule {number}\nSTART 15\nINFO book built-in\nBEGIN\n");
        let said = common::stdout_of(&mut tengen(folder, ""), &script);
        assert!(said.contains("proved: h8") && said.ends_with("\n7,7\n"), "{said}");
    }
    assert!(refused(folder, "book edit built-in --value 3").contains("which is only read"));
    assert!(refused(folder, "book new built-in").contains("'built-in' exists"));
    assert!(refused(folder, "book import a.tgbook --into b.tgbook").contains(".jsonl"));
    stdout(folder, "book new a.tgbook");
    assert!(refused(folder, "book import a.tgbook --into b.tgbook").contains("book merge"));
}

#[test]
fn a_book_grows_and_continues() {
    let folder = folder();
    let folder = folder.path();
    let grow =
        "book grow a.tgbook --size 9 --moves e5 --nodes 300 --hash-mb 1 --steps 4 --svg a.svg";
    let first = stdout(folder, grow);
    assert!(first.starts_with("4 steps, "), "{first}");
    let count = checked(folder, "a.tgbook");
    assert!(count > 4, "{count}");
    stdout(folder, grow);
    assert!(checked(folder, "a.tgbook") > count);
    let svg = fs::read_to_string(folder.join("a.svg")).expect("a file");
    assert!(svg.contains("Main lines") && svg.contains("freestyle 9x9"), "{svg}");
    let shown = stdout(folder, "book show a.tgbook --size 9 --moves e5");
    assert!(shown.contains("by search") && shown.contains("tengen "), "{shown}");
}

/// Three stones and their choices: grown, shown, sealed and played from.
#[test]
fn swap2_is_grown_and_answered_at_once() {
    let folder = folder();
    let folder = folder.path();
    let grow = "book grow a.tgbook --swap2 --nodes 1000 --hash-mb 1 --seed 3";
    let said = stdout(folder, &format!("{grow} --steps 300"));
    assert!(said.starts_with("300 steps, ") && !said.contains(" 0 even"), "{said}");
    let table = stdout(folder, "book show a.tgbook --swap2");
    assert!(table.starts_with("freestyle 15x15: ") && table.contains(" of them even"), "{table}");
    // In parts, which draw other stones.
    for part in ["1/2", "2/2"] {
        let name = format!("part-{}.tgbook", &part[..1]);
        let grow = grow.replace("a.tgbook", &name);
        stdout(folder, &format!("{grow} --steps 6 --shard {part}"));
    }
    stdout(folder, "book merge part-1.tgbook part-2.tgbook --into parts.tgbook");
    assert_eq!(checked(folder, "parts.tgbook"), 12);
    stdout(folder, "book seal a.tgbook --out a.book");
    let json = stdout(folder, "book show a.tgbook --swap2 --json");
    let known: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let even = known.iter().find(|opening| {
        let pairs = opening["pairs"].as_array().expect("a list");
        let even = |pair: &serde_json::Value| pair["value"].as_i64().is_some_and(|v| v.abs() <= 20);
        opening["even"] == true && pairs.iter().any(even)
    });
    let even = even.expect("an opening with an even pair");
    let uneven = known.last().expect("an opening");
    for book in ["a.tgbook", "a.book"] {
        // A search of this many nodes would not end.
        let ask = |stones: &serde_json::Value| {
            let points: Vec<String> = stones
                .as_array()
                .into_iter()
                .flatten()
                .map(|point| format!("{},{}", point[0], point[1]))
                .collect();
            let script = format!(
                "START 15\nINFO timeout_turn 600000\nSWAP2BOARD {} DONE\n",
                points.join(" ")
            );
            let brain = common::run(&mut tengen(folder, &format!("--book {book}")), &script);
            String::from_utf8_lossy(&brain.stdout).lines().last().unwrap_or_default().to_owned()
        };
        assert_eq!(ask(&serde_json::Value::Null).split(' ').count(), 3);
        let two = ask(&even["stones"]);
        let pairs = even["pairs"].to_string();
        let first = two.split(' ').next().unwrap_or_default();
        assert!(two.split(' ').count() == 2 && pairs.contains(first), "{two} of {pairs}");
        let value = uneven["value"].as_i64().expect("a number");
        let expected = if value < 0 {
            "SWAP".to_owned()
        } else {
            format!("{},{}", uneven["best"][0], uneven["best"][1])
        };
        assert_eq!(ask(&uneven["stones"]), expected, "{uneven}");
    }
    for (wrong, why) in [
        ("--swap2 --moves h8", "--swap2 with 1 stones"),
        ("--swap2 --size 30", "expected a board up to 22x22"),
        ("--shard 1/2", "--shard without --base"),
    ] {
        let refused = refused(folder, &format!("book grow a.tgbook --nodes 10 {wrong}"));
        assert!(refused.contains(why), "{refused}");
    }
}

/// Parts of one book look at different positions, and can be stopped, continued and merged.
#[test]
fn a_book_grows_in_parts() {
    let folder = folder();
    let folder = folder.path();
    let place = "--size 9 --moves e5 --nodes 300 --hash-mb 1";
    stdout(folder, &format!("book grow a.tgbook {place} --steps 6"));
    let base = checked(folder, "a.tgbook");
    let mut sum = 0;
    for part in 1..=2 {
        for steps in [1, 2] {
            let part = format!("part-{part}.tgbook {place} --base a.tgbook --shard {part}/2");
            stdout(folder, &format!("book grow {part} --steps {steps}"));
        }
        sum += checked(folder, &format!("part-{part}.tgbook")) - base;
    }
    assert_eq!(checked(folder, "a.tgbook"), base, "the base is only read");
    stdout(folder, "book merge part-1.tgbook part-2.tgbook --into a.tgbook");
    let merged = checked(folder, "a.tgbook");
    assert!(merged > base && merged <= base + sum, "{base} {sum} {merged}");
    let said = stdout(folder, &format!("book grow a.tgbook {place} --steps 0"));
    assert!(said.starts_with(&format!("0 steps, {merged} positions, ")), "{said}");
    assert!(
        refused(folder, &format!("book grow a.tgbook {place} --base a.tgbook --shard 1/2"))
            .contains("is an input file")
    );
}

/// The texts of a library are labels in the store, and again in the library.
#[test]
fn labels_of_a_library_come_back() {
    let folder = folder();
    let folder = folder.path();
    stdout(folder, "book new a.tgbook");
    stdout(folder, "book edit a.tgbook --moves e6 --text i9=best --text h9=A");
    stdout(folder, "book edit a.tgbook --moves e6i9 --label loss --value -29993");
    stdout(folder, "book edit a.tgbook --moves e6g9k8 --label win");
    stdout(folder, "book edit a.tgbook --moves e6h9 --comment here");
    stdout(folder, "book edit a.tgbook --moves e6g9 --comment there");
    stdout(folder, "book export a.tgbook --out a.lib");
    let said = stdout(folder, "book import a.lib --into b.tgbook");
    assert_eq!(said, "a.lib: 5 positions: 5 new, 0 changed, 0 kept\n");
    let of =
        |store: &str, moves: &str| stdout(folder, &format!("book show {store} --moves {moves}"));
    for store in ["a.tgbook", "b.tgbook"] {
        let first = of(store, "e6");
        assert!(first.contains("i9: best\n") && first.contains("h9: A\n"), "{first}");
        let won = of(store, "e6i9");
        assert!(won.contains("loss, value -M7, exact"), "{won}");
        assert!(of(store, "e6g9k8").contains("\nwin, "));
        assert!(of(store, "e6h9").contains("| here"));
    }
    assert!(of("b.tgbook", "e6i9").contains("by import"));
    let said = stdout(folder, "book import a.lib --into c.tgbook --plies 1");
    assert_eq!(said, "a.lib: 1 position: 1 new, 0 changed, 0 kept\n");
}

/// What a book proves is the answer of the solver for both sides and about moves.
#[test]
fn the_solver_answers_what_the_book_proves() {
    let folder = folder();
    let folder = folder.path();
    let records = "\
        {\"size\":9,\"moves\":[[4,4]],\"label\":\"loss\",\"value\":-29992,\"trust\":\"checker\"}\n\
        {\"size\":9,\"moves\":[[0,0]],\"label\":\"win\",\"value\":29991,\"trust\":\"solver\"}\n";
    fs::write(folder.join("a.jsonl"), records).expect("a file");
    stdout(folder, "book import a.jsonl --into a.tgbook");
    let solve = |arguments: &str| {
        stdout(folder, &format!("solve --book a.tgbook --size 9 --nodes 1000 {arguments}"))
    };
    let win = "{\"result\":\"win\",\"kind\":\"book\",\"plies\":9,\"line\":[[4,4]],";
    let lost = solve("--moves e5");
    let loss = "{\"result\":\"loss\",\"kind\":\"book\",\"plies\":8,\"line\":[],";
    assert!(lost.starts_with(loss), "{lost}");
    let board = solve("--moves e5 --board");
    assert!(board.contains("white loses in at most 8 plies, proved by the book\n"), "{board}");
    let none = solve("--moves e5 --all");
    assert!(none.starts_with("{\"result\":\"loss\",\"kind\":\"book\",\"moves\":[],"), "{none}");
    let none = solve("--moves e5 --defend");
    assert!(none.starts_with("{\"threat\":\"win\",\"kind\":\"book\",\"plies\":8,"), "{none}");
    fs::write(folder.join("empty.jsonl"), "{\"size\":9,\"moves\":[]}\n").expect("a file");
    let solve = |arguments: &str| {
        stdout(folder, &format!("solve empty.jsonl --book a.tgbook --nodes 1000 {arguments}"))
    };
    assert!(solve("").starts_with(win));
    let all = solve("--all");
    let center = "\"moves\":[{\"x\":4,\"y\":4,\"plies\":9}],";
    assert!(all.starts_with("{\"result\":\"win\",") && all.contains(center), "{all}");
}

/// A writer is killed ten times. Each file is one transaction, so what is found afterwards is whole
/// files, and the next writer continues.
#[test]
fn a_writer_that_is_killed_leaves_whole_transactions() {
    const FILES: usize = 40;
    const EACH: usize = 150;
    let folder = folder();
    let folder = folder.path();
    stdout(folder, "book new a.tgbook");
    let mut arguments = String::from("book import");
    let mut sizes = vec![0];
    for number in 0..FILES {
        fs::write(folder.join(format!("{number}.jsonl")), lines(number * EACH, EACH))
            .expect("a file");
        arguments += &format!(" {number}.jsonl");
        stdout(folder, &format!("book import {number}.jsonl --into all.tgbook"));
        sizes.push(checked(folder, "all.tgbook"));
    }
    // How long a writer works that nobody kills: the kills fall into this time on any machine.
    let began = Instant::now();
    stdout(folder, &format!("{arguments} --into timed.tgbook"));
    let whole = began.elapsed();
    arguments += " --into a.tgbook";
    let mut killed = 0;
    let mut before = 0;
    for attempt in 1..=10 {
        let mut writer = tengen(folder, &arguments);
        let mut child = writer.stdout(Stdio::null()).spawn().expect("it starts");
        thread::sleep(whole * attempt / 12);
        killed += usize::from(child.try_wait().expect("a process").is_none());
        // SIGKILL, or TerminateProcess on Windows.
        let _ = child.kill();
        child.wait().expect("it ends");
        let found = checked(folder, "a.tgbook");
        assert!(sizes.contains(&found) && found >= before, "{found} of {sizes:?}");
        before = found;
    }
    assert!(killed >= 5, "only {killed} were killed at work");
    stdout(folder, &arguments);
    assert_eq!(checked(folder, "a.tgbook"), sizes[FILES]);
}

#[test]
fn writers_wait_for_each_other() {
    let folder = folder();
    let folder = folder.path();
    stdout(folder, "book new a.tgbook");
    let all: Vec<String> = (0..4).map(|number| format!("{number}.jsonl")).collect();
    for (number, name) in all.iter().enumerate() {
        fs::write(folder.join(name), lines(number * 500, 500)).expect("a file");
    }
    let start = |name: &String| {
        let arguments = format!("book import {name} --into a.tgbook");
        let mut writer = tengen(folder, &arguments);
        writer.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let children: Vec<_> = all.iter().map(start).collect();
    for child in children {
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{output:?}");
    }
    for name in &all {
        stdout(folder, &format!("book import {name} --into b.tgbook"));
    }
    assert_eq!(checked(folder, "a.tgbook"), checked(folder, "b.tgbook"));
}
