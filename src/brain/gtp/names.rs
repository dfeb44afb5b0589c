//! The names of points: a letter for the column, without I, and a number for the row, from the
//! bottom.

use tengen_engine::types::{BoardSize, Coord};

const COLUMNS: &[u8; MAX_SIDE as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The longest side of a board: the protocol has as many names of columns.
pub const MAX_SIDE: u8 = 25;

/// Whether the protocol can name the points of a board.
pub fn is_nameable(size: BoardSize) -> bool {
    size.width().max(size.height()) <= MAX_SIDE
}

/// The name of a point of such a board.
pub(super) fn vertex(coord: Coord, size: BoardSize) -> String {
    let column = COLUMNS.get(usize::from(coord.x)).map_or('?', |&letter| char::from(letter));
    format!("{column}{}", size.height().saturating_sub(coord.y))
}

/// The letters of the columns.
pub(super) fn columns(size: BoardSize) -> impl Iterator<Item = char> {
    COLUMNS.iter().take(size.width().into()).map(|&letter| char::from(letter))
}

/// The point with this name, in upper or lower case.
pub(super) fn point(text: &str, size: BoardSize) -> Option<Coord> {
    let mut letters = text.chars();
    let letter = u8::try_from(letters.next()?.to_ascii_uppercase()).ok()?;
    let x = COLUMNS.iter().position(|&column| column == letter)?;
    let digits = letters.as_str();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let row: u8 = is_number.then(|| digits.parse().ok()).flatten()?;
    let coord = Coord::new(u8::try_from(x).ok()?, size.height().checked_sub(row)?);
    size.contains(coord).then_some(coord)
}
