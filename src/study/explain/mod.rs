//! What the engine knows about a move, as facts and in words.
//!
//! [`shape`] reads from the board what a stone makes and what each side threatens, cell by cell;
//! [`quiet`] does so for moves that threaten nothing yet, [`advantages`] compares two moves.
//! [`mod@facts`] collects what is true about one move: what it makes and stops, which wins are
//! proved behind it, by [`win_path`] how the opponent wins after it, and what the next best move would
//! give up. [`reason`] chooses what of it is said,
//! and [`words`] tells it in English, [`report`] as JSON; they add nothing. The values come from a
//! search that the caller has made.

mod advantages;
pub(crate) mod facts;
mod quiet;
mod reason;
pub(crate) mod report;
pub(crate) mod shape;
mod win_path;
pub mod words;

pub use advantages::Advantages;
pub use facts::{Facts, MoveQuestion, RatedLine, facts};
pub use quiet::OpenTwo;
pub use reason::{MoveReasons, Reason};
pub use report::ReasonReport;
pub use shape::{ShapeKind, ShapeThreat, threats_of};
#[cfg(test)]
pub(crate) use win_path::FORBIDDEN_STOP;
pub use win_path::{ForbiddenStop, WinClaim, WinPath, WinStep};
pub use words::explain;
