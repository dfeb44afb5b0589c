//! Layer 3: what the rule book says. Imports `board` and below.
//!
//! [`mod@reference`] is the rule book itself, written like its definitions, for boards of every size:
//! referees, records and tests ask it. [`legality`] says which moves may be played and how a game
//! ends.

pub mod agreement;
pub mod forbidden;
pub mod legality;
pub mod reference;
