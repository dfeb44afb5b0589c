//! Lines of output as JSON.

use std::io::{self, Write};

use anyhow::{Context, Result};
use serde::Serialize;

/// The answer to a line that is not a position.
#[derive(Serialize)]
pub(super) struct Failure {
    pub error: String,
    pub line: usize,
}

/// Whether writing failed because the reader has closed the pipe.
///
/// # Errors
/// If it failed for another reason.
pub(super) fn is_gone(written: io::Result<()>) -> Result<bool> {
    match written {
        Ok(()) => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        Err(error) => Err(error).context("cannot write the answer"),
    }
}

/// Writes a value as one line of JSON.
///
/// # Errors
/// If the stream cannot be written.
pub(crate) fn write_line(value: &impl Serialize, output: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *output, value)?;
    output.write_all(b"\n")
}
