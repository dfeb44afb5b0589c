//! What the engine knows about a move, as facts and in words.
//!
//! [`shape`] reads from the board what a stone makes and what each side threatens, cell by cell;
//! [`quiet`] does so for moves that threaten nothing yet.
//! [`mod@facts`] collects what is true about one move: what it makes and stops, which wins are
//! proved behind it, and what the next best move would give up. [`words`] states the facts in
//! English; it adds nothing to them. The values come from a search that the caller has made.

pub(crate) mod facts;
mod quiet;
pub(crate) mod shape;
pub mod words;

pub use facts::{Facts, MoveQuestion, RatedLine, facts};
pub use quiet::OpenTwo;
pub use shape::{ShapeThreat, threats_of};
pub use words::{explain, reasons};
