//! The engine: options, and memory that outlives a search.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError, mpsc};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::arrays::{array, on_points, shape};
use crate::board::PyBoard;
use crate::errors::{EngineError, book_error, failure, value_error, with_causes};
use crate::game::PyGame;
use crate::outcome::GameEnding;
use crate::point::point_of;
use crate::review::{self, Reviewed};
use crate::search::{Message, NOT_BEGUN, PySearch, Reporter, free};
use crate::task;
use crate::words::argument;
use tengen_engine::board::{Board as FastBoard, Position};
use tengen_engine::engine::{Engine, Level, Options, Trained};
use tengen_engine::eval::{EvaluationKind, EvaluationKindError, Evaluator};
use tengen_engine::search::{Limits, STACK_BYTES, StopFlag};
use tengen_engine::types::{BoardSize, Coord, RuleSet, Score, with_rule};
use tengen_records::book::open_book::BookFile;
use tengen_study::review::ReviewedGame;

/// An engine with its tables; one search at a time, others wait.
#[pyclass(name = "Searcher", frozen, module = "tengen")]
pub(crate) struct PySearcher {
    /// `None` once it is closed.
    engine: Arc<Mutex<Option<Engine>>>,
    trained: Trained,
    /// Searches that run or wait.
    running: Arc<Running>,
    closed: AtomicBool,
}

/// The flags of searches that run or wait, each with its number.
type Running = Mutex<Vec<(u64, StopFlag)>>;

/// A flag that a caller sets from another thread.
#[pyclass(name = "Stop", frozen, module = "tengen")]
pub(crate) struct PyStop(StopFlag);

#[pymethods]
impl PyStop {
    #[new]
    fn new() -> Self {
        Self(StopFlag::new())
    }

    /// Ends soon what was started with it.
    fn set(&self) {
        self.0.set();
    }
}

/// How often a search that waits looks whether the engine is free.
const POLL: Duration = Duration::from_millis(5);

/// The engine, when it is free. `None` if this search is stopped while another goes on: that may be one of
/// the thread that waits, which would then wait for ever. When all are stopped, each gets its turn.
fn held<'a>(
    engine: &'a Mutex<Option<Engine>>,
    running: &Running,
    (own, stop): (u64, &StopFlag),
) -> Option<MutexGuard<'a, Option<Engine>>> {
    loop {
        match engine.try_lock() {
            Ok(engine) => return Some(engine),
            Err(TryLockError::Poisoned(error)) => return Some(error.into_inner()),
            Err(TryLockError::WouldBlock) => {}
        }
        let goes_on = |(number, stop): &(u64, StopFlag)| *number != own && !stop.is_set();
        if stop.is_set() && free(running.lock()).iter().any(goes_on) {
            return None;
        }
        thread::sleep(POLL);
    }
}

/// Most seconds of a time limit: a century.
const MOST_SECONDS: f64 = 3.2e9;

fn seconds(name: &str, value: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(value) = value else { return Ok(None) };
    match (0.0..=MOST_SECONDS).contains(&value) {
        true => Ok(Some(Duration::from_secs_f64(value))),
        false => Err(value_error(format!("{name} {value}, expected seconds, 0 or more"))),
    }
}

/// A position and, if the game is over, how it ended.
type Asked = (Position, Option<GameEnding>);

impl PySearcher {
    /// Registers a search; the flag stops it.
    fn begin(&self, stop: &StopFlag) -> PyResult<u64> {
        let mut running = free(self.running.lock());
        // Under the lock, so that none begins after `close` has stopped all.
        self.check_open()?;
        let number = running.last().map_or(0, |(number, _)| number + 1);
        running.push((number, stop.clone()));
        Ok(number)
    }

    fn check_open(&self) -> PyResult<()> {
        match self.closed.load(Ordering::SeqCst) {
            true => Err(EngineError::new_err(CLOSED)),
            false => Ok(()),
        }
    }

    /// Runs `work` with the engine, without the GIL.
    fn with_engine<T: Send>(
        &self,
        py: Python<'_>,
        stop: &StopFlag,
        work: impl FnOnce(&mut Engine) -> T + Send,
    ) -> PyResult<T> {
        let number = self.begin(stop)?;
        let done = task::run(py, stop, || {
            let mut engine = held(&self.engine, &self.running, (number, stop)).ok_or(NOT_BEGUN)?;
            engine.as_mut().map(work).ok_or(CLOSED)
        });
        free(self.running.lock()).retain(|(other, _)| *other != number);
        done?.map_err(EngineError::new_err)
    }

