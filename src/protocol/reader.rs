//! The reader thread: bytes from stdin become numbered lines with a time stamp. What is urgent reaches
//! the gate before the line even waits in the channel.

use std::io::{ErrorKind, Read};
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::command::Command;
use super::gate::{Gate, Urgency};
use super::line::{Line, LineSplitter};
use crate::util::clock::Clock;

/// One line on its way to the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
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
pub fn read(mut input: impl Read, clock: &dyn Clock, gate: &Gate, lines: &Sender<Heard>) -> Ended {
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
            gate.hear(Urgency::of(&line), number);
            let is_end = Command::parse(line.bytes()) == Ok(Command::End);
            if lines.send(Heard { line, number, at: clock.now() }).is_err() {
                return Ended::ByInput;
            }
            if is_end {
                return Ended::ByCommand;
            }
        }
        if is_last {
            gate.hear(Urgency::Now, u64::MAX);
            return Ended::ByInput;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::protocol::gate::Work;
    use crate::util::clock::FakeClock;

    fn read_all(input: &[u8]) -> (Ended, Vec<String>, Gate) {
        let (sender, receiver) = mpsc::channel();
        let gate = Gate::new();
        let ended = read(input, &FakeClock::new(), &gate, &sender);
        drop(sender);
        let text = |heard: Heard| String::from_utf8_lossy(heard.line.bytes()).into_owned();
        (ended, receiver.iter().map(text).collect(), gate)
    }

    #[test]
    fn nothing_is_read_after_end() {
        let (ended, lines, _) = read_all(b"START 15\r\nEND\r\nABOUT\r\n");
        assert_eq!((ended, lines.len()), (Ended::ByCommand, 2));
    }

    #[test]
    fn the_last_line_needs_no_end_and_the_end_of_input_stops_every_search() {
        let (ended, lines, gate) = read_all(b"START 15\nBEGIN");
        assert_eq!(
            (ended, lines),
            (Ended::ByInput, vec!["START 15".to_owned(), "BEGIN".to_owned()])
        );
        assert!(gate.begin(Work::Limited, 2).is_set());
    }
}
