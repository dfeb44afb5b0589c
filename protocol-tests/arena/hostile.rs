//! `tengen check --hostile` on brains with and without faults.

use std::fs;
use std::process::Command;

use libtest_mimic::Trial;
use serde_json::Value;

use super::field::{Field, run, tengen};
use super::test;

/// A fault of a brain that survives hostile input, and the kind that must be reported.
const FAULTS: &[(&str, &str)] = &[
    ("occupied@1", "illegal"),
    ("off-board@1", "illegal"),
    ("nonsense@2", "nonsense"),
    ("crash@3", "crash"),
    ("stderr-flood", "stderr"),
    ("refuse", "refused"),
    ("ignore-end", "lingers"),
    // An occupied point after a refused TAKEBACK, which does not end the game.
    ("grudge", "illegal"),
];

pub(crate) fn tests() -> Vec<Trial> {
    let faults = FAULTS.iter().map(|&(fault, kind)| {
        Trial::test(format!("hostile conversations find {fault}"), move || {
            is_found(fault, kind);
            Ok(())
        })
    });
    let others = [
        test("hostile_conversations_break_a_brain_that_trusts_its_manager", breaks_the_trusting),
        test("tengen_survives_hostile_conversations", tengen_survives),
        test("hostile_conversations_need_a_brain", needs_a_brain),
        test("what_the_protocol_allows_is_not_a_fault", allows_what_the_protocol_allows),
        test("a_brain_may_need_a_second_yxstop", may_need_a_second_stop),
        test("boards_in_games_are_sent_on_request", sends_boards_in_games),
        test("only_the_first_faults_are_reduced", reduces_only_the_first),
    ];
    faults.chain(others).collect()
}

/// The lines that a check of the mock brain prints, as JSON; without the totals.
fn check(faults: &[&str], more: &[&str]) -> (Vec<Value>, String) {
    let mut command = tengen("check");
    command.arg(std::env::current_exe().unwrap()).args(["--arg", "mock-brain"]);
    for fault in faults {
        command.args(["--arg", fault]);
    }
    command.args(["--hostile", "20000", "--rule", "freestyle", "--most", "1", "--json"]).args(more);
    let (status, out, err) = run(&mut command);
    assert_eq!(status, 1, "{out}{err}");
    let mut lines: Vec<Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let totals = lines.pop().unwrap();
    assert_eq!(totals["faults"], lines.len(), "{out}");
    (lines, out)
}

fn is_found(fault: &str, kind: &str) {
    let (findings, out) = check(&["sturdy", fault], &[]);
    assert_eq!(findings[0]["fault"], kind, "{out}");
    assert_eq!(findings[0]["repeatable"], true, "{out}");
    let steps = findings[0]["steps"].as_u64().unwrap();
    assert!(steps <= 6, "{steps} steps are left: {out}");
}

/// The mock brain panics at lines that no sane manager sends. The transcript that is written shows
/// it: hardly more than such a line.
fn breaks_the_trusting() {
    let field = Field::new();
    let folder = field.path("faults");
    let (findings, out) =
        check(&[], &["--allow-stderr", "--seed", "4", "--out", folder.to_str().unwrap()]);
    let finding = &findings[0];
    assert_eq!(finding["fault"], "crash", "{out}");
    assert!(finding["steps"].as_u64().unwrap() <= 5, "{out}");
    let file = folder.join(format!("crash-{}.txt", finding["conversation"]));
    let transcript = fs::read_to_string(file).unwrap();
    assert!(transcript.starts_with("# Hostile conversation"), "{transcript}");
    assert!(transcript.contains("\n#! bare\n#! args mock-brain\n"), "{transcript}");
    assert!(
        transcript.lines().any(|line| line.starts_with("> ") || line.starts_with("raw ")),
        "{transcript}"
    );
    let (again, _) = check(&[], &["--allow-stderr", "--seed", "4"]);
    assert_eq!(again[0]["conversation"], finding["conversation"], "the seed decides");
}

/// A brain that knows the required commands and RESTART only: ABOUT has no name, YXSTOP and TAKEBACK
/// are unknown, a search without a time limit lasts until START, and BOARD needs an empty board.
fn plain_brain(lines: &str) -> Command {
    let mut command = tengen("check");
    command.arg(std::env::current_exe().unwrap());
    command.args(["--arg", "mock-brain", "--arg", "sturdy", "--arg", "plain"]);
    command.args(["--rule", "freestyle", "--json", "--hostile", lines, "--tolerance-ms", "10000"]);
    command
}

fn allows_what_the_protocol_allows() {
    let (status, out, err) = run(&mut plain_brain("6000"));
    assert_eq!(status, 0, "{out}{err}");
}

/// Like a brain that, while it searches, reads nothing but YXSTOP and misses the first one.
fn may_need_a_second_stop() {
    let (status, out, err) = run(plain_brain("1000").args(["--arg", "drowsy"]));
    assert_eq!(status, 0, "{out}{err}");
}

fn sends_boards_in_games() {
    let (status, out, _) = run(plain_brain("6000").args(["--boards-in-games", "--most", "1"]));
    assert_eq!(status, 1, "{out}");
    let finding: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(finding["fault"], "nonsense", "{out}");
    assert!(finding["seen"].as_str().unwrap().contains("ERROR the board is not empty"), "{out}");
}

fn reduces_only_the_first() {
    let more = ["--arg", "occupied@1", "--most", "3", "--reduce", "1"];
    let (status, out, _) = run(plain_brain("6000").args(more));
    assert_eq!(status, 1, "{out}");
    let findings: Vec<Value> =
        out.lines().take(3).map(|line| serde_json::from_str(line).unwrap()).collect();
    let repeatable: Vec<&Value> = findings.iter().map(|finding| &finding["repeatable"]).collect();
    assert_eq!(repeatable, [&Value::Bool(true), &Value::Null, &Value::Null], "{out}");
}

fn tengen_survives() {
    let mut command = tengen("check");
    command.arg(env!("CARGO_BIN_EXE_tengen"));
    // Beside other tests a move may be later than anywhere else.
    command.args(["--hostile", "3000", "--seed", "11", "--tolerance-ms", "10000", "--json"]);
    command.arg("--boards-in-games");
    let (status, out, err) = run(&mut command);
    assert_eq!(status, 0, "{out}{err}");
    let totals: Value = serde_json::from_str(&out).unwrap();
    assert!(totals["lines"].as_u64().unwrap() >= 3000, "{out}");
    assert!(totals["moves"].as_u64().unwrap() >= 50, "{out}");
}

fn needs_a_brain() {
    let field = Field::new();
    let path = field.path("entrant.zip");
    fs::write(&path, "").unwrap();
    let (status, _, err) = run(tengen("check").arg(&path).args(["--hostile", "10"]));
    assert_eq!(status, 2, "{err}");
    let (status, _, err) =
        run(tengen("check").arg(std::env::current_exe().unwrap()).args(["--seed", "3"]));
    assert_eq!(status, 2);
    assert!(err.contains("--hostile"), "{err}");
}
