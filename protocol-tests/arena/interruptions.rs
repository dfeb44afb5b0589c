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
        test("a_match_ended_together_with_its_players_has_no_false_loss", ended_with_its_players),
        test("a_crash_of_a_player_alone_is_a_loss", crash_of_a_player_alone),
        test(
            "hostile_conversations_ended_with_their_brain_find_no_crash",
            hunt_ended_with_its_brain,
        ),
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

/// The processes below `root`, the deepest last.
#[cfg(target_os = "linux")]
fn descendants(root: u32) -> Vec<u32> {
    let parent = |id: u32| -> Option<u32> {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name before it may contain spaces.
        stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
    };
    let numbers = fs::read_dir("/proc").unwrap().flatten();
    let all: Vec<(u32, u32)> = numbers
        .filter_map(|dir| dir.file_name().to_str()?.parse().ok())
        .filter_map(|id| Some((id, parent(id)?)))
        .collect();
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&above) = found.get(next) {
        found.extend(all.iter().filter(|&&(_, parent)| parent == above).map(|&(id, _)| id));
        next += 1;
    }
    found.split_off(1)
}

#[cfg(target_os = "linux")]
fn send(signal: rustix::process::Signal, id: u32) {
    let id = rustix::process::Pid::from_raw(i32::try_from(id).unwrap()).unwrap();
    // It may have ended by itself.
    let _ = rustix::process::kill_process(id, signal);
}

/// How the end of a whole tree of processes looks from inside.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy, Debug)]
enum TreeEnd {
    /// The players die, and the arena sees it and its own signal at the same time.
    AtOnce,
    /// The players die first.
    PlayersFirst,
    /// The arena is signaled first.
    ArenaFirst,
}

/// What the arena waits for its own signal after a fault is 500 ms. On a busy machine the test
/// itself can take that long between two signals, and then it has shown nothing.
#[cfg(target_os = "linux")]
const LONGEST_GAP: Duration = Duration::from_millis(300);

/// Ends a running match with all its players. Returns whether the signals were sent as planned.
#[cfg(target_os = "linux")]
fn end_tree(arena: u32, signal: rustix::process::Signal, how: TreeEnd) -> bool {
    use rustix::process::Signal;
    let end_players = || descendants(arena).into_iter().for_each(|id| send(signal, id));
    match how {
        TreeEnd::AtOnce => {
            send(Signal::STOP, arena);
            end_players();
            send(signal, arena);
            send(Signal::CONT, arena);
            true
        }
        TreeEnd::ArenaFirst => {
            send(signal, arena);
            end_players();
            true
        }
        TreeEnd::PlayersFirst => {
            let began = std::time::Instant::now();
            end_players();
            sleep(Duration::from_millis(100));
            let is_planned = began.elapsed() < LONGEST_GAP;
            send(signal, arena);
            is_planned
        }
    }
}

/// Plays the match and ends it at nine instants, as Slurm, systemd and containers do. `None` if
/// the machine was too busy to show anything.
#[cfg(target_os = "linux")]
fn ended_nine_times(rng: &mut Rng) -> Option<Field> {
    use rustix::process::Signal;
    let cut = field();
    let mut ends = 0;
    for (index, how) in [TreeEnd::PlayersFirst, TreeEnd::AtOnce, TreeEnd::ArenaFirst]
        .into_iter()
        .cycle()
        .take(9)
        .enumerate()
    {
        let signal = [Signal::TERM, Signal::INT, Signal::HUP][index / 3];
        let mut command = command(&cut, &["pause"], &["--concurrency", "2", "--oversubscribe"]);
        if cut.path("out/match.json").exists() {
            command.arg("--resume");
        }
        let finished = || {
            let journal = fs::read(cut.path("out/games.jsonl")).unwrap_or_default();
            journal.iter().filter(|&&byte| byte == b'\n').count()
        };
        let enough = finished() + 1 + rng.below(3);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while finished() < enough && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_micros(rng.below(2000) as u64));
        }
        let is_running = child.try_wait().unwrap().is_none();
        let is_planned = end_tree(child.id(), signal, how);
        let status = child.wait().unwrap();
        if !is_planned {
            return None;
        }
        ends += u32::from(is_running && status.code() == Some(130));
    }
    assert!(ends >= 5, "only {ends} of 9 signals met a running match");
    Some(cut)
}

