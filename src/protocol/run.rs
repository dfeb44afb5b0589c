//! The brain as a process: a reader thread, an engine thread, and this one, which waits for either to
//! end. The engine thread owns the session and the engine and does what the session asks for.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use super::guarded_engine::GuardedEngine;
use super::interrupt::{Interrupt, Work};
use super::progress::ProgressReporter;
use super::reader::{self, Ended, ReceivedLine};
use super::recorder::BrainRecorder;
use super::reply::Reply;
use super::session::{Request, SearchSetup, Session, SessionAction, SessionConfig};
use super::writer::ReplyWriter;
use crate::classic::Level;
use crate::engine::{Engine, Trained};
use crate::search::{Limits, NullListener};
use crate::util::clock::{Clock, SystemClock};

/// After `END` the process is gone by then, whatever the engine does.
const GRACE_AFTER_END: Duration = Duration::from_millis(50);
/// After the end of input the last answers still go out: somebody piped a file in.
const GRACE_AFTER_INPUT: Duration = Duration::from_millis(2_000);
/// Stack of the engine thread: the deepest recursion of a search with a wide margin.
const STACK_BYTES: usize = 16 << 20;

/// When a manager was silent for so long it has said what it had to say before the first move: by then the
/// tables for other settings would be made in vain.
const SILENCE: Duration = Duration::from_millis(10);

/// What the person who starts the brain may choose.
#[derive(Clone, Debug)]
pub struct BrainOptions {
    /// Time kept back from every limit for the way to the manager.
    pub reserve: Duration,
    /// How strong to play until INFO level says otherwise.
    pub level: Level,
    /// The file in which all games are kept, if any.
    pub record: Option<PathBuf>,
    /// What to play with.
    pub trained: Trained,
}

impl Default for BrainOptions {
    fn default() -> Self {
        Self {
            reserve: Limits::RESERVE,
            level: Level::Full,
            record: None,
            trained: Trained::default(),
        }
    }
}

/// Who ended.
enum ThreadExit {
    Reader(Ended),
    Engine,
}

/// Speaks the protocol on stdin and stdout until `END` or the end of input.
///
/// # Errors
/// If a thread cannot be started.
pub fn run(options: BrainOptions) -> io::Result<()> {
    // Managers read stderr as replies: the text of a panic goes to the log alone.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    speak(options, io::stdin(), ReplyWriter::stdout())
}

fn speak(
    options: BrainOptions,
    input: impl Read + Send + 'static,
    writer: ReplyWriter,
) -> io::Result<()> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let interrupt = Arc::new(Interrupt::new());
    let is_recording = options.record.is_some();
    let (lines, heard) = mpsc::channel();
    let (over, ended) = mpsc::channel();
    spawn("reader", over.clone(), {
        let (clock, interrupt) = (Arc::clone(&clock), Arc::clone(&interrupt));
        move || ThreadExit::Reader(reader::read(input, &*clock, &interrupt, &lines))
    })?;
    spawn("engine", over, move || {
        let mut engine_thread = EngineThread::new(options, clock, interrupt, writer);
        if let Err(error) = engine_thread.serve(&heard) {
            log::warn!("stdout: {error}");
        }
        // The process ends with this thread: the system takes the tables back faster than drop does.
        std::mem::forget(engine_thread);
        ThreadExit::Engine
    })?;
    if let Ok(ThreadExit::Reader(reason)) = ended.recv() {
        let grace = match reason {
            Ended::ByCommand if !is_recording => GRACE_AFTER_END,
            // The last game may have to wait for another program that keeps one.
            Ended::ByCommand | Ended::ByInput => GRACE_AFTER_INPUT,
        };
        if ended.recv_timeout(grace).is_err() {
            log::warn!("the engine did not return within {grace:?}");
        }
    }
    Ok(())
}

fn spawn(
    name: &str,
    over: Sender<ThreadExit>,
    work: impl FnOnce() -> ThreadExit + Send + 'static,
) -> io::Result<()> {
    let job = move || {
        // A fault in the dialogue itself ends the process: managers notice that, silence they do not.
        let result = catch_unwind(AssertUnwindSafe(work)).unwrap_or(ThreadExit::Engine);
        // Nobody waits any more if the process is already on its way out.
        let _ = over.send(result);
    };
    thread::Builder::new().name(name.to_owned()).stack_size(STACK_BYTES).spawn(job)?;
    Ok(())
}

/// The engine thread.
struct EngineThread {
    session: Session,
    engine: GuardedEngine,
    clock: Arc<dyn Clock>,
    interrupt: Arc<Interrupt>,
    writer: ReplyWriter,
    recorder: Option<BrainRecorder>,
    /// What the tables were last made for.
    prepared: Option<SearchSetup>,
}

impl EngineThread {
    fn new(
        options: BrainOptions,
        clock: Arc<dyn Clock>,
        interrupt: Arc<Interrupt>,
        writer: ReplyWriter,
    ) -> Self {
        let config = SessionConfig {
            min_memory: Engine::min_memory(),
            reserve: options.reserve,
            level: options.level,
            threads: thread::available_parallelism().map_or(1, usize::from),
            seed: rand::random(),
        };
        let recorder = options.record.as_deref().map(BrainRecorder::new);
        Self {
            session: Session::new(config),
            engine: GuardedEngine::new(options.trained),
            clock,
            interrupt,
            writer,
            recorder,
            prepared: None,
        }
    }

