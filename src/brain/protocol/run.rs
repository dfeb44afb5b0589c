//! The brain as a process: a reader thread, an engine thread, and the calling thread, which waits
//! for them. The engine thread owns the session and the engine and executes the session's
//! actions.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use super::database::{self, DatabaseRequest};
use super::ending::{self, ThreadReport};
use super::interrupt::{EngineWork, Interrupt};
use super::progress::ProgressReporter;
use super::queue::{self, LineReceiver, ReceivedLine};
use super::reader;
use super::recorder::BrainRecorder;
use super::scheduler::Share;
use super::session::{
    BookQuestion, BrainSession, OpeningRequest, SearchRequest, SearchSetup, SessionAction,
    SessionConfig,
};
use super::tools;
use super::writer::ReplyWriter;
use crate::guarded_engine::GuardedEngine;
use crate::wire::Reply;
use tengen_engine::engine::Level;
use tengen_engine::engine::{Engine, Trained};
use tengen_engine::rules::opening::OpeningChoice;
use tengen_engine::search::{Limits, NullListener, STACK_BYTES};
use tengen_engine::util::clock::{Clock, SystemClock};
use tengen_engine::util::pauses::Pauses;
use tengen_records::library::running::Wait;

/// A manager that is silent for this long has sent all its settings. What is prepared earlier may be
/// for settings that are about to change; but the tables of a rule, which cost the most, do not
/// depend on other settings, and are prepared as soon as no line is waiting.
const SILENCE: Duration = Duration::from_millis(10);
/// Before its first move the brain waits in steps of this length, to measure how late the system
/// wakes it.
const PROBE: Duration = Duration::from_millis(2);
/// At most this many steps.
const PROBES: u32 = 100;

/// The options of the brain's command line.
#[derive(Clone, Debug)]
pub struct BrainOptions {
    /// Subtracted from every time limit for communication overhead.
    pub reserve: Duration,
    /// How strong to play until `INFO level` says otherwise.
    pub level: Level,
    /// What the levels 1 to 9 overlook and prefer, and which of equal moves a book plays, until
    /// `INFO seed` says otherwise; another one in every process if `None`.
    pub seed: Option<u64>,
    /// Size of the transposition table in KiB until `INFO hash_size` says otherwise.
    pub hash_kib: Option<u64>,
    /// The file to which all games are saved, if any.
    pub record: Option<PathBuf>,
    /// The weights and parameters to play with.
    pub trained: Trained,
    /// The store or sealed book to play from until `INFO book` says otherwise, if any.
    pub book: Option<PathBuf>,
    /// Whether searches are written into that store.
    pub book_learning: bool,
    /// Notices for the user, such as a refused file: reported in `MESSAGE` lines before the first
    /// move, since managers take anything that a brain writes earlier for an answer.
    pub warnings: Vec<String>,
}

impl Default for BrainOptions {
    fn default() -> Self {
        Self {
            reserve: Limits::RESERVE,
            level: Level::Full,
            seed: None,
            hash_kib: None,
            record: None,
            trained: Trained::default(),
            book: None,
            book_learning: false,
            warnings: Vec::new(),
        }
    }
}

/// Speaks the protocol on stdin and stdout until `END` or the end of input.
///
/// # Errors
/// If a thread cannot be started, or answers could not be sent.
pub(crate) fn run(options: BrainOptions) -> io::Result<()> {
    // Managers read stderr as replies: the text of a panic goes to the log only.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    speak(options, io::stdin(), ReplyWriter::stdout(), ending::LIMIT)
}

