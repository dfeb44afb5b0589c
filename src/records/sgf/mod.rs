//! Games as SGF, the Smart Game Format FF\[4\] with game number 4 (Gomoku and Renju): written with
//! everything that a record holds, read with tolerance. CITE: A. Hollosi, "SGF FF\[4\] official
//! specification", <https://www.red-bean.com/sgf/>.
//!
//! Points are two letters, column and row from the top left (`hh` is the middle of 15×15; after `z`
//! comes `A`). Boards with more than 52 columns or rows have no such letters, so points are named
//! there as in `board::notation` (`aa12`); both are read everywhere. Stones are moves in order,
//! those of the opening included; stones that were set up are read as points or as rectangles
//! (`aa:cc`).
//!
//! Texts on the board are `LB`, a marked node is `HO`; see [`marks`]. Private properties, which
//! other programs skip: `OPENINGSTONES`, the number of first moves that belong to the opening;
//! `VERDICT`, why the game ended; in moves `MSEC`, `DEPTH`, `VALUE`, `NODES`; in an unfinished game
//! `SESSION`, what the program needs to continue it, and `STARTED`, the date and time at which it
//! began. [`tree`] has the grammar. Text in, text out, no files.

pub(crate) mod tree;

mod format;
mod go;
mod losses;
mod marks;
mod properties;
mod read;
mod setup;
mod variations;
mod write;

pub use format::FORMAT;
pub use losses::SgfLosses;
pub use variations::{each_tree, read_session, read_tree, write_tree, write_unfinished};
pub use write::write;

use tengen_engine::types::BoardSize;

/// The coordinates 0 to 51.
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Whether two letters can name every point.
fn has_letters(size: BoardSize) -> bool {
    size.width() <= 52 && size.height() <= 52
}

#[cfg(test)]
mod tests;