    /// Obeys line after line; then the last game is kept.
    fn serve(&mut self, heard: &Receiver<ReceivedLine>) -> io::Result<()> {
        let served = self.obey(heard);
        if let Some(recorder) = &mut self.recorder {
            recorder.finish();
        }
        served
    }

    fn obey(&mut self, heard: &Receiver<ReceivedLine>) -> io::Result<()> {
        while let Some(ReceivedLine { line, number, at }) = self.next(heard) {
            log::debug!("> {}", String::from_utf8_lossy(line.bytes()));
            let mut actions = VecDeque::from(self.session.hear(&line, at));
            while let Some(action) = actions.pop_front() {
                match action {
                    SessionAction::Say(reply) => self.say(&reply)?,
                    SessionAction::Think(request) => actions.extend(self.think(&request, number)?),
                    SessionAction::Ponder(request) => self.ponder(&request, number),
                    SessionAction::Forget => self.engine.forget(),
                    SessionAction::Quit => return Ok(()),
                }
            }
            if let Some(recorder) = &mut self.recorder {
                recorder.look(self.session.game());
            }
        }
        Ok(())
    }

    /// The next line. While there is none, the tables are made that the first move would wait for.
    fn next(&mut self, heard: &Receiver<ReceivedLine>) -> Option<ReceivedLine> {
        if let Some(search_setup) = self.session.search_setup()
            && self.prepared.as_ref() != Some(&search_setup)
        {
            match heard.recv_timeout(SILENCE) {
                Err(RecvTimeoutError::Timeout) => self.engine.prepare(&search_setup),
                received => return received.ok(),
            }
            self.prepared = Some(search_setup);
        }
        heard.recv().ok()
    }

    fn say(&self, reply: &Reply) -> io::Result<()> {
        say(&self.writer, &self.session, reply)
    }

    fn think(&mut self, request: &Request, number: u64) -> io::Result<Vec<SessionAction>> {
        let mut limits = request.limits.clone();
        let is_limited = limits.turn.is_some()
            || limits.left.is_some()
            || limits.depth.is_some()
            || limits.nodes.is_some();
        let work = if is_limited { Work::Limited } else { Work::Unlimited };
        let stop = self.interrupt.begin(work, number);
        limits.used = self.clock.now().saturating_sub(request.asked_at);
        let mut failed = None;
        let (writer, session) = (&self.writer, &self.session);
        let mut tell = |reply| {
            if let Err(error) = say(writer, session, &reply) {
                failed = Some(error);
            }
        };
        let mut reporter = ProgressReporter::new(request.progress, &*self.clock, &mut tell);
        let choice = self.engine.think(request, &limits, stop, &mut reporter);
        reporter.finish();
        self.interrupt.end();
        match failed {
            Some(error) => Err(error),
            None => Ok(self.session.finished(&choice, self.clock.now())),
        }
    }

    /// Fills the tables in the opponent's time. What comes out of it is not needed.
    fn ponder(&mut self, request: &Request, number: u64) {
        let stop = self.interrupt.begin(Work::Pondering, number);
        if !stop.is_set() {
            self.engine.think(request, &request.limits, stop, &mut NullListener);
        }
        self.interrupt.end();
    }
}

fn say(writer: &ReplyWriter, session: &Session, reply: &Reply) -> io::Result<()> {
    let line = reply.line(session.axes());
    log::debug!("< {line}");
    writer.line(&line)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Mutex;

    use super::super::line::Line;
    use super::*;
    use crate::types::{BoardSize, Rule};

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn dialogue(input: &'static str) -> Vec<String> {
        let out = Shared::default();
        let writer = ReplyWriter::new(Box::new(out.clone()));
        speak(BrainOptions::default(), input.as_bytes(), writer).unwrap();
        let bytes = out.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_end_of_input_lets_the_last_answer_out() {
        let said = dialogue("START 15\nINFO timeout_turn 5000\nBEGIN");
        assert_eq!(said.first().map(String::as_str), Some("OK"));
        let last = said.last().unwrap();
        assert!(last.split(',').all(|number| number.parse::<u8>().is_ok()), "{said:?}");
    }

    /// What a brain has prepared when these lines came, one at once after the other, and then silence.
    fn prepared_after(lines: &[&str]) -> Option<SearchSetup> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let writer = ReplyWriter::new(Box::new(Shared::default()));
        let mut engine_thread =
            EngineThread::new(BrainOptions::default(), clock, Arc::new(Interrupt::new()), writer);
        let (sender, heard) = mpsc::channel();
        for line in lines {
            let line = Line::new(line.as_bytes());
            sender.send(ReceivedLine { line, number: 1, at: Duration::ZERO }).unwrap();
        }
        thread::scope(|scope| {
            scope.spawn(move || {
                thread::sleep(SILENCE * 20);
                drop(sender);
            });
            engine_thread.serve(&heard).unwrap();
        });
        engine_thread.prepared
    }

    #[test]
    fn in_silence_the_tables_are_made_for_what_was_said_last() {
        assert_eq!(prepared_after(&["ABOUT", "INFO rule 4"]), None);
        let lines = ["INFO thread_num 1", "START 15", "INFO rule 4", "INFO max_memory 83886080"];
        let prepared = prepared_after(&lines).unwrap();
        assert_eq!((prepared.rule, prepared.size), (Rule::Renju, BoardSize::square(15).unwrap()));
        assert_eq!((prepared.options.threads, prepared.options.max_memory), (1, 83_886_080));
    }

    #[test]
    fn end_ends_it() {
        assert_eq!(dialogue("START 15\nEND\nABOUT\n"), ["OK"]);
    }
}
