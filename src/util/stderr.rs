//! Messages to the user, beside the output of a command.

use std::fmt;
use std::io::{self, Write};

/// Prints a line, after the program's name. A stderr that cannot be written changes nothing: there
/// is nobody to tell.
pub fn say(message: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "tengen: {message}");
}
