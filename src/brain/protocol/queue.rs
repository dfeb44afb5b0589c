//! The lines that were read but not executed yet.
//!
//! A manager may write much before it reads: the reader takes its lines, so that neither waits for
//! the other, and sees `STOP` and `END` long before their turn comes. But the queue is bounded in
//! bytes. When it is full:
//!
//! * An `INFO` replaces the last one of the same key, if no command came between: a manager cannot
//!   fill the queue with settings while a search runs.
//! * While lines are executed, the reader waits, and with it the manager: a long script loses
//!   nothing.
//! * While the engine thread cannot write because the manager does not take its answers, nothing
//!   more would ever be executed. Then lines are read and dropped, in search of `END`; how many is
//!   reported where they would have been executed.

use std::collections::VecDeque;
use std::mem::discriminant;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::writer::WriteWatch;
use crate::wire::{Command, Info, ParseError, ParsedLine, WireLine};

/// Most bytes of waiting lines. A block of every point of the largest board is about as large.
pub(crate) const MOST_BYTES: usize = 4 << 20;
/// Bytes of a line beside its text, which its command may hold a second time.
const LINE_BYTES: usize = size_of::<ReceivedLine>() + 64;
/// So many waiting settings are searched for one of the same key: more than there are keys.
const MOST_KEYS: usize = 32;
/// The manager does not take answers if one line takes longer than this.
const STUCK: Duration = Duration::from_millis(250);
/// A reader that waits looks this often whether the engine thread is stuck.
const GLANCE: Duration = Duration::from_millis(50);

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

/// What a line is to the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// A command or a part of one.
    Command,
    /// `INFO`.
    Setting,
    /// `END`: always taken.
    End,
}

/// A queue of at most about `most_bytes`, for a brain that answers through the watched writer.
pub(crate) fn queue(most_bytes: usize, watch: WriteWatch) -> (LineSender, LineReceiver) {
    let shared = Arc::new(SharedQueue { state: Mutex::default(), changed: Condvar::new() });
    (LineSender { shared: Arc::clone(&shared), most_bytes, watch }, LineReceiver { shared })
}

struct SharedQueue {
    state: Mutex<QueueState>,
    /// Something was added or removed, or an end was closed.
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    lines: VecDeque<(LineKind, ReceivedLine)>,
    bytes: usize,
    /// The last lines were dropped: so are all others until the queue is empty.
    dropped: Option<ReceivedLine>,
    is_closed: bool,
}

impl SharedQueue {
    /// No update under the lock can panic halfway, so poison is ignored.
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}

/// The reader's end.
pub(crate) struct LineSender {
    shared: Arc<SharedQueue>,
    most_bytes: usize,
    watch: WriteWatch,
}

