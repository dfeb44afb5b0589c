//! A pair of values, one for each player.

use std::ops::{Index, IndexMut};

use super::Color;

/// One `T` for black and one for white, indexed by [`Color`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> ByColor<T> {
    /// The pair `black`, `white`.
    pub const fn new(black: T, white: T) -> Self {
        Self([black, white])
    }

    /// Builds each player's value from the player.
    pub fn from_fn(mut f: impl FnMut(Color) -> T) -> Self {
        Self([f(Color::Black), f(Color::White)])
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}