fn speak(
    options: BrainOptions,
    input: impl Read + Send + 'static,
    writer: ReplyWriter,
    limit: Duration,
) -> io::Result<()> {
    let late_start = Share::of_thread().late_start();
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::begun_before(late_start));
    let interrupt = Arc::new(Interrupt::new());
    let watch = writer.watch();
    let (lines, received) = queue::queue(queue::MOST_BYTES, watch.clone());
    let (events, reported) = mpsc::channel();
    spawn("reader", events.clone(), {
        let (clock, interrupt) = (Arc::clone(&clock), Arc::clone(&interrupt));
        move || {
            let take = |kind, line| lines.send(kind, line);
            ThreadReport::InputOver(reader::read(input, &*clock, late_start, &interrupt, take))
        }
    })?;
    spawn("engine", events.clone(), move || {
        let mut engine_thread = EngineThread::new(options, clock, interrupt, writer);
        let answered = engine_thread.obey(&received, || {
            let _ = events.send(ThreadReport::Executed);
        });
        // The receiver is gone if the process is already exiting.
        let _ = events.send(ThreadReport::Answered);
        engine_thread.save();
        // The process exits with this thread: the system frees the tables faster than dropping them
        // does.
        std::mem::forget(engine_thread);
        ThreadReport::EngineOver(answered)
    })?;
    ending::wait(&reported, limit, &watch)
}

fn spawn(
    name: &'static str,
    events: Sender<ThreadReport>,
    work: impl FnOnce() -> ThreadReport + Send + 'static,
) -> io::Result<()> {
    let job = move || {
        // A panic in the dialogue itself ends the process: a manager notices an exit, but not
        // silence.
        let event = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
            ThreadReport::EngineOver(Err(io::Error::other(format!("the {name} thread failed"))))
        });
        // The receiver is gone if the process is already exiting.
        let _ = events.send(event);
    };
    thread::Builder::new().name(name.to_owned()).stack_size(STACK_BYTES).spawn(job)?;
    Ok(())
}

