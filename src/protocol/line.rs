//! Bytes become lines. CR, LF and CR LF end a line, mixed as they come; empty lines are nothing; what is
//! longer than [`Line::MOST`] is cut and counted.

/// One line of input without its end, never blank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    bytes: Vec<u8>,
    length: usize,
}

impl Line {
    /// The most bytes of a line that are kept. The whole `BOARD` block of a full 22×22 board fits.
    pub const MOST: usize = 8192;

    /// A line of these bytes, cut if it is too long.
    pub fn new(bytes: &[u8]) -> Self {
        let mut line = Self::default();
        bytes.iter().for_each(|&byte| line.push(byte));
        line
    }

    /// What was kept of it.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many bytes came.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Whether a part of it is missing.
    pub fn is_cut(&self) -> bool {
        self.length > self.bytes.len()
    }

    fn push(&mut self, byte: u8) {
        self.length += 1;
        if self.bytes.len() < Self::MOST {
            self.bytes.push(byte);
        }
    }

    fn is_blank(&self) -> bool {
        self.bytes.iter().all(u8::is_ascii_whitespace)
    }
}

/// Collects bytes until a line is complete.
#[derive(Debug, Default)]
pub struct LineSplitter {
    line: Line,
    is_begun: bool,
}

/// What some editors and shells put before the first byte of UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl LineSplitter {
    /// Nothing read yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes bytes as they came; the lines that they complete.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        for &byte in bytes {
            if matches!(byte, b'\r' | b'\n') {
                lines.extend(self.finish());
            } else {
                self.line.push(byte);
            }
        }
        lines
    }

    /// The input ended: the last line, if its end is missing.
    pub fn finish(&mut self) -> Option<Line> {
        let mut line = std::mem::take(&mut self.line);
        if !std::mem::replace(&mut self.is_begun, true) && line.bytes.starts_with(BYTE_ORDER_MARK) {
            line.bytes.drain(..BYTE_ORDER_MARK.len());
            line.length -= BYTE_ORDER_MARK.len();
        }
        (!line.is_blank()).then_some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(chunks: &[&[u8]]) -> Vec<String> {
        let mut splitter = LineSplitter::new();
        let mut lines: Vec<Line> = chunks.iter().flat_map(|chunk| splitter.feed(chunk)).collect();
        lines.extend(splitter.finish());
        lines.iter().map(|line| String::from_utf8_lossy(line.bytes()).into_owned()).collect()
    }

    #[test]
    fn every_line_end_ends_a_line_and_blank_lines_are_nothing() {
        assert_eq!(split(&[b"a\r\nb\nc\rd\n\r\r\n \t\ne"]), ["a", "b", "c", "d", "e"]);
    }

    #[test]
    fn torn_chunks_make_whole_lines() {
        assert_eq!(split(&[b"STA", b"RT 15\r", b"\nEN", b"D"]), ["START 15", "END"]);
    }

    #[test]
    fn a_byte_order_mark_is_dropped_from_the_first_line_only() {
        assert_eq!(split(&[b"\xef\xbb\xbfABOUT\nx"]), ["ABOUT", "x"]);
        assert_eq!(split(&[b"x\n\xef\xbb\xbfABOUT"]), ["x", "\u{feff}ABOUT"]);
    }

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut splitter = LineSplitter::new();
        let lines = splitter.feed(&[&[b'x'; 10_000][..], b"\nEND\n"].concat());
        assert_eq!((lines[0].bytes().len(), lines[0].length()), (Line::MOST, 10_000));
        assert!(lines[0].is_cut() && !lines[1].is_cut());
        assert_eq!(lines[1].bytes(), b"END");
    }
}
