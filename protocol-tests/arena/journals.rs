//! A journal that was changed is never counted: not by the report, a resumed match or a merge.

use std::fs;
use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;
use regex_lite::Regex;

use super::field::{Field, essence, read_journal, run, tengen};
use super::test;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test("a_changed_journal_is_never_counted", changed_is_never_counted),
        test("a_journal_without_checksums_is_reported_as_unverified", without_checksums),
        test("a_torn_last_line_is_told_and_played_again", torn_last_line),
        test("a_swiss_tournament_is_verified_by_its_results", swiss),
    ]
}

/// A match of six games between two mocks.
struct Played {
    field: Field,
    /// Its journal.
    good: String,
}

const GAMES: [&str; 4] = ["--games", "6", "--openings", "list"];

impl Played {
    fn new() -> Self {
        let field = Field::new();
        fs::write(field.path("list"), "0,0, 1,1\n0,0, 1,0, 2,2\n-1,0, 2,1\n").unwrap();
        let mut played = Self { field, good: String::new() };
        let (status, out, err) = run(&mut played.command(&[]));
        assert_eq!(status, 0, "{out}{err}");
        played.good = fs::read_to_string(played.field.path("out/games.jsonl")).unwrap();
        assert_eq!(played.good.lines().count(), 6);
        played
    }

    fn command(&self, more: &[&str]) -> Command {
        let mut command = self.field.command(&[], &[&GAMES, more].concat());
        command.current_dir(self.field.folder.path());
        command
    }

    fn set(&self, journal: &str) {
        fs::write(self.field.path("out/games.jsonl"), journal).unwrap();
    }

    fn report(&self) -> (i32, String, String) {
        report(&self.field.path("out"))
    }

    fn resume(&self) -> (i32, String, String) {
        run(&mut self.command(&["--resume"]))
    }

    /// Joins the match, as the only part, into a new folder.
    fn merge(&self, out: &str) -> (i32, String, String) {
        let mut merge = tengen("match");
        merge.arg("merge").arg(self.field.path("out"));
        run(merge.arg("--out").arg(self.field.path(out)))
    }
}

fn report(folder: &Path) -> (i32, String, String) {
    run(tengen("match").arg("report").arg(folder))
}

/// A change of one line, by index.
type Change = fn(&str) -> String;