struct EngineThread {
    session: BrainSession,
    engine: GuardedEngine,
    clock: Arc<dyn Clock>,
    interrupt: Arc<Interrupt>,
    writer: ReplyWriter,
    recorder: Option<BrainRecorder>,
    /// The setup that the tables were last prepared for.
    prepared: Option<SearchSetup>,
    /// How late the system woke this thread.
    delays: Pauses,
    /// Steps of waiting that are left, see [`PROBE`].
    probes: u32,
    /// Whether there was a search: it sees how long the system makes it pause.
    has_searched: bool,
    /// A line that was received but not executed yet.
    ahead: Option<ReceivedLine>,
    /// Not reported yet.
    warnings: Vec<String>,
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
            hash_kib: options.hash_kib,
            threads: thread::available_parallelism().map_or(1, usize::from),
            seed: options.seed.unwrap_or_else(rand::random),
        };
        let recorder = options.record.as_deref().map(BrainRecorder::new);
        let mut session = BrainSession::new(config);
        session.use_book(options.book, options.book_learning);
        let mut engine = GuardedEngine::new(options.trained);
        if let Some(seed) = options.seed {
            engine.set_seed(seed);
        }
        Self {
            session,
            engine,
            clock,
            interrupt,
            writer,
            recorder,
            prepared: None,
            delays: Pauses::default(),
            probes: PROBES,
            has_searched: false,
            ahead: None,
            warnings: options.warnings,
        }
    }

    /// Writes what has changed on the board, if games are saved.
    fn record(&mut self, wait: Wait) {
        if let Some(recorder) = &mut self.recorder {
            recorder.observe(self.session.game(), wait);
        }
    }

    /// Saves the last game.
    fn save(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.finish();
        }
    }

    /// Executes line after line; calls `executed` after each.
    fn obey(&mut self, received: &LineReceiver, executed: impl Fn()) -> io::Result<()> {
        while let Some(ReceivedLine { parsed, number, at }) = self.next(received) {
            log::debug!("> {}", parsed.line.text());
            let mut actions = VecDeque::from(self.session.receive(parsed, at));
            self.record(Wait::No);
            let mut wait = Wait::ForFile;
            while let Some(action) = actions.pop_front() {
                match action {
                    SessionAction::Say(reply) => {
                        if reply == Reply::Ok {
                            self.prepare_for_a_patient(received);
                        }
                        self.say(&reply)?;
                    }
                    SessionAction::Think(request) => actions.extend(self.think(&request, number)?),
                    SessionAction::Consult(question) => {
                        let answer = {
                            let BookQuestion { position, options, seed } = &*question;
                            self.engine.swap2_from_book(options, position, *seed)
                        };
                        actions.extend(self.session.consulted(answer, self.clock.now()));
                    }
                    SessionAction::Advise(request) => {
                        let choices = self.advise(&request, number)?;
                        actions.extend(self.session.advised(&choices, self.clock.now()));
                    }
                    SessionAction::Ponder(request) => {
                        self.engine.learn();
                        self.record(wait);
                        self.ponder(&request, number);
                        // The next line has come: its clock is running.
                        wait = Wait::No;
                    }
                    SessionAction::Tool(request) => {
                        let replies = tools::obey(&request, &mut self.engine);
                        replies.iter().try_for_each(|reply| self.say(reply))?;
                    }
                    SessionAction::Resigned(winner) => {
                        if let Some(recorder) = &mut self.recorder {
                            recorder.resigned(winner);
                        }
                    }
                    SessionAction::Forget => self.engine.forget(),
                    SessionAction::Seed(seed) => self.engine.set_seed(seed),
                    SessionAction::Database(request) => self.ask_database(&request)?,
                    SessionAction::Quit => return Ok(()),
                }
            }
            // After the reply: its time is not the move's.
            self.engine.learn();
            self.record(wait);
            executed();
        }
        Ok(())
    }

    /// The next line. While none is waiting, prepares the tables that the first move would wait for.
    fn next(&mut self, received: &LineReceiver) -> Option<ReceivedLine> {
        let mut silence = Duration::ZERO;
        loop {
            // A line that was waiting says nothing about how late the system wakes this thread.
            if let Some(line) = self.ahead.take().or_else(|| received.try_recv()) {
                return Some(line);
            }
            let is_prepared = self.unprepared().is_none();
            if !is_prepared && (silence >= SILENCE || self.is_under_a_new_rule()) {
                self.prepare();
            } else if self.probes == 0 && is_prepared {
                return self.wake(received.recv());
            } else {
                self.probes = self.probes.saturating_sub(1);
                let from = self.clock.now();
                match received.recv_timeout(PROBE) {
                    Err(RecvTimeoutError::Timeout) => silence += PROBE,
                    next => return self.wake(next.ok()),
                }
                self.delays.saw(self.clock.now().saturating_sub(from + PROBE));
            }
        }
    }

    /// Measures, at a line that woke this thread, how late it was woken.
    fn wake(&mut self, line: Option<ReceivedLine>) -> Option<ReceivedLine> {
        let read_at = line.as_ref().map(|line| line.at);
        self.delays.saw(read_at.map_or(Duration::ZERO, |at| self.clock.now().saturating_sub(at)));
        line
    }

    /// The setup of the next search, if its tables are not prepared.
    fn unprepared(&self) -> Option<SearchSetup> {
        self.session.search_setup().filter(|setup| self.prepared.as_ref() != Some(setup))
    }

    /// Whether the next search is under another rule than the tables are prepared for.
    fn is_under_a_new_rule(&self) -> bool {
        let rule_of = |setup: Option<&SearchSetup>| setup.map(|setup| setup.rule);
        rule_of(self.unprepared().as_ref()) != rule_of(self.prepared.as_ref())
    }

    /// Prepares the tables before `OK`, unless the manager does not wait for `OK`: it may be about
    /// to change the settings, and its clock is running.
    fn prepare_for_a_patient(&mut self, received: &LineReceiver) {
        self.ahead = received.try_recv();
        if self.ahead.is_none() {
            self.prepare();
        }
    }

    fn prepare(&mut self) {
        if let Some(search_setup) = self.unprepared() {
            let SearchSetup { rule, size, options } = &search_setup;
            self.engine.prepare(options, *rule, *size);
            self.prepared = Some(search_setup);
        }
    }

    fn say(&self, reply: &Reply) -> io::Result<()> {
        say(&self.writer, reply)
    }

    /// Reports what does not work as asked, once.
    fn warn(&mut self) -> io::Result<()> {
        self.warnings.extend(self.engine.take_book_failure().map(|why| format!("book: {why}")));
        let warnings = std::mem::take(&mut self.warnings);
        warnings.into_iter().try_for_each(|warning| self.say(&Reply::Message(warning)))
    }

    fn ask_database(&mut self, request: &DatabaseRequest) -> io::Result<()> {
        let answer = database::obey(request);
        if let Some(book) = answer.book {
            self.session.use_database(book);
            self.engine.retry_book();
        }
        answer.replies.iter().try_for_each(|reply| self.say(reply))
    }

    fn think(&mut self, request: &SearchRequest, number: u64) -> io::Result<Vec<SessionAction>> {
        self.warn()?;
        let limits = self.begin_search(&request.limits, request.asked_at);
        let is_limited = limits.turn.is_some()
            || limits.left.is_some()
            || limits.depth.is_some()
            || limits.nodes.is_some();
        let work = if is_limited { EngineWork::Limited } else { EngineWork::Unlimited };
        let stop = self.interrupt.begin(work, number);
        if self.session.waiting_urgency() >= work.ended_by() {
            stop.set();
        }
        let mut failed = None;
        let writer = &self.writer;
        let mut report = |reply| {
            if let Err(error) = say(writer, &reply) {
                failed = Some(error);
            }
        };
        let mut reporter = ProgressReporter::new(request.progress, &*self.clock, &mut report);
        let SearchRequest { position, options, .. } = request;
        let choice = self.engine.think(options, position, &limits, stop, &mut reporter);
        reporter.finish(&choice);
        self.interrupt.end();
        self.warn()?;
        match failed {
            Some(error) => Err(error),
            None => Ok(self.session.finished(&choice, self.clock.now())),
        }
    }

    /// The limits of a search that was asked for then and begins now.
    fn begin_search(&mut self, limits: &Limits, asked_at: Duration) -> Limits {
        let used = self.clock.now().saturating_sub(asked_at);
        let mut limits = Limits { used, delay: self.delays.longest(), ..limits.clone() };
        if !std::mem::replace(&mut self.has_searched, true) {
            // Little was seen of the system yet.
            limits.delay = limits.delay.max(Share::of_process().pause());
        }
        self.delays.fade();
        self.probes = 0;
        limits
    }

    /// Chooses in an opening: always a limited search.
    fn advise(&mut self, request: &OpeningRequest, number: u64) -> io::Result<Vec<OpeningChoice>> {
        self.warn()?;
        let limits = self.begin_search(&request.limits, request.asked_at);
        let stop = self.interrupt.begin(EngineWork::Limited, number);
        if self.session.waiting_urgency() >= EngineWork::Limited.ended_by() {
            stop.set();
        }
        let OpeningRequest { opening, is_single, options, seed, .. } = request;
        let choices =
            self.engine.choose_opening(options, opening, *is_single, &limits, stop, *seed);
        self.interrupt.end();
        self.warn()?;
        Ok(choices)
    }

    /// Searches on the opponent's time to fill the tables; the result is dropped.
    fn ponder(&mut self, request: &SearchRequest, number: u64) {
        let stop = self.interrupt.begin(EngineWork::Pondering, number);
        if !stop.is_set() {
            let SearchRequest { position, options, limits, .. } = request;
            self.engine.think(options, position, limits, stop, &mut NullListener);
        }
        self.interrupt.end();
    }
}

