//! A node of a library as it is in the file.
//!
//! Two bytes: the point, 16 · row + column + 1 (row 0 at the top, column 0 at the left; 0 is the
//! root or a pass), and [`flags`](flag). Then two more bytes if [`flag::EXTENSION`] says so, of
//! which only bit [`BOARD_TEXT`] has a meaning; then the comment, then the text on the board. Texts
//! end with a zero and are padded to an even length. Comments of the oldest files have 7-bit
//! characters; the last byte has its highest bit set.

use super::SIDE;
use tengen_engine::types::Coord;

/// The bits of a node's second byte.
pub(crate) mod flag {
    /// This node has a sibling, which follows after this node's own successors.
    pub(crate) const SIBLING: u8 = 0x80;
    /// Nothing comes after it.
    pub(crate) const NO_CHILD: u8 = 0x40;
    /// A comment in the oldest form.
    pub(crate) const OLD_COMMENT: u8 = 0x20;
    /// Marked by the author.
    pub(crate) const MARK: u8 = 0x10;
    pub(crate) const COMMENT: u8 = 0x08;
    /// The program shows this node first.
    pub(crate) const START: u8 = 0x04;
    /// Not a move, only a text on the point.
    pub(crate) const NO_MOVE: u8 = 0x02;
    /// Two more bytes of flags follow.
    pub(crate) const EXTENSION: u8 = 0x01;
}

/// The extension's bit for a text on the board.
pub(crate) const BOARD_TEXT: u16 = 0x0001;

/// A comment, not yet decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LibComment<'a> {
    /// Without the zero at its end.
    Bytes(&'a [u8]),
    /// 7-bit characters; only the last has its highest bit set.
    Old(&'a [u8]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LibNode<'a> {
    /// Where in the file it begins.
    pub offset: usize,
    /// The point; `None` for the root and a pass.
    pub coord: Option<Coord>,
    /// See [`flag`].
    pub flags: u8,
    pub comment: Option<LibComment<'a>>,
    /// The text on the board, not yet decoded, without the zero at its end.
    pub text: Option<&'a [u8]>,
}

impl LibNode<'_> {
    /// Whether a flag is set.
    pub(crate) const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// The byte of a point.
pub(crate) const fn byte_of(coord: Option<Coord>) -> u8 {
    match coord {
        Some(Coord { x, y }) => 16 * y + x + 1,
        None => 0,
    }
}

/// The point of a byte, `None` for the root and a pass.
///
/// # Errors
/// The byte itself, if it is not a point.
pub(crate) fn coord_of(byte: u8) -> Result<Option<Coord>, u8> {
    let (row, column) = (byte / 16, byte % 16);
    match (byte, column) {
        (0, _) => Ok(None),
        (_, 1..=SIDE) if row < SIDE => Ok(Some(Coord::new(column - 1, row))),
        _ => Err(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::BoardSize;

    #[test]
    fn bytes_and_points_are_one_to_one() {
        let size = BoardSize::square(SIDE.into()).unwrap();
        for coord in size.coords() {
            assert_eq!(coord_of(byte_of(Some(coord))), Ok(Some(coord)));
        }
        assert_eq!(byte_of(Some(Coord::new(7, 7))), super::super::CENTER);
        assert_eq!((0..=255).filter(|&byte| coord_of(byte).is_err()).count(), 255 - 225);
    }
}
