//! The first move of a new process on a busy core, measured as a manager does: from the last byte of
//! the command to the whole line of the move.
//!
//! Ignored by default: it takes minutes, and its result depends on the machine.
//! `cargo test --release --test protocol -- --ignored --nocapture load` runs it; the variables below
//! change what is measured, and `TENGEN_BRAIN` which executable. On a machine that others use, look at
//! more than one run.

use std::env;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

use crate::common;
use crate::runner::brain::Brain;

/// Number of processes.
const RUNS: (&str, u64) = ("TENGEN_LOAD_RUNS", 500);
/// Programs that never wait, on the same core.
const LOOPS: (&str, u64) = ("TENGEN_LOAD_LOOPS", 4);
/// Milliseconds for a move.
const TURN_MS: (&str, u64) = ("TENGEN_LOAD_TURN_MS", 100);
/// The core that all of them share.
const CORE: (&str, u64) = ("TENGEN_LOAD_CORE", 1);
/// 1: nothing is awaited before the move is requested, as GomocupJudge does; the start of the
/// process then counts.
const AT_ONCE: (&str, u64) = ("TENGEN_LOAD_AT_ONCE", 0);
/// Most moves that may be late, in a thousand.
const MOST_LATE: (&str, u64) = ("TENGEN_LOAD_MOST_LATE", 10);

/// After this a move is missing.
const PATIENCE: Duration = Duration::from_secs(30);
/// A position in which every side has something to think about.
const BOARD: &str = "BOARD\n7,7,1\n8,8,2\n7,8,1\n7,6,2\n8,7,1\n6,7,2\nDONE\n";

pub(crate) fn trial() -> Trial {
    let run = || first_moves().map_err(Failed::from);
    Trial::test("load/first_moves_on_a_busy_core", run).with_ignored_flag(true)
}

/// Programs that never wait; ended when dropped.
struct Loops(Vec<Child>);

impl Loops {
    fn start(count: u64, core: &str) -> Result<Self, String> {
        let mut loops = Self(Vec::new());
        for _ in 0..count {
            let mut command = Command::new("taskset");
            command.args(["-c", core, "sh", "-c", "while :; do :; done"]);
            let child = command.stdin(Stdio::null()).spawn();
            loops.0.push(child.map_err(|error| format!("taskset: {error}"))?);
        }
        Ok(loops)
    }
}

impl Drop for Loops {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn setting((name, usual): (&str, u64)) -> Result<u64, String> {
    match env::var(name) {
        Ok(text) => text.parse().map_err(|_| format!("{name}: seen '{text}', expected a number")),
        Err(_) => Ok(usual),
    }
}

#[allow(clippy::print_stdout, reason = "what was measured is the result")]
fn first_moves() -> Result<(), String> {
    let [runs, loops, turn_ms] = [RUNS, LOOPS, TURN_MS].map(setting);
    let (runs, loops, turn_ms) = (runs?, loops?, turn_ms?);
    let [core, at_once, most_late] = [CORE, AT_ONCE, MOST_LATE].map(setting);
    let (core, at_once, most_late) = (core?.to_string(), at_once? != 0, most_late?);
    let busy = Loops::start(loops, &core)?;
    let times: Result<Vec<Duration>, String> =
        (0..runs).map(|_| first_move(&core, turn_ms, at_once)).collect();
    drop(busy);
    let mut times = times?;
    times.sort_unstable();
    let limit = Duration::from_millis(turn_ms);
    let late = times.iter().filter(|&&time| time > limit).count() as u64;
    let last = times.len().saturating_sub(1);
    let [median, most, longest] =
        [last / 2, last * 99 / 100, last].map(|at| times.get(at).copied());
    println!(
        "{runs} processes, {loops} busy loops, {turn_ms} ms: {late} late; \
         median {median:?}, 99 % {most:?}, longest {longest:?}"
    );
    match late * 1000 > most_late * runs {
        true => Err(format!("{late} of {runs} moves were late, expected at most {most_late} ‰")),
        false => Ok(()),
    }
}

/// The time of the first move of a new process.
fn first_move(core: &str, turn_ms: u64, at_once: bool) -> Result<Duration, String> {
    let brain = common::brain();
    let mut pinned = Command::new("taskset");
    pinned.args(["-c", core]).arg(brain.get_program()).args(brain.get_args());
    let begun = Instant::now();
    let mut brain = Brain::spawn(&mut pinned)?;
    brain.send(b"START 15\n");
    if !at_once {
        brain.line(Instant::now() + PATIENCE).map_err(str::to_owned)?;
    }
    let settings =
        format!("INFO timeout_turn {turn_ms}\nINFO timeout_match 0\nINFO time_left 2147483647\n");
    brain.send(format!("{settings}{BOARD}").as_bytes());
    let begun = if at_once { begun } else { brain.sent_at };
    loop {
        let (came_at, line) = brain.timed_line(Instant::now() + PATIENCE)?;
        if common::is_move(&line) {
            brain.send(b"END\n");
            let _ = brain.wait(PATIENCE);
            return Ok(came_at.saturating_duration_since(begun));
        }
    }
}
