//! The command line at a pseudo-terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::ExitStatus;

use rustix::process::{ioctl_tiocsctty, setsid};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};

use crate::common::tengen;

/// Runs `tengen …` on a terminal on which `typed` is typed, to its end. Returns what is shown.
fn at_terminal(arguments: &str, typed: &str) -> (ExitStatus, String) {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let keyboard = openpt(flags).expect("a pseudo-terminal");
    grantpt(&keyboard).and_then(|()| unlockpt(&keyboard)).expect("it is ours");
    let device = ioctl_tiocgptpeer(&keyboard, flags).expect("its other side");
    let side = || device.try_clone().expect("a terminal can be opened more than once");
    let mut command = tengen();
    command.args(arguments.split_whitespace()).env("TERM", "xterm");
    command.stdin(side()).stdout(side()).stderr(side());
    // SAFETY: between fork and exec only two system calls are made and nothing is allocated.
    unsafe {
        command.pre_exec(|| {
            setsid()?;
            ioctl_tiocsctty(std::io::stdin()).map_err(std::io::Error::from)
        });
    }
    let mut keyboard = File::from(keyboard);
    keyboard.write_all(typed.as_bytes()).expect("the terminal takes keys");
    let mut child = command.spawn().expect("the executable starts");
    drop((device, command));
    let mut shown = Vec::new();
    // The end of a terminal is reported as an error.
    let _ = keyboard.read_to_end(&mut shown);
    let status = child.wait().expect("the child is ours");
    (status, String::from_utf8_lossy(&shown).replace("\r\n", "\n"))
}

/// The line that `tengen …` says at a terminal and through a pipe alike.
fn refused(arguments: &str) -> String {
    // The end of a session hangs its terminal up, and the kernel may drop the end of what was written: then once more.
    for _ in 0..10 {
        let (status, shown) = at_terminal(arguments, "");
        assert_eq!(status.code(), Some(2), "{arguments}: {shown}");
        assert!(shown.lines().count() <= 1, "{arguments}: {shown}");
        if shown.ends_with('\n') {
            return shown;
        }
    }
    panic!("{arguments}: no whole line in ten runs");
}

#[test]
fn a_terminal_refuses_every_unknown_argument() {
    for (line, expected) in [
        ("analyse", "unknown command 'analyse', did you mean 'analyze'?"),
        ("--levl easy", "unknown option '--levl', did you mean '--level'?"),
        ("gomoku", "unknown command 'gomoku', expected one of brain, analyze, "),
        ("--force-utf8", "unknown option '--force-utf8', expected one of --log, "),
        ("-x", "unknown option '-x', expected one of "),
        ("--level easy more", "unexpected argument 'more'"),
        ("--level eazy", "--level: seen 'eazy', expected 1, 2, "),
    ] {
        assert!(refused(line).starts_with(&format!("tengen: {expected}")), "{}", refused(line));
    }
    assert!(refused("mach").contains("did you mean 'match'?"));
}

#[test]
fn a_brain_at_a_terminal_says_what_it_is_and_works() {
    let (status, shown) = at_terminal("", "START 15\nEND\n");
    assert!(status.success(), "{shown}");
    assert!(shown.contains(", a Gomoku and Renju engine, waits for commands of "), "{shown}");
    assert!(shown.contains("tengen play"), "{shown}");
    assert!(shown.contains("\nOK\n"), "{shown}");
}

#[test]
fn commands_that_wait_for_a_terminal_say_for_what() {
    let position = "{\"size\":9,\"moves\":[[4,4]]}\n\x04";
    for command in ["judge", "solve", "analyze --depth 1"] {
        let (status, shown) = at_terminal(command, position);
        assert!(status.success(), "{shown}");
        assert!(shown.contains("tengen: waiting for positions, one per line, such as "), "{shown}");
        assert!(shown.contains("Ctrl-D ends the input\n"), "{shown}");
    }
    let (_, shown) = at_terminal("judge --moves h8", "");
    assert!(!shown.contains("waiting"), "{shown}");
}