fn say(writer: &ReplyWriter, reply: &Reply) -> io::Result<()> {
    let line = reply.to_string();
    log::debug!("< {line}");
    writer.line(&line)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::queue::{LineKind, LineSender};
    use super::*;
    use crate::protocol::writer::WriteWatch;
    use crate::wire::{ParsedLine, WireLine};
    use tengen_engine::types::{BoardSize, Rule};
    use tengen_engine::util::clock::FakeClock;

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

    fn received_line(parsed: ParsedLine) -> ReceivedLine {
        ReceivedLine { parsed, number: 1, at: Duration::ZERO }
    }

    fn dialogue(input: &'static str) -> Vec<String> {
        let out = Shared::default();
        let writer = ReplyWriter::new(Box::new(out.clone()));
        speak(BrainOptions::default(), input.as_bytes(), writer, ending::LIMIT).unwrap();
        let bytes = out.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_last_answer_is_sent_after_the_end_of_input() {
        let said = dialogue("START 15\nINFO timeout_turn 5000\nBEGIN");
        assert_eq!(said.first().map(String::as_str), Some("OK"));
        let last = said.last().unwrap();
        assert!(last.split(',').all(|number| number.parse::<u8>().is_ok()), "{said:?}");
    }

    /// A clock that ends the input once it has been read often enough: twice per step of waiting.
    struct EndingClock {
        readings: AtomicU32,
        input: Mutex<Option<LineSender>>,
    }

    impl Clock for EndingClock {
        fn now(&self) -> Duration {
            if self.readings.fetch_add(1, Ordering::Relaxed) == PROBES {
                self.input.lock().unwrap().take();
            }
            Duration::ZERO
        }
    }

    /// What the engine thread has prepared after these lines, sent without a pause and followed by
    /// silence.
    fn prepared_after(lines: &[&str]) -> Option<SearchSetup> {
        let (sender, received) = queue::queue(queue::MOST_BYTES, WriteWatch::default());
        for line in lines {
            let parsed = ParsedLine::new(WireLine::new(line.as_bytes()));
            assert!(sender.send(LineKind::Command, received_line(parsed)));
        }
        let input = Mutex::new(Some(sender));
        let clock: Arc<dyn Clock> = Arc::new(EndingClock { readings: AtomicU32::new(0), input });
        let writer = ReplyWriter::new(Box::new(Shared::default()));
        let mut engine_thread =
            EngineThread::new(BrainOptions::default(), clock, Arc::new(Interrupt::new()), writer);
        engine_thread.obey(&received, || ()).unwrap();
        engine_thread.prepared
    }

    #[test]
    fn silence_prepares_the_tables_for_the_last_settings() {
        assert_eq!(prepared_after(&["ABOUT", "INFO rule 4"]), None);
        let lines = ["INFO thread_num 1", "START 15", "INFO rule 4", "INFO max_memory 83886080"];
        let prepared = prepared_after(&lines).unwrap();
        assert_eq!((prepared.rule, prepared.size), (Rule::Renju, BoardSize::square(15).unwrap()));
        assert_eq!((prepared.options.threads, prepared.options.max_memory), (1, 83_886_080));
    }

    #[test]
    fn a_late_wake_is_learned_and_a_usual_one_is_not() {
        let clock = Arc::new(FakeClock::new());
        let mut engine_thread = EngineThread::new(
            BrainOptions::default(),
            Arc::clone(&clock) as Arc<dyn Clock>,
            Arc::new(Interrupt::new()),
            ReplyWriter::new(Box::new(Shared::default())),
        );
        let mut woken_after = |ms| {
            let (parsed, at) = (ParsedLine::new(WireLine::new(b"ABOUT")), clock.now());
            clock.advance(Duration::from_millis(ms));
            engine_thread.wake(Some(ReceivedLine { parsed, number: 1, at }));
            engine_thread.delays.longest().as_millis()
        };
        assert_eq!([1, 25, 2].map(&mut woken_after), [0, 25, 25]);
    }

    #[test]
    fn the_tables_are_prepared_before_ok_if_the_manager_waits_for_it() {
        let prepared = |lines: &[&[u8]]| {
            let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
            let writer = ReplyWriter::new(Box::new(Shared::default()));
            let interrupt = Arc::new(Interrupt::new());
            let mut engine_thread =
                EngineThread::new(BrainOptions::default(), clock, interrupt, writer);
            let (sender, received) = queue::queue(queue::MOST_BYTES, WriteWatch::default());
            for line in lines {
                let parsed = ParsedLine::new(WireLine::new(line));
                assert!(sender.send(LineKind::Command, received_line(parsed)));
            }
            drop(sender);
            engine_thread.obey(&received, || ()).unwrap();
            engine_thread.prepared.map(|setup| setup.rule)
        };
        assert_eq!(prepared(&[b"START 15"]), Some(Rule::Freestyle));
        assert_eq!(prepared(&[b"START 15", b"INFO rule 4", b"END"]), None);
        // Without a silence, too.
        assert_eq!(prepared(&[b"START 15", b"INFO rule 4"]), Some(Rule::Renju));
    }

    #[test]
    fn another_writer_of_the_games_delays_no_answer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let lock = std::fs::File::create(folder.path().join("games.csv.lock")).unwrap();
        assert!(tengen_util::file_lock::try_lock(&lock));
        let options = BrainOptions { record: Some(path.clone()), ..BrainOptions::default() };
        let out = Shared::default();
        let (sender, received) = queue::queue(queue::MOST_BYTES, WriteWatch::default());
        for line in ["START 15", "INFO timeout_turn 100", "TURN 7,7", "RESTART", "TURN 0,0"] {
            let parsed = ParsedLine::new(WireLine::new(line.as_bytes()));
            assert!(sender.send(LineKind::Command, received_line(parsed)));
        }
        drop(sender);
        let mut engine_thread = EngineThread::new(
            options,
            Arc::new(SystemClock::new()),
            Arc::new(Interrupt::new()),
            ReplyWriter::new(Box::new(out.clone())),
        );
        engine_thread.obey(&received, || ()).unwrap();
        let said = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
        assert_eq!(said.lines().filter(|line| !line.starts_with("MESSAGE")).count(), 4, "{said}");
        assert!(!path.exists());
        drop(lock);
        engine_thread.save();
        let games = tengen_records::library::store::read(&path).unwrap().games;
        assert_eq!(games.iter().map(|game| game.game.length()).collect::<Vec<_>>(), [2, 2]);
    }

    #[test]
    fn end_ends_the_process() {
        assert_eq!(dialogue("START 15\nEND\nABOUT\n"), ["OK"]);
    }

    /// A manager that takes this long to take a line: the engine thread is as slow.
    struct Slow(Shared, Duration);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            thread::sleep(self.1);
            self.0.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn commands_before_end_are_answered_however_slowly() {
        let said = Shared::default();
        let slow = Slow(said.clone(), Duration::from_millis(150));
        let input: &[u8] = b"START 15\nINFO rule 8\nBEGIN\nRESTART\nABOUT\nEND\n";
        speak(BrainOptions::default(), input, ReplyWriter::new(Box::new(slow)), ending::LIMIT)
            .unwrap();
        let lines = String::from_utf8(said.0.lock().unwrap().clone()).unwrap();
        let answers = lines.lines().filter(|line| !line.starts_with("MESSAGE"));
        assert_eq!(answers.count(), 4, "{lines}");
    }

    #[test]
    fn answers_that_are_missing_are_an_error() {
        let slow = Slow(Shared::default(), Duration::from_secs(2));
        let writer = ReplyWriter::new(Box::new(slow));
        let limit = Duration::from_millis(50);
        let input: &[u8] = b"START 15\nEND\n";
        let error = speak(BrainOptions::default(), input, writer, limit).unwrap_err();
        assert!(error.to_string().starts_with("answers are missing"), "{error}");
    }

    #[test]
    fn a_manager_that_takes_no_answers_is_an_error() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let writer = ReplyWriter::new(Box::new(Full));
        let input: &[u8] = b"START 15\nEND\n";
        let ended = speak(BrainOptions::default(), input, writer, ending::LIMIT);
        assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
