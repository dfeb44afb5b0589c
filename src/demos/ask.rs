//! Small helpers that every session needs: reading a line, who plays a side, numbers with commas.
//! Knows no game. Imports nothing.

use std::io::{self, BufRead, Read as _};

/// Who makes the moves of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// Asked for a move on the input.
    Person,
    /// Searches for one.
    Computer,
}

/// Longest line in bytes; the rest is read as the next line.
const LINE_MAX: u64 = 64 * 1024;

/// The next line without its end and surrounding blanks; `None` at the end of the input. Bytes that
/// are not UTF-8 become replacement signs, which no command contains.
///
/// # Errors
/// If reading fails.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.take(LINE_MAX).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// A number with digit grouping: `3,290,240`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grouped_numbers_have_a_comma_every_three_digits() {
        let shown = [0, 44, 999, 1000, 3_290_240].map(grouped);
        assert_eq!(shown, ["0", "44", "999", "1,000", "3,290,240"]);
    }

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
        let long = [b'x'; 2 * LINE_MAX as usize + 1];
        let mut input = &long[..];
        let mut lengths = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lengths.push(line.len() as u64);
        }
        assert_eq!(lengths, [LINE_MAX, LINE_MAX, 1]);
    }
}
