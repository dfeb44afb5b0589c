//! Lines of text from a stream, of bounded length.

use std::io::{self, BufRead, Read};

/// The longest line that is read: several times the largest position with its moves.
pub const LINE_BYTES: u64 = 4 << 20;

/// The longest line of a dialogue; the rest is read as the next line.
const COMMAND_BYTES: u64 = 64 * 1024;

/// Reads a line without its end; `None` at the end of the input. A line of more than [`LINE_BYTES`]
/// is skipped and reported as an error. `bytes` is empty, or has the beginning of the line, which a
/// call that failed with `WouldBlock` has read.
///
/// # Errors
/// If the input cannot be read.
pub fn read_line<'a>(
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

/// The next line of a dialogue, without its end and surrounding blanks; `None` at the end of the
/// input. Bytes that are not UTF-8 become U+FFFD, which no command contains.
///
/// # Errors
/// If the input cannot be read.
pub fn next_line(input: &mut (impl BufRead + ?Sized)) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if Read::take(input, COMMAND_BYTES).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_without_their_ends_and_the_last_one_needs_none() {
        let mut input: &[u8] = b" one\r\n\n\xff\nlast";
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["one", "", "\u{fffd}", "last"]);
    }

    #[test]
    fn a_line_without_an_end_is_read_in_parts() {
        let long = [b'x'; 2 * COMMAND_BYTES as usize + 1];
        let mut input = &long[..];
        let mut lengths = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lengths.push(line.len() as u64);
        }
        assert_eq!(lengths, [COMMAND_BYTES, COMMAND_BYTES, 1]);
    }
}
