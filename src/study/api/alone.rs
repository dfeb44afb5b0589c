//! A session in a program without a second thread, such as WebAssembly in a page's worker.
//!
//! While no input is available, reading must fail with [`io::ErrorKind::WouldBlock`] instead of
//! waiting. Requests run one after the other; a search polls the input from time to time, so that
//! `stop` can end it without losing its table.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::answer::Answer;
use super::pool::{EnginePool, PoolLimits};
use super::session::{ApiSession, Files};
use tengen_engine::engine::{Engine, Trained};
use tengen_engine::util::stop::StopCheck;
use tengen_util::lines::read_line;

/// How long a search runs between two polls of the input. In a page's worker a poll is a request that takes
/// about a millisecond.
const LOOK: Duration = Duration::from_millis(60);
/// A search reads the clock once per this many checks of the stop flag.
const ASKED: u32 = 16;
/// How long to wait for input when there is nothing to do.
const REST: Duration = Duration::from_millis(50);

/// Serves one client until its input has ended and every request has its final answer. `limits` are
/// reduced to one engine with one thread.
///
/// # Errors
/// If the input cannot be read.
pub fn serve_alone(
    limits: PoolLimits,
    trained: &Trained,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let mut session = AloneSession::new(limits, trained, input, output);
    loop {
        match session.work()? {
            Worked::Job => {}
            Worked::Nothing => thread::sleep(REST),
            Worked::All => return Ok(()),
        }
    }
}

/// What a call of [`AloneSession::work`] has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worked {
    /// A job; there may be more.
    Job,
    /// Nothing: there is no work until more input comes.
    Nothing,
    /// Nothing: the input has ended and every request has its final answer.
    All,
}

/// The session, for a program that must return to its caller whenever there is nothing to do.
pub struct AloneSession<I> {
    pool: Arc<EnginePool>,
    session: Arc<ApiSession>,
    lines: Arc<Mutex<Lines<I>>>,
    engine: Engine,
}

impl<I> std::fmt::Debug for AloneSession<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AloneSession").field("session", &self.session).finish_non_exhaustive()
    }
}

impl<I: BufRead + Send + 'static> AloneSession<I> {
    /// A session that has read nothing yet. `limits` are reduced to one engine with one thread.
    pub fn new(
        limits: PoolLimits,
        trained: &Trained,
        input: I,
        mut output: impl Write + Send + 'static,
    ) -> Self {
        let limits = PoolLimits { engines: 1, threads: 1, spare_threads: 0, ..limits };
        let pool = Arc::new(EnginePool::without_threads(limits, trained));
        let sink = move |answer: &Answer| {
            let line = serde_json::to_string(answer).unwrap_or_default();
            // A client that has disconnected reads nothing more.
            let _ = writeln!(output, "{line}").and_then(|()| output.flush());
        };
        let session = Arc::new(ApiSession::new(pool.clone(), Files::default(), Box::new(sink)));
        let lines = Arc::new(Mutex::new(Lines { input, bytes: Vec::new(), is_over: false }));
        pool.set_look(look(&session, &lines));
        Self { pool, session, lines, engine: Engine::with_trained(trained.clone()) }
    }

    /// Reads what has come and runs the next job.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn work(&mut self) -> io::Result<Worked> {
        let is_over = {
            let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            lines.take(&self.session)?;
            lines.is_over
        };
        if is_over {
            self.session.stop_endless();
        }
        Ok(match (self.pool.work(&mut self.engine), is_over) {
            (true, _) => Worked::Job,
            (false, true) => Worked::All,
            (false, false) => Worked::Nothing,
        })
    }
}

/// Polls the input while a request runs.
fn look<I: BufRead + Send + 'static>(
    session: &Arc<ApiSession>,
    lines: &Arc<Mutex<Lines<I>>>,
) -> StopCheck {
    let (session, lines) = (Arc::downgrade(session), lines.clone());
    let asked = AtomicU32::new(0);
    let last = Mutex::new(Instant::now());
    Arc::new(move || {
        if !asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(ASKED) {
            return;
        }
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() < LOOK {
            return;
        }
        *last = Instant::now();
        if let (Some(session), Ok(mut lines)) = (session.upgrade(), lines.try_lock()) {
            // The error occurs again after the request, and is reported then.
            let _ = lines.take(&session);
            if lines.is_over {
                session.stop_endless();
            }
        }
    })
}

/// The lines of the input.
struct Lines<I> {
    input: I,
    /// The start of an incomplete line.
    bytes: Vec<u8>,
    is_over: bool,
}

impl<I: BufRead> Lines<I> {
    /// Passes the lines read so far to the session.
    fn take(&mut self, session: &ApiSession) -> io::Result<()> {
        while !self.is_over {
            match read_line(&mut self.input, &mut self.bytes) {
                Ok(Some(Ok(""))) => {}
                Ok(Some(Ok(line))) => session.handle(line),
                Ok(Some(Err(what))) => session.handle_unreadable(what),
                Ok(None) => self.is_over = true,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            }
            self.bytes.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::sync::mpsc;

    use serde_json::Value;

    use super::*;

    /// Slow input: `WouldBlock` comes before each piece.
    struct Slow {
        pieces: VecDeque<&'static [u8]>,
        refuses: bool,
    }

    impl io::Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.refuses = !self.refuses;
            if self.refuses {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let piece = self.pieces.pop_front().unwrap_or_default();
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    struct Sent(mpsc::Sender<Value>);

    impl Write for Sent {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
                let _ = self.0.send(serde_json::from_slice(line).unwrap());
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_search_is_stopped_by_what_it_reads_itself() {
        let analyze = br#"{"id":1,"request":"analyze","position":{"size":9,"moves":["e5"]},"limits":{"infinite":true}}"#;
        let pieces: VecDeque<&[u8]> = [
            &analyze[..40],
            &analyze[40..],
            b"\n{\"id\":2,\"request\":\"ping\"}\n",
            b"{\"id\":3,\"request\":\"judge\",\"position\":{\"size\":9,\"moves\":[]}}\n{\"id\":4,",
            b"\"request\":\"stop\",\"target\":1}\n",
        ]
        .into();
        let (sender, answers) = mpsc::channel();
        let limits = PoolLimits { memory_mb: 16, ..PoolLimits::default() };
        let input = io::BufReader::new(Slow { pieces, refuses: false });
        serve_alone(limits, &Trained::default(), input, Sent(sender)).unwrap();
        let finals: Vec<Value> = answers.iter().filter(|a| a["event"] != "depth").collect();
        let ids: Vec<_> = finals.iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
        assert_eq!(ids, [2, 4, 1, 3], "{finals:?}");
        assert_eq!(finals[2]["stopped"], true);
    }
}
