//! Which line interrupts which search.
//!
//! A line can arrive at any time: before the search that it is meant for, during it, or after it.
//! So lines are numbered, and a search is interrupted by lines that came *after* the command that
//! requested it, whichever thread is faster. Only that decision is made under the lock.

use std::sync::PoisonError;

use crate::wire::{Command, Info, ParseError};
use tengen_engine::search::StopFlag;
use tengen_engine::util::sync::{Mutex, MutexGuard};

/// How urgent a line is; each level interrupts everything that the levels before it interrupt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Urgency {
    /// A setting, which can wait.
    None,
    /// `INFO pondering 0`: ends pondering.
    Idle,
    /// A command that needs an answer: ends pondering, and a search without limits, which would
    /// block the command forever.
    Waiting,
    /// STOP, END, `INFO timeout_turn 0` ("move now") and the commands that begin a new game: they
    /// end any search.
    Now,
}

impl Urgency {
    /// The urgency of a line.
    pub(crate) fn of(command: &Result<Command, ParseError>) -> Self {
        match command {
            Ok(Command::Info(Info::TimeoutTurn(ms))) if *ms <= 0 => Urgency::Now,
            Ok(Command::Info(Info::Pondering(false))) => Urgency::Idle,
            Ok(Command::Info(_)) | Err(ParseError::Info(_)) => Urgency::None,
            Ok(Command::Stop | Command::End | Command::Start(_) | Command::Restart) => Urgency::Now,
            Ok(_) | Err(_) => Urgency::Waiting,
        }
    }
}

/// What the engine thread is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EngineWork {
    /// Searching for a move within limits.
    Limited,
    /// Searching for a move without limits.
    Unlimited,
    /// Searching on the opponent's time.
    Pondering,
}

impl EngineWork {
    /// The least urgency that ends it.
    pub(crate) const fn ended_by(self) -> Urgency {
        match self {
            EngineWork::Limited => Urgency::Now,
            EngineWork::Unlimited => Urgency::Waiting,
            EngineWork::Pondering => Urgency::Idle,
        }
    }
}

#[derive(Debug, Default)]
struct InterruptState {
    /// For each level from `Idle` up: the number of the last line at least that urgent.
    raised: [u64; 3],
    working: Option<(EngineWork, u64)>,
}

impl InterruptState {
    fn raised_since(&self, work: EngineWork, command: u64) -> bool {
        let last = self.raised.get(work.ended_by() as usize - 1);
        last.is_some_and(|&last| last > command)
    }
}

/// Shared by the reader, which raises it, and the engine thread, which it interrupts.
#[derive(Debug, Default)]
pub(crate) struct Interrupt {
    state: Mutex<InterruptState>,
    flag: StopFlag,
}

impl Interrupt {
    /// An interrupt that was never raised.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// The reader read the line with this number (from 1, increasing).
    pub(crate) fn raise(&self, urgency: Urgency, line: u64) {
        let mut state = self.lock();
        for level in state.raised.iter_mut().take(urgency as usize) {
            *level = line;
        }
        if state.working.is_some_and(|(work, command)| state.raised_since(work, command)) {
            self.flag.set();
        }
    }

    /// The engine thread begins to work on the command with this number. The returned flag is
    /// already set if a line that ends the work has been read.
    pub(crate) fn begin(&self, work: EngineWork, command: u64) -> &StopFlag {
        let mut state = self.lock();
        state.working = Some((work, command));
        self.flag.clear();
        if state.raised_since(work, command) {
            self.flag.set();
        }
        &self.flag
    }

    /// The work is done.
    pub(crate) fn end(&self) {
        self.lock().working = None;
    }

    /// No update under the lock can panic halfway, so poison is ignored.
    fn lock(&self) -> MutexGuard<'_, InterruptState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{ParsedLine, WireLine};

    fn urgency(line: &str) -> Urgency {
        Urgency::of(&ParsedLine::new(WireLine::new(line.as_bytes())).command)
    }

