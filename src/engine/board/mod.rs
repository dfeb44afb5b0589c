//! Layer 2: stones and lines. [`Position`] is the plain record of any board, used by protocols,
//! records and referees; [`Board`] is the incremental board of the search. Neither detects the end
//! of a game: `rules` decides who has won. May import `types` and `util`.

pub(crate) mod candidates;
pub(crate) mod cell;
mod changes;
#[cfg(test)]
mod check;
pub(crate) mod lines;

pub mod notation;
pub(crate) mod pattern;
mod point_name;
pub(crate) mod position;
pub(crate) mod state;
pub(crate) mod symmetry;
pub mod tables;
pub(crate) mod threat_scan;
pub(crate) mod update;
pub(crate) mod values;
pub(crate) mod zobrist;

pub use cell::pair_of;
pub use changes::{ClassChange, ClassChanges};
pub use pattern::{Combined, LineClass};
pub use position::{PlaceError, Position};
pub use state::Board;
pub use symmetry::Symmetry;
pub use tables::Tables;
pub use threat_scan::ThreatCells;
pub use values::{Bare, CellRecords, CellValues, Sums};
