//! What the workers of one search share: the table, the stop signals, and the node count.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::params::Params;
use super::time::{Budget, reserve_for};
use super::tt::SharedTable;
use super::{Limits, StopFlag};
use crate::util::clock::Clock;
use crate::util::pauses::Pauses;

/// The search was stopped: the value being computed is worthless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// A value, unless the search was stopped before it was known.
pub(crate) type Value = Result<i32, Stopped>;

/// The start of a search, on its clock.
#[derive(Clone, Copy)]
pub(crate) struct SearchTimer<'a> {
    /// The clock.
    pub clock: &'a dyn Clock,
    /// When the search began, in the clock's time.
    pub start: Duration,
}

impl SearchTimer<'_> {
    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }
}

/// Shared by reference among the workers of one search.
pub(crate) struct SearchState<'a> {
    /// The transposition table.
    pub table: SharedTable<'a>,
    /// The parameters.
    pub params: &'a Params,
    /// The limits of the request.
    pub limits: &'a Limits,
    /// The times that follow from them.
    pub budget: Budget,
    /// The pauses that the budget allows for.
    pauses: Pauses,
    stop: &'a StopFlag,
    timer: SearchTimer<'a>,
    /// In microseconds since the search began: when worker 0 last read the clock, and the longest
    /// time between two readings.
    last_look: AtomicU64,
    longest_gap: AtomicU64,
    /// Set when a limit is reached; never cleared.
    ended: AtomicBool,
    nodes: AtomicU64,
}

impl<'a> SearchState<'a> {
    /// The shared state of a search that has just begun.
    pub(crate) fn new(
        table: SharedTable<'a>,
        params: &'a Params,
        limits: &'a Limits,
        (budget, pauses): (Budget, Pauses),
        stop: &'a StopFlag,
        timer: SearchTimer<'a>,
    ) -> Self {
        Self {
            table,
            params,
            limits,
            budget,
            pauses,
            stop,
            timer,
            last_look: AtomicU64::new(0),
            longest_gap: AtomicU64::new(0),
            ended: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    /// The clock of the search.
    pub(crate) fn clock(&self) -> &'a dyn Clock {
        self.timer.clock
    }

    /// Whether a single legal move is played at once: a clock is running, and neither a value nor a
    /// depth is wanted.
    pub(crate) fn is_hurried(&self) -> bool {
        self.budget.is_hurried(self.limits)
    }

    /// The flag that ends the search from outside.
    pub(crate) fn stop_flag(&self) -> &StopFlag {
        self.stop
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        match self.limits.nodes_per_ms {
            None => self.timer.elapsed(),
            Some(rate) => {
                Duration::from_micros(self.nodes().saturating_mul(1000) / u64::from(rate.max(1)))
            }
        }
    }

    /// A time for the system's clock; `None` where the clock counts nodes and the node limit serves.
    pub(crate) fn on_system(&self, time: Option<Duration>) -> Option<Duration> {
        time.filter(|_| self.limits.nodes_per_ms.is_none())
    }

    /// Whether the search must end: it was stopped, or a limit was reached.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed) || self.stop.is_set()
    }

    /// Ends the search for all workers.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Worker 0 begins: from now on it reads the clock every few hundred microseconds.
    pub(crate) fn begin(&self) {
        self.last_look.store(micros(self.elapsed()), Ordering::Relaxed);
    }

    /// Ends the search if its time is up, or if another pause as long as one already seen would
    /// make it late.
    pub(crate) fn check_clock(&self) {
        let Some(maximum) = self.on_system(self.budget.maximum) else { return };
        let elapsed = self.elapsed();
        let now = micros(elapsed);
        let gap = now.saturating_sub(self.last_look.swap(now, Ordering::Relaxed));
        let longest = gap.max(self.longest_gap.load(Ordering::Relaxed));
        self.longest_gap.store(longest, Ordering::Relaxed);
        let mut pauses = self.pauses;
        pauses.saw(self.longest_gap());
        // The budget already allows for the pauses known before.
        let new = pauses.longest().saturating_sub(self.pauses.longest());
        if elapsed >= maximum - reserve_for(new, maximum) {
            self.end();
        }
    }

    /// Whether the expected pause is a large part of the time.
    pub(crate) fn is_pressed(&self) -> bool {
        self.budget.maximum.is_some_and(|maximum| self.pauses.longest() * 4 >= maximum)
            && self.pauses != Pauses::default()
    }

    /// The longest time between two readings of the clock.
    pub(crate) fn longest_gap(&self) -> Duration {
        Duration::from_micros(self.longest_gap.load(Ordering::Relaxed))
    }

    /// Adds nodes to the common count and ends the search at the node limit.
    pub(crate) fn add_nodes(&self, count: u64) {
        let before = self.nodes.fetch_add(count, Ordering::Relaxed);
        if self.limits.nodes.is_some_and(|most| before + count >= most) {
            self.end();
        }
    }

    /// Nodes counted so far by all workers.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
