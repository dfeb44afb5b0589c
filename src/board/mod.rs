//! Layer 2: stones and lines. [`Position`] is the plain record of any board, read by protocols,
//! records and referees; the incremental board of the search stands beside it. Neither has an opinion
//! on who wins the game. Imports only `types` and `util`.

pub mod notation;
pub mod position;

pub use notation::NotationError;
pub use position::{PlaceError, Position};
