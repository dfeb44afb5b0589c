//! The alpha-beta window.

use std::ops::Neg;

use super::Score;

/// The open interval of values `(alpha, beta)` of a search. Negation gives the opponent's view,
/// which avoids sign and order mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The value already certain: a value at or below it changes nothing.
    pub alpha: i32,
    /// The value that the opponent will not allow: a value at or above it ends the search of the
    /// node.
    pub beta: i32,
}

impl Window {
    /// The window that contains every value.
    pub const FULL: Window = Window { alpha: -Score::INFINITE, beta: Score::INFINITE };

    /// The window `(alpha, beta)`.
    #[inline]
    pub const fn new(alpha: i32, beta: i32) -> Self {
        Self { alpha, beta }
    }

    /// The null window that asks "more than `value`?".
    #[inline]
    pub const fn null(value: i32) -> Self {
        Self { alpha: value, beta: value + 1 }
    }
}

impl Neg for Window {
    type Output = Window;

    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negation_is_the_other_players_view() {
        assert_eq!(-Window::new(3, 7), Window::new(-7, -3));
        assert_eq!(-Window::null(4), Window::null(-5));
    }
}
