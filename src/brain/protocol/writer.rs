//! The only writer to stdout. It writes each line with its end in one call and flushes, because
//! some managers do not join torn lines.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// LF, which every manager accepts on every system.
const LINE_END: &str = "\n";

/// Writes lines to the manager.
pub(crate) struct ReplyWriter {
    out: Mutex<Box<dyn Write + Send>>,
    watch: WriteWatch,
}

/// Says whether the manager takes what is written, while the writing thread waits for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct WriteWatch {
    /// When the line that is being written was begun.
    begun: Arc<Mutex<Option<Instant>>>,
}

impl WriteWatch {
    /// Whether a line has been waiting this long to be taken.
    pub(crate) fn is_stuck(&self, for_at_least: Duration) -> bool {
        let begun = *self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        begun.is_some_and(|begun| begun.elapsed() >= for_at_least)
    }

    /// As if a line were waiting since then.
    #[cfg(test)]
    pub(crate) fn stuck_since(begun: Instant) -> Self {
        Self { begun: Arc::new(Mutex::new(Some(begun))) }
    }

    fn set(&self, begun: Option<Instant>) {
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = begun;
    }
}

impl ReplyWriter {
    /// A writer to stdout.
    pub(crate) fn stdout() -> Self {
        Self::new(Box::new(io::stdout()))
    }

    /// A writer to anything.
    pub(crate) fn new(out: Box<dyn Write + Send>) -> Self {
        Self { out: Mutex::new(out), watch: WriteWatch::default() }
    }

    /// Watches its writes, from another thread.
    pub(crate) fn watch(&self) -> WriteWatch {
        self.watch.clone()
    }

    /// Writes one line.
    ///
    /// # Errors
    /// If the manager has closed the pipe.
    pub(crate) fn line(&self, line: &str) -> io::Result<()> {
        let whole = format!("{line}{LINE_END}");
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        self.watch.set(Some(Instant::now()));
        let written = out.write_all(whole.as_bytes()).and_then(|()| out.flush());
        self.watch.set(None);
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records every call.
    #[derive(Clone, Default)]
    struct Calls(Arc<Mutex<Vec<String>>>);

    impl Write for Calls {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut calls = self.0.lock().unwrap();
            calls.push(String::from_utf8(bytes.to_vec()).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.lock().unwrap().push("flush".to_owned());
            Ok(())
        }
    }

    #[test]
    fn a_line_that_nobody_takes_is_noticed() {
        /// Takes a line when it is told to.
        struct Gate(std::sync::mpsc::Receiver<()>);

        impl Write for Gate {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                let _ = self.0.recv();
                Ok(bytes.len())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (open, gate) = std::sync::mpsc::channel();
        let writer = ReplyWriter::new(Box::new(Gate(gate)));
        let watch = writer.watch();
        assert!(!watch.is_stuck(Duration::ZERO));
        std::thread::scope(|scope| {
            scope.spawn(|| writer.line("OK"));
            while !watch.is_stuck(Duration::from_millis(5)) {
                std::thread::yield_now();
            }
            open.send(()).unwrap();
        });
        assert!(!watch.is_stuck(Duration::ZERO));
    }

    #[test]
    fn a_line_is_one_call_and_a_flush() {
        let calls = Calls::default();
        let writer = ReplyWriter::new(Box::new(calls.clone()));
        writer.line("OK").unwrap();
        assert_eq!(*calls.0.lock().unwrap(), ["OK\n", "flush"]);
    }
}
