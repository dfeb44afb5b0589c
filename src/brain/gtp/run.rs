//! The dialogue as a process: a reader thread and an engine thread, for which the calling thread
//! waits. Commands are obeyed in their order; the next line ends an analysis, and nothing else does.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::analysis::Analyst;
use super::error::GtpError;
use super::line::{self, GtpLine};
use super::load;
use super::session::{GtpAction, GtpConfig, GtpPurpose, GtpSearch, GtpSession, Loading};
use crate::guarded_engine::GuardedEngine;
use crate::protocol::interrupt::{EngineWork, Interrupt, Urgency};
use crate::protocol::writer::ReplyWriter;
use crate::wire::line::{WireLine, read_all_lines};
use tengen_engine::engine::{Choice, Level, Options, Trained};
use tengen_engine::search::{Limits, NullListener, STACK_BYTES};
use tengen_engine::types::{BoardSize, Rule};

/// Lines that may wait for their turn; then the controller waits.
const QUEUE: usize = 1024;
/// The comment by which GoGui ends the running command.
const INTERRUPT: &str = "# interrupt";

/// What the command line sets.
#[derive(Clone, Debug)]
pub struct GtpOptions {
    pub rule: Rule,
    /// The board until the controller sets another one, at most 25×25.
    pub size: BoardSize,
    /// What the engine may use.
    pub engine: Options,
    /// The limits of every move.
    pub limits: Limits,
    /// The time of a move without any limit.
    pub turn: Duration,
    /// How many moves an analysis finds.
    pub lines: usize,
    /// The weights and parameters to play with.
    pub trained: Trained,
    /// What the levels 1 to 9 overlook and prefer, and which of equal moves a book plays.
    pub seed: Option<u64>,
}

/// Speaks the protocol on stdin and stdout until `quit` or the end of the input.
///
/// # Errors
/// If a thread cannot be started, or an answer cannot be written.
pub fn run(options: GtpOptions) -> io::Result<()> {
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    speak(options, io::stdin(), ReplyWriter::stdout())
}

pub(super) fn speak(
    options: GtpOptions,
    input: impl Read + Send + 'static,
    writer: ReplyWriter,
) -> io::Result<()> {
    let interrupt = Arc::new(Interrupt::new());
    let (sender, lines) = mpsc::sync_channel(QUEUE);
    thread::Builder::new().name("reader".to_owned()).spawn({
        let interrupt = Arc::clone(&interrupt);
        move || read(input, &interrupt, &sender)
    })?;
    let engine = thread::Builder::new().name("engine".to_owned()).stack_size(STACK_BYTES);
    let engine = engine.spawn(move || {
        let mut dialogue = Dialogue::new(options, interrupt, writer);
        let ended = dialogue.obey(&lines);
        // The process exits with this thread: the system frees the tables faster than dropping them
        // does.
        std::mem::forget(dialogue);
        ended
    })?;
    engine.join().unwrap_or_else(|_| Err(io::Error::other("the engine thread failed")))
}

/// A line on its way to the engine thread.
struct Received {
    line: WireLine,
    number: u64,
    at: Instant,
}

/// Reads to the end of the input.
fn read(input: impl Read, interrupt: &Interrupt, lines: &SyncSender<Received>) {
    let mut number = 0;
    read_all_lines(input, |mut line| {
        if number == 0 {
            line.strip_byte_order_mark();
        }
        number += 1;
        let is_interrupt = line.text().trim() == INTERRUPT;
        let urgency = if is_interrupt { Urgency::Now } else { Urgency::Waiting };
        interrupt.raise(urgency, number);
        lines.send(Received { line, number, at: Instant::now() }).is_ok()
    });
    interrupt.raise(Urgency::Waiting, u64::MAX);
}

/// The engine thread.
struct Dialogue {
    session: GtpSession,
    engine: GuardedEngine,
    options: Options,
    interrupt: Arc<Interrupt>,
    writer: ReplyWriter,
    /// A line that was received but not obeyed yet.
    ahead: Option<Received>,
}

impl Dialogue {
    fn new(options: GtpOptions, interrupt: Arc<Interrupt>, writer: ReplyWriter) -> Self {
        let GtpOptions { rule, size, engine, limits, turn, lines, trained, seed } = options;
        let session = GtpSession::new(GtpConfig { rule, size, limits, turn, lines });
        let mut guarded = GuardedEngine::new(trained);
        if let Some(seed) = seed {
            guarded.set_seed(seed);
        }
        Self { session, engine: guarded, options: engine, interrupt, writer, ahead: None }
    }

    /// Obeys line after line.
    fn obey(&mut self, lines: &Receiver<Received>) -> io::Result<()> {
        while let Some(received) = self.ahead.take().or_else(|| lines.recv().ok()) {
            let text = received.line.text();
            log::debug!("> {text}");
            let Some(command) = GtpLine::parse(&text) else { continue };
            if received.line.is_cut() {
                let (length, most) = (received.line.length(), crate::wire::MAX_LINE_BYTES);
                self.answer(command.id, &Err(GtpError::Long { length, most }))?;
                continue;
            }
            match self.session.obey(&command) {
                GtpAction::Say(result) => self.answer(command.id, &result)?,
                GtpAction::NewGame => self.new_game(command.id)?,
                GtpAction::Load(Loading { path, moves }) => {
                    let (rule, size) = self.session.board();
                    match self.session.load(load::line_of(&path, rule, size), moves) {
                        Ok(()) => self.new_game(command.id)?,
                        Err(error) => self.answer(command.id, &Err(error))?,
                    }
                }
                GtpAction::Think(request) if request.purpose == GtpPurpose::Analysis => {
                    self.say(&line::head(command.id, true))?;
                    self.search(&request, &received)?;
                    self.end_with_the_next(lines)?;
                }
                GtpAction::Think(request) => self.genmove(&request, command.id, &received)?,
                GtpAction::Idle => {
                    self.say(&line::head(command.id, true))?;
                    self.end_with_the_next(lines)?;
                }
                GtpAction::Quit => return self.answer(command.id, &Ok(String::new())),
            }
        }
        Ok(())
    }

