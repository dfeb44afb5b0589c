//! Layer 3: the rules of the game. May import `board` and below.
//!
//! [`mod@reference`] is written like the definitions of the rule book, for boards of every size;
//! referees, records and tests use it. [`forbidden`] is its fast twin for the search. [`legality`]
//! decides which moves are legal and how a game ends. [`opening`] is how the first stones are
//! placed and the colors assigned.

pub(crate) mod agreement;
pub(crate) mod forbidden;
pub mod legality;
pub mod opening;
pub mod reference;
