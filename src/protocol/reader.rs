//! The reader thread: bytes from stdin become numbered lines with a time stamp. What is urgent reaches
//! the interrupt before the line even waits in the channel.

use std::io::{ErrorKind, Read};
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::command::Command;
use super::interrupt::{Interrupt, Urgency};
use super::line::{Line, LineSplitter};
use crate::util::clock::Clock;

/// One line on its way to the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedLine {
    /// The line.
    pub line: Line,
    /// Its number, from 1.
    pub number: u64,
    /// When it was complete.
    pub at: Duration,
}

/// Why reading ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// `END` was read.
    ByCommand,
    /// The input ended, or nobody listens any more.
    ByInput,
}

/// Reads until `END` or the end of the input.
pub fn read(
    mut input: impl Read,
    clock: &dyn Clock,
    interrupt: &Interrupt,
    lines: &Sender<ReceivedLine>,
) -> Ended {
    let mut splitter = LineSplitter::new();
    let mut buffer = [0_u8; 4096];
    let mut number = 0;
    loop {
        let complete = match input.read(&mut buffer) {
            Ok(0) => None,
            Ok(count) => Some(splitter.feed(buffer.get(..count).unwrap_or_default())),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                log::warn!("stdin: {error}");
                None
            }
        };
        let is_last = complete.is_none();
        for line in complete.unwrap_or_else(|| splitter.finish().into_iter().collect()) {
            number += 1;
            interrupt.hear(Urgency::of(&line), number);
            let is_end = Command::parse(line.bytes()) == Ok(Command::End);
            if lines.send(ReceivedLine { line, number, at: clock.now() }).is_err() {
                return Ended::ByInput;
            }
            if is_end {
                return Ended::ByCommand;
            }
        }
        if is_last {
            interrupt.hear(Urgency::Now, u64::MAX);
            return Ended::ByInput;
        }
    }
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
        let text = |heard: ReceivedLine| String::from_utf8_lossy(heard.line.bytes()).into_owned();
        (ended, receiver.iter().map(text).collect(), interrupt)
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
