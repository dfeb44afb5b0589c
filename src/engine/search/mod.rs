//! Layer 5: the search. A position and limits go in, events and a [`SearchOutcome`] come out.
//!
//! Not here: the value of a position without search ([`eval`](crate::eval)), forced wins
//! ([`threats`](crate::threats)), options and memory ([`engine`](crate::engine)). Nothing in this
//! module prints. May import `eval`, `threats` and below.
//!
//! [`searcher`] owns what outlives a search and starts the threads. Each thread is a [`worker`]:
//! [`root`] deepens iteratively within its [`time`], [`node`] is the recursion with numbered steps,
//! [`leaf`] its quiescence search. [`picker`] orders moves by static scores and [`history`];
//! [`correction`] corrects evaluations; both are a thread's [`experience`]. [`tt`] is the
//! transposition table; [`known`] fills it with what a book knows, and `table_file` writes it to a file and
//! reads it again. [`params`] has the numbers that
//! were tuned, with their ranges, [`rule_params`] one set per rule. [`balance`] looks for fair
//! moves instead of good ones. [`chances`] estimates without a search how likely each move is to
//! be chosen.

pub(crate) mod balance;
mod chances;
pub(crate) mod correction;
mod depth_lines;
pub(crate) mod entry;
pub(crate) mod event;
pub(crate) mod experience;
mod ground;
#[cfg(not(any(unix, windows)))]
mod heap_pages;
pub(crate) mod history;
pub mod known;
pub(crate) mod leaf;
pub(crate) mod limits;
pub(crate) mod node;
#[cfg(test)]
mod oracle;
mod outcome;
pub(crate) mod pages;
pub(crate) mod params;
pub(crate) mod picker;
mod prove;
pub(crate) mod root;
pub(crate) mod rule_params;
pub(crate) mod searcher;
pub(crate) mod shared;
mod table_file;
pub(crate) mod time;
pub(crate) mod tt;
pub(crate) mod worker;

pub use crate::util::stop::StopFlag;
pub use chances::{MoveChance, MoveChances, move_chances};
pub use depth_lines::DepthLines;
pub use event::{Event, Iteration, Listener, NullListener, RootMark};
pub use limits::{Goal, Limits};
pub use outcome::SearchOutcome;
pub use params::{ParamInfo, Params};
pub use rule_params::RuleParams;
pub use searcher::prepare;
pub use searcher::{SOLVER_MB, STACK_BYTES, Searcher};
pub use table_file::TableFileError;
