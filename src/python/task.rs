//! Long work without the GIL: on a thread of its own, so that Ctrl-C and other signals are handled while
//! it runs, and a panic becomes an exception.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::{EngineError, failure};
use tengen_engine::search::{STACK_BYTES, StopFlag};

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);

/// Runs `work`, which ends soon after `stop` is set, and returns what it returns. A signal whose handler
/// raises, such as Ctrl-C, stops it.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (send, receive) = mpsc::channel();
    // A receiver cannot be lent to a closure that runs without the GIL; a lock can.
    let receive = Mutex::new(receive);
    thread::scope(|scope| {
        let job = move || drop(send.send(caught(work)));
        let thread = thread::Builder::new().name("tengen".to_owned()).stack_size(STACK_BYTES);
        thread.spawn_scoped(scope, job).map_err(|error| EngineError::new_err(error.to_string()))?;
        let done =
            wait(py, stop, || match receive.lock().map(|receive| receive.recv_timeout(LOOK)) {
                Ok(Ok(done)) => Some(done),
                Ok(Err(RecvTimeoutError::Timeout)) => None,
                Ok(Err(RecvTimeoutError::Disconnected)) | Err(_) => {
                    Some(Err("its thread ended".to_owned()))
                }
            })?;
        done.map_err(|why| EngineError::new_err(failure(&why)))
    })
}

/// Asks `poll`, which may block for a moment, without the GIL until it has something.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    mut poll: impl FnMut() -> Option<T> + Send,
) -> PyResult<T> {
    let mut raised = None;
    loop {
        if let Some(found) = py.detach(&mut poll) {
            return raised.map_or(Ok(found), Err);
        }
        if let Err(error) = py.check_signals() {
            stop.set();
            raised.get_or_insert(error);
        }
    }
}

/// The result of `work`, or what it panicked with.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| text_of(panic.as_ref()))
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}