    /// Forgets what was found in the game before.
    fn new_game(&mut self, id: Option<u32>) -> io::Result<()> {
        self.engine.forget();
        let (rule, size) = self.session.board();
        self.engine.prepare(&self.options, rule, size);
        self.answer(id, &Ok(String::new()))
    }

    /// Ends the answer to an analysis when the next line comes.
    fn end_with_the_next(&mut self, lines: &Receiver<Received>) -> io::Result<()> {
        self.ahead = lines.recv().ok();
        self.say("")
    }

    fn genmove(
        &mut self,
        request: &GtpSearch,
        id: Option<u32>,
        received: &Received,
    ) -> io::Result<()> {
        if request.report.is_some() {
            self.say(&line::head(id, true))?;
        }
        let choice = self.search(request, received)?;
        let chosen = self.session.chosen(request, &choice, received.at.elapsed());
        match request.report {
            Some(_) => self.say(&format!("play {chosen}\n"))?,
            None => self.answer(id, &Ok(chosen))?,
        }
        self.engine.learn();
        Ok(())
    }

    /// Searches for a request, and writes what it asks for meanwhile.
    fn search(&mut self, request: &GtpSearch, received: &Received) -> io::Result<Choice> {
        let GtpSearch { position, purpose, report, .. } = request;
        let work = match purpose {
            GtpPurpose::Analysis => EngineWork::Unlimited,
            GtpPurpose::Genmove | GtpPurpose::RegGenmove => EngineWork::Limited,
        };
        let level = match purpose {
            GtpPurpose::Analysis => Level::Full,
            GtpPurpose::Genmove | GtpPurpose::RegGenmove => self.options.level,
        };
        let options = Options { level, ..self.options.clone() };
        let chances = match report {
            Some(_) => self.engine.move_chances(&options, position),
            None => Vec::new(),
        };
        let limits = Limits { used: received.at.elapsed(), ..request.limits.clone() };
        let stop = self.interrupt.begin(work, received.number);
        let engine = &mut self.engine;
        let found = match report {
            None => Ok(engine.think(&options, position, &limits, stop, &mut NullListener)),
            Some(report) => {
                let ticker = Ticker::default();
                written_meanwhile(&ticker, report.interval, &self.writer, || {
                    let mut show = |text| ticker.show(text);
                    let mut analyst = Analyst::new(*report, position.size(), chances, &mut show);
                    let choice = engine.think(&options, position, &limits, stop, &mut analyst);
                    analyst.finish(&choice);
                    choice
                })
            }
        };
        self.interrupt.end();
        if let Some(why) = self.engine.take_book_failure() {
            log::error!("book: {why}");
        }
        found
    }

    fn answer(&self, id: Option<u32>, result: &Result<String, GtpError>) -> io::Result<()> {
        let shown = match result {
            Ok(text) => Ok(text.as_str()),
            Err(error) => Err(error as &dyn std::fmt::Display),
        };
        self.say(&line::answer(id, shown))
    }

    fn say(&self, text: &str) -> io::Result<()> {
        log::debug!("< {text}");
        self.writer.line(text)
    }
}

/// The newest text of a search, which another thread writes from time to time.
#[derive(Default)]
struct Ticker {
    shown: Mutex<ShownAnalysis>,
    changed: Condvar,
}

#[derive(Default)]
struct ShownAnalysis {
    text: Option<String>,
    is_over: bool,
}

impl Ticker {
    fn show(&self, text: String) {
        self.lock().text = Some(text);
    }

    fn finish(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    /// Writes the newest text after every interval if it is new, and at the end.
    fn write(&self, interval: Duration, writer: &ReplyWriter) -> io::Result<()> {
        let mut is_over = false;
        while !is_over {
            let waited =
                self.changed.wait_timeout_while(self.lock(), interval, |shown| !shown.is_over);
            let (mut shown, _) = waited.unwrap_or_else(PoisonError::into_inner);
            is_over = shown.is_over;
            let text = shown.text.take();
            drop(shown);
            if let Some(text) = text {
                writer.line(&text)?;
            }
        }
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, ShownAnalysis> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Searches while another thread writes.
///
/// # Errors
/// If a text cannot be written.
fn written_meanwhile<T>(
    ticker: &Ticker,
    interval: Duration,
    writer: &ReplyWriter,
    search: impl FnOnce() -> T,
) -> io::Result<T> {
    thread::scope(|scope| {
        let writing = scope.spawn(|| ticker.write(interval, writer));
        let found = search();
        ticker.finish();
        let written = writing.join();
        written.unwrap_or_else(|_| Err(io::Error::other("the writing thread failed")))?;
        Ok(found)
    })
}
