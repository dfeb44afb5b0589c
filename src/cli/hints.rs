//! Hints on stderr for a user at a terminal, who would otherwise see a silently waiting program.
//! Managers and scripts use pipes and do not get them.

use std::io::{self, IsTerminal, Write};

/// Reports which input a command is waiting for, if stdin is a terminal.
pub(super) fn waits_for(input: &str) {
    let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
    say(&format!("tengen: waiting for {input}; {end} ends the input\n"));
}

/// Explains where the board is, and how to end the server.
pub(super) fn board(is_open: bool) {
    say(match is_open {
        true => "tengen: the board is open in the browser at this address; Ctrl-C ends it\n",
        false => "tengen: open this address in a browser; Ctrl-C ends the server\n",
    });
}

fn say(text: &str) {
    let mut stderr = io::stderr();
    if io::stdin().is_terminal() && stderr.is_terminal() {
        // A hint is optional: ignore write errors.
        let _ = stderr.write_all(text.as_bytes());
    }
}
