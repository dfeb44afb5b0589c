//! What a stone on an empty point makes of one line, by one of two methods: by the run that it
//! joins ([`super::runs`]) or by the windows of five that it fills ([`super::windows`]). Both fit
//! in one byte, so that a board can store them and a table can give their values.

/// The contents of a cell on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineCell {
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
pub const REACH: usize = 5;
/// A point with its neighbors on one line; the point is in the middle.
pub(crate) type CellLine = [LineCell; 2 * REACH + 1];

/// A shape as an index into a table of values; 0 is worth nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape(pub u8);

impl Shape {
    /// The line cannot become five.
    pub const NOTHING: Shape = Shape(0);
    /// Number of shapes, including [`Shape::NOTHING`]: the larger number of the two methods.
    pub const COUNT: usize = 11;
}
