//! The width of what a command prints for people.

use std::io::{self, IsTerminal};

/// Columns of a file or a pipe.
const USUAL: usize = 80;
/// Most columns of a text: longer lines are hard to read.
const MOST: usize = 100;

/// The columns of stdout: those of the terminal, up to a hundred, or 80.
pub(super) fn of_stdout() -> usize {
    let terminal = io::stdout().is_terminal().then(tengen_boards::terminal::columns).flatten();
    terminal.map_or(USUAL, |columns| columns.min(MOST))
}
