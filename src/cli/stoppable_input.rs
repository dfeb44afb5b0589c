//! Standard input that ends when a person stops the command: a read of a terminal would last until
//! the next line, whatever else happens.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use tengen_engine::search::StopFlag;

/// How often the flag is looked at while nothing is typed.
const LOOK: Duration = Duration::from_millis(20);
/// The longest piece that is read at once.
const PIECE_BYTES: u64 = 64 * 1024;

/// Lines that a thread reads, until they end or the flag is set.
pub(crate) struct StoppableInput {
    lines: Receiver<io::Result<Vec<u8>>>,
    stop: StopFlag,
    line: Vec<u8>,
    /// How much of the line was consumed.
    consumed: usize,
}

impl StoppableInput {
    /// Starts to read stdin.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(crate) fn of_stdin(stop: StopFlag) -> io::Result<Self> {
        Self::new(stop, || io::stdin().lock())
    }

    fn new<R: BufRead>(
        stop: StopFlag,
        input: impl FnOnce() -> R + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, lines) = mpsc::sync_channel(0);
        // It may wait in a read for ever; the end of the process ends it.
        thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || send_lines(input(), &sender))?;
        Ok(Self { lines, stop, line: Vec::new(), consumed: 0 })
    }
}

fn send_lines(mut input: impl BufRead, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut bytes = Vec::new();
        let read = input.by_ref().take(PIECE_BYTES).read_until(b'\n', &mut bytes);
        if matches!(read, Ok(0)) {
            return;
        }
        let is_broken = read.is_err();
        if sender.send(read.map(|_| bytes)).is_err() || is_broken {
            return;
        }
    }
}

impl BufRead for StoppableInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.consumed == self.line.len() && !self.stop.is_set() {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => (self.line, self.consumed) = (line?, 0),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(&self.line[self.consumed..])
    }

    fn consume(&mut self, count: usize) {
        self.consumed = (self.consumed + count).min(self.line.len());
    }
}

impl Read for StoppableInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_util::lines::next_line;

    #[test]
    fn lines_are_read_to_the_end() {
        let text: &[u8] = b"one\n\ntwo";
        let mut input = StoppableInput::new(StopFlag::new(), move || text).unwrap();
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["one", "", "two"]);
    }

    #[test]
    fn a_stop_ends_an_input_in_which_nothing_comes() {
        let (reader, _writer) = io::pipe().unwrap();
        let stop = StopFlag::new();
        let mut input =
            StoppableInput::new(stop.clone(), move || io::BufReader::new(reader)).unwrap();
        stop.set();
        assert_eq!(next_line(&mut input).unwrap(), None);
    }
}
