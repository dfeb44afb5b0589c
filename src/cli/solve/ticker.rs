//! Progress on stderr while a position is solved, if stderr is a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::threats::Watch;

/// The time between updates, and before the first one.
const INTERVAL: Duration = Duration::from_secs(1);

/// Does the work and shows its node count every second.
pub(super) fn watched<T>(work: impl FnOnce(&Watch) -> T) -> T {
    let watch = Watch::default();
    if !io::stderr().is_terminal() {
        return work(&watch);
    }
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let watch = &watch;
        scope.spawn(move || {
            let (start, mut said) = (Instant::now(), false);
            while is_done.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let nodes = watch.nodes.load(Ordering::Relaxed) / 1000;
                let line = format!("\r{} s, {nodes}k nodes ", start.elapsed().as_secs());
                // Progress is optional: ignore write errors.
                let _ = io::stderr().write_all(line.as_bytes());
                said = true;
            }
            if said {
                let _ = io::stderr().write_all(b"\r                              \r");
            }
        });
        let result = work(watch);
        drop(done);
        result
    })
}
