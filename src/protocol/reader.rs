//! The reader thread: turns bytes from stdin into numbered, time-stamped commands. An urgent line
//! interrupts the search before it enters the channel.

use std::io::Read;
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::interrupt::{Interrupt, Urgency};
use crate::util::clock::Clock;
use crate::wire::line::read_lines;
use crate::wire::{Command, ParsedLine};

/// One line on its way to the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReceivedLine {
    /// The line and its command.
    pub parsed: ParsedLine,
    /// Its number, from 1.
    pub number: u64,
    /// When it was complete.
    pub at: Duration,
}

/// Why reading ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// `END` was read.
    ByCommand,
    /// The input or the engine thread ended.
    ByInput,
}

/// Reads until `END` or the end of the input.
pub(crate) fn read(
    input: impl Read,
    clock: &dyn Clock,
    interrupt: &Interrupt,
    lines: &Sender<ReceivedLine>,
) -> Ended {
    let mut number = 0;
    let mut ended = Ended::ByInput;
    let is_over = read_lines(input, |mut line| {
        if number == 0 {
            line.strip_byte_order_mark();
        }
        if line.is_blank() {
            return true;
        }
        number += 1;
        let parsed = ParsedLine::new(line);
        interrupt.raise(Urgency::of(&parsed.command), number);
        let is_end = parsed.command == Ok(Command::End);
        if lines.send(ReceivedLine { parsed, number, at: clock.now() }).is_err() {
            return false;
        }
        if is_end {
            ended = Ended::ByCommand;
        }
        !is_end
    });
    if is_over {
        interrupt.raise(Urgency::Now, u64::MAX);
    }
    ended
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::protocol::interrupt::Work;
    use crate::util::clock::FakeClock;

    fn read_all(input: &[u8]) -> (Ended, Vec<String>, Interrupt) {
        let (sender, receiver) = mpsc::channel();
        let interrupt = Interrupt::new();
        let ended = read(input, &FakeClock::new(), &interrupt, &sender);
        drop(sender);
        let text = |received: ReceivedLine| received.parsed.line.text().into_owned();
        (ended, receiver.iter().map(text).collect(), interrupt)
    }

    #[test]
    fn reader_drops_blank_lines_and_a_byte_order_mark_on_the_first_line_only() {
        assert_eq!(read_all(b"\xef\xbb\xbfABOUT\n \t\nx").1, ["ABOUT", "x"]);
        assert_eq!(read_all(b"x\n\xef\xbb\xbfABOUT").1, ["x", "\u{feff}ABOUT"]);
    }

    #[test]
    fn nothing_is_read_after_end() {
        let (ended, lines, _) = read_all(b"START 15\r\nEND\r\nABOUT\r\n");
        assert_eq!((ended, lines.len()), (Ended::ByCommand, 2));
    }

    #[test]
    fn the_last_line_needs_no_end_and_the_end_of_input_stops_every_search() {
        let (ended, lines, interrupt) = read_all(b"START 15\nBEGIN");
        assert_eq!(
            (ended, lines),
            (Ended::ByInput, vec!["START 15".to_owned(), "BEGIN".to_owned()])
        );
        assert!(interrupt.begin(Work::Limited, 2).is_set());
    }
}
