//! The queue of outgoing lines. A separate thread writes them, so that a client that reads slowly
//! does not hold up its own requests; the memory for unread lines is bounded.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Most bytes in the queue; beyond that, senders wait.
const MOST_BYTES: usize = 64 << 20;

#[derive(Debug, Default)]
struct OutboxState {
    lines: VecDeque<Vec<u8>>,
    bytes: usize,
    /// No more lines will be added.
    is_finished: bool,
    /// The reader has disconnected; lines are dropped.
    is_gone: bool,
}

/// A queue of lines with a bounded number of bytes.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    state: Mutex<OutboxState>,
    changed: Condvar,
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, OutboxState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line, which includes its line end. Waits while too many bytes are in the queue.
    pub(super) fn send(&self, line: Vec<u8>) {
        let mut state = self.lock();
        while state.bytes > MOST_BYTES && !state.is_gone {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if !state.is_gone {
            state.bytes += line.len();
            state.lines.push_back(line);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Reports that no more lines will be added.
    pub(super) fn finish(&self) {
        self.lock().is_finished = true;
        self.changed.notify_all();
    }

    /// Writes lines until [`finish`](Self::finish) or until the output fails.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn write_to(&self, output: &mut impl Write) -> io::Result<()> {
        loop {
            let mut state = self.lock();
            while state.lines.is_empty() && !state.is_finished {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            let lines = std::mem::take(&mut state.lines);
            state.bytes = 0;
            drop(state);
            self.changed.notify_all();
            if lines.is_empty() {
                return Ok(());
            }
            let mut written = lines.iter().try_for_each(|line| output.write_all(line));
            written = written.and_then(|()| output.flush());
            if written.is_err() {
                self.lock().is_gone = true;
                self.changed.notify_all();
                return written;
            }
        }
    }
}
