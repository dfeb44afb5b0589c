//! The referee: places the stones and decides how the game ends. It judges by `rules` alone.

use thiserror::Error;

use tengen_brain::wire::{Axes, NumberPair};
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::rules::legality::{
    DrawCause, Ending, IllegalMove, JUDGE_DRAW_EMPTY, check, ending_with,
};
use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_records::{DrawReason, Verdict};

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRules {
    pub rule: Rule,
    /// Size of the board.
    pub size: BoardSize,
    /// The game is drawn once at most this many points are empty.
    pub draw_at_empty: usize,
    /// The game is drawn after this many stones, opening included.
    pub max_stones: Option<usize>,
}

impl GameRules {
    /// The rules as the Gomocup judge has them: under renju 25 points stay empty, otherwise none.
    /// On boards smaller than the judge's 15×15 it is a ninth of the points: 5×5 would be drawn at
    /// once.
    pub fn new(rule: Rule, size: BoardSize) -> Self {
        let draw_at_empty =
            if rule == Rule::Renju { JUDGE_DRAW_EMPTY.min(size.area() / 9) } else { 0 };
        Self { rule, size, draw_at_empty, max_stones: None }
    }
}

/// How a game ended, for whatever reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RefereeEnd {
    pub verdict: Verdict,
    /// Who won.
    pub winner: Option<Color>,
    /// A point on the board that was played against the rules.
    pub attempt: Option<Coord>,
    /// What was seen, for people.
    pub note: Option<String>,
}

impl RefereeEnd {
    fn plain(verdict: Verdict, winner: Option<Color>) -> Self {
        Self { verdict, winner, attempt: None, note: None }
    }
}

/// An opening that no game can begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum OpeningStoneError {
    /// A stone cannot be placed.
    #[error("stone {number}: {error}")]
    Place {
        /// The stone, counted from 1.
        number: usize,
        error: PlaceError,
    },
    /// A stone may not be placed.
    #[error("stone {number}: {error}")]
    Illegal {
        /// The stone, counted from 1.
        number: usize,
        error: IllegalMove,
    },
    /// The opening ends the game.
    #[error("stone {number} ends the game")]
    Over {
        /// The stone, counted from 1.
        number: usize,
    },
}

/// The board of one game.
#[derive(Clone, Debug)]
pub(crate) struct Referee {
    rules: GameRules,
    position: Position,
}

impl Referee {
    /// A game that begins with an opening, black first.
    ///
    /// # Errors
    /// If a stone of the opening is illegal or ends the game.
    pub(crate) fn new(rules: &GameRules, opening: &[Coord]) -> Result<Self, OpeningStoneError> {
        let mut referee = Self::empty(rules);
        for (index, &coord) in opening.iter().enumerate() {
            let number = index + 1;
            let position = &mut referee.position;
            check(position, coord).map_err(|error| OpeningStoneError::Illegal { number, error })?;
            position.play(coord).map_err(|error| OpeningStoneError::Place { number, error })?;
            if referee.ending(coord).is_some() {
                return Err(OpeningStoneError::Over { number });
            }
        }
        Ok(referee)
    }