impl LineSender {
    /// Adds a line, or waits, or drops it, as the module describes. Returns false if nobody takes
    /// lines any more.
    pub(crate) fn send(&self, kind: LineKind, line: ReceivedLine) -> bool {
        let mut state = self.shared.lock();
        loop {
            if state.is_closed {
                return false;
            }
            if kind == LineKind::Setting && state.bytes > self.most_bytes / 2 {
                state.forget_setting(&line);
            }
            let has_room = state.bytes + cost(&line) <= self.most_bytes;
            if kind == LineKind::End || state.dropped.is_none() && has_room {
                state.push(kind, line);
                drop(state);
                self.shared.changed.notify_all();
                return true;
            }
            if state.dropped.is_some() || self.watch.is_stuck(STUCK) {
                state.drop_line(line);
                return true;
            }
            let waited = self.shared.changed.wait_timeout(state, GLANCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for LineSender {
    fn drop(&mut self) {
        self.shared.close();
    }
}

/// The engine thread's end.
pub(crate) struct LineReceiver {
    shared: Arc<SharedQueue>,
}

impl LineReceiver {
    /// The next line, if one waits.
    pub(crate) fn try_recv(&self) -> Option<ReceivedLine> {
        let line = self.shared.lock().pop();
        if line.is_some() {
            self.shared.changed.notify_all();
        }
        line
    }

    /// Waits for the next line; `None` after the last one.
    pub(crate) fn recv(&self) -> Option<ReceivedLine> {
        loop {
            match self.recv_timeout(Duration::from_secs(3600)) {
                Err(RecvTimeoutError::Timeout) => {}
                received => return received.ok(),
            }
        }
    }

    /// Waits for the next line.
    ///
    /// # Errors
    /// If none came in time, or none will come.
    pub(crate) fn recv_timeout(&self, within: Duration) -> Result<ReceivedLine, RecvTimeoutError> {
        let begun = Instant::now();
        let mut state = self.shared.lock();
        loop {
            if let Some(line) = state.pop() {
                self.shared.changed.notify_all();
                return Ok(line);
            }
            if state.is_closed {
                return Err(RecvTimeoutError::Disconnected);
            }
            let left = within.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Err(RecvTimeoutError::Timeout);
            }
            let waited = self.shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for LineReceiver {
    fn drop(&mut self) {
        self.shared.close();
    }
}

impl QueueState {
    fn push(&mut self, kind: LineKind, line: ReceivedLine) {
        // What was dropped before END comes before it.
        if let Some(dropped) = self.dropped.take() {
            self.lines.push_back((LineKind::Command, dropped));
        }
        self.bytes += cost(&line);
        self.lines.push_back((kind, line));
    }

    /// The next line; after the last one before the gap, the gap.
    fn pop(&mut self) -> Option<ReceivedLine> {
        let Some((_, line)) = self.lines.pop_front() else { return self.dropped.take() };
        self.bytes = self.bytes.saturating_sub(cost(&line));
        Some(line)
    }

    fn drop_line(&mut self, line: ReceivedLine) {
        let before = match &self.dropped {
            Some(ReceivedLine { parsed, .. }) => match parsed.command {
                Err(ParseError::Dropped { lines }) => lines,
                _ => 0,
            },
            None => 0,
        };
        let lines = before + 1;
        let parsed =
            ParsedLine { line: WireLine::default(), command: Err(ParseError::Dropped { lines }) };
        self.dropped = Some(ReceivedLine { parsed, ..line });
    }

    /// Removes the last setting of the same key, if no command came after it.
    fn forget_setting(&mut self, line: &ReceivedLine) {
        let key = key(line);
        let settings = self.lines.iter().rev().take(MOST_KEYS);
        let same = settings
            .take_while(|(kind, _)| *kind == LineKind::Setting)
            .position(|(_, other)| self::key(other) == key);
        let Some(same) = same.and_then(|back| self.lines.remove(self.lines.len() - 1 - back))
        else {
            return;
        };
        self.bytes = self.bytes.saturating_sub(cost(&same.1));
    }
}

/// The key of a setting. All that are unknown share one, and so do those that cannot be read: they
/// change nothing.
fn key(line: &ReceivedLine) -> Option<std::mem::Discriminant<Info>> {
    match &line.parsed.command {
        Ok(Command::Info(info)) => Some(discriminant(info)),
        _ => None,
    }
}

fn cost(line: &ReceivedLine) -> usize {
    LINE_BYTES + 2 * line.parsed.line.bytes().len()
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn line(text: &str) -> ReceivedLine {
        let parsed = ParsedLine::new(WireLine::new(text.as_bytes()));
        ReceivedLine { parsed, number: 1, at: Duration::ZERO }
    }

    fn texts(receiver: &LineReceiver) -> Vec<String> {
        std::iter::from_fn(|| receiver.try_recv())
            .map(|received| match received.parsed.command {
                Err(error @ ParseError::Dropped { .. }) => error.to_string(),
                _ => received.parsed.line.text().into_owned(),
            })
            .collect()
    }

    #[test]
    fn lines_come_out_as_they_went_in_and_the_end_last() {
        let (sender, receiver) = queue(MOST_BYTES, WriteWatch::default());
        for text in ["START 15", "INFO rule 4", "INFO rule 1", "BEGIN"] {
            assert!(sender.send(LineKind::Command, line(text)));
        }
        drop(sender);
        assert_eq!(receiver.recv().unwrap().parsed.line.text(), "START 15");
        assert_eq!(texts(&receiver), ["INFO rule 4", "INFO rule 1", "BEGIN"]);
        assert!(receiver.recv().is_none());
        let over = receiver.recv_timeout(Duration::ZERO).unwrap_err();
        assert_eq!(over, RecvTimeoutError::Disconnected);
    }

    #[test]
    fn a_full_queue_keeps_the_last_setting_of_each_key_after_each_command() {
        let size = cost(&line("INFO rule 4"));
        let (sender, receiver) = queue(6 * size, WriteWatch::default());
        let send = |kind, texts: &[&str]| {
            texts.iter().for_each(|text| assert!(sender.send(kind, line(text))));
        };
        send(LineKind::Command, &["ABOUT", "ABOUT", "BEGIN"]);
        for _ in 0..1000 {
            send(LineKind::Setting, &["INFO rule 4", "info x y", "INFO x z"]);
        }
        send(LineKind::Setting, &["INFO rule 1"]);
        assert_eq!(texts(&receiver), ["ABOUT", "ABOUT", "BEGIN", "INFO x z", "INFO rule 1"]);
        send(LineKind::Setting, &["INFO rule 4", "INFO rule 4"]);
        assert_eq!(texts(&receiver), ["INFO rule 4", "INFO rule 4"], "there is room for both");
    }

    #[test]
    fn a_full_queue_makes_the_reader_wait_while_lines_are_executed() {
        let (sender, receiver) = queue(2 * cost(&line("ABOUT")), WriteWatch::default());
        let reader = thread::spawn(move || {
            (0..100).for_each(|_| assert!(sender.send(LineKind::Command, line("ABOUT"))));
        });
        let received: Vec<_> = std::iter::from_fn(|| receiver.recv()).collect();
        assert_eq!(received.len(), 100);
        reader.join().unwrap();
    }

    #[test]
    fn lines_beyond_the_limit_are_dropped_while_no_answer_is_taken_but_not_the_end() {
        let watch = WriteWatch::stuck_since(Instant::now() - STUCK);
        let (sender, receiver) = queue(2 * cost(&line("ABOUT")), watch);
        for text in ["ABOUT", "ABOUT", "BEGIN", "START 15"] {
            assert!(sender.send(LineKind::Command, line(text)));
        }
        assert!(sender.send(LineKind::End, line("END")));
        let [first, second, gap, end] = &texts(&receiver)[..] else { panic!("four lines") };
        assert_eq!([&first[..], second, end], ["ABOUT", "ABOUT", "END"]);
        assert!(gap.starts_with("2 lines dropped: "), "{gap}");
        assert!(sender.send(LineKind::Command, line("ABOUT")));
        assert_eq!(texts(&receiver), ["ABOUT"], "there is room again");
        drop(receiver);
        assert!(!sender.send(LineKind::Command, line("ABOUT")));
    }
}
