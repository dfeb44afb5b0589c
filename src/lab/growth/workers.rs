//! The workers of a growth: each takes a job, does it and reports, until nothing is left to do.
//!
//! The pool of [`tengen_engine::util::parallel`] does not fit: which job is next depends on what the
//! others have found, and a worker without one waits for them.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::examine::{Examiner, in_threads};
use super::settings::GrowthSettings;
use tengen_engine::engine::Trained;
use tengen_engine::search::StopFlag;
use tengen_records::book::BookError;
use tengen_records::book::store::Store;

/// How long a worker without work waits for the others.
const PAUSE: Duration = Duration::from_millis(10);

/// The steps of a growth.
#[derive(Debug, Default)]
pub(super) struct Steps {
    /// Steps that were begun.
    begun: u64,
    /// Steps that were done.
    pub done: u64,
    /// Why one could not be done.
    failed: Option<BookError>,
}

/// The state of a growth, which its workers share.
pub(super) trait Growth: Send + Sized {
    /// What a worker does in one step.
    type Job;
    /// What is reported after each step.
    type Report;

    fn steps(&mut self) -> &mut Steps;

    /// The next job; `None` if there is none at present.
    fn take(&mut self, settings: &GrowthSettings) -> Option<Self::Job>;

    /// Does a job.
    ///
    /// # Errors
    /// If the store cannot be written.
    fn work(
        shared: &SharedGrowth<'_, Self>,
        examiner: &mut Examiner,
        job: Self::Job,
    ) -> Result<(), BookError>;

    /// The report on the state.
    fn report(&self, settings: &GrowthSettings) -> Self::Report;
}

/// What a worker does next.
enum Next<J> {
    /// This job.
    Do(J),
    /// Wait: other workers are busy, and what they find may give more to do.
    Wait,
    /// Nothing is left to do.
    End,
}

/// What the workers share.
pub(super) struct SharedGrowth<'a, G> {
    settings: &'a GrowthSettings,
    /// The book that grows.
    pub store: &'a Store,
    /// Ends the growth.
    pub stop: &'a StopFlag,
    state: Mutex<G>,
}

impl<'a, G: Growth> SharedGrowth<'a, G> {
    /// Before the first step.
    pub(super) fn new(
        settings: &'a GrowthSettings,
        store: &'a Store,
        stop: &'a StopFlag,
        state: G,
    ) -> Self {
        Self { settings, store, stop, state: Mutex::new(state) }
    }

    /// The state, locked.
    pub(super) fn state(&self) -> MutexGuard<'_, G> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on all threads of the settings until all have ended; `report` is called after each
    /// step. Returns the last report.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub(super) fn run(
        &self,
        trained: &Trained,
        report: &(dyn Fn(&G::Report) + Sync),
    ) -> Result<G::Report, BookError> {
        in_threads(self.settings, trained, &|examiner| self.work(examiner, report));
        let mut state = self.state();
        match state.steps().failed.take() {
            Some(error) => Err(error),
            None => Ok(state.report(self.settings)),
        }
    }

    fn work(&self, examiner: &mut Examiner, report: &(dyn Fn(&G::Report) + Sync)) {
        loop {
            let job = match self.next() {
                Next::Do(job) => job,
                Next::Wait => {
                    thread::sleep(PAUSE);
                    continue;
                }
                Next::End => return,
            };
            let done = G::work(self, examiner, job);
            let mut state = self.state();
            let steps = state.steps();
            steps.done += 1;
            if let Err(error) = done {
                steps.failed = Some(error);
                self.stop.set();
            }
            let now = state.report(self.settings);
            drop(state);
            report(&now);
        }
    }

    fn next(&self) -> Next<G::Job> {
        let mut state = self.state();
        let &mut Steps { begun, done, .. } = state.steps();
        let is_over = self.settings.steps.is_some_and(|most| begun >= most);
        if self.stop.is_set() || is_over {
            return Next::End;
        }
        match state.take(self.settings) {
            Some(job) => {
                state.steps().begun += 1;
                Next::Do(job)
            }
            None if begun > done => Next::Wait,
            None => Next::End,
        }
    }
}
