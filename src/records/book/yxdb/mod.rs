//! The position databases of Yixin and Rapfi ("YXDB"), `.db`. CITE: dhbloo, Rapfi,
//! <https://github.com/dhbloo/rapfi>, the program's own reader and writer; the format is Yixin's.
//!
//! What a caller gets:
//! * [`YxdbReader`]: an iterator of [`YxdbRecord`]s from any stream, compressed or not, in constant
//!   memory. It does not check the file as a whole: records may come in any order, and twice.
//! * [`YxdbWriter`]: the reverse. The number of records must be known before the first.
//! * [`YxdbKey`]: the position of a record. [`YxdbKey::canonical`] is the image that the format
//!   stores, with the symmetry that leads to it; keys in files are canonical, but the reader does
//!   not check it.
//! * [`YxdbText`]: the text of a record taken apart: texts on points, and the comment. The points
//!   are those of the canonical image, so they move with its symmetry.
//!
//! Nothing is interpreted: label, value, depth and bound are as in the file. Two pitfalls:
//! * The label is for the side that **just moved** (`w`: it wins), the value for the side
//!   **to move**.
//! * A value beyond ±29,500 is a win or loss: 30,000 minus the number of plies.
//!
//! # Format
//!
//! Little-endian, optionally as a whole in one LZ4 frame: the number of records (u32); for each the
//! length of its key (u16), the key, the length of its contents (u16), the contents.
//!
//! A key is rule (0 freestyle, 1 standard, 2 renju), width, height, then a pair (x, y) of signed
//! bytes for each black stone, sorted, and for each white stone, sorted. Of `n` pairs the first
//! `(n + 1) / 2` are black; the pair (−1, −1) is a pass, which balances the numbers. Black is to
//! move if `n` is even.
//!
//! Contents are label (i8), value (i16), depth · 4 + bound (i16), text; later parts may be missing,
//! and a record without any has the label 0. The key `0 0 0` is not a position: its text
//! `charset="UTF-8"` says that texts are UTF-8. Older files have the code page of their author.

mod error;
mod key;
mod read;
mod record;
mod text;
mod write;

pub use error::{YxdbError, YxdbWriteError};
pub use key::{YxdbKey, has_rule};
pub use read::YxdbReader;
pub use record::{YxdbBound, YxdbRecord, label};
pub use text::YxdbText;
pub use write::YxdbWriter;

/// The text of the record that is not a position.
const CHARSET: &str = "charset=\"UTF-8\"";
/// The first bytes of an LZ4 frame.
const LZ4_MAGIC: [u8; 4] = 0x184D_2204_u32.to_le_bytes();
/// The longest side of a board.
const MAX_SIDE: u8 = 22;

#[cfg(test)]
mod tests;
