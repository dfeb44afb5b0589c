//! What comes from outside is a claim until it was proved here.

use std::fs;
use std::path::Path;

use super::{common, folder, proved_here, refused, stdout, tengen};

/// Three lines that anybody can type: white wins in 9 plies by a move into the corner.
const TYPED: &str = "\
    {\"size\":15,\"moves\":[\"h8\"],\"label\":\"win\",\"trust\":\"checker\",\"value\":29991,\"best\":\"a1\"}\n\
    {\"size\":15,\"moves\":[\"h8\",\"a1\"],\"label\":\"loss\",\"trust\":\"checker\",\"value\":-29992}\n\
    {\"size\":15,\"moves\":[\"h8\",\"a15\"],\"label\":\"loss\",\"trust\":\"solver\",\"value\":-29992}\n";

/// Nothing that a user sees of the book calls its claim proved.
#[track_caller]
fn is_only_said(folder: &Path, book: &str) {
    let script = "START 15\nTURN 7,7\n";
    let said = common::stdout_of(&mut tengen(folder, &format!("--book {book}")), script);
    assert!(said.contains("MESSAGE the book says wins in 9, not proved here: "), "{said}");
    assert!(!said.contains(", proved"), "{said}");
    let solve = format!("solve --book {book} --nodes 1000 --moves h8");
    let solved = stdout(folder, &solve);
    assert!(
        solved.starts_with("{\"result\":\"unknown\"") || solved.starts_with("{\"result\":\"none\"")
    );
    let all = stdout(folder, &format!("{solve} --all --total-ms 1"));
    assert!(!all.contains("\"kind\":\"book\"") && !all.contains("\"x\":"), "{all}");
    let shown = stdout(folder, &format!("book show {book} --moves h8"));
    assert!(
        shown.contains("win, value +M9, ") && shown.contains("; a claim, not proved here\n"),
        "{shown}"
    );
    assert!(shown.contains("by import") && !shown.contains("checker"), "{shown}");
    let request = "{\"id\":1,\"request\":\"book\",\"position\":{\"size\":15,\"moves\":[\"h8\"]}}\n\
                   {\"id\":2,\"request\":\"explain\",\"position\":{\"size\":15,\"moves\":[\"h8\"]},\"move\":\"a1\",\"limits\":{\"nodes\":100}}\n";
    let answered = common::stdout_of(&mut tengen(folder, &format!("api --book {book}")), request);
    assert!(answered.contains("\"claim\":true") && !answered.contains("\"proved\":true"));
    assert!(!answered.contains("proved by the book"), "{answered}");
}

#[test]
fn typed_records_sealed_books_and_stores_from_elsewhere_prove_nothing() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("typed.jsonl"), TYPED).expect("a file");
    for overwrite in ["better", "always"] {
        let import =
            format!("book import typed.jsonl --into {overwrite}.tgbook --overwrite {overwrite}");
        stdout(folder, &import);
        is_only_said(folder, &format!("{overwrite}.tgbook"));
    }
    stdout(folder, "book export better.tgbook --out rows.csv");
    let rows = fs::read_to_string(folder.join("rows.csv")).expect("a file");
    fs::write(folder.join("rows.csv"), rows.replace("import", "checker")).expect("a file");
    stdout(folder, "book import rows.csv --into rows.tgbook");
    is_only_said(folder, "rows.tgbook");
    stdout(folder, "book seal better.tgbook --out better.book");
    is_only_said(folder, "better.book");
    // As another user writes them, who may well have proved them.
    let elsewhere = folder.join("elsewhere");
    for command in
        ["book seal here.tgbook --out there.book", "book merge here.tgbook --into there.tgbook"]
    {
        if !folder.join("here.tgbook").exists() {
            proved_here(folder, TYPED, "here.tgbook");
        }
        let output = common::run(tengen(folder, command).env("TENGEN_STATE", &elsewhere), "");
        assert!(output.status.success(), "{command}");
    }
    is_only_said(folder, "there.book");
    is_only_said(folder, "there.tgbook");
}

#[test]
fn what_was_proved_here_is_proved_here_only_also_when_it_is_merged_and_sealed() {
    let folder = folder();
    let folder = folder.path();
    proved_here(folder, TYPED, "a.tgbook");
    stdout(folder, "book merge a.tgbook --into b.tgbook");
    stdout(folder, "book seal b.tgbook --out b.book");
    for book in ["a.tgbook", "b.tgbook", "b.book"] {
        let win = stdout(folder, &format!("solve --book {book} --moves h8"));
        assert!(win.starts_with("{\"result\":\"win\",\"kind\":\"book\",\"plies\":9"), "{win}");
        let solve = format!("solve --book {book} --nodes 1000 --moves h8");
        let output =
            common::run(tengen(folder, &solve).env("TENGEN_STATE", folder.join("elsewhere")), "");
        let other = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!other.contains("\"win\""), "{other}");
    }
    assert!(!folder.join("elsewhere").exists(), "reading makes no key");
}

#[test]
fn claims_are_verified_confirmed_refuted_or_left_open() {
    let folder = folder();
    let folder = folder.path();
    let claims = "\
        {\"size\":15,\"moves\":[\"h8\",\"a1\",\"h9\",\"a3\",\"h10\",\"a5\"],\"label\":\"win\",\"trust\":\"checker\"}\n\
        {\"size\":15,\"moves\":[\"h8\",\"a1\",\"h9\",\"a3\",\"h10\",\"a5\",\"h11\"],\"label\":\"win\",\"trust\":\"checker\"}\n\
        {\"size\":15,\"moves\":[\"h8\"],\"label\":\"win\",\"trust\":\"checker\"}\n";
    fs::write(folder.join("a.jsonl"), claims).expect("a file");
    stdout(folder, "book import a.jsonl --into a.tgbook");
    let verify = "book check a.tgbook --verify --nodes 5000 --journal open.jsonl";
    let run = |command: &str| common::run(&mut tengen(folder, command), "");
    let output = run(verify);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    let counts =
        "a.tgbook: 3 claims: 1 confirmed, 1 refuted, 1 left open by 5000 nodes for each attempt\n";
    assert!(said.ends_with(counts), "{said}");
    let wrong = "refuted: freestyle 15x15, white to move, win was claimed, loss is proved\n";
    assert!(said.starts_with(wrong), "{said}");
    let win = stdout(folder, "solve --book a.tgbook --moves h8a1h9a3h10a5");
    assert!(win.starts_with("{\"result\":\"win\",\"kind\":\"book\",\"plies\":3"), "{win}");
    // Only the open claim is left, and the journal knows it.
    let output = run(verify);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.starts_with("a.tgbook: 1 claim: 0 confirmed, 0 refuted, 1 left open"), "{said}");
    stdout(folder, "book delete a.tgbook --moves h8 --yes");
    let said = stdout(folder, "book check a.tgbook --verify");
    assert_eq!(said, "a.tgbook: 0 claims: 0 confirmed, 0 refuted, 0 left open\n");
    stdout(folder, "book seal a.tgbook --out a.book");
    assert!(refused(folder, "book check a.book --verify").contains("expected the store"));
    assert!(refused(folder, "book check built-in --verify").contains("is a sealed book"));
    assert!(refused(folder, "book check a.tgbook --nodes 5").contains("--verify"));
}
