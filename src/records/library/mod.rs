//! Kept games: what `play`, `match` and the brain write into one CSV file with `--record FILE`, and what
//! `tengen games` lists, shows, replays and converts.
//!
//! A [`KeptGame`] is what is common to all of them; the rows of the file stand in [`rows`], the file
//! itself in [`store`], other formats in [`convert`].

pub mod convert;
pub mod rows;
pub mod store;

use std::fmt;

use super::game::GameRecord;
use super::verdict::Verdict;
use crate::board::{PlaceError, Position};
use crate::rules::legality::{self, DrawCause, Ending};
use crate::types::{BoardSize, Color, Coord, Rule};

use super::verdict::DrawReason;

/// How a kept game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Outcome {
    /// It was left before its end.
    #[default]
    Unfinished,
    /// It ended.
    Ended {
        /// Who won, `None` for a draw.
        winner: Option<Color>,
        /// By what.
        verdict: Verdict,
    },
}

impl Outcome {
    /// What the board says after the last stone; a game that the board does not end is unfinished.
    pub fn of(position: &Position) -> Self {
        let last = position.stones().last().map(|&(last, _)| last);
        let Some(ending) = last.and_then(|last| legality::ending_after(position, last)) else {
            return Self::Unfinished;
        };
        let verdict = match &ending {
            Ending::Win { .. } => Verdict::Five,
            Ending::Foul { kind } => Verdict::Forbidden(*kind),
            Ending::Draw(DrawCause::Full) => Verdict::Draw(DrawReason::FullBoard),
            Ending::Draw(DrawCause::FewEmpty) => Verdict::Draw(DrawReason::FewEmpty),
        };
        Self::Ended { winner: ending.winner(), verdict }
    }

    /// The word of the column `result`: `black`, `white`, `draw` or `unfinished`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Unfinished => "unfinished",
            Self::Ended { winner: None, .. } => "draw",
            Self::Ended { winner: Some(Color::Black), .. } => "black",
            Self::Ended { winner: Some(Color::White), .. } => "white",
        }
    }
}

/// `black wins: five`, `draw: full-board`, `unfinished`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfinished => f.write_str("unfinished"),
            Self::Ended { winner: Some(winner), verdict } => write!(f, "{winner} wins: {verdict}"),
            Self::Ended { winner: None, verdict: Verdict::Draw(reason) } => {
                write!(f, "draw: {}", reason.name())
            }
            Self::Ended { winner: None, verdict } => write!(f, "draw: {verdict}"),
        }
    }
}

/// A stone of a kept game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptMove {
    /// The point.
    pub coord: Coord,
    /// Time for it in milliseconds; `None` if nobody measured it, as for stones of an opening.
    pub time_ms: Option<u64>,
}

/// A game that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// When it began, in milliseconds since 1970 UTC, whole seconds; `None` if not known.
    pub started_ms: Option<u64>,
    /// The name of black.
    pub black: String,
    /// The name of white.
    pub white: String,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// How it ended.
    pub outcome: Outcome,
    /// The stones, black first. All lie on the board, none on another.
    pub moves: Vec<KeptMove>,
}

impl KeptGame {
    /// The position after the first `count` stones (all, if there are fewer).
    ///
    /// # Errors
    /// If a stone cannot lie where it is said to.
    pub fn position_after(&self, count: usize) -> Result<Position, PlaceError> {
        let mut position = Position::new(self.rule, self.size);
        for moved in self.moves.iter().take(count) {
            position.play(moved.coord)?;
        }
        Ok(position)
    }

    /// The points in order.
    pub fn coords(&self) -> impl Iterator<Item = Coord> + '_ {
        self.moves.iter().map(|moved| moved.coord)
    }

    /// A name without line breaks and other control signs, so that a row stays one line.
    pub fn clean_name(name: &str) -> String {
        let plain: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        plain.trim().to_owned()
    }
}

/// The game of a match as it is kept.
impl TryFrom<&GameRecord> for KeptGame {
    type Error = crate::types::SizeError;

    fn try_from(game: &GameRecord) -> Result<Self, Self::Error> {
        let opening = game.opening.moves.iter().map(|&coord| KeptMove { coord, time_ms: None });
        let played = game.moves.iter();
        let played = played.map(|m| KeptMove { coord: m.coord(), time_ms: Some(m.time_ms) });
        Ok(Self {
            started_ms: Some(game.started_ms / 1000 * 1000),
            black: Self::clean_name(&game.black.name),
            white: Self::clean_name(&game.white.name),
            rule: game.rule,
            size: game.size()?,
            outcome: Outcome::Ended { winner: game.winner, verdict: game.verdict },
            moves: opening.chain(played).collect(),
        })
    }
}