    /// A game that begins with an empty board.
    pub(crate) fn empty(rules: &GameRules) -> Self {
        Self { rules: rules.clone(), position: Position::new(rules.rule, rules.size) }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// The side to move.
    pub(crate) fn to_move(&self) -> Color {
        self.position.to_move()
    }

    /// Judges the point that the side to move named, and places the stone if it is legal. A stone
    /// that ends the game by the rules is on the board then; an illegal or forbidden one is not.
    ///
    /// # Errors
    /// The end of the game, if the move is illegal.
    pub(crate) fn play(&mut self, point: NumberPair) -> Result<Coord, RefereeEnd> {
        let mover = self.to_move();
        let illegal = |attempt, note: String| RefereeEnd {
            verdict: Verdict::Illegal,
            winner: Some(!mover),
            attempt,
            note: Some(note),
        };
        let Some(coord) = Axes::ColumnFirst.coord(point, self.position.size()) else {
            return Err(illegal(None, format!("{mover} played {point}, off the board")));
        };
        match check(&self.position, coord) {
            Ok(()) => {}
            Err(IllegalMove::Forbidden { kind, .. }) => {
                let note = Some(format!("{mover} played {coord}, forbidden: {kind}"));
                let verdict = Verdict::Forbidden(kind);
                return Err(RefereeEnd {
                    verdict,
                    winner: Some(!mover),
                    attempt: Some(coord),
                    note,
                });
            }
            Err(IllegalMove::Occupied { .. }) => {
                return Err(illegal(Some(coord), format!("{mover} played {coord}, occupied")));
            }
            Err(IllegalMove::OffBoard { .. }) => {
                return Err(illegal(None, format!("{mover} played {coord}, off the board")));
            }
        }
        match self.position.play(coord) {
            Ok(()) => Ok(coord),
            Err(error) => Err(illegal(None, error.to_string())),
        }
    }

    /// How the stone on `last` ended the game, if it did.
    pub(crate) fn ending(&self, last: Coord) -> Option<RefereeEnd> {
        let stones = self.position.stones().len();
        match ending_with(&self.position, last, self.rules.draw_at_empty) {
            Some(Ending::Win { color, .. }) => Some(RefereeEnd::plain(Verdict::Five, Some(color))),
            Some(Ending::Foul { kind }) => {
                Some(RefereeEnd::plain(Verdict::Forbidden(kind), Some(Color::White)))
            }
            Some(Ending::Draw(cause)) => Some(RefereeEnd::plain(
                Verdict::Draw(match cause {
                    DrawCause::Full => DrawReason::FullBoard,
                    DrawCause::FewEmpty => DrawReason::FewEmpty,
                    DrawCause::Passes => DrawReason::Passes,
                }),
                None,
            )),
            None => self
                .rules
                .max_stones
                .is_some_and(|most| stones >= most)
                .then(|| RefereeEnd::plain(Verdict::Draw(DrawReason::MoveLimit), None)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::ForbiddenKind;

    fn rules(rule: Rule) -> GameRules {
        GameRules::new(rule, BoardSize::square(15).unwrap())
    }

    fn coords(pairs: &[(u8, u8)]) -> Vec<Coord> {
        pairs.iter().map(|&(x, y)| Coord::new(x, y)).collect()
    }

    fn point(x: i64, y: i64) -> NumberPair {
        NumberPair { first: x, second: y }
    }

    #[test]
    fn renju_ends_with_as_many_empty_points_as_the_judge_leaves_and_fewer_on_small_boards() {
        let left =
            |rule, side| GameRules::new(rule, BoardSize::square(side).unwrap()).draw_at_empty;
        assert_eq!([15, 20, 9, 5].map(|side| left(Rule::Renju, side)), [25, 25, 9, 2]);
        assert_eq!(left(Rule::Standard, 15), 0);
    }

    #[test]
    fn a_wrong_point_loses_and_leaves_no_stone() {
        let mut referee = Referee::new(&rules(Rule::Freestyle), &coords(&[(7, 7)])).unwrap();
        for (x, y) in [(7, 7), (15, 0), (0, -1), (1 << 40, 3)] {
            let end = referee.play(point(x, y)).unwrap_err();
            assert_eq!((end.verdict, end.winner), (Verdict::Illegal, Some(Color::Black)));
            assert_eq!(end.attempt.is_some(), (x, y) == (7, 7));
        }
        assert_eq!(referee.position().stones().len(), 1);
        assert_eq!(referee.play(point(8, 8)), Ok(Coord::new(8, 8)));
        assert_eq!(referee.to_move(), Color::Black);
    }

    #[test]
    fn a_forbidden_move_is_named() {
        let opening = [(4, 2), (0, 0), (4, 3), (2, 0), (2, 4), (4, 0), (3, 4), (6, 0)];
        let mut referee = Referee::new(&rules(Rule::Renju), &coords(&opening)).unwrap();
        let end = referee.play(point(4, 4)).unwrap_err();
        assert_eq!(end.verdict, Verdict::Forbidden(ForbiddenKind::DoubleThree));
        assert_eq!((end.winner, end.attempt), (Some(Color::White), Some(Coord::new(4, 4))));
    }

    #[test]
    fn five_and_the_move_limit_end_the_game() {
        let opening = [(3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (5, 4), (6, 3), (6, 4)];
        let mut rules = rules(Rule::Standard);
        let mut referee = Referee::new(&rules, &coords(&opening)).unwrap();
        let last = referee.play(point(7, 3)).unwrap();
        let end = referee.ending(last).unwrap();
        assert_eq!((end.verdict, end.winner), (Verdict::Five, Some(Color::Black)));
        rules.max_stones = Some(9);
        let mut referee = Referee::new(&rules, &coords(&opening)).unwrap();
        let last = referee.play(point(12, 12)).unwrap();
        let draw = Verdict::Draw(DrawReason::MoveLimit);
        assert_eq!(referee.ending(last).map(|end| end.verdict), Some(draw));
    }

    #[test]
    fn an_opening_that_is_over_is_refused() {
        let rules = rules(Rule::Freestyle);
        let over = [(3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (5, 4), (6, 3), (6, 4), (7, 3)];
        let error = Referee::new(&rules, &coords(&over)).unwrap_err();
        assert_eq!(error, OpeningStoneError::Over { number: 9 });
        let twice = Referee::new(&rules, &coords(&[(3, 3), (3, 3)])).unwrap_err();
        assert_eq!(twice.to_string(), "stone 2: point 3,3 is occupied");
    }
}
