//! Layer 5: the search. A position and limits go in, events and a [`SearchOutcome`] come out.
//!
//! Not here: the value of a position without search ([`eval`](crate::eval)), forced wins
//! ([`threats`](crate::threats)), options and memory ([`engine`](crate::engine)). Nothing in this
//! module prints. May import `eval`, `threats`, `book` and below.
//!
//! [`searcher`] owns what outlives a search and starts the threads. Each thread is a [`worker`]:
//! [`root`] deepens iteratively within its [`time`], [`node`] is the recursion with numbered steps,
//! [`leaf`] its quiescence search. [`picker`] orders moves by static scores and [`history`];
//! [`correction`] corrects evaluations; both are a thread's [`experience`]. [`tt`] is the
//! transposition table. [`params`] has every tunable number with its range, [`rule_params`] one set
//! per rule. [`balance`] looks for fair moves instead of good ones.

pub mod balance;
pub mod correction;
pub mod event;
pub mod experience;
pub mod history;
pub mod leaf;
pub mod limits;
pub mod node;
#[cfg(test)]
mod oracle;
mod outcome;
pub mod pages;
pub mod params;
pub mod picker;
mod prove;
pub mod root;
pub mod rule_params;
pub mod searcher;
pub mod shared;
pub mod time;
pub mod tt;
pub mod worker;

pub use crate::util::stop::StopFlag;
pub use event::{Event, Iteration, Listener, Mark, NullListener};
pub use limits::{Goal, Limits};
pub use outcome::SearchOutcome;
pub use params::{ParamInfo, Params};
pub use rule_params::RuleParams;
pub use searcher::{STACK_BYTES, Searcher};
