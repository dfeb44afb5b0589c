//! The reader thread: turns bytes from stdin into numbered, time-stamped commands. An urgent line
//! interrupts the search before it enters the queue.

use std::cell::Cell;
use std::io::{self, Read};
use std::time::Duration;

use super::interrupt::{Interrupt, Urgency};
use super::queue::{LineKind, ReceivedLine};
use crate::wire::line::read_all_lines;
use crate::wire::text_lines::TextLines;
use crate::wire::{Command, ParseError, ParsedLine};
use tengen_engine::util::clock::Clock;

/// Why nothing more is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputEnd {
    /// The manager said `END`.
    End,
    /// The manager closed the pipe, or nobody takes the lines.
    Closed,
}

/// What was waiting for its first reader takes no longer to read.
const AT_ONCE: Duration = Duration::from_millis(1);

/// Remembers when the bytes arrived that are being read.
struct Arrivals<'a, R> {
    input: R,
    clock: &'a dyn Clock,
    /// How long the first bytes may have waited for this process.
    late_start: Duration,
    is_first: bool,
    /// `None`: now.
    at: &'a Cell<Option<Duration>>,
}

impl<R: Read> Read for Arrivals<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !std::mem::take(&mut self.is_first) {
            self.at.set(None);
            return self.input.read(buffer);
        }
        let begun = self.clock.now();
        let count = self.input.read(buffer)?;
        let now = self.clock.now();
        if now.saturating_sub(begun) <= AT_ONCE {
            self.at.set(Some(now.saturating_sub(self.late_start)));
        }
        Ok(count)
    }
}

/// Reads until `END` or the end of the input; `take` returns false to end it. Blank lines count only
/// within a quoted text. The process started `late_start` later than usual: lines that are there
/// already may have waited as long.
pub(crate) fn read(
    input: impl Read,
    clock: &dyn Clock,
    late_start: Duration,
    interrupt: &Interrupt,
    take: impl Fn(LineKind, ReceivedLine) -> bool,
) -> InputEnd {
    let mut number = 0;
    let mut text_lines = TextLines::default();
    let mut end = InputEnd::Closed;
    let at = Cell::new(None);
    let input = Arrivals { input, clock, late_start, is_first: true, at: &at };
    let is_over = read_all_lines(input, |mut line| {
        if number == 0 {
            line.strip_byte_order_mark();
        }
        if line.is_blank() && !text_lines.is_in_text() {
            return true;
        }
        number += 1;
        let parsed = ParsedLine::new(line);
        let (urgency, kind) = meaning(&parsed, &mut text_lines);
        interrupt.raise(urgency, number);
        if kind == LineKind::End {
            end = InputEnd::End;
        }
        let is_taken = take(
            kind,
            ReceivedLine { parsed, number, at: at.get().unwrap_or_else(|| clock.now()) },
        );
        is_taken && kind != LineKind::End
    });
    if is_over {
        interrupt.raise(Urgency::Now, u64::MAX);
    }
    end
}

/// What the next line means for a search, and for the queue.
fn meaning(parsed: &ParsedLine, text_lines: &mut TextLines) -> (Urgency, LineKind) {
    if text_lines.takes(parsed) {
        return (Urgency::None, LineKind::Command);
    }
    let kind = match &parsed.command {
        Ok(Command::End) => LineKind::End,
        Ok(Command::Info(_)) | Err(ParseError::Info(_)) => LineKind::Setting,
        _ => LineKind::Command,
    };
    (Urgency::of(&parsed.command), kind)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::protocol::interrupt::EngineWork;
    use crate::wire::WireLine;
    use tengen_engine::util::clock::FakeClock;

    fn read_all(input: &[u8]) -> (Vec<String>, Interrupt) {
        let (sender, receiver) = mpsc::channel();
        let interrupt = Interrupt::new();
        let take = |_, line| sender.send(line).is_ok();
        read(input, &FakeClock::new(), Duration::ZERO, &interrupt, take);
        drop(sender);
        let text = |received: ReceivedLine| received.parsed.line.text().into_owned();
        (receiver.iter().map(text).collect(), interrupt)
    }

    #[test]
    fn reader_drops_blank_lines_and_a_byte_order_mark_on_the_first_line_only() {
        assert_eq!(read_all(b"\xef\xbb\xbfABOUT\n \t\nx").0, ["ABOUT", "x"]);
        assert_eq!(read_all(b"x\n\xef\xbb\xbfABOUT").0, ["x", "\u{feff}ABOUT"]);
    }

    #[test]
    fn blank_lines_of_a_quoted_text_are_kept() {
        let kept = ["yxedittextdatabase \"a", "", "  ", "b\"", "7,7", "yxdbtolib", "x.lib"];
        let sent = "yxedittextdatabase \"a\r\n\r\n  \r\nb\"\r\n\r\n7,7\n\nyxdbtolib\n\nx.lib";
        assert_eq!(read_all(sent.as_bytes()).0, kept);
    }

    #[test]
    fn what_waits_for_the_process_came_when_it_was_started() {
        /// Each read returns a line, and takes this many milliseconds.
        struct Lines<'a>(&'a FakeClock, std::slice::Iter<'a, u64>);

        impl Read for Lines<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let Some(&ms) = self.1.next() else { return Ok(0) };
                self.0.advance(Duration::from_millis(ms));
                buffer[..2].copy_from_slice(b"x\n");
                Ok(2)
            }
        }
        let times = |reads: &[u64]| {
            let (clock, at) = (FakeClock::new(), std::cell::RefCell::new(Vec::new()));
            clock.advance(Duration::from_millis(50));
            let take = |_, line: ReceivedLine| {
                at.borrow_mut().push(line.at.as_millis());
                true
            };
            let input = Lines(&clock, reads.iter());
            read(input, &clock, Duration::from_millis(40), &Interrupt::new(), take);
            at.into_inner()
        };
        assert_eq!(times(&[0, 0, 7]), [10, 50, 57]);
        assert_eq!(times(&[9, 0]), [59, 59], "nothing was waiting");
    }

    #[test]
    fn nothing_is_read_after_end() {
        assert_eq!(read_all(b"START 15\r\nEND\r\nABOUT\r\n").0, ["START 15", "END"]);
    }

    #[test]
    fn text_that_begins_with_a_command_is_text() {
        let lines = ["BEGIN", "yxedittextdatabase \"x", "STOP it", "END of it\"done", "ABOUT"];
        assert_eq!(read_all(lines.join("\n").as_bytes()).0, lines);
        let mut text_lines = TextLines::default();
        let meanings = lines
            .map(|line| meaning(&ParsedLine::new(WireLine::new(line.as_bytes())), &mut text_lines));
        let [begin, text, stop, end, about] = meanings;
        assert_eq!([begin, text, about], [(Urgency::Waiting, LineKind::Command); 3]);
        assert_eq!([stop, end], [(Urgency::None, LineKind::Command); 2]);
    }

    #[test]
    fn the_last_line_needs_no_end_and_the_end_of_input_stops_every_search() {
        let (lines, interrupt) = read_all(b"START 15\nBEGIN");
        assert_eq!(lines, ["START 15", "BEGIN"]);
        assert!(interrupt.begin(EngineWork::Limited, 2).is_set());
    }
}
