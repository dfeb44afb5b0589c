//! The engines: a fixed number of threads, each with an engine of its own, and the queue of jobs
//! that wait for them.
//!
//! Sessions share a pool. It bounds how many jobs run, how many threads they search with and the
//! memory of their tables. Jobs start in order of arrival; one that needs more threads than are
//! free waits, and so do those behind it, so that none waits forever. Jobs without a search have a
//! queue and threads of their own, so that they never wait for a search. The pool of
//! [`tengen_engine::util::parallel`] ends with its jobs and gives each thread one; here the threads
//! outlive jobs and sessions, engines remember games, and a job may need several threads.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use once_cell::sync::OnceCell;

use super::memory::Memory;
use crate::review::KnownSearches;
use tengen_engine::engine::{Engine, EvaluationKind, Trained};
use tengen_engine::search::{STACK_BYTES, StopFlag};
use tengen_engine::util::stop::StopCheck;

/// What the engines may use together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolLimits {
    /// How many requests run at a time.
    pub engines: usize,
    /// Searching threads of all running requests.
    pub threads: usize,
    /// Spare threads, for requests that need only one: they do not wait for a long search that uses
    /// all other threads.
    pub spare_threads: usize,
    /// Memory of all tables in MiB; a review that no clock limits has tables of its own fixed sizes.
    pub memory_mb: u64,
    /// How many requests of a session may wait or run.
    pub waiting: usize,
}

impl Default for PoolLimits {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let engines = cores.clamp(1, 16);
        Self { engines, threads: cores, spare_threads: 0, memory_mb: 512, waiting: 10_000 }
    }
}

impl PoolLimits {
    /// Memory of the transposition table of one engine in KiB; the other half is for its solver.
    pub(super) fn hash_kib(&self) -> u64 {
        (self.memory_mb * 1024 / 2 / self.engines as u64).max(1024)
    }

    /// Memory of the solver of one engine in MiB.
    pub(super) fn solver_mb(&self) -> u64 {
        (self.memory_mb / 2 / self.engines as u64).max(1)
    }
}

/// Threads for the jobs that search nothing.
const LIGHT_THREADS: usize = 2;

/// The work of a job, done with one of the engines.
pub(super) type EngineWork = Box<dyn FnOnce(&mut Engine) + Send>;

pub(super) struct Job {
    /// Its number, from [`EnginePool::number`].
    pub number: u64,
    /// Threads that it searches with; 0 if it searches nothing.
    pub threads: usize,
    /// What it does with what an engine remembers.
    pub memory: Memory,
    /// The number of its session's game, which it may belong to.
    pub game: u64,
    /// What it does.
    pub work: EngineWork,
}

/// The engines and their queue. Dropping it ends the threads after their current jobs.
pub struct EnginePool {
    shared: Arc<SharedPool>,
    threads: Vec<JoinHandle<()>>,
    evaluation: EvaluationKind,
    /// What reviews have found: a session that begins anew, as that of a page that is loaded again,
    /// continues one of those before it.
    reviewed: Arc<Mutex<KnownSearches>>,
    /// In a pool without threads: polls the input while a job runs.
    look: OnceCell<StopCheck>,
}

struct SharedPool {
    limits: PoolLimits,
    state: Mutex<PoolState>,
    changed: Condvar,
}

struct PoolState {
    queue: VecDeque<Job>,
    /// Jobs that search nothing.
    light: VecDeque<Job>,
    /// The spare ones included.
    free_threads: usize,
    spare_threads: usize,
    engines: Vec<EngineState>,
    next_number: u64,
    is_closed: bool,
}

/// What the queue knows about an engine.
#[derive(Clone, Copy, Default)]
struct EngineState {
    is_idle: bool,
    /// The game that its memory belongs to.
    game: Option<u64>,
}

impl SharedPool {
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SharedPool {
    /// Runs a job with an engine.
    fn run(&self, number: usize, job: Job, engine: &mut Engine) {
        let mut state = self.lock();
        let game = (job.memory == Memory::Game).then_some(job.game);
        let forgets =
            job.memory != Memory::Unused && (game.is_none() || state.engines[number].game != game);
        if job.memory != Memory::Unused {
            state.engines[number].game = game;
        }
        drop(state);
        // Another engine may be the right one for the next job.
        self.changed.notify_all();
        if forgets {
            engine.forget();
        }
        let work = job.work;
        if catch_unwind(AssertUnwindSafe(|| work(engine))).is_err() {
            // The job itself reports the panic when it is dropped.
            *engine = engine.replaced();
        }
        self.lock().free_threads += job.threads;
        // Another engine, the right one for the next job, may have waited for the threads.
        self.changed.notify_all();
    }
}

impl std::fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePool").field("limits", &self.shared.limits).finish_non_exhaustive()
    }
}

