//! Formats of others: what is exported is imported again.

use std::fs;

use super::{checked, common, folder, lines, refused, stdout, tengen};

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
    fs::write(
        folder.join("long.jsonl"),
        format!(
            "{{\"size\":15,\"moves\":[\"h8\",\"i9\"],\"comment\":\"{}\"}}\n",
            "x".repeat(70_000)
        ),
    )
    .expect("a file");
    stdout(folder, "book import long.jsonl --into long.tgbook");
    let error = refused(folder, "book export long.tgbook --out long.db");
    assert!(
        error.contains("with the stones h8 ") && error.contains(": a text of 70000 bytes"),
        "{error}"
    );
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
    // A whole game after its beginning, and games of two stores.
    stdout(folder, "book import a.sgf --into b.tgbook --plies 4");
    let said = stdout(folder, "book import a.sgf --into b.tgbook");
    assert_eq!(said, "a.sgf: 10 positions: 5 new, 0 changed, 5 kept\n");
    let script = "b8\na1\nc8\na2\nd8\na3\ne8\nb7\nf8\nsave c.sgf\nquit\n";
    common::stdout_of(&mut tengen(folder, "play --white person --name Ann"), script);
    stdout(folder, "book import c.sgf --into c.tgbook");
    stdout(folder, "book merge b.tgbook --into c.tgbook");
    stdout(folder, "book import a.sgf --into cut.tgbook --plies 3");
    for again in [
        "book merge b.tgbook --into c.tgbook",
        "book merge cut.tgbook --into c.tgbook",
        "book import a.sgf --into c.tgbook",
    ] {
        let shown = stdout(folder, "book show c.tgbook");
        assert!(shown.contains("games: 2 won, 0 drawn, 0 lost"), "{shown}");
        let said = stdout(folder, again);
        assert!(said.contains(" 0 new, 0 changed"), "{again}: {said}");
    }
    stdout(folder, "book edit a.tgbook --moves h8a1 --comment here");
    let output = common::run(&mut tengen(folder, "book export a.tgbook --out b.sgf"), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "5 positions written to b.sgf\n");
    let warning = "tengen: sgf does not hold the results of games of 5 positions; jsonl does\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), warning);
    let sgf = fs::read_to_string(folder.join("b.sgf")).expect("a file");
    assert!(sgf.contains("C[here]") && sgf.matches(";B[").count() == 2, "{sgf}");
}
