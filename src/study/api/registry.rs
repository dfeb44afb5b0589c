//! The requests of a session that have no final answer yet, and the sink for its answers.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::answer::{Answer, ErrorReport, Event};
use super::error::Refusal;
use super::request::Id;
use tengen_engine::search::StopFlag;

/// Takes answers; called by several threads, one at a time.
pub type Sink = Box<dyn FnMut(&Answer) + Send>;

/// A request that has no final answer yet.
#[derive(Clone, Debug)]
pub(super) struct Active {
    /// The number of its job.
    pub job: u64,
    /// Ends its search.
    pub stop: StopFlag,
    /// Whether only `stop` ends it.
    pub is_infinite: bool,
    /// Whether it was canceled: then only its error is still reported.
    pub is_canceled: bool,
}

/// Requests without a final answer, and the sink.
pub(super) struct Registry {
    state: Mutex<RegistryState>,
    /// Signaled when a request is finished.
    finished: Condvar,
    /// `None` once the session is gone.
    sink: Mutex<Option<Sink>>,
}

#[derive(Default)]
struct RegistryState {
    active: HashMap<Id, Active>,
    /// Number of final answers being sent: their names are free, but the answers are not sent yet.
    sending: usize,
}

impl RegistryState {
    /// The requests without a final answer that was sent.
    fn open(&self) -> usize {
        self.active.len() + self.sending
    }
}

impl Registry {
    /// A registry without requests.
    pub(super) fn new(sink: Sink) -> Self {
        let state = Mutex::new(RegistryState::default());
        Self { state, finished: Condvar::new(), sink: Mutex::new(Some(sink)) }
    }

    fn lock(&self) -> MutexGuard<'_, RegistryState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request, unless its name is in use or there are too many.
    pub(super) fn add(&self, id: &Id, request: Active, most: usize) -> Result<(), NotAccepted> {
        let active = &mut self.lock().active;
        if active.contains_key(id) {
            return Err(NotAccepted::InUse);
        }
        if active.len() >= most {
            return Err(NotAccepted::Full);
        }
        active.insert(id.clone(), request);
        Ok(())
    }

    /// The request named `target`, or all of them without a target.
    pub(super) fn targets(&self, target: Option<&Id>) -> Vec<(Id, Active)> {
        let active = &self.lock().active;
        let is_meant = |id: &Id| target.is_none_or(|target| target == id);
        let meant = active.iter().filter(|(id, _)| is_meant(id));
        meant.map(|(id, request)| (id.clone(), request.clone())).collect()
    }

    /// Marks a request as canceled.
    pub(super) fn cancel(&self, id: &Id) {
        if let Some(request) = self.lock().active.get_mut(id) {
            request.is_canceled = true;
            request.stop.set();
        }
    }

    /// Sends an answer that belongs to no registered request.
    pub(super) fn send(&self, id: Option<Id>, event: Event) {
        let answer = Answer { id, event };
        if let Some(sink) = self.sink.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            sink(&answer);
        }
    }

    /// Sends an answer to a registered request; a final one frees its name. Nothing is sent for a
    /// name that is not registered.
    pub(super) fn report(&self, id: &Id, event: Event) {
        let mut state = self.lock();
        let Some(request) = state.active.get(id) else { return };
        let is_canceled = request.is_canceled;
        if !event.is_final() {
            drop(state);
            if !is_canceled {
                self.send(Some(id.clone()), event);
            }
            return;
        }
        state.active.remove(id);
        state.sending += 1;
        drop(state);
        let event = if is_canceled { canceled() } else { event };
        self.send(Some(id.clone()), event);
        self.lock().sending -= 1;
        self.finished.notify_all();
    }

    /// Waits until fewer than `most` requests have no final answer.
    pub(super) fn wait_for_fewer(&self, most: usize) {
        self.wait_while(|state| state.open() >= most);
    }

    /// Waits until fewer than `most` requests have no final answer, or one of them has no end of
    /// its own.
    pub(super) fn wait_for_room(&self, most: usize) {
        let is_endless = |request: &Active| request.is_infinite && !request.stop.is_set();
        self.wait_while(|state| state.open() >= most && !state.active.values().any(is_endless));
    }

    fn wait_while(&self, waits: impl Fn(&RegistryState) -> bool) {
        drop(self.finished.wait_while(self.lock(), |state| waits(state)));
    }

    /// Drops the sink; later answers are discarded.
    pub(super) fn close(&self) {
        self.sink.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Why a request was not registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotAccepted {
    InUse,
    Full,
}

fn canceled() -> Event {
    error(Refusal::of(super::error::ErrorCode::Canceled, "canceled"), None)
}

/// The final answer of a request that is not done.
pub(super) fn error(refusal: Refusal, line: Option<u64>) -> Event {
    let Refusal { code, field, error, opening, reading } = refusal;
    Event::Error(ErrorReport { code, field, error, opening, reading, line })
}
