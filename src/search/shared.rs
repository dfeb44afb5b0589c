//! What all workers of one search share: the table, the signals to stop, and the count of nodes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::params::Params;
use super::time::Budget;
use super::tt::SharedTable;
use super::{Limits, StopFlag};
use crate::util::clock::Clock;

/// The search has been told to end: the value being computed is worthless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// A value, unless the search was stopped before it was known.
pub type Value = Result<i32, Stopped>;

/// Shared by reference among the workers of one search.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: SharedTable<'a>,
    /// The parameters.
    pub params: &'a Params,
    /// What was asked for.
    pub limits: &'a Limits,
    /// The times that follow from it.
    pub budget: Budget,
    stop: &'a StopFlag,
    clock: &'a dyn Clock,
    start: Duration,
    /// Set when a limit is reached; never cleared.
    ended: AtomicBool,
    nodes: AtomicU64,
}

impl<'a> Shared<'a> {
    /// A search that began at `start`, in the clock's time.
    pub fn new(
        table: SharedTable<'a>,
        params: &'a Params,
        limits: &'a Limits,
        budget: Budget,
        stop: &'a StopFlag,
        clock: &'a dyn Clock,
        start: Duration,
    ) -> Self {
        Self {
            table,
            params,
            limits,
            budget,
            stop,
            clock,
            start,
            ended: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    /// Whether an only move is played without a thought: a clock runs, and the value is not what is wanted.
    pub fn is_hurried(&self) -> bool {
        self.budget.maximum.is_some() && !self.limits.analysis
    }

    /// The flag by which the search is ended from outside.
    pub fn stop_flag(&self) -> &StopFlag {
        self.stop
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    /// Whether the search shall end: asked for from outside, or a limit was reached.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed) || self.stop.is_set()
    }

    /// Ends the search for all workers.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Ends the search if its time is up.
    pub fn check_clock(&self) {
        if self.budget.maximum.is_some_and(|maximum| self.elapsed() >= maximum) {
            self.end();
        }
    }

    /// Adds nodes to the common count and ends the search if there are enough.
    pub fn add_nodes(&self, count: u64) {
        let before = self.nodes.fetch_add(count, Ordering::Relaxed);
        if self.limits.nodes.is_some_and(|most| before + count >= most) {
            self.end();
        }
    }

    /// Nodes counted so far by all workers.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}
