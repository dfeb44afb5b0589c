//! A session over two streams: a line of JSON is a message.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;

use super::outbox::Outbox;
use super::pool::Pool;
use super::session::{Files, Session};
use crate::util::lines::read_line;

/// Serves one client until its input ends and every request has its final answer, or until the
/// output is closed; then it returns at once, even if the input is still open.
///
/// # Errors
/// If the input cannot be read, the output cannot be written for another reason than that its
/// reader has gone, or the system refuses a thread.
pub(crate) fn serve(
    pool: Arc<Pool>,
    files: Files,
    input: impl BufRead + Send + 'static,
    mut output: impl Write + Send + 'static,
) -> io::Result<()> {
    let outbox = Arc::new(Outbox::default());
    let (read_result, was_read) = mpsc::channel();
    let (write_result, was_written) = mpsc::channel();
    let reader_outbox = outbox.clone();
    let reading = move || {
        let _ = read_result.send(read(pool, files, input, &reader_outbox));
        reader_outbox.finish();
    };
    thread::Builder::new().name("api input".to_owned()).spawn(reading)?;
    let writing = move || {
        let _ = write_result.send(outbox.write_to(&mut output));
    };
    thread::Builder::new().name("api output".to_owned()).spawn(writing)?;
    match was_written.recv() {
        Ok(Err(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Ok(Err(error)) => Err(error),
        // Everything is written, so the input has ended, or a thread has panicked.
        Ok(Ok(())) | Err(_) => was_read.try_recv().unwrap_or(Ok(())),
    }
}

/// Handles every line of the input.
fn read(
    pool: Arc<Pool>,
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
    let session = Session::new(pool, files, Box::new(sink));
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
