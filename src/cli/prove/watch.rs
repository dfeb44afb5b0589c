//! Progress of a proof: a line on stderr from time to time, and the picture in the folder.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tengen_study::prove::answer;
use tengen_study::prove::extract;
use tengen_study::prove::graph::{ProofGraph, State};
use tengen_study::prove::picture;
use tengen_study::prove::question::{ProofAnswer, ProofObserver, ProofQuestion, ProofVerdict};
use tengen_study::prove::search::ProofProgress;

/// The time between two lines.
const INTERVAL: Duration = Duration::from_secs(5);
/// Lines between two pictures.
const LINES_PER_PICTURE: u64 = 12;
/// The picture's name in the folder.
const PICTURE: &str = "progress.svg";

/// Prints a line at most once per interval.
pub(crate) struct Ticker {
    start: Instant,
    last: Instant,
    lines: u64,
}

impl Ticker {
    /// The first line comes after one interval.
    pub(crate) fn new() -> Self {
        Self { start: Instant::now(), last: Instant::now(), lines: 0 }
    }

    /// Prints the line if it is time. Returns the number of lines if it did.
    pub(crate) fn tick(&mut self, line: impl FnOnce() -> String) -> Option<u64> {
        if self.last.elapsed() < INTERVAL {
            return None;
        }
        self.last = Instant::now();
        self.lines += 1;
        // Progress is optional: ignore write errors.
        let _ = writeln!(io::stderr(), "{} s: {}", self.start.elapsed().as_secs(), line());
        Some(self.lines)
    }
}

/// Watches a run.
pub(super) struct ProofWatcher {
    folder: PathBuf,
    is_limited: bool,
    start: Instant,
    ticker: Mutex<Ticker>,
}

impl ProofWatcher {
    /// Watches the run of a question.
    pub(super) fn new(question: &ProofQuestion) -> Self {
        Self {
            folder: question.folder.clone(),
            is_limited: question.time.is_some(),
            start: Instant::now(),
            ticker: Mutex::new(Ticker::new()),
        }
    }

    /// Whether a run with the stop flag set was ended by Ctrl-C, not by its time limit for
    /// checking.
    pub(super) fn is_interrupted(&self, answer: &ProofAnswer) -> bool {
        answer.result == ProofVerdict::Unknown && !(self.is_limited && answer.refused.is_some())
    }

    fn draw(&self, graph: &ProofGraph, title: &str) {
        let text = picture::draw(graph, title);
        if let Err(error) = answer::write(&self.folder.join(PICTURE), &text) {
            log::warn!("{error}");
        }
    }

    fn line(&self, graph: &ProofGraph, progress: &ProofProgress) -> String {
        let open = graph.nodes().iter().filter(|n| n.state == State::Leaf && n.cost > 0).count();
        let cost = graph.node(ProofGraph::ROOT).cost;
        let per_second = progress.expansions as f64 / self.start.elapsed().as_secs_f64().max(1.0);
        let hours = f64::from(cost) / per_second.max(1e-3) / 3600.0;
        format!(
            "{}, {open} open, {per_second:.1} expansions/s, about {cost} left ({hours:.1} h), {:.1} million nodes",
            summary(graph),
            progress.nodes as f64 / 1e6
        )
    }
}

/// How much is proved.
fn summary(graph: &ProofGraph) -> String {
    let (proved, all) = extract::replies(graph);
    format!("{proved} of {all} replies proved, {} positions", graph.nodes().len())
}

impl ProofObserver for ProofWatcher {
    fn found(&self, graph: &ProofGraph, progress: &ProofProgress) {
        let Ok(mut ticker) = self.ticker.try_lock() else { return };
        let lines = ticker.tick(|| self.line(graph, progress));
        if lines.is_some_and(|lines| lines % LINES_PER_PICTURE == 1) {
            self.draw(graph, &self.line(graph, progress));
        }
    }

    fn ended(&self, graph: &ProofGraph) {
        self.draw(graph, &summary(graph));
    }

    fn checked(&self, done: u64, all: u64) {
        if let Ok(mut ticker) = self.ticker.try_lock() {
            ticker.tick(|| format!("{done} of {all} positions of the certificate checked"));
        }
    }
}
