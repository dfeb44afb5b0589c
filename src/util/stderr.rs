//! Messages to the user, separate from a command's output.

use std::fmt;
use std::io::{self, Write};

/// Prints a line, prefixed with the program's name. A failed write is ignored: there is no other
/// way to report it.
pub fn say(message: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "tengen: {message}");
}