    /// The boards as positions, all of one size that is searched. The boards are free again.
    fn positions(boards: Vec<PyRef<'_, PyBoard>>) -> PyResult<(Vec<Asked>, BoardSize)> {
        let size = boards.first().map(|board| board.played.now().size());
        let size = size.ok_or_else(|| value_error("no board, expected one or more"))?;
        if !size.is_fast() {
            return Err(value_error(size.too_large()));
        }
        if let Some(other) = boards.iter().find(|board| board.played.now().size() != size) {
            let other = other.played.now().size();
            return Err(value_error(format!("boards of {size} and {other}, expected one size")));
        }
        let asked =
            boards.iter().map(|board| (board.played.now().clone(), board.played.end().cloned()));
        Ok((asked.collect(), size))
    }
}

/// Most MiB of the table of positions: a tebibyte.
const MOST_HASH_MB: u64 = 1 << 20;

const CLOSED: &str = "the engine is closed";

#[pymethods]
impl PySearcher {
    #[new]
    #[pyo3(signature = (*, level, threads, hash_mb, evaluation, book, weights, seed))]
    fn new(
        level: &str,
        #[pyo3(from_py_with = argument::threads)] threads: usize,
        #[pyo3(from_py_with = argument::hash_mb)] hash_mb: u64,
        evaluation: Option<&str>,
        book: Option<&str>,
        weights: Vec<Vec<u8>>,
        #[pyo3(from_py_with = argument::seed)] seed: Option<u64>,
    ) -> PyResult<Self> {
        if threads == 0 || threads > Options::MAX_THREADS {
            let most = Options::MAX_THREADS;
            return Err(value_error(format!("threads {threads}, expected 1 to {most}")));
        }
        if hash_mb == 0 || hash_mb > MOST_HASH_MB {
            return Err(value_error(format!("hash_mb {hash_mb}, expected 1 to {MOST_HASH_MB}")));
        }
        let mut trained = Trained::default();
        for bytes in &weights {
            trained.add_weights(bytes).map_err(|error| value_error(with_causes(&error)))?;
        }
        let evaluation: Option<EvaluationKind> =
            evaluation.map(str::parse).transpose().map_err(|error: EvaluationKindError| {
                let seen = error.seen;
                value_error(format!("evaluation '{seen}', expected {}", EvaluationKind::names()))
            })?;
        if let Some(kind) = evaluation {
            trained.evals.kind = kind;
        }
        let level: Level = level.parse().map_err(value_error)?;
        let book = book.map(|book| BookFile::open(Path::new(book))).transpose();
        let book = book.map_err(|error| book_error(&error))?;
        let mut engine = Engine::with_trained(trained.clone());
        engine.set_options(Options {
            hash_kib: Some(hash_mb << 10),
            threads,
            level,
            book: book.map(|book| book.handle()),
            ..Options::default()
        });
        if let Some(seed) = seed {
            engine.set_seed(seed);
        }
        Ok(Self {
            engine: Arc::new(Mutex::new(Some(engine))),
            trained,
            running: Arc::default(),
            closed: AtomicBool::new(false),
        })
    }

    /// Begins a search. With `fresh` it knows nothing of earlier ones.
    #[pyo3(signature = (board, *, nodes, time, depth, clock, increment, lines, excluded, analysis))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of a Python method")]
    fn start(
        &self,
        board: &Bound<'_, PyBoard>,
        #[pyo3(from_py_with = argument::nodes)] nodes: Option<u64>,
        time: Option<f64>,
        #[pyo3(from_py_with = argument::depth)] depth: Option<u32>,
        clock: Option<f64>,
        increment: Option<f64>,
        #[pyo3(from_py_with = argument::multipv)] lines: usize,
        excluded: Vec<Bound<'_, PyAny>>,
        analysis: bool,
    ) -> PyResult<PySearch> {
        let (position, end) = {
            let board = board.try_borrow()?;
            (board.played.now().clone(), board.played.end().cloned())
        };
        if let Some(end) = end {
            return Err(value_error(format!("the game is over: {}", end.sentence())));
        }
        let size = position.size();
        let excluded =
            excluded.iter().map(|point| point_of(point, size)).collect::<PyResult<Vec<Coord>>>()?;
        let limits = Limits {
            turn: seconds("time", time)?,
            left: seconds("clock", clock)?,
            increment: seconds("increment", increment)?.unwrap_or_default(),
            reserve: Duration::ZERO,
            depth,
            nodes,
            multi_pv: lines.max(1),
            excluded,
            analysis,
            ..Limits::default()
        };
        let (sender, receiver) = mpsc::channel();
        let stop = StopFlag::new();
        let number = self.begin(&stop)?;
        let (engine, running, flag) =
            (Arc::clone(&self.engine), Arc::clone(&self.running), stop.clone());
        let job = move || {
            let searched = task::caught(|| {
                let Some(mut engine) = held(&engine, &running, (number, &flag)) else {
                    return Ok(None);
                };
                let engine = engine.as_mut().ok_or_else(|| CLOSED.to_owned())?;
                if analysis {
                    engine.forget();
                }
                let mut reporter = Reporter::new(sender.clone());
                let choice = engine.think(&position, &limits, &flag, &mut reporter);
                Ok(Some(reporter.found(choice, flag.is_set())))
            });
            let searched = searched.map_err(|why| failure(&why));
            free(running.lock()).retain(|(other, _)| *other != number);
            let _ = sender.send(Message::Done(searched.and_then(|found| found)));
        };
        let thread = thread::Builder::new().name("tengen".to_owned()).stack_size(STACK_BYTES);
        thread.spawn(job).map_err(|error| EngineError::new_err(error.to_string()))?;
        Ok(PySearch::new(size, stop, receiver))
    }

