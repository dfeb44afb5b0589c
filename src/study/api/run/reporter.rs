//! Sends the answers of a job.

use std::sync::Arc;
use std::thread;

use crate::api::answer::{Event, Outcome};
use crate::api::error::{ErrorCode, Refusal};
use crate::api::registry::{Registry, error};
use crate::api::request::Id;
use tengen_engine::search::StopFlag;

/// Sends a job's answers. If it is dropped without a final one, because the job panicked or never
/// began, it sends an error.
pub(in crate::api) struct Reporter {
    id: Id,
    registry: Arc<Registry>,
    stop: StopFlag,
    is_done: bool,
}

impl Reporter {
    /// For a registered request.
    pub(in crate::api) fn new(id: Id, registry: Arc<Registry>, stop: StopFlag) -> Self {
        Self { id, registry, stop, is_done: false }
    }

    /// Set when the request is to end.
    pub(super) fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Sends an answer before the final one.
    pub(super) fn send(&self, event: Event) {
        self.registry.report(&self.id, event);
    }

    /// Sends the final answer.
    pub(super) fn done(mut self, outcome: Outcome) {
        self.is_done = true;
        self.registry.report(&self.id, Event::Done(Box::new(outcome)));
    }

    /// Sends an error as the final answer.
    pub(super) fn fail(mut self, refusal: Refusal) {
        self.is_done = true;
        self.registry.report(&self.id, error(refusal, None));
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        if self.is_done {
            return;
        }
        let refusal = if thread::panicking() {
            Refusal::of(ErrorCode::Internal, "the engine failed; please report this")
        } else {
            Refusal::of(ErrorCode::Canceled, "stopped before it began")
        };
        self.registry.report(&self.id, error(refusal, None));
    }
}