impl EnginePool {
    /// Starts the threads. Tables are built when an engine is first needed.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn start(limits: PoolLimits, trained: &Trained) -> std::io::Result<Self> {
        let mut pool = Self::without_threads(limits, trained);
        for number in 0..limits.engines {
            let (shared, trained) = (pool.shared.clone(), trained.clone());
            let thread = thread::Builder::new().name("api".to_owned()).stack_size(STACK_BYTES);
            pool.threads.push(thread.spawn(move || serve(&shared, number, trained))?);
        }
        for _ in 0..LIGHT_THREADS {
            let (shared, trained) = (pool.shared.clone(), trained.clone());
            let thread = thread::Builder::new().name("api light".to_owned());
            pool.threads.push(thread.spawn(move || serve_light(&shared, &trained))?);
        }
        Ok(pool)
    }

    /// A pool without threads: [`work`](Self::work) runs its jobs, one after the other.
    pub(super) fn without_threads(limits: PoolLimits, trained: &Trained) -> Self {
        let state = PoolState {
            queue: VecDeque::new(),
            light: VecDeque::new(),
            free_threads: limits.threads + limits.spare_threads,
            spare_threads: limits.spare_threads,
            engines: vec![EngineState::default(); limits.engines],
            next_number: 0,
            is_closed: false,
        };
        let shared =
            Arc::new(SharedPool { limits, state: Mutex::new(state), changed: Condvar::new() });
        let evaluation = trained.evals.kind;
        let (threads, reviewed) = (Vec::new(), Arc::default());
        Self { shared, threads, evaluation, reviewed, look: OnceCell::new() }
    }

    /// Sets the function that polls the input while a pool without threads runs a job.
    pub(super) fn set_look(&self, look: StopCheck) {
        // It is set once, before the first job.
        let _ = self.look.set(look);
    }

    /// A flag to stop a job of this pool.
    pub(super) fn stop_flag(&self) -> StopFlag {
        self.look.get().map_or_else(StopFlag::new, |look| StopFlag::checking(look.clone()))
    }

    /// Runs the next job of a pool without threads; false if there is none.
    pub(super) fn work(&self, engine: &mut Engine) -> bool {
        let mut state = self.shared.lock();
        state.engines[0].is_idle = true;
        let Some(job) = state.light.pop_front().or_else(|| state.take(0)) else { return false };
        drop(state);
        self.shared.run(0, job, engine);
        true
    }

    pub fn limits(&self) -> PoolLimits {
        self.shared.limits
    }

    /// A unique number for a job or a session.
    pub(super) fn number(&self) -> u64 {
        let mut state = self.shared.lock();
        state.next_number += 1;
        state.next_number
    }

    /// Queues a job.
    pub(super) fn submit(&self, job: Job) {
        self.shared.lock().queue_of(&job).push_back(job);
        self.shared.changed.notify_all();
    }

    /// Drops a job that has not begun.
    pub(super) fn withdraw(&self, number: u64) {
        let mut state = self.shared.lock();
        let take = |queue: &mut VecDeque<Job>| {
            let place = queue.iter().position(|job| job.number == number)?;
            queue.remove(place)
        };
        let withdrawn = take(&mut state.queue).or_else(|| take(&mut state.light));
        drop(state);
        // The head of the queue may have held back the others.
        self.shared.changed.notify_all();
        // Dropping it reports its end, so not under the lock.
        drop(withdrawn);
    }

    /// Makes the engines forget what they learned in a game.
    pub(super) fn forget(&self, game: u64) {
        for engine in &mut self.shared.lock().engines {
            engine.game = engine.game.filter(|&of| of != game);
        }
    }

    /// What reviews with the evaluation of the trained weights have found.
    pub(super) fn reviewed(&self) -> Arc<Mutex<KnownSearches>> {
        self.reviewed.clone()
    }

    /// The evaluation of the trained weights.
    pub(super) fn evaluation(&self) -> EvaluationKind {
        self.evaluation
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
        for thread in self.threads.drain(..) {
            // A panic was reported where it happened.
            let _ = thread.join();
        }
    }
}

impl PoolState {
    /// The queue that a job belongs to.
    fn queue_of(&mut self, job: &Job) -> &mut VecDeque<Job> {
        if job.threads == 0 { &mut self.light } else { &mut self.queue }
    }

    /// Takes the first job, if this engine should run it now.
    fn take(&mut self, engine: usize) -> Option<Job> {
        let head = self.queue.front()?;
        let spare = if head.threads > 1 { self.spare_threads } else { 0 };
        if head.threads + spare > self.free_threads {
            return None;
        }
        // An engine that remembers the game goes before the others, and one that remembers no game
        // before one that does.
        let fitness = |state: &EngineState| match state.game {
            Some(game) if head.memory == Memory::Game && game == head.game => 2,
            None => 1,
            _ => 0,
        };
        let idle = self.engines.iter().enumerate().filter(|(_, state)| state.is_idle);
        let best = idle.max_by_key(|&(number, state)| (fitness(state), number)).map(|(n, _)| n);
        if best != Some(engine) {
            return None;
        }
        let job = self.queue.pop_front()?;
        self.engines[engine].is_idle = false;
        self.free_threads -= job.threads;
        Some(job)
    }
}

/// Runs jobs until the pool is closed.
fn serve(shared: &SharedPool, number: usize, trained: Trained) {
    let mut engine = Engine::with_trained(trained);
    loop {
        let mut state = shared.lock();
        state.engines[number].is_idle = true;
        let job = loop {
            if state.is_closed {
                return;
            }
            if let Some(job) = state.take(number) {
                break job;
            }
            state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        drop(state);
        shared.run(number, job, &mut engine);
    }
}

/// Runs jobs without a search until the pool is closed.
fn serve_light(shared: &SharedPool, trained: &Trained) {
    loop {
        let mut state = shared.lock();
        let job = loop {
            if state.is_closed {
                return;
            }
            if let Some(job) = state.light.pop_front() {
                break job;
            }
            state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        drop(state);
        // An engine without a search has no table. The job itself reports a panic when it is
        // dropped.
        let mut engine = Engine::with_trained(trained.clone());
        let _ = catch_unwind(AssertUnwindSafe(|| (job.work)(&mut engine)));
    }
}
