//! Lines of text from a stream, of bounded length.

use std::io::{self, BufRead, Read};

/// The longest line that is read: several times the largest position with its moves.
pub(crate) const LINE_BYTES: u64 = 4 << 20;

/// Reads a line without its end; `None` at the end of the input. A line of more than [`LINE_BYTES`]
/// is skipped and reported as an error. `bytes` is empty, or has the beginning of the line, which a
/// call that failed with `WouldBlock` has read.
///
/// # Errors
/// If the input cannot be read.
pub(crate) fn read_line<'a>(
    input: &mut impl BufRead,
    bytes: &'a mut Vec<u8>,
) -> io::Result<Option<Result<&'a str, String>>> {
    let room = LINE_BYTES.saturating_sub(bytes.len() as u64);
    if input.by_ref().take(room).read_until(b'\n', bytes)? == 0 && bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 >= LINE_BYTES && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("line too long, expected at most {LINE_BYTES} bytes"))));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("not UTF-8 at byte {}, expected JSON", error.valid_up_to() + 1));
    // Some Windows editors write a byte order mark before the first line.
    Ok(Some(text.map(|text| text.trim().trim_start_matches('\u{feff}'))))
}
