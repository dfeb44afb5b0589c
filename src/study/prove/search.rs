//! The search: workers pick a position, expand it, write the finding to the journal and enter it
//! into the graph.
//!
//! The pool of [`tengen_engine::util::parallel`] does not fit: there is no list of jobs, each pick
//! depends on all findings so far, and the caller watches the clock and reports meanwhile.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::advice::Advice;
use super::expand::{Adviser, ExpansionEffort, ExpansionRequest};
use super::finding::ExpansionFinding;
use super::graph::{GraphError, LOST, ProofGraph, ProofNodeId};
use super::journal::{LineJournal, LineJournalError};
use tengen_engine::search::{STACK_BYTES, StopFlag};

/// How long a worker sleeps when all useful positions are busy.
const REST: Duration = Duration::from_millis(5);

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofOutcome {
    /// The attacker wins.
    Proved,
    /// The attacker cannot win.
    Refuted,
    /// It was stopped.
    Unknown,
}

/// Why a search ended in error.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] LineJournalError),
    /// A finding does not fit the graph.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// No thread could be started.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
}

/// A request.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Number of workers.
    pub threads: usize,
    /// What an expansion may spend.
    pub effort: ExpansionEffort,
    /// Moves to try first.
    pub advice: Arc<Advice>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// After how many expansions to stop.
    pub expansions: Option<u64>,
    /// The position to prove: the claim, or what follows one reply.
    pub from: ProofNodeId,
}

/// The state of a search, for reports.
#[derive(Clone, Debug, Default)]
pub struct ProofProgress {
    /// Expansions of this run.
    pub expansions: u64,
    /// Stones and nodes of this run, those of expansions in progress included.
    pub nodes: u64,
}

/// What the workers share.
struct SharedSearch<'a> {
    graph: &'a mut ProofGraph,
    journal: Option<&'a mut LineJournal<ExpansionFinding>>,
    expansions: u64,
    nodes: Arc<AtomicU64>,
    error: Option<SearchError>,
}

impl SharedSearch<'_> {
    fn progress(&self) -> ProofProgress {
        ProofProgress { expansions: self.expansions, nodes: self.nodes.load(Ordering::Relaxed) }
    }
}

/// Enters findings into the graph.
///
/// # Errors
/// The number of the first finding that does not fit, counted from 0.
pub fn enter_findings(
    graph: &mut ProofGraph,
    events: &[ExpansionFinding],
) -> Result<(), (usize, GraphError)> {
    for (number, event) in events.iter().enumerate() {
        let key = graph.frame().read(&event.at).map_err(GraphError::from);
        let key = key.map_err(|error| (number, error))?;
        graph.apply(&key, &event.found).map_err(|error| (number, error))?;
    }
    Ok(())
}

/// Searches until the position is decided, the time is over or `stop` is set. `report` is called
/// after every finding, and many times a second between findings: one can take minutes.
///
/// # Errors
/// If the journal cannot be written.
pub fn run(
    graph: &mut ProofGraph,
    journal: Option<&mut LineJournal<ExpansionFinding>>,
    setting: &Setting,
    stop: &StopFlag,
    report: &(dyn Fn(&ProofGraph, &ProofProgress) + Sync),
) -> Result<(ProofOutcome, ProofProgress), SearchError> {
    let nodes = Arc::new(AtomicU64::new(0));
    let shared = Mutex::new(SharedSearch { graph, journal, expansions: 0, nodes, error: None });
    let end = StopFlag::new();
    let working = AtomicUsize::new(0);
    thread::scope(|scope| {
        for number in 0..setting.threads.max(1) {
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            let at_work = AtWork::new(&working);
            let (shared, end) = (&shared, &end);
            let spawned = builder.spawn_scoped(scope, move || {
                work(shared, setting, end, report);
                drop(at_work);
            });
            // If the system refuses another thread, the search runs with those it has.
            if let (Err(error), 0) = (spawned, number) {
                lock(shared).error = Some(SearchError::Thread(error));
            }
        }
        watch(&shared, setting, stop, &working, report);
        end.set();
    });
    let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    let progress = shared.progress();
    match shared.error {
        Some(error) => Err(error),
        None => Ok((outcome(shared.graph, setting.from), progress)),
    }
}

/// What is known of a position.
pub fn outcome(graph: &ProofGraph, id: ProofNodeId) -> ProofOutcome {
    match graph.node(id).cost {
        0 => ProofOutcome::Proved,
        LOST => ProofOutcome::Refuted,
        _ => ProofOutcome::Unknown,
    }
}

fn lock<'s, 'a>(shared: &'s Mutex<SharedSearch<'a>>) -> MutexGuard<'s, SharedSearch<'a>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread that works; it counts until it is dropped, by a panic as well.
struct AtWork<'a>(&'a AtomicUsize);

