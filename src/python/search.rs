//! A running search: what it reports depth by depth, and its result.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::errors::{EngineError, failure};
use crate::point::Move;
use crate::task::wait;
use tengen_engine::engine::Choice;
use tengen_engine::search::{DepthLines, Event, Iteration, Listener, StopFlag};
use tengen_engine::types::{BoardSize, Score};

/// How long one look for a report waits.
const LOOK: Duration = Duration::from_millis(50);

/// A message of the searching thread.
pub(crate) enum Message {
    /// The lines of a depth.
    Depth(Vec<Iteration>, bool),
    /// The end. Nothing was found if the search was stopped before it began.
    Done(Result<Option<FoundMove>, String>),
}

/// What a search found.
#[derive(Clone)]
pub(crate) struct FoundMove {
    pub(crate) choice: Choice,
    pub(crate) time: Duration,
    pub(crate) stopped: bool,
    pub(crate) proved: bool,
}

/// A line of play: a dict in Python.
#[derive(IntoPyObject)]
pub(crate) struct FoundLine {
    pv: Vec<Move>,
    value: i32,
    win_chance: f64,
    mate: Option<i32>,
    proved: bool,
}

/// The lines of a depth: a dict in Python.
#[derive(IntoPyObject)]
pub(crate) struct FoundDepth {
    depth: u32,
    selective_depth: u32,
    nodes: u64,
    time: f64,
    lines: Vec<FoundLine>,
}

/// The result: a dict in Python.
#[derive(IntoPyObject)]
pub(crate) struct Done {
    r#move: Option<Move>,
    pv: Vec<Move>,
    value: i32,
    win_chance: f64,
    mate: Option<i32>,
    depth: u32,
    nodes: u64,
    time: f64,
    stopped: bool,
    proved: bool,
}

/// A search that runs on a thread of its own. It stops when it is dropped.
#[pyclass(name = "Search", frozen, module = "tengen")]
pub(crate) struct PySearch {
    size: BoardSize,
    stop: StopFlag,
    receiver: Mutex<Receiver<Message>>,
    done: Mutex<Option<Result<Option<FoundMove>, String>>>,
}

impl Drop for PySearch {
    fn drop(&mut self) {
        self.stop.set();
    }
}

impl PySearch {
    pub(crate) fn new(size: BoardSize, stop: StopFlag, receiver: Receiver<Message>) -> Self {
        Self { size, stop, receiver: Mutex::new(receiver), done: Mutex::default() }
    }

    /// The next report, while the search runs.
    fn report(&self, py: Python<'_>) -> PyResult<Option<(Vec<Iteration>, bool)>> {
        wait(py, &self.stop, || {
            let receiver = free(self.receiver.lock());
            if free(self.done.lock()).is_some() {
                return Some(None);
            }
            let done = match receiver.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Timeout) => return None,
                Ok(Message::Depth(lines, proved)) => return Some(Some((lines, proved))),
                Ok(Message::Done(done)) => done,
                Err(RecvTimeoutError::Disconnected) => Err(failure("its thread ended")),
            };
            *free(self.done.lock()) = Some(done);
            Some(None)
        })
    }

    fn line(&self, found: &Iteration, proved: bool) -> FoundLine {
        FoundLine {
            pv: Move::all(found.pv.iter().copied(), self.size),
            value: found.score.0,
            win_chance: found.score.win_rate(),
            mate: found.score.mate_plies(),
            proved: proved && found.pv_index == 0,
        }
    }
}

#[pymethods]
impl PySearch {
    /// The lines of the next finished depth; `None` at the end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<FoundDepth>> {
        let Some((lines, proved)) = self.report(py)? else {
            // A search that failed has not merely found nothing.
            let done = free(self.done.lock()).clone();
            return done.transpose().map(|_| None).map_err(EngineError::new_err);
        };
        let last = lines.last();
        Ok(Some(FoundDepth {
            depth: last.map_or(0, |last| last.depth),
            selective_depth: last.map_or(0, |last| last.selective_depth),
            nodes: last.map_or(0, |last| last.nodes),
            time: last.map_or(0.0, |last| last.elapsed.as_secs_f64()),
            lines: lines.iter().map(|line| self.line(line, proved)).collect(),
        }))
    }

    /// Waits for the end, and returns the result.
    fn wait(&self, py: Python<'_>) -> PyResult<Done> {
        while self.report(py)?.is_some() {}
        let done = free(self.done.lock()).clone();
        let found = done.unwrap_or_else(|| Err(failure("no result")));
        let found = found.and_then(|found| found.ok_or_else(|| NOT_BEGUN.to_owned()));
        let FoundMove { choice, time, stopped, proved } = found.map_err(EngineError::new_err)?;
        let Score(value) = choice.score;
        Ok(Done {
            r#move: choice.best().map(|at| Move::new(at, self.size)),
            pv: Move::all(choice.pv.iter().copied(), self.size),
            value,
            win_chance: choice.score.win_rate(),
            mate: choice.score.mate_plies(),
            depth: choice.depth,
            nodes: choice.nodes,
            time: time.as_secs_f64(),
            stopped,
            proved,
        })
    }

    /// Asks the search to end soon.
    fn stop(&self) {
        self.stop.set();
    }
}

/// Why a search has no result.
pub(crate) const NOT_BEGUN: &str =
    "stopped before it began, as another search of this engine goes on";

/// What a lock guards: whoever panicked under it left it whole, as each change is one assignment.
pub(crate) fn free<'a, T>(
    lock: Result<MutexGuard<'a, T>, PoisonError<MutexGuard<'a, T>>>,
) -> MutexGuard<'a, T> {
    lock.unwrap_or_else(PoisonError::into_inner)
}

/// Sends the lines of each finished depth.
pub(crate) struct Reporter {
    sender: Sender<Message>,
    begun: Instant,
    lines: DepthLines,
}

impl Reporter {
    pub(crate) fn new(sender: Sender<Message>) -> Self {
        Self { sender, begun: Instant::now(), lines: DepthLines::default() }
    }

    /// The result of a search that ended with this choice, with the value of the last finished depth if
    /// that is of the same move: a depth that a limit cut short knows little about its best move. A choice
    /// without a search is reported as the only depth.
    pub(crate) fn found(&self, mut choice: Choice, stopped: bool) -> FoundMove {
        let time = self.begun.elapsed();
        let mut proved = false;
        match self.lines.lines().first() {
            Some(line) if line.pv.first() == choice.moves.first() => {
                proved = self.lines.is_proved();
                (choice.score, choice.pv) = (line.score, line.pv.clone());
            }
            Some(_) => {}
            None => self.send(vec![Iteration { elapsed: time, ..choice.as_line() }]),
        }
        FoundMove { choice, time, stopped, proved }
    }

    fn send(&self, lines: Vec<Iteration>) {
        // If nobody listens any more, the search is about to be stopped.
        let _ = self.sender.send(Message::Depth(lines, self.lines.is_proved()));
    }
}

impl Listener for Reporter {
    fn hear(&mut self, event: &Event) {
        if self.lines.take(event) {
            self.send(self.lines.lines().to_vec());
        }
    }
}
