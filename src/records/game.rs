//! One finished game as the journal keeps it: a JSON object a line, from which every other format,
//! table and report is made. It holds what happened, not what it is worth.

use serde::{Deserialize, Serialize};
use serde_with::serde_as;

use super::serde_text::{PointPair, RuleText, WinnerText};
use super::verdict::Verdict;
use crate::board::{PlaceError, Position};
use crate::types::{BoardSize, ByColor, Color, Coord, Rule, SizeError};

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Which player of the match, counted from 0 in the order in which the players were named.
    pub player: usize,
    /// The player's name.
    pub name: String,
}

/// The stones that stood before the players began.
#[serde_as]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// What to call it, such as `12` or `12 mirrored`; empty for an empty board.
    pub name: String,
    /// The stones, black first.
    #[serde_as(as = "Vec<PointPair>")]
    pub moves: Vec<Coord>,
}

/// A move of a player, with what the player told about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// Column, 0 at the left.
    pub x: u8,
    /// Row, 0 at the top.
    pub y: u8,
    /// Time from the command to the answer, in milliseconds.
    pub time_ms: u64,
    /// Reported depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Reported value from the mover's view, on the scale of [`crate::types::Score`]: a win in `n`
    /// plies is `30000 - n`. Ordinary values keep the player's own scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// Reported nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl PlayedMove {
    /// The point.
    pub const fn coord(&self) -> Coord {
        Coord::new(self.x, self.y)
    }
}

/// How the colors were chosen under the swap2 opening. The stones stand in [`GameRecord::opening`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swap2 {
    /// The player who put the first three stones.
    pub proposer: usize,
    /// Whether the other player put two more stones and gave the choice back.
    pub put_two: bool,
    /// Whether the chooser took black (answered SWAP where the board had white to move).
    pub swapped: bool,
    /// Time of each step in milliseconds: three stones, the answer, and the answer to two more.
    pub times_ms: Vec<u64>,
}

/// A finished game.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game in the match's schedule, counted from 1.
    pub game: u64,
    /// The round, counted from 1.
    pub round: u64,
    /// Games with the same number are one pair: the same two players and the same opening with the
    /// colors swapped. Counted from 1.
    pub pair: u64,
    /// The player of the black stones.
    pub black: Side,
    /// The player of the white stones.
    pub white: Side,
    /// The rule.
    #[serde_as(as = "RuleText")]
    pub rule: Rule,
    /// Number of columns.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
    /// What stood on the board before.
    pub opening: Opening,
    /// How the opening came about, if the players made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swap2: Option<Swap2>,
    /// The moves after the opening, the last one of the losing side missing if it was not legal.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Who won.
    #[serde_as(as = "WinnerText")]
    pub winner: Option<Color>,
    /// A point on the board that was played against the rules (forbidden or occupied) and is not
    /// among the moves.
    #[serde_as(as = "Option<PointPair>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<Coord>,
    /// One sentence for people: what exactly was seen where a fault ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// When it began, in milliseconds since 1970 UTC; [`crate::util::date::Date`] reads it.
    pub started_ms: u64,
    /// How long it took in milliseconds, start-up included.
    pub duration_ms: u64,
    /// Most memory that each player's processes were seen to hold, in KiB: black, white. Only when
    /// it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_kib: Option<[u64; 2]>,
}

/// A record that tells no possible game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The board does not exist.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A stone cannot be put.
    #[error("stone {number} of game {game}: {error}")]
    Stone {
        /// The game.
        game: u64,
        /// The stone, counted from 1, opening included.
        number: usize,
        /// What is wrong.
        error: PlaceError,
    },
}

impl GameRecord {
    /// The size of the board.
    ///
    /// # Errors
    /// If such a board does not exist (the record came from outside).
    pub fn size(&self) -> Result<BoardSize, SizeError> {
        BoardSize::new(self.width.into(), self.height.into())
    }

    /// The side that plays `color`.
    pub fn side(&self, color: Color) -> &Side {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The players' numbers by color.
    pub fn players(&self) -> ByColor<usize> {
        ByColor::new(self.black.player, self.white.player)
    }

    /// All stones in order, opening first.
    pub fn coords(&self) -> impl Iterator<Item = Coord> + '_ {
        self.opening.moves.iter().copied().chain(self.moves.iter().map(PlayedMove::coord))
    }

