//! What the brain and the solver answer from a book.

use std::fs;

use super::{checked, common, folder, lines, proved_here, refused, stdout, tengen};

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
    // The end of the input would stop the search, which may not have finished a depth by then.
    let board = "START 15\nINFO max_node 2000\nBOARD\n7,7,2\n7,8,1\n8,8,2\nDONE\n";
    common::game_of(&mut tengen(folder, "--book a.tgbook --book-learn"), &[board]);
    assert_eq!(checked(folder, "a.tgbook"), 2);
    fs::write(folder.join("one.jsonl"), "{\"size\":15,\"moves\":[\"h8\",\"i9\"]}\n")
        .expect("a file");
    stdout(folder, "analyze one.jsonl --nodes 500 --book a.tgbook --book-learn");
    assert_eq!(checked(folder, "a.tgbook"), 3, "the only search is noted, too");
    let shown = stdout(folder, "book show a.tgbook --moves h8h7i7");
    assert!(shown.contains("by search, tengen "), "{shown}");
    fs::write(folder.join("in.jsonl"), "{\"size\":15,\"moves\":[\"h8\"]}\n").expect("a file");
    let proof = "{\"size\":15,\"moves\":[\"h8\"],\"label\":\"win\",\"trust\":\"checker\",\"value\":29991,\"best\":\"a1\"}\n";
    proved_here(folder, proof, "proof.tgbook");
    stdout(folder, "book merge proof.tgbook --into a.tgbook");
    let line = stdout(folder, "analyze in.jsonl --nodes 500 --book a.tgbook");
    assert!(line.contains("\"mate\":9") && line.contains("\"best\":[0,14]"), "{line}");
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
    assert!(refused(folder, "book import a.tgbook --into b.tgbook").contains(".jsonl"));
    stdout(folder, "book new a.tgbook");
    assert!(refused(folder, "book import a.tgbook --into b.tgbook").contains("book merge"));
    let sealed = "tengen: 'built-in' is a sealed book, which has hashes instead of positions, expected records or games\n";
    assert_eq!(refused(folder, "book import built-in --into b.tgbook"), sealed);
    let meant = "tengen: --book: there is no file 'builtin' (did you mean 'built-in'?)\n";
    assert_eq!(refused(folder, "solve --book builtin --moves h8"), meant);
}

/// A sealed book can be neither changed nor listed: the error says which of both was tried.
#[test]
fn what_needs_a_store_says_what_a_sealed_book_lacks() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("in.jsonl"), "{\"size\":15,\"moves\":[\"h8\"],\"value\":3}\n")
        .expect("a file");
    stdout(folder, "book import in.jsonl --into a.tgbook");
    stdout(folder, "book seal a.tgbook --out a.book");
    for arguments in [
        "book new built-in",
        "book import in.jsonl --into built-in",
        "book merge a.tgbook --into built-in",
    ] {
        let error = refused(folder, arguments);
        let expected =
            "which is only read, expected another name; a file of this name is ./built-in";
        assert!(
            error.starts_with("tengen: 'built-in' is the book inside the program, ")
                && error.contains(expected),
            "{arguments}: {error}"
        );
    }
    let error = refused(folder, "book seal a.tgbook --out built-in");
    assert!(error.starts_with("tengen: --out: ") && error.contains("expected another name"));
    let written = "'a.book' is a sealed book, which is only read, expected a store\n";
    for arguments in ["book edit a.book --value 3", "book merge a.tgbook --into a.book"] {
        assert_eq!(refused(folder, arguments), format!("tengen: {written}"), "{arguments}");
    }
    let listed = "is a sealed book, which has hashes instead of positions, expected a store\n";
    for (name, arguments) in [
        ("a.book", "book export a.book --out b.csv"),
        ("a.book", "book merge a.book --into b.tgbook"),
        ("built-in", "book export built-in --out b.csv"),
    ] {
        assert_eq!(refused(folder, arguments), format!("tengen: '{name}' {listed}"), "{arguments}");
    }
    stdout(folder, "book new ./built-in");
    assert_eq!(checked(folder, "./built-in"), 0);
    assert!(!folder.join("b.csv").exists() && !folder.join("b.tgbook").exists());
}

/// What a book proves is the answer of the solver for both sides and about moves.
#[test]
fn the_solver_answers_what_the_book_proves() {
    let folder = folder();
    let folder = folder.path();
    let records = "\
        {\"size\":9,\"moves\":[[4,4]],\"label\":\"loss\",\"value\":-29992,\"trust\":\"checker\"}\n\
        {\"size\":9,\"moves\":[[0,0]],\"label\":\"win\",\"value\":29991,\"trust\":\"solver\"}\n";
    proved_here(folder, records, "a.tgbook");
    let solve = |arguments: &str| {
        stdout(folder, &format!("solve --book a.tgbook --size 9 --nodes 1000 {arguments}"))
    };
    let win = "{\"result\":\"win\",\"kind\":\"book\",\"plies\":9,\"line\":[[4,4]],";
    let lost = solve("--moves e5");
    let loss = "{\"result\":\"loss\",\"kind\":\"book\",\"plies\":8,\"line\":[],";
    assert!(lost.starts_with(loss), "{lost}");
    let board = solve("--moves e5 --board");
    assert!(board.contains("white loses in at most 4 moves, proved by the book\n"), "{board}");
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
    let found = "{\"result\":\"win\",\"kind\":\"book\",";
    assert!(all.starts_with(found) && all.contains(center), "{all}");
    let board = solve("--all --board");
    assert!(board.contains("black wins by the book with e5 (at most 5 moves) ("), "{board}");
    let analyzed = "analyze empty.jsonl --book a.tgbook --nodes 1000 --board";
    let analyzed = stdout(folder, analyzed);
    let said = "black to move, from the book\n1. e5 wins in 5 moves, proved: e5\n";
    assert!(analyzed.contains(said), "{analyzed}");
    let request = "{\"id\":1,\"request\":\"explain\",\"move\":\"e5\",\"limits\":{\"nodes\":500},\"position\":{\"size\":9,\"moves\":[]}}\n";
    let explained = common::stdout_of(&mut tengen(folder, "api --book a.tgbook"), request);
    let text = "From the book, proved: e5 wins in 5 moves: e5 …";
    let line = "\"mate\":9,\"proved\":true,\"book\":true,\"pv\":[\"e5\"]";
    assert!(explained.contains(text) && explained.contains(line), "{explained}");
}

#[test]
fn the_api_answers_with_empty_lists_where_the_book_proves_that_there_are_no_moves() {
    let folder = folder();
    let folder = folder.path();
    let record = "{\"size\":9,\"moves\":[[4,4]],\"label\":\"loss\",\"value\":-29992,\"trust\":\"checker\"}\n";
    proved_here(folder, record, "a.tgbook");
    for goal in ["all-first-moves", "defend"] {
        let request = format!(
            "{{\"id\":1,\"request\":\"solve\",\"goal\":\"{goal}\",\"position\":{{\"size\":9,\"moves\":[\"e5\"]}}}}\n"
        );
        let said = common::stdout_of(&mut tengen(folder, "api --book a.tgbook"), &request);
        let lists = "\"kind\":\"book\",\"plies\":8,\"line\":[],\"moves\":[],\"unknown\":[],";
        assert!(said.contains(lists), "{said}");
    }
}
