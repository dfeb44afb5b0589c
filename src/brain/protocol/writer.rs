//! The only writer to stdout. It writes each line with its end in one call and flushes, because
//! some managers do not join torn lines.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// LF, which every manager accepts on every system.
const LINE_END: &str = "\n";

/// Writes lines to the manager.
pub(crate) struct ReplyWriter {
    out: Mutex<Box<dyn Write + Send>>,
}

impl ReplyWriter {
    /// A writer to stdout.
    pub(crate) fn stdout() -> Self {
        Self::new(Box::new(io::stdout()))
    }

    /// A writer to anything.
    pub(crate) fn new(out: Box<dyn Write + Send>) -> Self {
        Self { out: Mutex::new(out) }
    }

    /// Writes one line.
    ///
    /// # Errors
    /// If the manager has closed the pipe.
    pub(crate) fn line(&self, line: &str) -> io::Result<()> {
        let whole = format!("{line}{LINE_END}");
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(whole.as_bytes())?;
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

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
    fn a_line_is_one_call_and_a_flush() {
        let calls = Calls::default();
        let writer = ReplyWriter::new(Box::new(calls.clone()));
        writer.line("OK").unwrap();
        assert_eq!(*calls.0.lock().unwrap(), ["OK\n", "flush"]);
    }
}