    /// The color that plays the move `index` of [`GameRecord::moves`]: black has the even stones.
    pub fn mover(&self, index: usize) -> Color {
        if (self.opening.moves.len() + index).is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Twice the points of `player`: 2 for a win, 1 for a draw, 0 for a loss; `None` if the player
    /// took no part.
    pub fn half_points(&self, player: usize) -> Option<u32> {
        let color = Color::BOTH.into_iter().find(|&c| self.side(c).player == player)?;
        Some(match self.winner {
            Some(winner) if winner == color => 2,
            Some(_) => 0,
            None => 1,
        })
    }

    /// The final position.
    ///
    /// # Errors
    /// If the board does not exist or a stone cannot lie where it is said to.
    pub fn final_position(&self) -> Result<Position, ReplayError> {
        let mut position = Position::new(self.rule, self.size()?);
        for (index, coord) in self.coords().enumerate() {
            position.play(coord).map_err(|error| ReplayError::Stone {
                game: self.game,
                number: index + 1,
                error,
            })?;
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::verdict::DrawReason;
    use crate::types::ForbiddenKind;

    fn record() -> GameRecord {
        let moved = |x, y| PlayedMove { x, y, time_ms: 3, depth: None, value: None, nodes: None };
        GameRecord {
            game: 4,
            round: 2,
            pair: 2,
            black: Side { player: 1, name: "b".into() },
            white: Side { player: 0, name: "a".into() },
            rule: Rule::Renju,
            width: 15,
            height: 15,
            opening: Opening { name: "2".into(), moves: vec![Coord::new(7, 7)] },
            swap2: None,
            moves: vec![
                PlayedMove { depth: Some(9), value: Some(-12), nodes: Some(77), ..moved(7, 8) },
                moved(0, 14),
            ],
            verdict: Verdict::Forbidden(ForbiddenKind::DoubleThree),
            winner: Some(Color::White),
            attempt: Some(Coord::new(8, 8)),
            note: None,
            started_ms: 1_700_000_000_000,
            duration_ms: 12,
            memory_kib: None,
        }
    }

    #[test]
    fn a_record_comes_back_from_its_line() {
        let mut game = record();
        let verdicts = [
            Verdict::Five,
            Verdict::Forbidden(ForbiddenKind::Overline),
            Verdict::Illegal,
            Verdict::Draw(DrawReason::FewEmpty),
            Verdict::Adjudicated,
        ];
        for verdict in verdicts {
            game.verdict = verdict;
            game.winner = if matches!(verdict, Verdict::Draw(_)) { None } else { game.winner };
            let line = serde_json::to_string(&game).unwrap();
            assert!(!line.contains('\n'));
            assert_eq!(serde_json::from_str::<GameRecord>(&line).unwrap(), game);
        }
    }

    #[test]
    fn the_line_reads_as_documented() {
        let line = serde_json::to_string(&record()).unwrap();
        for part in [
            r#""rule":"renju""#,
            r#""opening":{"name":"2","moves":[[7,7]]}"#,
            r#"{"x":7,"y":8,"time_ms":3,"depth":9,"value":-12,"nodes":77}"#,
            r#""verdict":"forbidden","reason":"double-three""#,
            r#""winner":"white""#,
            r#""attempt":[8,8]"#,
        ] {
            assert!(line.contains(part), "{part} in {line}");
        }
    }

    #[test]
    fn points_and_colors_follow_from_the_stones() {
        let game = record();
        assert_eq!(game.half_points(0), Some(2));
        assert_eq!(game.half_points(1), Some(0));
        assert_eq!(game.half_points(2), None);
        assert_eq!(game.mover(0), Color::White);
        assert_eq!(game.final_position().unwrap().stones().len(), 3);
    }

    #[test]
    fn an_impossible_record_says_which_stone() {
        let mut game = record();
        game.moves[1] = game.moves[0];
        let error = game.final_position().unwrap_err();
        assert_eq!(error.to_string(), "stone 3 of game 4: point 7,8 is occupied");
    }
}
