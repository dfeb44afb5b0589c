//! Asks before something is overwritten or deleted.

use std::io::{self, BufRead, Write};

/// Asks a question on `out` and reads the answer from stdin: only `y` and `yes` mean yes.
///
/// # Errors
/// If the question cannot be written or the answer cannot be read.
pub(super) fn confirm(out: &mut impl Write, question: &str) -> io::Result<bool> {
    write!(out, "{question} [y/N] ")?;
    out.flush()?;
    let mut answer = String::new();
    if io::stdin().lock().read_line(&mut answer)? == 0 {
        // The end of the input ends no line.
        writeln!(out)?;
    }
    Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}
