//! The faults. Each occurs at the own move with the given number.

use std::io::{self, Write};
use std::str::FromStr;
use std::time::Duration;

use tengen_engine::rules::reference::forbidden_points;
use tengen_engine::types::Coord;

use super::{Brain, say};

/// A fault and when it occurs: `hang@3`. Without a number it occurs at the first move, or always if
/// it is not an event.
pub(crate) struct Fault {
    pub name: String,
    pub at: usize,
}

impl FromStr for Fault {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, at) = text.split_once('@').unwrap_or((text, "1"));
        Ok(Self { name: name.to_owned(), at: at.parse()? })
    }
}

/// Faults that occur before the move.
pub(super) fn before_move(brain: &mut Brain) {
    if brain.is_due("hang") {
        loop {
            std::thread::park();
        }
    }
    if brain.is_due("crash") {
        std::process::exit(3);
    }
    if brain.is_due("close") {
        // The output ends, the process does not.
        say("MESSAGE going deaf\n");
        close_stdout_and_wait();
    }
    if brain.is_due("slow") {
        std::thread::sleep(Duration::from_millis(1500));
    }
    if brain.moves == 0 {
        leave_processes(brain);
    }
    if brain.has("pause") {
        std::thread::sleep(Duration::from_millis(2));
    }
    if brain.is_due("memory") {
        brain.hoard = vec![1; 400 << 20];
    }
    if brain.has("stderr-flood") {
        let mut stderr = io::stderr().lock();
        for _ in 0..200 {
            let _ = stderr.write_all(&[b'e'; 997]);
            let _ = stderr.write_all(b"\n7,7\n");
        }
    }
    while brain.is_due("chatter") {
        say("blah blah\nMESSAGE depth 3\nERROR 7\n");
    }
    if brain.is_due("endless-line") {
        loop {
            say("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
        }
    }
}

/// Starts processes that leave the player: in a session of their own, with a parent that ends at once,
/// and if asked for without the environment. They sleep for the seconds in the name of the fault.
fn leave_processes(brain: &Brain) {
    for fault in &brain.faults {
        let Some(seconds) = fault.name.strip_prefix("leave-") else { continue };
        let command = match seconds.strip_prefix("bare-") {
            Some(seconds) => format!("env -i setsid sleep {seconds}"),
            None => format!("setsid sleep {seconds}"),
        };
        let script = format!("{command} < /dev/null > /dev/null 2>&1 &");
        let _ = std::process::Command::new("/bin/sh").args(["-c", &script]).status();
    }
}

/// Becomes a process whose output is closed but which does not end: another program of the system.
fn close_stdout_and_wait() {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        let error = std::process::Command::new("/bin/sh")
            .args(["-c", "exec sleep 1000 >/dev/null 2>&1"])
            .exec();
        panic!("{error}");
    }
}

/// The line that is sent instead of the best move.
pub(super) fn spoil(brain: &Brain, best: Coord, occupied: Coord) -> String {
    if brain.is_due("occupied") || brain.has("grudge") && brain.has_refused {
        return format!("{occupied}\n");
    }
    if brain.is_due("off-board") {
        return "99,99\n".to_owned();
    }
    if brain.is_due("negative") {
        return "-1,5\n".to_owned();
    }
    if brain.has("first-empty")
        && let Some(first) = brain.position.as_ref().and_then(|board| board.empty_coords().next())
    {
        return format!("{first}\n");
    }
    if brain.is_due("nonsense") {
        return "I resign\n".to_owned();
    }
    if brain.has("forbidden")
        && let Some(position) = &brain.position
        && let Some((point, _)) = forbidden_points(position).first()
    {
        return format!("{point}\n");
    }
    format_oddly(brain, best)
}

/// The best move in an unusual format.
fn format_oddly(brain: &Brain, best: Coord) -> String {
    if brain.has("torn") {
        let text = best.to_string();
        let (head, tail) = text.split_at(1);
        say(head);
        std::thread::sleep(Duration::from_millis(5));
        say(tail);
        std::thread::sleep(Duration::from_millis(5));
        return "\r\n".to_owned();
    }
    if brain.has("not-utf8") {
        let mut out = io::stdout().lock();
        let _ = out.write_all(b"MESSAGE \xff\xfe\xe9\r\nDEBUG \x80\r");
        let _ = out.flush();
    }
    if brain.has("suggest") {
        return format!("SUGGEST {best}\n{best}\n");
    }
    let nodes = brain.moves + 100;
    format!("MESSAGE depth 3-5 ev 12 n {nodes}\n{best}\r\n")
}
