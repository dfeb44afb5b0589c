//! Ctrl-C: what was found is printed, and nothing is left behind.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::common::tengen;

/// Time limit of every step, far more than it needs.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whether the process handles SIGINT by now.
fn handles_interrupts(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (Signal::INT.as_raw() - 1) & 1 == 1)
}

/// Whether the process or one of its children has computed for a twentieth of a second: what it does
/// first is done then, and what it is asked to do has begun.
fn has_worked(child: &Child) -> bool {
    let own = fs::read_dir(format!("/proc/{}/task", child.id())).into_iter().flatten();
    let children =
        own.flatten().filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let children: String = children.collect();
    let all = children.split_whitespace().map(str::to_owned).chain([child.id().to_string()]);
    let ticks = all.filter_map(|id| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // After the name in parentheses: user time is the 12th, system time the 13th field.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    });
    ticks.sum::<u64>() >= 5
}

/// Starts the command, interrupts it once it can be, and waits for its end.
fn interrupted(command: &mut Command, input: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the executable starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let end = Instant::now() + PATIENCE;
    while !handles_interrupts(&child) && Instant::now() < end {
        thread::sleep(Duration::from_millis(10));
    }
    while !has_worked(&child) && Instant::now() < end {
        thread::sleep(Duration::from_millis(10));
    }
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("a process");
    kill_process(id, Signal::INT).expect("it is alive");
    child.wait_with_output().expect("it ends")
}

#[test]
fn an_interrupt_at_the_prompt_of_a_puzzle_saves_what_was_tried() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.txt"), "h8g10i8h10j8i10o15j10\n").expect("written");
    let mut puzzles = tengen();
    puzzles
        .args(["puzzles", "a.txt", "--forced", "--progress", "p.jsonl"])
        .current_dir(folder.path());
    puzzles.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = puzzles.spawn().expect("the executable starts");
    // The pipe stays open, as a terminal does.
    let mut keyboard = child.stdin.take().expect("a pipe");
    keyboard.write_all(b"hint\n").expect("it reads");
    let mut screen = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut next = || screen.next().map(|line| line.expect("text"));
    while let Some(line) = next()
        && !line.contains(" by fours in ")
    {}
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("a process");
    kill_process(id, Signal::INT).expect("it is alive");
    let status = child.wait().expect("it ends");
    let rest: Vec<String> = std::iter::from_fn(next).collect();
    assert_eq!(status.code(), Some(130), "{rest:?}");
    assert!(rest.iter().any(|line| line.starts_with("Ended by Ctrl-C")), "{rest:?}");
    let saved = fs::read_to_string(folder.path().join("p.jsonl")).expect("a file");
    assert!(saved.contains("\"hints\":1") && saved.contains("\"solved\":false"), "{saved}");
    drop(keyboard);
}

#[test]
fn an_interrupted_check_leaves_no_folder_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = tengen().get_program().to_owned();
    let mut check = tengen();
    check.arg("check").arg(engine).args(["--league", "freestyle20"]).env("TMPDIR", folder.path());
    let output = interrupted(&mut check, "");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let left = fs::read_dir(folder.path()).expect("readable").count();
    assert_eq!(left, 0, "{output:?}");
}

#[test]
fn an_interrupted_review_prints_what_is_done() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol-tests/games/missed-win-renju.sgf");
    let mut review = tengen();
    review.args(["games", "review", game, "--time-ms", "60000", "--json"]);
    let output = interrupted(&mut review, "");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("\"complete\":false"), "{output:?}");
}

#[test]
fn an_interrupted_list_of_first_moves_is_printed_as_far_as_it_is_known() {
    // Black wins, and has hundreds of moves each of which takes a proof against every reply.
    let black = "[5,5],[6,6],[9,5],[9,6],[7,9],[8,9],[12,12],[13,11],[12,7],[13,7],[6,13],[6,14]";
    let white = "[0,0],[0,19],[19,0],[19,19],[0,9],[19,9],[9,0],[9,19],[3,0],[0,3],[16,19],[19,16]";
    let position = format!("{{\"size\":20,\"black\":[{black}],\"white\":[{white}]}}");
    let mut solve = tengen();
    solve.args(["solve", "--all", "--time-ms", "600000", "--board"]);
    let output = interrupted(&mut solve, &format!("{position}\n{position}\n"));
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text.matches(" nodes)").count(), 1, "{output:?}");
}
