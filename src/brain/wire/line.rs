//! Splits bytes into lines. CR, LF and CR LF end a line, mixed in any order; a line longer than
//! [`MAX_LINE_BYTES`] is cut, so that no peer can fill the memory.

use std::borrow::Cow;
use std::io::{ErrorKind, Read};

use super::MAX_LINE_BYTES;

/// One line without its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WireLine {
    bytes: Vec<u8>,
    length: usize,
}

/// The byte order mark that some editors and shells write before UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl WireLine {
    /// A line of these bytes, cut if it is too long.
    #[cfg(test)]
    pub fn new(bytes: &[u8]) -> Self {
        let mut line = Self::default();
        bytes.iter().for_each(|&byte| line.push(byte));
        line
    }

    /// The bytes, up to [`MAX_LINE_BYTES`].
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes as text; invalid UTF-8 becomes replacement characters.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// The length of the line as it was sent.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Whether the end of the line was dropped.
    pub(crate) fn is_cut(&self) -> bool {
        self.length > self.bytes.len()
    }

    /// Whether it contains only white space.
    pub(crate) fn is_blank(&self) -> bool {
        self.bytes.iter().all(u8::is_ascii_whitespace)
    }

    /// Removes a byte order mark from the start.
    pub(crate) fn strip_byte_order_mark(&mut self) {
        if self.bytes.starts_with(BYTE_ORDER_MARK) {
            self.bytes.drain(..BYTE_ORDER_MARK.len());
            self.length -= BYTE_ORDER_MARK.len();
        }
    }

    fn push(&mut self, byte: u8) {
        self.length += 1;
        if self.bytes.len() < MAX_LINE_BYTES {
            self.bytes.push(byte);
        }
    }
}

/// Collects bytes until a line is complete.
#[derive(Debug, Default)]
pub(crate) struct LineSplitter {
    line: WireLine,
    /// An LF now is the second half of CR LF.
    is_after_cr: bool,
}

impl LineSplitter {
    /// Nothing read yet.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Takes bytes as they arrive and returns the lines that they complete.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> Vec<WireLine> {
        let mut lines = Vec::new();
        for &byte in bytes {
            let is_second_half = self.is_after_cr && byte == b'\n';
            self.is_after_cr = byte == b'\r';
            match byte {
                b'\n' if is_second_half => {}
                b'\r' | b'\n' => lines.push(std::mem::take(&mut self.line)),
                _ => self.line.push(byte),
            }
        }
        lines
    }

    /// The input ended: the last line, if its end is missing.
    pub(crate) fn finish(&mut self) -> Option<WireLine> {
        let line = std::mem::take(&mut self.line);
        (line.length > 0).then_some(line)
    }
}

/// Reads to the end of the input and passes every line to `each` that is not empty, as long as that
/// returns `true`. A read error counts as the end of the input. Returns whether the end was
/// reached.
pub fn read_lines(reader: impl Read, mut each: impl FnMut(WireLine) -> bool) -> bool {
    read_all_lines(reader, |line| line.length() == 0 || each(line))
}

/// Reads the lines, the empty ones as well.
pub(crate) fn read_all_lines(
    mut reader: impl Read,
    mut each: impl FnMut(WireLine) -> bool,
) -> bool {
    let mut splitter = LineSplitter::new();
    let mut buffer = [0; 4096];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                let lines = splitter.feed(buffer.get(..count).unwrap_or_default());
                if !lines.into_iter().all(&mut each) {
                    return false;
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                log::warn!("reading a line: {error}");
                break;
            }
        }
    }
    splitter.finish().is_none_or(each)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(chunks: &[&[u8]]) -> Vec<String> {
        let mut splitter = LineSplitter::new();
        let mut lines: Vec<_> = chunks.iter().flat_map(|chunk| splitter.feed(chunk)).collect();
        lines.extend(splitter.finish());
        lines.iter().map(|line| line.text().into_owned()).collect()
    }

    #[test]
    fn line_splitter_accepts_every_line_end() {
        assert_eq!(split(&[b"a\r\nb\nc\rd\n\r\r\ne"]), ["a", "b", "c", "d", "", "", "e"]);
        assert_eq!(split(&[b"a\r\n\r\n\n"]), ["a", "", ""]);
        assert!(WireLine::new(b" \t").is_blank() && !WireLine::new(b" x").is_blank());
    }

    #[test]
    fn line_splitter_joins_torn_chunks() {
        assert_eq!(split(&[b"STA", b"RT 15\r", b"\nEN", b"D"]), ["START 15", "END"]);
    }

    #[test]
    fn a_byte_order_mark_is_removed_on_request() {
        let mut line = WireLine::new(b"\xef\xbb\xbfABOUT");
        line.strip_byte_order_mark();
        assert_eq!((line.bytes(), line.length()), (&b"ABOUT"[..], 5));
    }

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut splitter = LineSplitter::new();
        let lines = splitter.feed(&[&[b'x'; 10_000][..], b"\nEND\n"].concat());
        assert_eq!((lines[0].bytes().len(), lines[0].length()), (MAX_LINE_BYTES, 10_000));
        assert!(lines[0].is_cut() && !lines[1].is_cut());
        assert_eq!(lines[1].bytes(), b"END");
    }

    #[test]
    fn empty_lines_are_dropped_or_kept() {
        let input = b"\n\r\na\n\n\nb";
        let (mut some, mut all) = (Vec::new(), Vec::new());
        let take = |lines: &mut Vec<String>, line: WireLine| lines.push(line.text().into_owned());
        assert!(read_lines(&input[..], |line| {
            take(&mut some, line);
            true
        }));
        assert!(read_all_lines(&input[..], |line| {
            take(&mut all, line);
            true
        }));
        assert_eq!(some, ["a", "b"]);
        assert_eq!(all, ["", "", "a", "", "", "b"]);
    }

    #[test]
    fn read_lines_stops_when_the_caller_wants_no_more() {
        let mut seen = Vec::new();
        let mut take = |line: WireLine| {
            seen.push(line.text().into_owned());
            seen.last().is_none_or(|line| line != "END")
        };
        assert!(!read_lines(&b"START 15\nEND\nABOUT\n"[..], &mut take));
        assert!(read_lines(&b"\xff,7\nlast"[..], &mut take));
        assert_eq!(seen, ["START 15", "END", "\u{fffd},7", "last"]);
    }
}
