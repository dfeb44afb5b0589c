//! Settings: errors are reported in one line, and `--dry-run` shows what would be played.

use std::fs;

use libtest_mimic::Trial;

use super::field::{Field, run, tengen};
use super::test;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test("a_dry_run_prints_the_schedule_and_plays_nothing", a_dry_run),
        test("a_file_and_flags_make_one_match", a_file_and_flags),
        test("mistakes_are_reported_in_one_line_with_their_place", mistakes),
        test("a_swiss_tournament_is_played", a_swiss_tournament),
        test("a_gauntlet_from_a_file_is_played", a_gauntlet),
    ]
}

fn a_dry_run() {
    let field = Field::new();
    fs::write(field.path("list"), "h8i9\n").unwrap();
    let list = field.path("list");
    let mut command = field.command(&[], &["--dry-run", "--games", "4"]);
    let (status, out, err) = run(command.arg("--openings").arg(list));
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("freestyle on 15x15, 4 games"), "{out}");
    assert!(out.contains("game 2: round 1, pair 1, other - good, opening 1"), "{out}");
    assert!(!field.path("out").exists());
}

/// A file with the given lines before two mocks.
fn file(field: &Field, lines: &str, players: usize) -> std::path::PathBuf {
    let program = std::env::current_exe().unwrap();
    let engine = |n| {
        let program = program.display();
        format!("[[engine]]\ncmd = '{program}'\nname = 'm{n}'\nargs = ['mock-brain']\n")
    };
    let engines: String = (0..players).map(engine).collect();
    let path = field.path("match.toml");
    fs::write(&path, format!("{lines}\n{engines}")).unwrap();
    path
}

fn a_file_and_flags() {
    let field = Field::new();
    let path = file(&field, "size = 11\ngames = 2\nrule = 'renju'", 2);
    let (status, out, err) = run(tengen("match").arg(path).args(["--rule", "standard"]));
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("m0 against m1: 2 games"), "{out}");
}

fn mistakes() {
    for (lines, expected) in [
        ("sise = 15", "match.toml:1: key 'sise': unknown field"),
        ("\nrule = 'go'", "match.toml:2: key 'rule': unknown rule 'go', expected freestyle"),
        (
            "games = 2\nconcurrency = 999",
            "match.toml:2: key 'concurrency': 999 games at the same time",
        ),
        ("sprt = [10, 0]", "match.toml:1: key 'sprt': the bounds of a test are 10,0"),
        ("openings = 'none.txt'", "match.toml:1: key 'openings'"),
        ("shard = '3/2'", "match.toml:1: key 'shard': '3/2' is not a shard"),
        ("order = 'both'", "match.toml:1: key 'order': seen 'both', expected gui or judge"),
        ("schedule = 'swiss'\ngames = 4", "match.toml:2: key 'games'"),
    ] {
        let field = Field::new();
        let (status, out, err) = run(tengen("match").arg(file(&field, lines, 2)));
        assert_eq!(status, 2, "{lines}: {out}{err}");
        assert!(err.contains(expected), "{lines}: {err}");
        assert_eq!(err.trim_end().lines().count(), 1, "{err}");
    }
    let (status, _, err) =
        run(tengen("match").args(["--engine", "cmd=/nowhere/x", "--engine", "cmd=/nowhere/y"]));
    assert_eq!(status, 2);
    assert!(err.contains("no executable '/nowhere/x'"), "{err}");
}

fn a_swiss_tournament() {
    let field = Field::new();
    let path = file(&field, "schedule = 'swiss'\nrounds = 3", 5);
    let (status, out, err) = run(tengen("match").arg(path).arg("--out").arg(field.path("out")));
    assert_eq!(status, 0, "{err}");
    assert_eq!(field.journal().len(), 3 * 2 * 2, "{out}");
}

fn a_gauntlet() {
    let field = Field::new();
    let path = file(&field, "schedule = 'gauntlet'\ngames = 2", 4);
    let (status, _, err) = run(tengen("match").arg(path).arg("--out").arg(field.path("out")));
    assert_eq!(status, 0, "{err}");
    let games = field.journal();
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|game| game.players().0.contains(&0)));
}
