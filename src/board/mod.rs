//! Layer 2: stones and lines. [`Position`] is the plain record of any board, used by protocols,
//! records and referees; [`Board`] is the incremental board of the search. Neither knows who wins.
//! May import `types` and `util`.

pub mod candidates;
pub mod cell;
mod changes;
pub mod check;
pub mod lines;

pub mod notation;
pub mod pattern;
pub mod position;
pub mod state;
pub mod symmetry;
pub mod tables;
pub mod threat_scan;
pub mod update;
pub mod values;
pub mod zobrist;

pub use changes::CellChange;
pub use pattern::{Combined, LineClass};
pub use position::{PlaceError, Position};
pub use state::Board;
pub use symmetry::Symmetry;
pub use tables::Tables;
pub use threat_scan::Threats;
pub use values::{Bare, CellRecords, CellValues, Sums};
