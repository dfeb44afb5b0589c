//! Builds the tables of a rule in a thread of their own, so that the thread that must answer waits no
//! longer than it has time.
//!
//! They take 2 to 5 ms of processor time, once per process and rule. On an overloaded machine this
//! can be longer than a move of 50 ms, and a move without them is better than a game lost on time.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::Position;
use crate::eval::Evaluations;
use crate::search::{self, STACK_BYTES, StopFlag};

/// Everybody waits this long, even for a move that should be played at once: an idle machine needs
/// half of it.
pub(super) const LEAST_PATIENCE: Duration = Duration::from_millis(10);

/// The waiting thread looks at the stop flag this often.
const SLICE: Duration = Duration::from_millis(2);

#[cfg(test)]
thread_local! {
    /// For the tests of this thread: there is never time for the tables.
    pub(super) static NEVER_READY: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Builds what a search of the position needs, unless it is built, and waits for it: for `patience`
/// (`None`: until it is built) or until `stop` is set, but at least [`LEAST_PATIENCE`]. Returns
/// whether the search can begin.
pub(super) fn build_within(
    patience: Option<Duration>,
    position: &Position,
    evals: &Evaluations,
    stop: &StopFlag,
) -> bool {
    #[cfg(test)]
    if NEVER_READY.get() {
        return false;
    }
    // There are no threads on WebAssembly.
    if evals.is_built(position.rule()) || cfg!(target_family = "wasm") {
        return true;
    }
    let (position, evals) = (position.clone(), evals.clone());
    // If a thread of an earlier call still builds them, the new one waits for it.
    ends_within(patience, stop, move || search::prepare(&position, &evals))
}

/// Whether the work, in a thread of its own, ends in time. Work that fails has ended: the search
/// fails in the same place, and its caller knows what to do then.
fn ends_within(
    patience: Option<Duration>,
    stop: &StopFlag,
    work: impl FnOnce() + Send + 'static,
) -> bool {
    let (sender, end) = mpsc::channel::<()>();
    let thread = thread::Builder::new().name("tables".to_owned()).stack_size(STACK_BYTES);
    let work = move || {
        work();
        drop(sender);
    };
    if thread.spawn(work).is_err() {
        // Without another thread the search builds them.
        return true;
    }
    // Read from the clock: an overloaded system ends a wait late.
    let begun = Instant::now();
    loop {
        let waited = begun.elapsed();
        let may_wait = !stop.is_set() && patience.is_none_or(|patience| waited < patience);
        if waited >= LEAST_PATIENCE && !may_wait {
            return false;
        }
        if end.recv_timeout(SLICE) != Err(RecvTimeoutError::Timeout) {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::EvaluationKind;
    use crate::types::{BoardSize, Rule};

    fn ends(patience: Option<Duration>, work: impl FnOnce() + Send + 'static) -> bool {
        ends_within(patience, &StopFlag::new(), work)
    }

    #[test]
    fn nobody_waits_longer_than_there_is_time() {
        let (open, gate) = mpsc::channel::<()>();
        let gate = std::sync::Arc::new(std::sync::Mutex::new(gate));
        let blocked = || {
            let gate = std::sync::Arc::clone(&gate);
            move || {
                let _ = gate.lock().unwrap().recv();
            }
        };
        for patience in [Duration::ZERO, LEAST_PATIENCE * 3] {
            let begun = Instant::now();
            assert!(!ends(Some(patience), blocked()));
            assert!(begun.elapsed() >= patience.max(LEAST_PATIENCE));
        }
        let stop = StopFlag::new();
        stop.set();
        assert!(!ends_within(None, &stop, blocked()));
        drop(open);
        assert!(ends(None, blocked()));
        assert!(ends(Some(Duration::from_secs(60)), || ()));
    }

    #[test]
    fn work_that_fails_has_ended() {
        assert!(ends(None, || std::panic::resume_unwind(Box::new(()))));
    }

    #[test]
    fn tables_that_are_built_need_no_time() {
        let position = Position::new(Rule::CaroExact, BoardSize::square(9).unwrap());
        let evals = Evaluations::default();
        let stop = StopFlag::new();
        assert!(build_within(None, &position, &evals, &stop));
        stop.set();
        assert!(build_within(Some(Duration::ZERO), &position, &evals, &stop));
        assert!(evals.is_built(Rule::CaroExact));
        assert!(evals.with_kind(EvaluationKind::Classical).is_built(Rule::CaroExact));
    }
}
