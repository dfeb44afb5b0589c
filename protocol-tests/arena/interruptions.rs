//! Whatever ends the program, no finished game is lost, and the match continues as if nothing had
//! been.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use libtest_mimic::Trial;
use tengen_engine::util::rng::Rng;

use super::field::{Field, essence, read_journal, run, tengen};
use super::test;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test("a_match_killed_at_ten_instants_ends_as_if_it_was_not", killed_at_ten_instants),
        test("ctrl_c_ends_cleanly_and_says_how_to_resume", ctrl_c_ends_cleanly),
        test("players_die_with_the_arena", players_die_with_the_arena),
        test("a_full_disk_is_reported_at_once", a_full_disk_is_reported_at_once),
        test("an_unwritable_folder_is_reported_before_the_first_game", an_unwritable_folder),
        test("shards_join_to_the_whole", shards_join_to_the_whole),
        test("a_test_ends_at_the_same_game_with_any_concurrency", a_test_ends_at_the_same_game),
    ]
}

const GAMES: [&str; 4] = ["--games", "40", "--openings", "list"];

/// A field with some openings.
fn field() -> Field {
    let field = Field::new();
    let list = "0,0, 1,1\n0,0, 1,0, 2,2\n-1,0, 2,1\n0,0, 0,1, 3,3\n1,1, -1,-1, 0,2\n";
    fs::write(field.path("list"), list).unwrap();
    field
}

fn command(field: &Field, faults: &[&str], more: &[&str]) -> Command {
    let mut command = field.command(faults, &[&GAMES, more].concat());
    command.current_dir(field.folder.path());
    command
}

fn killed_at_ten_instants() {
    let whole = field();
    let (status, out, err) = run(&mut command(&whole, &["pause"], &[]));
    assert_eq!(status, 0, "{out}{err}");
    let expected = essence(&whole.journal());
    assert_eq!(expected.len(), 40);
    let cut = field();
    let mut rng = Rng::new(11);
    let mut kills = 0;
    let mut is_begun = false;
    for _ in 0..10 {
        let mut command = command(&cut, &["pause"], &["--concurrency", "2", "--oversubscribe"]);
        if is_begun {
            command.arg("--resume");
        }
        let finished = || {
            let journal = fs::read(cut.path("out/games.jsonl")).unwrap_or_default();
            journal.iter().filter(|&&byte| byte == b'\n').count()
        };
        let enough = finished() + rng.below(4);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Somewhere in the game after the last of these, or before the first one.
        while finished() < enough && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_micros(rng.below(2000) as u64));
        }
        kills += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        // Killed before it began, there is nothing to resume yet.
        is_begun = cut.path("out/match.json").exists();
    }
    assert!(kills >= 5, "only {kills} of 10 kills met a running match");
    let (status, out, err) = run(&mut command(&cut, &["pause"], &["--resume"]));
    assert_eq!(status, 0, "{out}{err}");
    assert_eq!(essence(&cut.journal()), expected);
    let table = |field: &Field| fs::read_to_string(field.path("out/table.txt")).unwrap();
    assert_eq!(table(&cut), table(&whole));
    for file in ["report.html", "games.pgn", "psq/000040.psq", "sgf/000001.sgf"] {
        assert!(cut.path("out").join(file).exists(), "{file}");
    }
}

#[cfg(unix)]
fn ctrl_c_ends_cleanly() {
    let field = field();
    // A slow player, so that the match still runs when it is asked to end.
    let mut command = command(&field, &["slow@1"], &["--turn-ms", "3000"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until("the match has begun", || field.path("out/match.json").exists());
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(err.contains("--resume"), "{err}");
    assert!(read_journal(&field.path("out")).len() < 40);
}

#[cfg(not(unix))]
fn ctrl_c_ends_cleanly() {}

/// A killed arena leaves no player behind, not even one that ignores its input.
#[cfg(target_os = "linux")]
fn players_die_with_the_arena() {
    let field = field();
    let mut command =
        command(&field, &["hang@1", "ignore-end", "mark-77041"], &["--turn-ms", "60000"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let is_there = || {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let lines = processes.filter_map(|dir| fs::read(dir.path().join("cmdline")).ok());
        let own = format!("{}", std::env::current_exe().unwrap().display());
        lines
            .filter(|line| line.starts_with(own.as_bytes()))
            .any(|line| String::from_utf8_lossy(&line).contains("mark-77041"))
    };
    wait_until("the player is started", is_there);
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("the player is gone", || !is_there());
}

#[cfg(not(target_os = "linux"))]
fn players_die_with_the_arena() {}

#[cfg(unix)]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..1000 {
        if is_so() {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("not within ten seconds: {what}");
}

#[cfg(target_os = "linux")]
fn a_full_disk_is_reported_at_once() {
    let field = field();
    fs::create_dir(field.path("out")).unwrap();
    std::os::unix::fs::symlink("/dev/full", field.path("out/games.jsonl")).unwrap();
    let (status, out, err) = run(&mut command(&field, &[], &[]));
    assert_eq!(status, 1, "{out}{err}");
    assert!(err.contains("No space left"), "{err}");
    assert!(!out.contains("game 1:"), "an unwritten game was counted: {out}");
}

#[cfg(not(target_os = "linux"))]
fn a_full_disk_is_reported_at_once() {}

fn an_unwritable_folder() {
    let field = field();
    // A file has the name of the folder: this fails for every user.
    fs::write(field.path("out"), "").unwrap();
    let (status, out, err) = run(&mut command(&field, &[], &[]));
    assert_eq!(status, 2, "{out}{err}");
    assert!(err.contains("out") && out.is_empty(), "{out}{err}");
}

fn shards_join_to_the_whole() {
    let whole = field();
    run(&mut command(&whole, &[], &[]));
    let parts = field();
    let mut merge = tengen("match");
    merge.arg("merge");
    for shard in ["1/3", "2/3", "3/3"] {
        let out = parts.path(&shard.replace('/', "of"));
        let mut command = command(&parts, &[], &["--shard", shard]);
        let (status, text, err) = run(&mut command);
        assert_eq!(status, 0, "{text}{err}");
        fs::rename(parts.path("out"), &out).unwrap();
        merge.arg(out);
    }
    let (status, out, err) = run(merge.arg("--out").arg(parts.path("all")));
    assert_eq!(status, 0, "{out}{err}");
    assert_eq!(essence(&read_journal(&parts.path("all"))), essence(&whole.journal()));
    let table = |path| fs::read_to_string(path).unwrap();
    assert_eq!(table(parts.path("all/table.txt")), table(whole.path("out/table.txt")));
}

fn a_test_ends_at_the_same_game() {
    let mut tables = Vec::new();
    for concurrency in ["1", "3"] {
        let field = field();
        let more = ["--concurrency", concurrency, "--oversubscribe", "--sprt=-100,400"];
        let (status, out, err) = run(&mut command(&field, &["occupied@2"], &more));
        assert_eq!(status, 0, "{out}{err}");
        assert!(out.contains("(H1)"), "{out}");
        tables.push(fs::read_to_string(field.path("out/table.txt")).unwrap());
    }
    assert_eq!(tables[0], tables[1]);
}
