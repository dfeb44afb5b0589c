//! `tengen check` on players with and without faults, and on zips.

use std::fs;
use std::io::Write;
use std::path::Path;

use libtest_mimic::Trial;

use super::field::{Field, run, tengen};
use super::test;

/// The fault, the league, and what the report must say.
const FAULTS: &[(&str, &str, &str)] = &[
    ("hang@1", "renju15", "no answer to the request for a move"),
    ("crash@2", "freestyle20", "the process ended before it answered"),
    ("occupied@1", "standard15", "illegal move: point"),
    ("off-board@1", "caro15", "played 99,99"),
    ("memory@1", "fastgame", "KiB of memory"),
    ("crash-at-start", "freestyle15", "the process ended before it answered"),
    ("nonsense@1", "freestyle15", "its last line was 'I resign'"),
    ("ignore-end", "freestyle15", "still ran 500 ms after END"),
    ("first-empty", "freestyle15", "expected the win on"),
    ("forbidden", "renju15", "is forbidden to black: double-three"),
];

pub(crate) fn tests() -> Vec<Trial> {
    let faults = FAULTS.iter().map(|&(fault, league, problem)| {
        Trial::test(format!("check finds {fault} in {league}"), move || {
            is_found(fault, league, problem);
            Ok(())
        })
    });
    let others = [
        test("check_passes_a_good_player", passes_a_good_player),
        test("check_takes_the_right_program_from_a_zip", takes_the_right_program_from_a_zip),
        test("check_says_what_it_cannot_examine", says_what_it_cannot_examine),
    ];
    faults.chain(others).collect()
}

const QUICK: [&str; 4] = ["--turn-ms", "10000", "--match-ms", "60000"];

fn is_found(fault: &str, league: &str, problem: &str) {
    let mut command = tengen("check");
    command.arg(std::env::current_exe().unwrap()).args(["--arg", "mock-brain", "--arg", fault]);
    let limits = if matches!(fault, "hang@1" | "nonsense@1") {
        ["--turn-ms", "100", "--match-ms", "60000"]
    } else {
        QUICK
    };
    let (status, out, err) = run(command.args(["--league", league]).args(limits));
    assert_eq!(status, 1, "{out}{err}");
    assert!(out.contains("FAIL") && out.contains(problem), "{out}");
    assert!(out.contains("> DONE"), "the dialogue is shown: {out}");
}

fn passes_a_good_player() {
    let mut command = tengen("check");
    command.arg(std::env::current_exe().unwrap()).args(["--arg", "mock-brain"]);
    let (status, out, err) = run(command.args(QUICK));
    assert_eq!(status, 0, "{out}{err}");
    assert_eq!(out.matches("pass").count(), 6, "{out}");
}

/// Writes a zip with these files, all of them copies of this program.
#[cfg(unix)]
fn write_zip(path: &Path, names: &[&str]) {
    use zip::write::SimpleFileOptions;
    let own = std::env::current_exe().unwrap();
    let script = format!("#!/bin/sh\nexec '{}' mock-brain $FAULT\n", own.display());
    let mut zip = zip::ZipWriter::new(fs::File::create(path).unwrap());
    for name in names {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        let fault = if name.contains("renju") { "off-board@1" } else { "torn" };
        zip.write_all(script.replace("$FAULT", fault).as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

#[cfg(unix)]
fn takes_the_right_program_from_a_zip() {
    let field = Field::new();
    let path = field.path("entrant.zip");
    write_zip(&path, &["pbrain-mock", "pbrain-mock_renju", "data/readme.txt"]);
    let leagues = ["--league", "renju15", "--league", "caro15"];
    let (status, out, err) = run(tengen("check").arg(&path).args(leagues).args(QUICK));
    assert_eq!(status, 1, "{out}{err}");
    assert!(out.contains("renju15      FAIL  pbrain-mock_renju"), "{out}");
    assert!(out.contains("caro15       pass  pbrain-mock:"), "{out}");
}

#[cfg(not(unix))]
fn takes_the_right_program_from_a_zip() {}

fn says_what_it_cannot_examine() {
    let field = Field::new();
    let path = field.path("notes.txt");
    fs::write(&path, "hello").unwrap();
    let (status, _, err) = run(tengen("check").arg(&path));
    assert_eq!(status, 2);
    assert!(err.contains("is not a program that runs here"), "{err}");
    let (status, _, err) = run(tengen("check").arg(field.path("nothing")));
    assert_eq!(status, 2);
    assert!(err.contains("cannot open"), "{err}");
}