#[cfg(target_os = "linux")]
fn ended_with_its_players() {
    let whole = field();
    let (status, out, err) = run(&mut command(&whole, &["pause"], &[]));
    assert_eq!(status, 0, "{out}{err}");
    let expected = essence(&whole.journal());
    let mut rng = Rng::new(23);
    let cut = (0..20).find_map(|_| ended_nine_times(&mut rng)).expect("a machine with some time");
    for game in cut.journal() {
        let verdict = game.verdict().unwrap();
        assert!(!verdict.is_fault(), "game {}: {verdict}, {:?}", game.game, game.note);
    }
    let (status, out, err) = run(&mut command(&cut, &["pause"], &["--resume"]));
    assert_eq!(status, 0, "{out}{err}");
    assert_eq!(essence(&cut.journal()), expected);
    let table = |field: &Field| fs::read_to_string(field.path("out/table.txt")).unwrap();
    assert_eq!(table(&cut), table(&whole));
}

#[cfg(not(target_os = "linux"))]
fn ended_with_its_players() {}

#[cfg(target_os = "linux")]
fn hunt_ended_with_its_brain() {
    use rustix::process::Signal;
    for how in [TreeEnd::AtOnce, TreeEnd::PlayersFirst, TreeEnd::AtOnce] {
        let is_planned = (0..20).any(|_| {
            let mut command = tengen("check");
            command.arg(env!("CARGO_BIN_EXE_tengen")).args(["--hostile", "100000000"]);
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            wait_until("a brain runs", || !descendants(child.id()).is_empty());
            // Somewhere in the conversations.
            sleep(Duration::from_millis(200));
            let is_planned = end_tree(child.id(), Signal::TERM, how);
            let output = child.wait_with_output().unwrap();
            if is_planned {
                let out = String::from_utf8_lossy(&output.stdout).into_owned();
                let err = String::from_utf8_lossy(&output.stderr).into_owned();
                assert_eq!(output.status.code(), Some(130), "{how:?}: {out}{err}");
                assert!(!out.contains("crash:"), "{how:?}: {out}{err}");
            }
            is_planned
        });
        assert!(is_planned, "a machine with some time");
    }
}

#[cfg(not(target_os = "linux"))]
fn hunt_ended_with_its_brain() {}

/// Only the players are killed: the match goes on, and they have crashed.
#[cfg(target_os = "linux")]
fn crash_of_a_player_alone() {
    use rustix::process::Signal;
    let field = field();
    let more = ["--turn-ms", "60000", "--games", "2"];
    let faults = ["hang@2"];
    let mut command = field.command(&faults, &more);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let finished = || {
        let journal = fs::read(field.path("out/games.jsonl")).unwrap_or_default();
        journal.iter().filter(|&&byte| byte == b'\n').count()
    };
    wait_until("both games are recorded", || {
        let players = descendants(child.id());
        // Both players of a game, not one at a time as for the answers to ABOUT.
        if players.len() >= 2 {
            players.into_iter().for_each(|id| send(Signal::KILL, id));
        }
        finished() == 2
    });
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let games = field.journal();
    assert_eq!(games.len(), 2);
    for game in games {
        let verdict = game.verdict().unwrap();
        assert!(["crash", "refused"].contains(&verdict.word()), "{verdict}: {:?}", game.note);
    }
}

#[cfg(not(target_os = "linux"))]
fn crash_of_a_player_alone() {}

#[cfg(unix)]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let until = std::time::Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(std::time::Instant::now() < until, "not within a minute: {what}");
        sleep(Duration::from_millis(10));
    }
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