    #[test]
    fn urgency_follows_from_the_command() {
        for line in ["STOP", "yxstop", "info timeout_turn 0", "END", "START 15", "RESTART"] {
            assert_eq!(urgency(line), Urgency::Now, "{line}");
        }
        for line in ["TURN 7,7", "BOARD", "ABOUT", "what", "TURN x", "DONE"] {
            assert_eq!(urgency(line), Urgency::Waiting, "{line}");
        }
        for line in ["INFO timeout_turn 500", "INFO", "INFO x y", "info pondering 1"] {
            assert_eq!(urgency(line), Urgency::None, "{line}");
        }
        assert_eq!(urgency("INFO pondering 0"), Urgency::Idle);
        assert_eq!(urgency(&format!("INFO {}", "x".repeat(10_000))), Urgency::None);
    }

    #[test]
    fn stop_interrupts_the_search_before_it_even_if_that_begins_later() {
        let interrupt = Interrupt::new();
        interrupt.raise(Urgency::Waiting, 1);
        interrupt.raise(Urgency::Now, 2);
        assert!(interrupt.begin(EngineWork::Limited, 1).is_set());
        interrupt.end();
        interrupt.raise(Urgency::Waiting, 3);
        assert!(!interrupt.begin(EngineWork::Limited, 3).is_set(), "an old stop ends nothing new");
        interrupt.raise(Urgency::Now, 4);
        assert!(interrupt.flag.is_set());
    }

    #[test]
    fn each_work_is_interrupted_by_its_own_urgency() {
        let ends = |work, urgency| {
            let interrupt = Interrupt::new();
            let flag = interrupt.begin(work, 1).clone();
            interrupt.raise(urgency, 2);
            flag.is_set()
        };
        assert!(
            !ends(EngineWork::Limited, Urgency::Waiting) && ends(EngineWork::Limited, Urgency::Now)
        );
        assert!(
            !ends(EngineWork::Unlimited, Urgency::Idle)
                && ends(EngineWork::Unlimited, Urgency::Waiting)
        );
        assert!(
            !ends(EngineWork::Pondering, Urgency::None)
                && ends(EngineWork::Pondering, Urgency::Idle)
        );
    }

    #[test]
    fn stop_without_a_search_interrupts_nothing() {
        let interrupt = Interrupt::new();
        interrupt.raise(Urgency::Now, 1);
        interrupt.raise(Urgency::Waiting, 2);
        assert!(!interrupt.begin(EngineWork::Unlimited, 2).is_set());
    }
}

/// Every order of the reader's and the engine thread's steps: see the notes in `util/sync.rs`.
#[cfg(all(test, loom))]
mod interleavings {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    /// The reader reads a command for a search (line 1) and then a line of this urgency (line 2).
    /// The engine thread searches until the flag is set; `ends` says whether it must be.
    fn second_line(urgency: Urgency, work: EngineWork, ends: bool) {
        loom::model(move || {
            let interrupt = Arc::new(Interrupt::new());
            let reader = thread::spawn({
                let interrupt = Arc::clone(&interrupt);
                move || {
                    interrupt.raise(Urgency::Waiting, 1);
                    interrupt.raise(urgency, 2);
                }
            });
            let flag = interrupt.begin(work, 1).clone();
            while ends && !flag.is_set() {
                thread::yield_now();
            }
            reader.join().unwrap();
            assert_eq!(flag.is_set(), ends);
            interrupt.end();
        });
    }

    #[test]
    fn a_line_ends_the_search_before_it_in_whatever_order_the_threads_come() {
        second_line(Urgency::Now, EngineWork::Limited, true);
        second_line(Urgency::Waiting, EngineWork::Unlimited, true);
        second_line(Urgency::Idle, EngineWork::Pondering, true);
        second_line(Urgency::Waiting, EngineWork::Limited, false);
        second_line(Urgency::None, EngineWork::Pondering, false);
    }

    /// STOP (line 2) for the first search and the command for the second (line 3) arrive at any
    /// time.
    #[test]
    fn a_line_ends_no_search_after_it() {
        loom::model(|| {
            let interrupt = Arc::new(Interrupt::new());
            let reader = thread::spawn({
                let interrupt = Arc::clone(&interrupt);
                move || {
                    interrupt.raise(Urgency::Now, 2);
                    interrupt.raise(Urgency::Waiting, 3);
                }
            });
            let first = interrupt.begin(EngineWork::Limited, 1).clone();
            interrupt.end();
            drop(first);
            let second = interrupt.begin(EngineWork::Limited, 3).clone();
            reader.join().unwrap();
            assert!(!second.is_set());
        });
    }
}
