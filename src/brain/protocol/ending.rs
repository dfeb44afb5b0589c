//! How the brain ends: the process exits when the engine thread has answered every command and saved
//! the last game. From a pipe, the reader reads `END` long before the commands that precede it are
//! executed.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::reader::InputEnd;
use super::writer::WriteWatch;

/// After the end of the input each command, and saving the last game, may take this long. It is for
/// an engine that hangs: a search is stopped by the end of the input, within 100 ms.
pub(super) const LIMIT: Duration = Duration::from_secs(10);
/// After `END` a manager that takes no answer for this long wants none.
const UNTAKEN: Duration = Duration::from_secs(1);
/// How often that is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// What the threads report to the calling thread.
pub(super) enum ThreadReport {
    /// Nothing more will be read.
    InputOver(InputEnd),
    /// The engine thread has executed a command.
    Executed,
    /// The engine thread has executed every command; if games are recorded, it saves the last one.
    Answered,
    /// The engine thread ended.
    EngineOver(io::Result<()>),
}

/// How long to wait for the next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Patience {
    /// For ever.
    Endless,
    /// For so long.
    Limited(Duration),
    /// For so long, but only as long as the manager takes the answers.
    WhileTaken(Duration),
}

/// Why no event came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Silence {
    /// The engine thread does nothing, or is gone.
    Hangs,
    /// It waits for the manager to take an answer.
    Untaken,
}

/// Waits until the engine thread ended; after the end of the input, at most `limit` for each of its
/// steps, and after `END` as long as the manager takes the answers.
///
/// # Errors
/// If answers could not be written, or are missing because the engine thread did not end in time or
/// panicked.
pub(super) fn wait(
    events: &Receiver<ThreadReport>,
    limit: Duration,
    watch: &WriteWatch,
) -> io::Result<()> {
    wait_for(limit, |patience| match patience {
        Patience::Endless => events.recv().map_err(|_| Silence::Hangs),
        Patience::Limited(limit) => events.recv_timeout(limit).map_err(|_| Silence::Hangs),
        Patience::WhileTaken(limit) => next_while_taken(events, limit, watch),
    })
}

fn next_while_taken(
    events: &Receiver<ThreadReport>,
    limit: Duration,
    watch: &WriteWatch,
) -> Result<ThreadReport, Silence> {
    let begun = Instant::now();
    loop {
        match events.recv_timeout(GLANCE) {
            Ok(event) => return Ok(event),
            Err(RecvTimeoutError::Disconnected) => return Err(Silence::Hangs),
            Err(RecvTimeoutError::Timeout) if watch.is_stuck(UNTAKEN) => {
                return Err(Silence::Untaken);
            }
            Err(RecvTimeoutError::Timeout) if begun.elapsed() >= limit => {
                return Err(Silence::Hangs);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// [`wait`] for events from `next`, which waits as long as it is told.
fn wait_for(
    limit: Duration,
    mut next: impl FnMut(Patience) -> Result<ThreadReport, Silence>,
) -> io::Result<()> {
    let (mut patience, mut has_answered) = (Patience::Endless, false);
    loop {
        match next(patience) {
            Ok(ThreadReport::EngineOver(result)) => return result,
            Ok(ThreadReport::Answered) => {
                (patience, has_answered) = (Patience::Limited(limit), true);
            }
            Ok(ThreadReport::InputOver(InputEnd::End)) if !has_answered => {
                patience = Patience::WhileTaken(limit);
            }
            Ok(ThreadReport::InputOver(_)) => patience = Patience::Limited(limit),
            Ok(ThreadReport::Executed) => (),
            Err(Silence::Untaken) => return Err(untaken()),
            Err(Silence::Hangs) => return Err(late(has_answered, limit)),
        }
    }
}

fn untaken() -> io::Error {
    let seconds = UNTAKEN.as_secs_f32();
    let text = format!("answers are missing: none was taken within {seconds} s after END");
    io::Error::new(io::ErrorKind::TimedOut, text)
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
    const CLOSED: ThreadReport = ThreadReport::InputOver(InputEnd::Closed);

    fn waited(events: Vec<ThreadReport>) -> Result<(), String> {
        let (sender, receiver) = mpsc::channel();
        for event in events {
            sender.send(event).unwrap();
        }
        let waited =
            wait(&receiver, SHORT, &WriteWatch::default()).map_err(|error| error.to_string());
        drop(sender);
        waited
    }

    #[test]
    fn a_thread_that_hangs_is_reported_with_what_is_lost() {
        let lost = waited(vec![CLOSED]).unwrap_err();
        assert_eq!(lost, "answers are missing: the engine did not return within 0.02 s");
        let lost = waited(vec![ThreadReport::Answered, CLOSED]).unwrap_err();
        assert_eq!(lost, "the last game was not saved within 0.02 s");
    }

    #[test]
    fn the_end_of_the_engine_thread_decides() {
        assert_eq!(waited(vec![CLOSED, ThreadReport::EngineOver(Ok(()))]), Ok(()));
        let gone = io::Error::other("stdout is full");
        assert_eq!(
            waited(vec![ThreadReport::EngineOver(Err(gone))]),
            Err("stdout is full".to_owned())
        );
    }

    /// How long it waits for each of these events.
    fn patience_for(events: Vec<ThreadReport>) -> Vec<Patience> {
        let (mut events, mut patience) = (events.into_iter(), Vec::new());
        let next = |limit| {
            patience.push(limit);
            events.next().ok_or(Silence::Hangs)
        };
        wait_for(SHORT, next).unwrap();
        patience
    }

    #[test]
    fn the_limit_is_for_each_command() {
        let over = ThreadReport::EngineOver(Ok(()));
        let events = vec![CLOSED, ThreadReport::Executed, ThreadReport::Executed, over];
        let short = Patience::Limited(SHORT);
        assert_eq!(patience_for(events), [Patience::Endless, short, short, short]);
    }

    #[test]
    fn no_limit_counts_before_the_input_is_over() {
        let over = ThreadReport::EngineOver(Ok(()));
        assert_eq!(patience_for(vec![ThreadReport::Executed, over]), [Patience::Endless; 2]);
    }
}
