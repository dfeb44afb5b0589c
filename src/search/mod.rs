//! Layer 5: the search. A position and limits go in, events come out; nothing here prints.

pub mod event;
pub mod limits;

pub use event::{Event, Iteration, Listener, Mark, NullListener};
pub use limits::{Goal, Limits, StopFlag};
