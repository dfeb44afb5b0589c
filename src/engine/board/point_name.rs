//! The name of a point. [`notation`](super::notation) reads names.

use crate::types::{BoardSize, Coord};

/// How a pass is written in a list of moves.
pub const PASS: &str = "--";

/// The name of a move: that of its point, or `--` for a pass.
pub fn move_name(point: Option<Coord>, size: BoardSize) -> String {
    point.map_or_else(|| PASS.to_owned(), |coord| name(coord, size))
}

/// The name of a point: `h8`.
///
/// ```
/// use tengen_engine::board::notation::{name, parse};
/// use tengen_engine::types::{BoardSize, Coord};
/// let size = BoardSize::square(15).unwrap();
/// assert_eq!(name(Coord::new(7, 7), size), "h8");
/// assert_eq!(parse("a15", size), Ok(Coord::new(0, 0)));
/// ```
pub fn name(coord: Coord, size: BoardSize) -> String {
    let mut letters = String::new();
    let mut rest = usize::from(coord.x) + 1;
    while rest > 0 {
        letters.insert(0, char::from(b'a' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    format!("{letters}{}", size.height() - coord.y)
}
