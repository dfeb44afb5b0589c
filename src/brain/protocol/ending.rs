//! How the brain ends: the process exits when the engine thread has answered every command and saved
//! the last game. From a pipe, the reader reads `END` long before the commands that precede it are
//! executed.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// After the end of the input each command, and saving the last game, may take this long. It is for
/// an engine that hangs: a search is stopped by the end of the input, within 100 ms.
pub(super) const LIMIT: Duration = Duration::from_secs(10);

/// What the threads report to the calling thread.
pub(super) enum Event {
    /// Nothing more will be read.
    InputOver,
    /// The engine thread has executed a command.
    Executed,
    /// The engine thread has executed every command; if games are recorded, it saves the last one.
    Answered,
    /// The engine thread ended.
    EngineOver(io::Result<()>),
}

/// Waits until the engine thread ended; after the end of the input, at most `limit` for each of its
/// steps.
///
/// # Errors
/// If answers could not be written, or are missing because the engine thread did not end in time or
/// panicked.
pub(super) fn wait(events: &Receiver<Event>, limit: Duration) -> io::Result<()> {
    wait_for(limit, |patience| match patience {
        Some(limit) => events.recv_timeout(limit),
        None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
    })
}

/// [`wait`] for events from `next`, which waits as long as it is told, or for ever.
fn wait_for(
    limit: Duration,
    mut next: impl FnMut(Option<Duration>) -> Result<Event, RecvTimeoutError>,
) -> io::Result<()> {
    let (mut is_ending, mut has_answered) = (false, false);
    loop {
        match next(is_ending.then_some(limit)) {
            Ok(Event::EngineOver(result)) => return result,
            Ok(Event::Answered) => (is_ending, has_answered) = (true, true),
            Ok(Event::InputOver) => is_ending = true,
            Ok(Event::Executed) => (),
            Err(_) => return Err(late(has_answered, limit)),
        }
    }
}

fn late(has_answered: bool, limit: Duration) -> io::Error {
    let seconds = limit.as_secs_f32();
    let text = if has_answered {
        format!("the last game was not saved within {seconds} s")
    } else {
        format!("answers are missing: the engine did not return within {seconds} s")
    };
    io::Error::new(io::ErrorKind::TimedOut, text)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const SHORT: Duration = Duration::from_millis(20);

    fn waited(events: Vec<Event>) -> Result<(), String> {
        let (sender, receiver) = mpsc::channel();
        for event in events {
            sender.send(event).unwrap();
        }
        let waited = wait(&receiver, SHORT).map_err(|error| error.to_string());
        drop(sender);
        waited
    }

    #[test]
    fn a_thread_that_hangs_is_reported_with_what_is_lost() {
        let lost = waited(vec![Event::InputOver]).unwrap_err();
        assert_eq!(lost, "answers are missing: the engine did not return within 0.02 s");
        let lost = waited(vec![Event::Answered, Event::InputOver]).unwrap_err();
        assert_eq!(lost, "the last game was not saved within 0.02 s");
    }

    #[test]
    fn the_end_of_the_engine_thread_decides() {
        assert_eq!(waited(vec![Event::InputOver, Event::EngineOver(Ok(()))]), Ok(()));
        let gone = io::Error::other("stdout is full");
        assert_eq!(waited(vec![Event::EngineOver(Err(gone))]), Err("stdout is full".to_owned()));
    }

    /// How long it waits for each of these events.
    fn patience_for(events: Vec<Event>) -> Vec<Option<Duration>> {
        let (mut events, mut patience) = (events.into_iter(), Vec::new());
        let next = |limit| {
            patience.push(limit);
            events.next().ok_or(RecvTimeoutError::Disconnected)
        };
        wait_for(SHORT, next).unwrap();
        patience
    }

    #[test]
    fn the_limit_is_for_each_command() {
        let over = Event::EngineOver(Ok(()));
        let events = vec![Event::InputOver, Event::Executed, Event::Executed, over];
        assert_eq!(patience_for(events), [None, Some(SHORT), Some(SHORT), Some(SHORT)]);
    }

    #[test]
    fn no_limit_counts_before_the_input_is_over() {
        let over = Event::EngineOver(Ok(()));
        assert_eq!(patience_for(vec![Event::Executed, over]), [None, None]);
    }
}
