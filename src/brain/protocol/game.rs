//! The game of the session: the position, and the brain's color.
//!
//! The manager never sends the brain's color. It follows from the first command: with `BEGIN` the
//! brain is the side to move, with `TURN` the opponent is, and `BOARD` marks the stones. `TAKEBACK`
//! does not change it, so the next `TURN` is the opponent's stone however many stones were removed.

use super::error::StateError;
use crate::wire::{Axes, NumberPair};
use tengen_engine::board::Position;
use tengen_engine::rules::reference;
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Stone};

/// A position and the brain's color in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SessionGame {
    /// The stones.
    pub position: Position,
    /// The brain's color, once a command has determined it.
    pub own: Option<Color>,
}

impl SessionGame {
    /// A new game on an empty board.
    pub(crate) fn new(rule: Rule, size: BoardSize) -> Self {
        Self { position: Position::new(rule, size), own: None }
    }

    /// The brain plays first.
    ///
    /// # Errors
    /// If the board is not empty.
    pub(crate) fn begin(&mut self) -> Result<(), StateError> {
        match self.position.stones().len() {
            0 => {
                self.own = Some(self.position.to_move());
                Ok(())
            }
            stones => Err(StateError::NotEmpty { stones }),
        }
    }

    /// The opponent moves. A forbidden move is accepted: the manager judges it, and a brain that
    /// does not answer loses on time if the manager allows the move.
    ///
    /// # Errors
    /// If the point is off the board or occupied.
    pub(crate) fn turn(&mut self, pair: NumberPair, axes: Axes) -> Result<(), StateError> {
        let opponent = self.own.map_or(self.position.to_move(), |own| !own);
        self.put("TURN", pair, axes, opponent)?;
        self.own = Some(!opponent);
        Ok(())
    }

    /// The brain plays the move that the manager names. Returns its point.
    ///
    /// # Errors
    /// If the point is off the board or occupied.
    pub(crate) fn play(&mut self, pair: NumberPair, axes: Axes) -> Result<Coord, StateError> {
        let own = self.own.unwrap_or(self.position.to_move());
        let coord = self.put("PLAY", pair, axes, own)?;
        self.own = Some(own);
        Ok(coord)
    }

    /// Removes a stone; its owner is then to move.
    ///
    /// # Errors
    /// If the point is off the board or empty.
    pub(crate) fn take_back(&mut self, pair: NumberPair, axes: Axes) -> Result<(), StateError> {
        let coord = self.coord("TAKEBACK", pair, axes)?;
        let stone = self.position.remove(coord).map_err(|_| StateError::NoStone { pair })?;
        if let Some(color) = stone.color() {
            self.position.set_to_move(color);
        }
        if self.position.stones().is_empty() {
            self.position.set_to_move(Color::Black);
            self.own = None;
        }
        Ok(())
    }

    /// Whether the last stone made a winning line or no point is left.
    pub(crate) fn is_over(&self) -> bool {
        let last = self.position.stones().last();
        self.position.is_full()
            || last
                .is_some_and(|&(last, _)| reference::winning_line(&self.position, last).is_some())
    }

    fn put(
        &mut self,
        command: &'static str,
        pair: NumberPair,
        axes: Axes,
        color: Color,
    ) -> Result<Coord, StateError> {
        let coord = self.coord(command, pair, axes)?;
        let occupied = |_| StateError::Occupied { command, pair };
        self.position.put(coord, Stone::from(color)).map_err(occupied)?;
        self.position.set_to_move(!color);
        Ok(coord)
    }

    fn coord(
        &self,
        command: &'static str,
        pair: NumberPair,
        axes: Axes,
    ) -> Result<Coord, StateError> {
        let size = self.position.size();
        axes.coord(pair, size).ok_or(StateError::OffBoard { command, pair, size })
    }
}

/// Whether `large` is the same board with at least the stones of `small`.
pub(super) fn has_all(large: &Position, small: &Position) -> bool {
    let mut stones = small.stones().iter();
    large.size() == small.size()
        && stones.all(|&(coord, stone)| large.stone_at(coord) == Some(stone))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXES: Axes = Axes::ColumnFirst;

    fn at(first: i64, second: i64) -> NumberPair {
        NumberPair { first, second }
    }

    fn game() -> SessionGame {
        SessionGame::new(Rule::Freestyle, BoardSize::square(15).unwrap())
    }

    #[test]
    fn turn_makes_the_opponent_black() {
        let mut game = game();
        game.turn(at(7, 7), AXES).unwrap();
        assert_eq!((game.own, game.position.to_move()), (Some(Color::White), Color::White));
    }

    #[test]
    fn begin_makes_us_black_and_needs_an_empty_board() {
        let mut game = game();
        game.begin().unwrap();
        assert_eq!(game.own, Some(Color::Black));
        game.turn(at(7, 7), AXES).unwrap();
        assert_eq!(game.position.stones(), [(Coord::new(7, 7), Stone::White)]);
        assert_eq!(game.begin(), Err(StateError::NotEmpty { stones: 1 }));
    }

    #[test]
    fn the_opponents_next_stone_has_its_color_however_many_were_removed() {
        for taken in 0..=2 {
            let mut game = game();
            game.turn(at(7, 7), AXES).unwrap();
            game.position.play(Coord::new(8, 8)).unwrap();
            game.turn(at(6, 6), AXES).unwrap();
            game.position.play(Coord::new(5, 5)).unwrap();
            for pair in [at(5, 5), at(6, 6)].into_iter().take(taken) {
                game.take_back(pair, AXES).unwrap();
            }
            game.turn(at(0, 0), AXES).unwrap();
            assert_eq!(game.position.stone_at(Coord::new(0, 0)), Some(Stone::Black));
            assert_eq!(game.position.to_move(), Color::White);
        }
    }

    #[test]
    fn an_emptied_board_is_a_new_game() {
        let mut game = game();
        game.turn(at(7, 7), AXES).unwrap();
        game.take_back(at(7, 7), AXES).unwrap();
        assert_eq!(game.own, None);
        game.begin().unwrap();
        assert_eq!(game.own, Some(Color::Black));
    }

    #[test]
    fn wrong_points_leave_the_game_as_it_was() {
        let mut game = game();
        game.turn(at(7, 7), AXES).unwrap();
        let before = game.clone();
        assert!(game.turn(at(7, 7), AXES).is_err());
        assert!(game.turn(at(15, 0), AXES).is_err());
        assert!(game.play(at(-1, 0), AXES).is_err());
        assert!(game.take_back(at(1, 1), AXES).is_err());
        assert_eq!(game, before);
    }
}
