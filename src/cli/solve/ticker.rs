//! Watches a solution: progress on stderr if that is a terminal, a time limit, Ctrl-C.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tengen_engine::search::StopFlag;
use tengen_engine::threats::Watch;

/// The time between two checks of limit and flag.
const LOOK: Duration = Duration::from_millis(50);
/// The time between updates, and before the first one.
const INTERVAL: Duration = Duration::from_secs(1);

/// What is watched.
pub(super) struct TickerView<'a> {
    /// When the work is stopped.
    pub until: Option<Instant>,
    /// Stops the work, too.
    pub interrupted: &'a StopFlag,
    /// Whether first moves are judged, so that their number is progress.
    pub counts_moves: bool,
}

/// Runs the work, which the limit or the flag stops, and shows its progress every second.
pub(super) fn watched<T>(view: &TickerView<'_>, work: impl FnOnce(&Watch) -> T) -> T {
    let watch = Watch::default();
    let is_shown = io::stderr().is_terminal();
    if !is_shown && view.until.is_none() && !view.counts_moves {
        return work(&watch);
    }
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let watch = &watch;
        scope.spawn(move || {
            let (start, mut shown) = (Instant::now(), Duration::ZERO);
            while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let is_late = view.until.is_some_and(|until| Instant::now() >= until);
                if is_late || view.interrupted.is_set() {
                    watch.stop.set();
                }
                if is_shown && start.elapsed() >= shown + INTERVAL {
                    shown = start.elapsed();
                    show(view, watch, shown);
                }
            }
            if shown > Duration::ZERO {
                let _ = io::stderr().write_all(b"\r\x1b[K");
            }
        });
        let result = work(watch);
        drop(done);
        result
    })
}

fn show(view: &TickerView<'_>, watch: &Watch, elapsed: Duration) {
    let nodes = watch.nodes.load(Ordering::Relaxed) / 1000;
    let moves = watch.judged.load(Ordering::Relaxed);
    let moves = if view.counts_moves { format!(", {moves} moves judged") } else { String::new() };
    let line = format!("\r{} s, {nodes}k nodes{moves} ", elapsed.as_secs());
    // Progress is optional: ignore write errors.
    let _ = io::stderr().write_all(line.as_bytes());
}
