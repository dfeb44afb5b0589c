//! The size of a board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Coord;

/// Width and height of a board, each [`BoardSize::MIN`] to [`BoardSize::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

/// An unsupported board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("board size {width}x{height} is outside {min}x{min} to {max}x{max}", min = BoardSize::MIN, max = BoardSize::MAX)]
pub struct SizeError {
    /// The requested width.
    pub width: u64,
    /// The requested height.
    pub height: u64,
}

impl BoardSize {
    /// The shortest side of a board.
    pub const MIN: u8 = 5;
    /// The longest side of a board.
    pub const MAX: u8 = 181;
    /// The longest side that the padded board of the strong engine holds.
    pub const MAX_FAST: u8 = 22;

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If a side is outside `MIN..=MAX`.
    pub fn new(width: u64, height: u64) -> Result<Self, SizeError> {
        let side = |n: u64| u8::try_from(n).ok().filter(|n| (Self::MIN..=Self::MAX).contains(n));
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height }),
            _ => Err(SizeError { width, height }),
        }
    }

    /// A square board.
    ///
    /// # Errors
    /// If `side` is outside `MIN..=MAX`.
    pub fn square(side: u64) -> Result<Self, SizeError> {
        Self::new(side, side)
    }

    /// Number of columns.
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the point lies on the board.
    #[inline]
    pub const fn contains(self, coord: Coord) -> bool {
        coord.x < self.width && coord.y < self.height
    }

    /// Whether width and height are equal.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Whether it fits on the padded board of the strong engine.
    #[inline]
    pub const fn is_fast(self) -> bool {
        self.width <= Self::MAX_FAST && self.height <= Self::MAX_FAST
    }

    /// Why it cannot be used where a board must be [fast](Self::is_fast).
    pub fn too_large(self) -> String {
        format!("a board of {self}, expected at most {most}x{most}", most = Self::MAX_FAST)
    }

    /// The middle point (for an even side, right of or below the middle).
    pub const fn center(self) -> Coord {
        Coord::new(self.width / 2, self.height / 2)
    }

    /// All points, row by row from the top.
    pub fn coords(self) -> impl Iterator<Item = Coord> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Coord::new(x, y)))
    }
}

/// `15x15`, width first.
impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Text that is not a board size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seen '{seen}', expected N or WxH such as 15 or 20x15, sides from {min} to {max}", min = BoardSize::MIN, max = BoardSize::MAX)]
pub struct SizeTextError {
    seen: String,
}

/// `15` or `20x15`, width first.
impl FromStr for BoardSize {
    type Err = SizeTextError;

    fn from_str(text: &str) -> Result<Self, SizeTextError> {
        let error = || SizeTextError { seen: text.to_owned() };
        let side = |word: &str| word.trim().parse::<u64>().ok();
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let (width, height) = side(width).zip(side(height)).ok_or_else(error)?;
        Self::new(width, height).map_err(|_| error())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_they_are_written() {
        let size = |text: &str| text.parse::<BoardSize>();
        assert_eq!(size("15").ok(), BoardSize::square(15).ok());
        assert_eq!(size("20x5").unwrap().to_string(), "20x5");
        for bad in ["", "x", "4", "182", "15x", "15,15", "15x182", "-15", "15x15x15"] {
            let error = size(bad).unwrap_err().to_string();
            assert!(error.starts_with(&format!("seen '{bad}', expected N or WxH")), "{error}");
        }
    }

    #[test]
    fn sides_from_5_to_181_are_accepted() {
        assert!(BoardSize::new(5, 181).is_ok());
        assert_eq!(BoardSize::new(4, 15), Err(SizeError { width: 4, height: 15 }));
        assert!(BoardSize::square(182).is_err());
        assert!(BoardSize::square(u64::MAX).is_err());
    }

    #[test]
    fn a_board_that_is_too_large_is_named_with_the_largest() {
        let size = BoardSize::new(23, 9).unwrap();
        assert!(!size.is_fast());
        assert_eq!(size.too_large(), "a board of 23x9, expected at most 22x22");
    }

    #[test]
    fn coords_visits_every_point_once() {
        let size = BoardSize::new(7, 5).unwrap();
        assert_eq!(size.coords().count(), size.area());
        assert!(size.coords().all(|c| size.contains(c)));
    }
}
