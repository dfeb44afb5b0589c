//! One choice of a participant, and its text.

use std::fmt;

use crate::board::notation;
use crate::types::{BoardSize, Color, Coord};

/// A choice. What a point means depends on the current step: a stone, an offer or a pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningChoice {
    /// A point.
    Point(Coord),
    /// The color to play.
    Color(Color),
    /// Swap2: place two more stones and return the choice.
    Two,
    /// Taraguchi-10: offer ten fifth stones.
    Ten,
    /// Soosõrv-8: how many fifth stones black has to offer.
    Count(u8),
}

impl OpeningChoice {
    /// The choice as people write it: `h8`, `black`, `two`, `ten`, `5`.
    pub fn text(self, size: BoardSize) -> String {
        match self {
            OpeningChoice::Point(coord) => notation::name(coord, size),
            other => other.to_string(),
        }
    }

    /// Reads what [`OpeningChoice::text`] writes, in upper or lower case; `None` for other text.
    pub fn read(text: &str, size: BoardSize) -> Option<Self> {
        let word = text.trim().to_ascii_lowercase();
        let known = [
            OpeningChoice::Color(Color::Black),
            OpeningChoice::Color(Color::White),
            OpeningChoice::Two,
            OpeningChoice::Ten,
        ];
        let known = known.into_iter().find(|choice| choice.to_string() == word);
        let count = || word.parse().ok().map(OpeningChoice::Count);
        let point = || notation::parse(&word, size).ok().map(OpeningChoice::Point);
        known.or_else(count).or_else(point)
    }
}

/// As [`OpeningChoice::text`], but a point as `x,y`.
impl fmt::Display for OpeningChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningChoice::Point(coord) => coord.fmt(f),
            OpeningChoice::Color(color) => color.fmt(f),
            OpeningChoice::Two => f.write_str("two"),
            OpeningChoice::Ten => f.write_str("ten"),
            OpeningChoice::Count(count) => count.fmt(f),
        }
    }
}
