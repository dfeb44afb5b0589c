//! What a stone on an empty point makes of one line, in the two ways of seeing: by the run that it
//! joins ([`super::runs`]) or by the windows of five that it fills ([`super::windows`]). Both fit
//! one byte, so that a board can keep them and a table can value them.

/// The content of a cell, as a line sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LineCell {
    /// An empty point.
    #[default]
    Empty,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// Beyond the board, or a blocked point.
    Wall,
}

/// Cells on either side of a point that a shape may depend on.
pub(crate) const REACH: usize = 5;
/// A point with its neighbors on one line; the point is in the middle.
pub(crate) type CellLine = [LineCell; 2 * REACH + 1];

/// A shape as an index into a table of values; 0 is worth nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape(pub u8);

impl Shape {
    /// Nothing can come of the line.
    pub const NOTHING: Shape = Shape(0);
    /// Number of shapes, [`Shape::NOTHING`] included: the larger of the two ways of seeing.
    pub const COUNT: usize = 11;
}
