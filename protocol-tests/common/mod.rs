//! The built executable as the tests start it.
#![allow(dead_code, reason = "every test target uses a part of it")]

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The built executable.
pub(crate) fn tengen() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
}

/// The brain under test: the built executable, or the one that `TENGEN_BRAIN` names. Elsewhere than
/// on Windows, a Windows executable runs under wine, without wine's own messages on stderr.
pub(crate) fn brain() -> Command {
    let Some(path) = env::var_os("TENGEN_BRAIN").map(PathBuf::from) else { return tengen() };
    // Also from another folder.
    let path = std::path::absolute(&path).unwrap_or(path);
    let is_exe = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("exe"));
    if cfg!(windows) || !is_exe {
        return Command::new(path);
    }
    let mut wine = Command::new("wine");
    wine.arg(path).env("WINEDEBUG", "-all");
    wine
}

/// Runs the command to its end with `input` on stdin.
pub(crate) fn run(command: &mut Command, input: &str) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the executable starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // A process that does not read its input may have ended already.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the process ends")
}

/// What a run prints that must succeed and write nothing to stderr.
pub(crate) fn stdout_of(command: &mut Command, input: &str) -> String {
    let output = run(command, input);
    assert!(output.status.success(), "{command:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// Whether a brain's line is a move.
pub(crate) fn is_move(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit())
}

/// What a brain says that plays a game and must write nothing to stderr. Each part of the input
/// ends with a command that a move answers. The next part, and END at last, is sent when that move
/// has come: many a command ends a search, which on a busy machine has not chosen its move yet.
pub(crate) fn game_of(command: &mut Command, parts: &[&str]) -> String {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the executable starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut lines = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
    let mut said = String::new();
    for part in parts {
        stdin.write_all(part.as_bytes()).expect("the brain reads");
        loop {
            let line = lines.next().expect("a move").expect("the output is UTF-8");
            said += &format!("{line}\n");
            if is_move(&line) {
                break;
            }
        }
    }
    stdin.write_all(b"END\n").expect("the brain reads");
    said.extend(lines.map(|line| line.expect("the output is UTF-8") + "\n"));
    let output = child.wait_with_output().expect("the process ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{command:?}: {output:?}");
    said
}

/// What a run writes to stderr that must be refused with exit status 2.
pub(crate) fn refusal_of(command: &mut Command, input: &str) -> String {
    let output = run(command, input);
    assert_eq!(output.status.code(), Some(2), "{command:?}: {output:?}");
    String::from_utf8(output.stderr).expect("the error is UTF-8")
}