impl<'a> AtWork<'a> {
    fn new(working: &'a AtomicUsize) -> Self {
        working.fetch_add(1, Ordering::SeqCst);
        Self(working)
    }
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Reports until the deadline, until `stop` is set, until the search is over, or until no thread
/// works: then one has panicked; joining it reports the panic.
fn watch(
    shared: &Mutex<SharedSearch<'_>>,
    setting: &Setting,
    stop: &StopFlag,
    working: &AtomicUsize,
    report: &(dyn Fn(&ProofGraph, &ProofProgress) + Sync),
) {
    let is_late = || setting.deadline.is_some_and(|end| Instant::now() >= end);
    while !stop.is_set() && !is_late() && working.load(Ordering::SeqCst) > 0 {
        let guard = lock(shared);
        if is_over(&guard, setting) {
            return;
        }
        report(guard.graph, &guard.progress());
        drop(guard);
        thread::sleep(REST);
    }
}

fn is_over(shared: &SharedSearch<'_>, setting: &Setting) -> bool {
    shared.error.is_some()
        || setting.expansions.is_some_and(|most| shared.expansions >= most)
        || outcome(shared.graph, setting.from) != ProofOutcome::Unknown
}

fn work(
    shared: &Mutex<SharedSearch<'_>>,
    setting: &Setting,
    stop: &StopFlag,
    report: &(dyn Fn(&ProofGraph, &ProofProgress) + Sync),
) {
    let mut adviser = adviser(&lock(shared), setting);
    while !stop.is_set() {
        let mut guard = lock(shared);
        if is_over(&guard, setting) {
            return;
        }
        let Some(id) = guard.graph.pick(setting.from) else {
            drop(guard);
            thread::sleep(REST);
            continue;
        };
        let request = request(guard.graph, id);
        drop(guard);
        let event = adviser.expand(&request, stop);
        let mut guard = lock(shared);
        guard.graph.release(id);
        let Some(event) = event else { return };
        if let Err(error) = enter(&mut guard, &request, &event) {
            guard.error = Some(error);
            return;
        }
        report(guard.graph, &guard.progress());
    }
}

fn adviser(shared: &SharedSearch<'_>, setting: &Setting) -> Adviser {
    let (frame, attacker) = (shared.graph.frame().clone(), shared.graph.attacker());
    let (effort, advice) = (setting.effort.clone(), Arc::clone(&setting.advice));
    let mut adviser = Adviser::new(frame, attacker, effort, advice);
    adviser.nodes = Arc::clone(&shared.nodes);
    adviser
}

fn request(graph: &ProofGraph, id: ProofNodeId) -> ExpansionRequest {
    let node = graph.node(id);
    let known = node.children.iter().map(|&(coord, _)| coord).collect();
    ExpansionRequest { key: node.key.clone(), known, is_tried: node.is_tried }
}

/// Writes a finding and enters it.
fn enter(
    shared: &mut SharedSearch<'_>,
    request: &ExpansionRequest,
    event: &ExpansionFinding,
) -> Result<(), SearchError> {
    if let Some(journal) = &mut shared.journal {
        journal.append(event)?;
    }
    shared.graph.apply(&request.key, &event.found)?;
    shared.expansions += 1;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::key::ProofFrame;
    use tengen_engine::board::Position;
    use tengen_engine::types::{BoardSize, Color, Coord, Rule};

    #[test]
    fn an_expansion_is_reported_while_its_search_runs() {
        let mut position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
        for (x, y) in [(7, 7), (0, 0)] {
            position.play(Coord::new(x, y)).unwrap();
        }
        let frame = ProofFrame::of(&position);
        let key = frame.canonical(&position).0;
        let mut graph = ProofGraph::new(frame, key, Color::Black);
        // More than any test waits for.
        let effort =
            ExpansionEffort { engine_nodes: 1 << 50, hash_mb: 1, ..ExpansionEffort::default() };
        let (advice, from) = (Arc::default(), ProofGraph::ROOT);
        let deadline = Some(Instant::now() + Duration::from_secs(60));
        let setting = Setting { threads: 1, effort, advice, deadline, expansions: None, from };
        let stop = StopFlag::new();
        let report = |_: &ProofGraph, progress: &ProofProgress| {
            assert_eq!(progress.expansions, 0);
            if progress.nodes > 0 {
                stop.set();
            }
        };
        let (outcome, progress) = run(&mut graph, None, &setting, &stop, &report).unwrap();
        assert_eq!((outcome, progress.expansions), (ProofOutcome::Unknown, 0));
        assert!(stop.is_set() && progress.nodes > 0, "no report with nodes");
    }
}
