//! RenLib's libraries, `.lib`: trees of moves on 15×15 with comments, texts on the board and marks,
//! the usual format of renju opening books. CITE: F. Arkbo, RenLib, the program's own reader and
//! writer <https://github.com/gomoku/RenLib>.
//!
//! A file is a header of 20 bytes and the nodes, parents before children; [`node`] describes their
//! bytes. [`nodes`] returns them one by one unchanged, with their levels: enough to walk through
//! ten million nodes without building anything. [`read()`] builds a game tree from them,
//! [`write()`] writes one.
//!
//! How a tree holds a library:
//! * A text on the board belongs to the position before the move: it is a text of
//!   [`NodeMarks`](super::node_marks::NodeMarks) on the point of the move. A node with only a text
//!   and no move becomes such a text, too.
//! * A pass is not a node of a tree: the moves after it have the same color as the one before. Its
//!   comment is appended to that of the node before it.
//! * A comment's first line and the rest, which RenLib shows separately, are lines of one comment.
//! * A move on an occupied point is skipped with everything after it, and counted.
//!
//! Texts have no code page: see [`text`].

mod format;
mod node;
mod nodes;
mod read;
mod text;
mod write;

pub use format::FORMAT;
pub use nodes::RenlibError;
pub use read::{LibRead, read};
pub use write::{RenlibWriteError, write};

/// The first bytes of a file with a header.
const MAGIC: &[u8; 8] = b"\xffRenLib\xff";
/// The length of the header: [`MAGIC`], major and minor version, ten bytes FF.
const HEADER_BYTES: usize = 20;
/// The newest version: 100 × major + minor.
const NEWEST: u32 = 304;
/// h8, with which every file without a header begins.
const CENTER: u8 = 0x78;
/// Columns and rows.
const SIDE: u8 = 15;

/// Whether these are the first bytes of a library.
fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

#[cfg(test)]
mod tests;