fn changed_is_never_counted() {
    let played = Played::new();
    let flipped = |line: &str| {
        let (one, other) = ("\"winner\":\"black\"", "\"winner\":\"white\"");
        if line.contains(one) { line.replace(one, other) } else { line.replace(other, one) }
    };
    let changes: [(&str, Change); 6] = [
        ("the winner", flipped),
        ("the players", |line| {
            let line =
                line.replace("\"black\":{", "\"BLACK\":{").replace("\"white\":{", "\"black\":{");
            line.replace("\"BLACK\":{", "\"white\":{")
        }),
        ("the last move", |line| {
            let last = Regex::new(r#",\{"x":[^{}]*\}\],"#).unwrap();
            last.replace(line, "],").into_owned()
        }),
        ("the number", |line| {
            let number = Regex::new(r#""game":[0-9]+"#).unwrap();
            number.replace(line, "\"game\":999999").into_owned()
        }),
        ("the time", |line| line.replacen("\"duration_ms\":", "\"duration_ms\":1", 1)),
        ("the checksum", |line| line.replacen("\"checksum\":\"", "\"checksum\":\"0", 1)),
    ];
    let lines: Vec<&str> = played.good.split_inclusive('\n').collect();
    let mut journals: Vec<(String, usize, String)> = Vec::new();
    for (what, change) in changes {
        for index in [0, 3, 5] {
            let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
            lines[index] = change(&lines[index]);
            journals.push((what.to_owned(), index + 1, lines.concat()));
        }
    }
    let swapped = [lines[0], lines[2], lines[1], lines[3], lines[4], lines[5]];
    journals.push(("the order".to_owned(), 2, swapped.concat()));
    journals.push(("a line twice".to_owned(), 7, played.good.clone() + lines[2]));
    journals.push(("a line less".to_owned(), 3, [&lines[..2], &lines[3..]].concat().concat()));
    for (what, line, journal) in journals {
        assert_ne!(journal, played.good, "{what}");
        played.set(&journal);
        for (by, (status, out, err)) in [
            ("report", played.report()),
            ("resume", played.resume()),
            ("merge", played.merge("no")),
        ] {
            let said = format!("{what}, {by}: status {status}, {out}{err}");
            assert!(status == 2 && out.is_empty(), "{said}");
            assert!(err.contains(&format!("games.jsonl:{line}: ")), "{said}");
            assert!(err.lines().count() == 1 && err.contains("expected"), "{said}");
        }
        assert!(!played.field.path("no").exists(), "{what}");
    }
    played.set(&played.good);
    assert_eq!(played.report(), (0, played.report().1, String::new()));
    let page = fs::read_to_string(played.field.path("out/report.html")).unwrap();
    assert!(!page.contains("unverified"));
    assert_eq!(played.merge("all").0, 0);
    assert_eq!(fs::read_to_string(played.field.path("all/games.jsonl")).unwrap(), played.good);
}

fn without_checksums() {
    let played = Played::new();
    let checksum = Regex::new(r#",\s*"checksum":\s*"[0-9a-f]{8}""#).unwrap();
    let old = checksum.replace_all(&played.good, "").into_owned();
    let definition = fs::read_to_string(played.field.path("out/match.json")).unwrap();
    let of_old = checksum.replace_all(&definition, "").replace("\"version\": 3", "\"version\": 2");
    assert!(old.len() < played.good.len() && of_old.len() < definition.len());
    // A definition with a checksum does not make up for games without.
    for definition in [definition, of_old] {
        fs::write(played.field.path("out/match.json"), definition).unwrap();
        played.set(&old);
        let (status, out, err) = played.report();
        assert!(status == 0 && out.contains("player"), "{out}{err}");
        assert!(err.contains("unverified") && err.lines().count() == 1, "{err}");
        let page = fs::read_to_string(played.field.path("out/report.html")).unwrap();
        assert!(page.contains("unverified"));
        let (status, out, err) = played.resume();
        assert!(status == 2 && out.is_empty() && err.contains("no checksums"), "{out}{err}");
        played.set(&old.replacen("\"winner\":\"black\"", "\"winner\":\"white\"", 1));
        assert_eq!(played.report().0, 2);
        played.set(&played.good.replacen(
            played.good.lines().next().unwrap(),
            old.lines().next().unwrap(),
            1,
        ));
        let (status, out, err) = played.report();
        assert!(status == 2 && out.is_empty() && err.contains("games.jsonl:1: "), "{err}");
    }
    played.set(&old);
    let (status, out, err) = played.merge("all");
    assert!(status == 0 && err.contains("unverified"), "{out}{err}");
    assert_eq!(fs::read_to_string(played.field.path("all/games.jsonl")).unwrap(), old);
    let (status, out, err) = report(&played.field.path("all"));
    assert!(status == 0 && err.contains("unverified"), "{out}{err}");
}

fn torn_last_line() {
    let played = Played::new();
    let expected = essence(&played.field.journal());
    for cut in [1, 30, 200] {
        played.set(&played.good[..played.good.len() - cut]);
        let (status, out, err) = played.report();
        assert!(status == 0 && err.contains("games.jsonl:6: the last line is incomplete"), "{err}");
        assert!(out.contains("1 of 6 games are not played yet"), "{out}");
        let (status, out, err) = played.resume();
        assert_eq!(status, 0, "{out}{err}");
        assert_eq!(essence(&played.field.journal()), expected);
        let (status, _, err) = played.report();
        assert!(status == 0 && err.is_empty(), "{err}");
    }
}

/// The meetings of every round follow from the results of those before.
fn swiss() {
    let field = Field::new();
    let mut command = tengen("match");
    for (name, faults) in [("a", &[][..]), ("b", &["first-empty"]), ("c", &[]), ("d", &["crash@3"])]
    {
        command.args(["--engine", &Field::mock(name, faults)]);
    }
    command.args(["--schedule", "swiss", "--rounds", "2", "--turn-ms", "2000"]);
    let (status, out, err) = run(command.arg("--out").arg(field.path("out")));
    assert_eq!(status, 0, "{out}{err}");
    let games = read_journal(&field.path("out"));
    assert_eq!(games.len(), 8);
    let (status, out, err) = report(&field.path("out"));
    assert!(status == 0 && err.is_empty(), "{out}{err}");
    let text = fs::read_to_string(field.path("out/games.jsonl")).unwrap();
    let checksum = Regex::new(r#","checksum":"[0-9a-f]{8}""#).unwrap();
    let old = checksum.replace_all(&text, "");
    // Without the first game nobody knows who meets in the second round.
    let rest: String =
        old.split_inclusive('\n').filter(|line| !line.contains("\"game\":1,")).collect();
    fs::write(field.path("out/games.jsonl"), rest).unwrap();
    let (status, out, err) = report(&field.path("out"));
    assert!(status == 2 && err.contains("before the rounds that decide"), "{out}{err}");
}
