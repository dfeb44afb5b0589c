//! `tengen prove` as its user meets it: a position in, an answer, a journal and a certificate out.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Black is to move and has an open two; white's stones are in the corners.
const OPEN: &str = "h8a1h9a15";

/// Stones far from each other: with so many the engine does not search long for a mate, and no proof
/// is found in seconds.
const SCATTERED: &str = "h8a1c3o15m13a15c13o1m3h14h2b8";

fn prove(arguments: &[&str]) -> Output {
    common::run(common::tengen().arg("prove").args(arguments), "")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn small<'a>(folder: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let out = folder.to_str().expect("UTF-8");
    let effort = ["--reply-stones", "2000", "--attack-stones", "5000", "--nodes", "3000"];
    [&["--out", out, "--hash-mb", "1"], effort.as_slice(), more].concat()
}

#[test]
fn a_win_has_a_certificate_that_is_checked_and_a_changed_one_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = prove(&small(folder.path(), &["--moves", OPEN]));
    let answer = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let last = answer.lines().last().expect("a line");
    assert!(last.starts_with(r#"{"result":"win","rule":"freestyle","size":"15x15""#), "{last}");
    let file = folder.path().join("certificate.jsonl");
    let name = file.to_str().expect("UTF-8");
    let checked = prove(&["check", name]);
    assert!(checked.status.success(), "{}", text(&checked.stderr));
    assert!(text(&checked.stdout).starts_with(r#"{"result":"win","winner":"black""#));
    let certificate = fs::read_to_string(&file).expect("it was written");
    fs::write(&file, certificate.replacen("h9", "h7", 1)).expect("written");
    let refused = prove(&["check", name]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(text(&refused.stderr).lines().count(), 1, "{}", text(&refused.stderr));
}

#[test]
fn a_journal_of_a_check_that_was_edited_or_written_elsewhere_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(prove(&small(folder.path(), &["--moves", OPEN])).status.success());
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (certificate, journal) = (path("certificate.jsonl"), path("journal.jsonl"));
    let check = ["check", &certificate, "--journal", &journal];
    let checked = prove(&check);
    assert!(checked.status.success(), "{}", text(&checked.stderr));
    let counts: serde_json::Value = serde_json::from_slice(&checked.stdout).expect("a line");
    let count = |name: &str| counts[name].as_u64().expect("a number");
    let parts = ["entry_replies", "threat_wins", "mirror_replies"].map(count);
    assert_eq!(parts.iter().sum::<u64>(), count("replies"), "{counts}");
    assert_eq!(count("pass_wins"), 0, "every reply was played out");
    let timeless =
        |output: &Output| text(&output.stdout).split("\"time_ms\"").next().map(str::to_owned);
    assert_eq!(timeless(&prove(&check)), timeless(&checked));
    let whole = fs::read_to_string(&journal).expect("it was written");
    let refused = |output: Output| {
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.contains("journal.jsonl', line 2: its mark '"), "{error}");
        assert!(output.stdout.is_empty());
    };
    let elsewhere = path("elsewhere");
    let mut foreign = common::tengen();
    refused(common::run(foreign.arg("prove").args(check).env("TENGEN_STATE", &elsewhere), ""));
    // A journal whose marks would end with this process is not begun.
    let (late, no_folder) = (path("late.jsonl"), format!("{certificate}/state"));
    let begun = ["prove", "check", &certificate, "--journal", &late];
    let output = common::run(common::tengen().args(begun).env("TENGEN_STATE", no_folder), "");
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("late.jsonl' could not be continued: no key"), "{error}");
    // Nor is a search whose certificate could not be checked.
    let (found, no_folder) = (path("found"), format!("{certificate}/state"));
    let search = ["prove", "--out", &found, "--rule", "freestyle", "--size", "5"];
    let output = common::run(common::tengen().args(search).env("TENGEN_STATE", no_folder), "");
    let error = text(&output.stderr);
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    assert!(error.contains("no key for its marks can be saved"), "{error}");
    assert!(!Path::new(&found).exists(), "nothing was searched");
    let edited = whole.replacen(r#""images":"#, r#""images":1"#, 1);
    fs::write(&journal, edited.replacen(r#""replies":"#, r#""replies":1"#, 1)).expect("written");
    let output = prove(&check);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("line 2: "), "{}", text(&output.stderr));
    let plies = |line: &str| line.find(r#""plies":"#).expect("plies") + r#""plies":"#.len();
    let at = plies(&whole);
    let digit = if &whole[at..=at] == "1" { "2" } else { "1" };
    fs::write(&journal, format!("{}{digit}{}", &whole[..at], &whole[at + 1..])).expect("written");
    refused(prove(&check));
    // Without it nothing is believed.
    assert!(prove(&check[..2]).status.success());
}

#[test]
fn a_killed_search_loses_only_the_position_in_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = folder.path().join("win.jsonl");
    let mut search = common::tengen()
        .arg("prove")
        .args(small(folder.path(), &["--moves", SCATTERED]))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    let end = Instant::now() + Duration::from_secs(60);
    while lines() < 5 && Instant::now() < end {
        thread::sleep(Duration::from_millis(20));
    }
    search.kill().expect("killed");
    search.wait().expect("it ended");
    let before = fs::read(&journal).expect("a journal");
    let whole = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    assert!(lines() >= 5, "{} lines", lines());
    let again = prove(&small(folder.path(), &["--moves", SCATTERED, "--time-ms", "300"]));
    assert_eq!(again.status.code(), Some(2), "a second start without --resume");
    let more = ["--moves", SCATTERED, "--time-ms", "1500", "--resume"];
    let resumed = prove(&small(folder.path(), &more));
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    assert!(text(&resumed.stdout).contains(r#""result":"unknown""#));
    let after = fs::read(&journal).expect("a journal");
    assert!(after.starts_with(&before[..whole]) && after.len() > whole);
}

#[test]
fn a_small_board_is_a_draw_whose_pairings_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = prove(&small(folder.path(), &["--size", "5"]));
    assert!(text(&output.stdout).starts_with(r#"{"result":"draw""#), "{}", text(&output.stdout));
    let file = folder.path().join("draw.json");
    let checked = prove(&["check", file.to_str().expect("UTF-8")]);
    assert!(checked.status.success(), "{}", text(&checked.stderr));
    let draw = fs::read_to_string(&file).expect("it was written");
    fs::write(&file, draw.replacen(r#"["a5","b5"],"#, "", 1)).expect("written");
    let leaking = prove(&["check", file.to_str().expect("UTF-8")]);
    assert_eq!(leaking.status.code(), Some(1), "{}", text(&leaking.stderr));
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = folder.path().join("wrong.jsonl");
    fs::write(&wrong, "nonsense\n").expect("written");
    let wrong = wrong.to_str().expect("UTF-8");
    for arguments in [
        small(folder.path(), &["--moves", "h8h8"]),
        small(folder.path(), &["--size", "30"]),
        small(folder.path(), &["--reply", "z99"]),
        small(folder.path(), &["--moves", "a1b1a2b2a3b3a4b4a5"]),
        vec!["check", wrong],
        vec!["check", "/nowhere/at/all"],
        vec![],
    ] {
        let output = prove(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text(&output.stderr).lines().count(), 1, "{}", text(&output.stderr));
    }
    let occupied = prove(&small(folder.path(), &["--moves", "h8i9", "--reply", "h8"]));
    assert_eq!(occupied.status.code(), Some(2));
    let error = text(&occupied.stderr);
    assert!(
        error.contains("--reply h8: the point is occupied, expected an empty point"),
        "{error}"
    );
}

#[test]
fn a_second_checker_holds_with_the_first_and_finds_a_changed_move() {
    let Ok(version) = Command::new("python3").arg("--version").output() else { return };
    assert!(version.status.success());
    let folder = tempfile::tempdir().expect("a folder");
    assert!(prove(&small(folder.path(), &["--moves", OPEN])).status.success());
    let certificate = folder.path().join("certificate.jsonl");
    let full = folder.path().join("full.jsonl");
    let full_name = full.to_str().expect("UTF-8");
    let output = prove(&["full", certificate.to_str().expect("UTF-8"), "--out", full_name]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/prove_check.py");
    let check = || {
        let arguments = [full_name, "--games", "20", "--entries", "1", "--lines", "1"];
        Command::new("python3").arg(&script).args(arguments).output().expect("it runs")
    };
    let held = check();
    assert!(held.status.success(), "{}{}", text(&held.stdout), text(&held.stderr));
    let lines = fs::read_to_string(&full).expect("it was written");
    // A node before all others: every index now leads to the node before the right one.
    let nodes = lines.replacen(r#""nodes":[["#, r#""nodes":[["a1",[],null],["#, 1);
    fs::write(&full, nodes).expect("written");
    assert_eq!(check().status.code(), Some(1), "the nodes moved by one");
}

/// The committed proof that black wins 15×15 from the empty board.
fn whole_game(rule: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tournaments/proofs");
    folder.join(format!("{rule}-15.jsonl"))
}

/// A reply far from the first stone, with few entries.
const FAR: &str = "b14";

fn check_far(file: &Path) -> Output {
    prove(&["check", file.to_str().expect("UTF-8"), "--reply", FAR, "--quick"])
}

#[test]
fn a_far_branch_of_each_whole_game_holds() {
    let holds = |rule| {
        let checked = check_far(&whole_game(rule));
        assert!(checked.status.success(), "{rule}: {}", text(&checked.stderr));
        let answer = text(&checked.stdout);
        let expected = r#"{"result":"win","winner":"black","reply":"b14""#;
        assert!(answer.starts_with(expected), "{rule}: {answer}");
    };
    std::thread::scope(|scope| {
        for rule in ["freestyle", "standard"] {
            scope.spawn(move || holds(rule));
        }
    });
}

#[test]
fn a_part_of_a_proof_is_not_packed() {
    let folder = tempfile::tempdir().expect("a folder");
    let packed = folder.path().join("part.packed");
    let [proof, packed_name] =
        [whole_game("standard"), packed.clone()].map(|path| path.to_str().unwrap().to_owned());
    let refused = prove(&["check", &proof, "--reply", FAR, "--packed", &packed_name]);
    assert_eq!(refused.status.code(), Some(2));
    let error = text(&refused.stderr);
    assert!(error.contains("cannot be used with"), "refused only after the check: {error}");
    assert!(!packed.exists());
}

#[test]
fn changed_proofs_of_the_whole_game_are_refused() {
    let proof = fs::read_to_string(whole_game("standard")).expect("it is there");
    let first = r#"["h8/b14",""#;
    let at = proof.find(first).expect("an entry of the branch") + first.len();
    let play = &proof[at..at + proof[at..].find('"').expect("the end of a move")];
    let line = format!("{first}{play}\"]\n");
    let changes = [
        ("another move", line.clone(), format!("{first}a1\"]\n")),
        ("the cell of a stone", line.clone(), format!("{first}b14\"]\n")),
        ("an entry that is missing", line, String::new()),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let (file, full) = (folder.path().join("changed.jsonl"), folder.path().join("full.jsonl"));
    let [file_name, full_name] = [&file, &full].map(|path| path.to_str().expect("UTF-8"));
    for (what, old, new) in changes {
        fs::write(&file, with_checksum(&proof.replacen(&old, &new, 1))).expect("written");
        let refused = check_far(&file);
        assert_eq!(refused.status.code(), Some(1), "{what}");
        let error = text(&refused.stderr);
        assert!(error.contains("not proved"), "{what}: {error}");
        let shown = prove(&["full", file_name, "--reply", FAR, "--out", full_name]);
        assert_eq!(shown.status.code(), Some(1), "{what}: {}", text(&shown.stderr));
    }
    let proof = whole_game("standard");
    let elsewhere = prove(&["check", proof.to_str().expect("UTF-8"), "--reply", "h8"]);
    assert_eq!(elsewhere.status.code(), Some(2), "{}", text(&elsewhere.stderr));
}

/// A certificate whose number of entries and checksum fit its lines.
fn with_checksum(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.pop();
    let old = lines[0].split(r#""entries":"#).nth(1).and_then(|rest| rest.split(',').next());
    let (old, new) = (old.expect("a number").to_owned(), lines.len() - 1);
    let name = r#""entries":"#;
    lines[0] = lines[0].replacen(&format!("{name}{old}"), &format!("{name}{new}"), 1);
    let body = lines.join("\n") + "\n";
    let crc = crc32fast::hash(body.as_bytes());
    format!("{body}{{\"crc32\":\"{crc:08x}\"}}\n")
}
