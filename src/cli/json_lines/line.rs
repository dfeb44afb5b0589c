//! Lines of a stream: reading one with a limit, writing one as JSON.

use std::io::{self, BufRead, Read, Write};

use anyhow::{Context, Result};
use serde::Serialize;

/// The longest line that is read: several times the largest position with its moves.
pub(super) const LINE_BYTES: u64 = 4 << 20;

/// The answer to a line that is not a position.
#[derive(Serialize)]
pub(super) struct Failure {
    pub error: String,
    pub line: usize,
}

/// Reads a line without its end; `None` at the end of the input. A line of more than [`LINE_BYTES`]
/// is skipped and reported as an error.
///
/// # Errors
/// If the input cannot be read.
pub(super) fn read_line<'a>(
    input: &mut impl BufRead,
    bytes: &'a mut Vec<u8>,
) -> io::Result<Option<Result<&'a str, String>>> {
    if input.by_ref().take(LINE_BYTES).read_until(b'\n', bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LINE_BYTES && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("line too long, expected at most {LINE_BYTES} bytes"))));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("not UTF-8 at byte {}, expected JSON", error.valid_up_to() + 1));
    // Some Windows editors write a byte order mark before the first line.
    Ok(Some(text.map(|text| text.trim().trim_start_matches('\u{feff}'))))
}

/// Whether writing failed because the reader has gone.
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
