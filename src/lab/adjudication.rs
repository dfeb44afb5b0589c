//! When a training game ends: by the rules, by a proof of the search, or as a draw once neither
//! side can be expected to win.

use tengen_engine::board::Position;
use tengen_engine::rules::legality::ending_after;
use tengen_engine::types::{Color, Coord, Score};

/// Values up to this, either way, count as equal.
const EVEN: i32 = 40;
/// A game on a half-full board is drawn once both sides have seen equality for this many plies.
const EVEN_PLIES: usize = 24;

/// The state of a game that adjudication needs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SelfplayAdjudication {
    /// Plies since a side last saw an advantage.
    even: usize,
}

impl SelfplayAdjudication {
    /// The winner (`None`: a draw) if the game is over, after `position` was reached by a move to
    /// `coord` that its player's search gave `score`, in that player's view.
    pub(crate) fn result(
        &mut self,
        position: &Position,
        coord: Coord,
        score: Score,
    ) -> Option<Option<Color>> {
        if let Some(ending) = ending_after(position, coord) {
            return Some(ending.winner());
        }
        if score.mate_plies().is_some() {
            let mover = !position.to_move();
            return Some(Some(if score.0 > 0 { mover } else { !mover }));
        }
        self.even = if score.0.abs() <= EVEN { self.even + 1 } else { 0 };
        let half_full = position.stones().len() * 2 >= position.size().area();
        (self.even >= EVEN_PLIES && half_full).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::{BoardSize, Rule};

    /// A position on a 5×5 board, its stones row by row.
    fn rows(stones: u8) -> Position {
        let mut position = Position::new(Rule::Freestyle, BoardSize::square(5).unwrap());
        (0..stones).for_each(|n| position.play(at(n)).unwrap());
        position
    }

    fn at(n: u8) -> Coord {
        Coord::new(n % 5, n / 5)
    }

    #[test]
    fn a_proof_ends_the_game_for_the_one_who_gave_it() {
        let (position, mut game) = (rows(3), SelfplayAdjudication::default());
        assert_eq!(game.result(&position, at(2), Score(400)), None);
        assert_eq!(
            game.result(&position, at(2), Score(Score::win_in(7))),
            Some(Some(Color::Black))
        );
        assert_eq!(
            game.result(&position, at(2), Score(Score::loss_in(8))),
            Some(Some(Color::White))
        );
    }

    #[test]
    fn a_five_ends_it_whatever_the_search_thought() {
        let mut position = Position::new(Rule::Freestyle, BoardSize::square(5).unwrap());
        for n in [0, 5, 1, 6, 2, 7, 3, 8, 4] {
            position.play(at(n)).unwrap();
        }
        let mut game = SelfplayAdjudication::default();
        assert_eq!(game.result(&position, at(4), Score(-5)), Some(Some(Color::Black)));
    }

    #[test]
    fn evenness_that_lasts_draws_a_board_half_full() {
        let after = |stones: u8, scores: &[i32]| {
            let mut game = SelfplayAdjudication::default();
            let position = rows(stones);
            scores.iter().map(|&score| game.result(&position, at(stones - 1), Score(score))).last()
        };
        let even = [40; EVEN_PLIES];
        assert_eq!(after(13, &even), Some(Some(None)));
        assert_eq!(after(12, &even), Some(None));
        assert_eq!(after(13, &even[1..]), Some(None));
        let mut broken = even;
        broken[3] = -41;
        assert_eq!(after(13, &broken), Some(None));
    }
}
