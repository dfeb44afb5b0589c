//! A session over two streams: a line of JSON is a message.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;

use super::outbox::Outbox;
use super::pool::EnginePool;
use super::session::{ApiSession, Files};
use tengen_util::lines::read_line;

/// Serves one client until its input ends and every request has its final answer, or until the
/// output is closed; then it returns at once, even if the input is still open.
///
/// # Errors
/// If the input cannot be read, the output cannot be written for another reason than that its
/// reader has gone, or the system refuses a thread.
pub fn serve(
    pool: Arc<EnginePool>,
    files: Files,
    input: impl BufRead + Send + 'static,
    mut output: impl Write + Send + 'static,
) -> io::Result<()> {
    let outbox = Arc::new(Outbox::default());
    let (read_result, was_read) = mpsc::channel();
    let (write_result, was_written) = mpsc::channel();
    let guard = FinishOnDrop { outbox: outbox.clone() };
    let reading = move || {
        let guard = guard;
        let _ = read_result.send(read(pool, files, input, &guard.outbox));
    };
    thread::Builder::new().name("api input".to_owned()).spawn(reading)?;
    let writing = move || {
        let _ = write_result.send(outbox.write_to(&mut output));
    };
    thread::Builder::new().name("api output".to_owned()).spawn(writing)?;
    match was_written.recv() {
        Ok(Err(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Ok(Err(error)) => Err(error),
        // Everything is written, so the input has ended, or its thread has panicked.
        Ok(Ok(())) => was_read.try_recv().unwrap_or_else(|_| Err(lost("input"))),
        Err(_) => Err(lost("output")),
    }
}

/// The error that a thread of the session has panicked.
fn lost(thread: &str) -> io::Error {
    io::Error::other(format!("the thread of the {thread} has panicked"))
}

/// Finishes the queue when the thread that fills it ends, so that its writer does not wait for a
/// thread that has panicked.
struct FinishOnDrop {
    outbox: Arc<Outbox>,
}

impl Drop for FinishOnDrop {
    fn drop(&mut self) {
        self.outbox.finish();
    }
}

/// Handles every line of the input.
fn read(
    pool: Arc<EnginePool>,
    files: Files,
    mut input: impl BufRead,
    outbox: &Arc<Outbox>,
) -> io::Result<()> {
    let sender = outbox.clone();
    let sink = move |answer: &_| {
        // A tree of numbers and text: no value of it can fail to be written.
        let mut line = serde_json::to_vec(answer).unwrap_or_default();
        line.push(b'\n');
        sender.send(line);
    };
    let session = ApiSession::new(pool, files, Box::new(sink));
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match read_line(&mut input, &mut bytes)? {
            None => break,
            Some(Ok("")) => {}
            Some(Ok(line)) => {
                session.wait_for_room();
                session.handle(line);
            }
            Some(Err(what)) => session.handle_unreadable(what),
        }
    }
    session.finish();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::pool::PoolLimits;
    use tengen_engine::engine::Trained;

    /// Input that cannot be read without a panic.
    struct Broken;

    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("broken input");
        }
    }

    #[test]
    fn a_panic_of_the_thread_of_the_input_ends_the_session_with_an_error() {
        let limits =
            PoolLimits { engines: 1, threads: 1, spare_threads: 0, memory_mb: 16, waiting: 10 };
        let pool = Arc::new(EnginePool::start(limits, &Trained::default()).unwrap());
        let input = io::BufReader::new(Broken);
        let error = serve(pool, Files::default(), input, io::sink()).unwrap_err();
        assert_eq!(error.to_string(), "the thread of the input has panicked");
    }
}
