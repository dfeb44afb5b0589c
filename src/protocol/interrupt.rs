//! Who may end which search.
//!
//! The reader hears a line while the engine thread is anywhere: before the search that the line is meant
//! for, in it, or after it. So lines are numbered, and a search is ended by what was heard *after* the
//! command that asked for it, no matter which thread comes first. That decision is all that happens
//! under the lock here.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::command::Command;
use super::info::Info;
use super::lexer::split_word;
use super::line::Line;
use crate::search::StopFlag;

/// How urgent a line is; each level ends all that the ones before it end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// A setting: it can wait.
    None,
    /// `INFO pondering 0`: ends thinking in the opponent's time.
    Idle,
    /// A command that wants an answer: ends pondering, and a search that has no limit and would never
    /// let it through.
    Waiting,
    /// STOP, `INFO timeout_turn 0` ("move now") and the commands that begin a new game: end any search.
    Now,
}

impl Urgency {
    /// The urgency of a line.
    pub fn of(line: &Line) -> Self {
        let (word, _) = split_word(line.bytes());
        if line.is_cut() && word.eq_ignore_ascii_case(b"INFO") {
            return Urgency::None;
        }
        match Command::parse(line.bytes()) {
            Ok(Command::Info(Ok(Info::TimeoutTurn(ms)))) if ms <= 0 => Urgency::Now,
            Ok(Command::Info(Ok(Info::Pondering(false)))) => Urgency::Idle,
            Ok(Command::Info(_)) => Urgency::None,
            Ok(Command::Stop | Command::End | Command::Start(_) | Command::Restart) => Urgency::Now,
            Ok(_) | Err(_) => Urgency::Waiting,
        }
    }
}

/// What the engine thread is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Thinking about a move within limits.
    Limited,
    /// Thinking about a move without limits.
    Unlimited,
    /// Thinking in the opponent's time.
    Pondering,
}

impl Work {
    const fn ended_by(self) -> Urgency {
        match self {
            Work::Limited => Urgency::Now,
            Work::Unlimited => Urgency::Waiting,
            Work::Pondering => Urgency::Idle,
        }
    }
}

#[derive(Debug, Default)]
struct InterruptState {
    /// For each level from `Idle` up: the number of the last line at least that urgent.
    heard: [u64; 3],
    working: Option<(Work, u64)>,
}

impl InterruptState {
    fn heard_since(&self, work: Work, command: u64) -> bool {
        let last = self.heard.get(work.ended_by() as usize - 1);
        last.is_some_and(|&last| last > command)
    }
}

/// The meeting point of reader and engine thread.
#[derive(Debug, Default)]
pub struct Interrupt {
    state: Mutex<InterruptState>,
    flag: StopFlag,
}

impl Interrupt {
    /// A interrupt at which nothing was heard.
    pub fn new() -> Self {
        Self::default()
    }

    /// The reader read the line with this number (from 1, rising).
    pub fn hear(&self, urgency: Urgency, line: u64) {
        let mut state = self.lock();
        for level in state.heard.iter_mut().take(urgency as usize) {
            *level = line;
        }
        if state.working.is_some_and(|(work, command)| state.heard_since(work, command)) {
            self.flag.set();
        }
    }

    /// The engine thread begins to work on the command with this number. The flag comes back set if
    /// something that ends the work was heard already.
    pub fn begin(&self, work: Work, command: u64) -> &StopFlag {
        let mut state = self.lock();
        state.working = Some((work, command));
        self.flag.clear();
        if state.heard_since(work, command) {
            self.flag.set();
        }
        &self.flag
    }

    /// The work is done.
    pub fn end(&self) {
        self.lock().working = None;
    }

    /// A panic elsewhere leaves nothing half done in here, so poison means nothing.
    fn lock(&self) -> MutexGuard<'_, InterruptState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urgency(line: &str) -> Urgency {
        Urgency::of(&Line::new(line.as_bytes()))
    }

    #[test]
    fn lines_have_their_urgency() {
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
    fn a_stop_ends_the_search_before_it_even_if_that_begins_later() {
        let interrupt = Interrupt::new();
        interrupt.hear(Urgency::Waiting, 1);
        interrupt.hear(Urgency::Now, 2);
        assert!(interrupt.begin(Work::Limited, 1).is_set());
        interrupt.end();
        interrupt.hear(Urgency::Waiting, 3);
        assert!(!interrupt.begin(Work::Limited, 3).is_set(), "an old stop ends nothing new");
        interrupt.hear(Urgency::Now, 4);
        assert!(interrupt.flag.is_set());
    }

    #[test]
    fn each_work_is_ended_by_its_own_level() {
        let ends = |work, urgency| {
            let interrupt = Interrupt::new();
            let flag = interrupt.begin(work, 1).clone();
            interrupt.hear(urgency, 2);
            flag.is_set()
        };
        assert!(!ends(Work::Limited, Urgency::Waiting) && ends(Work::Limited, Urgency::Now));
        assert!(!ends(Work::Unlimited, Urgency::Idle) && ends(Work::Unlimited, Urgency::Waiting));
        assert!(!ends(Work::Pondering, Urgency::None) && ends(Work::Pondering, Urgency::Idle));
    }

    #[test]
    fn a_stop_while_nothing_happens_is_forgotten() {
        let interrupt = Interrupt::new();
        interrupt.hear(Urgency::Now, 1);
        interrupt.hear(Urgency::Waiting, 2);
        assert!(!interrupt.begin(Work::Unlimited, 2).is_set());
    }
}
