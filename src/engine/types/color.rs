//! The two players, and the contents of a point.

use std::ops::Not;

use strum::Display;

/// A player. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display)]
#[strum(serialize_all = "lowercase")]
#[repr(u8)]
pub enum Color {
    /// The first player, whom renju restricts.
    Black = 0,
    /// The second player.
    White = 1,
}

impl Color {
    /// Both players, black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// 0 for black, 1 for white.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

/// The contents of a point that is not empty.
///
/// A blocked point belongs to neither player: in continuous games managers mark the stones of
/// finished lines this way (`BOARD` field 3). For lines it is a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stone {
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// A point that can no longer be used.
    Blocked,
}

impl Stone {
    /// The player the stone belongs to, if any.
    #[inline]
    pub const fn color(self) -> Option<Color> {
        match self {
            Stone::Black => Some(Color::Black),
            Stone::White => Some(Color::White),
            Stone::Blocked => None,
        }
    }
}

impl From<Color> for Stone {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Stone::Black,
            Color::White => Stone::White,
        }
    }
}
