//! Layer 5: the search. A position and limits go in, events come out; nothing here prints.
//!
//! [`pool`] holds what lives from search to search and starts the threads; [`root`] deepens and keeps
//! the time ([`time`]); [`node`] is the recursion with its steps, [`leaf`] its horizon; [`picker`]
//! orders moves by what cells show and by [`history`]; [`correction`] mends evaluations, and both are a
//! thread's [`experience`]; [`tt`] remembers; [`params`] has all numbers, [`rule_params`] has them by rule;
//! [`balance`] looks for fair moves instead of good ones.

pub mod balance;
pub mod correction;
pub mod event;
pub mod experience;
pub mod history;
pub mod leaf;
pub mod limits;
pub mod node;
pub mod pages;
pub mod params;
pub mod picker;
pub mod pool;
mod prove;
pub mod root;
pub mod rule_params;
pub mod shared;
pub mod time;
pub mod tt;
pub mod worker;

pub use crate::util::stop::StopFlag;
pub use event::{Event, Iteration, Listener, Mark, NullListener};
pub use limits::{Goal, Limits};
pub use params::Params;
pub use pool::{Outcome, Searcher};
pub use rule_params::RuleParams;