    /// Ends all searches soon.
    fn stop(&self) {
        free(self.running.lock()).iter().for_each(|(_, stop)| stop.set());
    }

    /// Forgets what earlier searches found.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        self.with_engine(py, &StopFlag::new(), Engine::forget)
    }

    /// Ends all searches and gives the memory back.
    fn close(&self, py: Python<'_>) {
        self.closed.store(true, Ordering::SeqCst);
        self.stop();
        py.detach(|| drop(free(self.engine.lock()).take()));
    }

    /// The chances of the moves on each board, as an array with a board for each.
    fn policy<'py>(
        &self,
        py: Python<'py>,
        boards: Vec<PyRef<'py, PyBoard>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (asked, _) = Self::positions(boards)?;
        let [height, width] = shape(&asked[0].0);
        let bytes = self.with_engine(py, &StopFlag::new(), |engine| {
            asked
                .iter()
                .flat_map(|(position, end)| {
                    let moves = match end {
                        Some(_) => Vec::new(),
                        None => engine.move_chances(position).moves,
                    };
                    on_points(position, moves.into_iter().map(|found| (found.at, found.chance)))
                })
                .collect::<Vec<u8>>()
        })?;
        array(py, &bytes, "float32", &[asked.len(), height, width])
    }

    /// The chances of the side to move to win, without a search, as an array with a number for each board.
    fn value<'py>(
        &self,
        py: Python<'py>,
        boards: Vec<PyRef<'py, PyBoard>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (asked, _) = Self::positions(boards)?;
        self.check_open()?;
        let trained = &self.trained;
        let bytes = task::run(py, &StopFlag::new(), || {
            asked
                .iter()
                .flat_map(|asked| (static_chance(asked, trained) as f32).to_ne_bytes())
                .collect::<Vec<u8>>()
        })?;
        array(py, &bytes, "float32", &[asked.len()])
    }

    /// Reviews a game; see `review.rs`.
    #[pyo3(signature = (game, *, nodes, time, effort, stop = None))]
    fn review(
        &self,
        game: &Bound<'_, PyGame>,
        nodes: Option<u64>,
        time: Option<f64>,
        effort: &str,
        stop: Option<Py<PyStop>>,
    ) -> PyResult<Reviewed> {
        let py = game.py();
        let reviewed = ReviewedGame::of_tree(&game.try_borrow()?.tree);
        let options = review::options(nodes, seconds("time", time)?, effort)?;
        let stop = stop.map_or_else(StopFlag::new, |stop| stop.get().0.clone());
        self.with_engine(py, &stop, |engine| review::review(&reviewed, engine, &options, &stop))?
    }
}

/// The win chance of the side to move by the evaluation alone.
fn static_chance((position, end): &Asked, trained: &Trained) -> f64 {
    match end {
        Some(end) => match end.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == position.to_move())),
        },
        None => {
            with_rule!(position.rule(), R => Score(evaluated::<R>(position, trained)).win_rate())
        }
    }
}

fn evaluated<R: RuleSet>(position: &Position, trained: &Trained) -> i32 {
    let mut evaluation = trained.evals.of(R::RULE);
    let values = Evaluator::<R>::values(&evaluation);
    let board = FastBoard::<R, _>::of_position(position, values);
    Evaluator::<R>::attach(&mut evaluation, &board);
    evaluation.evaluate(&board)
}
