//! Cuts what a peer writes into lines, whatever it writes.
//!
//! CR, LF and CR LF end a line, empty lines are dropped, bytes that are no UTF-8 are replaced, and a
//! line that never ends is cut off, so that no peer can fill the memory.

use std::io::{ErrorKind, Read};

/// Most bytes of a line that are kept; the rest up to its end is dropped. Piskvork keeps 8000.
pub const MAX_LINE_BYTES: usize = 8000;

/// Reads to the end and hands over every line that is not empty, the last one also without an end.
/// An error of the reader counts as its end.
pub fn read_lines(mut reader: impl Read, mut each: impl FnMut(String)) {
    let mut chunk = [0; 4096];
    let mut line = Vec::new();
    loop {
        let read = match reader.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for &byte in chunk.get(..read).unwrap_or_default() {
            if matches!(byte, b'\n' | b'\r') {
                finish(&mut line, &mut each);
            } else if line.len() < MAX_LINE_BYTES {
                line.push(byte);
            }
        }
    }
    finish(&mut line, &mut each);
}

fn finish(line: &mut Vec<u8>, each: &mut impl FnMut(String)) {
    if !line.is_empty() {
        each(String::from_utf8_lossy(line).into_owned());
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        read_lines(bytes, |line| lines.push(line));
        lines
    }

    #[test]
    fn every_line_end_is_one() {
        assert_eq!(
            lines(b"OK\r\n7,7\n\r\n\rMESSAGE a b\rlast"),
            ["OK", "7,7", "MESSAGE a b", "last"]
        );
    }

    #[test]
    fn wild_bytes_and_endless_lines_do_no_harm() {
        assert_eq!(lines(b"\xff\xfe,7\n"), ["\u{fffd}\u{fffd},7"]);
        let mut endless = vec![b'x'; 100_000];
        endless.extend(b"\n7,7\n");
        let lines = lines(&endless);
        assert_eq!(lines[0].len(), MAX_LINE_BYTES);
        assert_eq!(lines[1], "7,7");
    }
}
